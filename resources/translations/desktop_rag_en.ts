<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
    <context>
        <name>ActivityBar</name>
        <message numerus="yes">
            <source>⚠ %n file(s) need attention</source>
            <translation>
                <numerusform>⚠ %n file needs attention</numerusform>
                <numerusform>⚠ %n files need attention</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Paused · %n file(s) wait</source>
            <translation>
                <numerusform>Paused · %n file waits</numerusform>
                <numerusform>Paused · %n files wait</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>All found by words · %n passage(s) still to be learnt</source>
            <translation>
                <numerusform>All found by words · %n passage still to be learnt</numerusform>
                <numerusform>All found by words · %n passages still to be learnt</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n file(s) searchable</source>
            <translation>
                <numerusform>%n file searchable</numerusform>
                <numerusform>%n files searchable</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>AnswerAnnouncer</name>
        <message numerus="yes">
            <source>End. %n source(s).</source>
            <translation>
                <numerusform>End. %n source.</numerusform>
                <numerusform>End. %n sources.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ConversationListModel</name>
        <message numerus="yes">
            <source>%n question(s), last on {when}</source>
            <translation>
                <numerusform>%n question, last on {when}</numerusform>
                <numerusform>%n questions, last on {when}</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>LedgerView</name>
        <message numerus="yes">
            <source>%n file(s)</source>
            <translation>
                <numerusform>%n file</numerusform>
                <numerusform>%n files</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>LibraryView</name>
        <message numerus="yes">
            <source>⚠ %n need(s) attention</source>
            <translation>
                <numerusform>⚠ %n needs attention</numerusform>
                <numerusform>⚠ %n need attention</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>QualityView</name>
        <message numerus="yes">
            <source>%n question(s)</source>
            <translation>
                <numerusform>%n question</numerusform>
                <numerusform>%n questions</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>QuestionFrame</name>
        <message numerus="yes">
            <source>The question is longer than %n characters; please shorten it.</source>
            <translation>
                <numerusform>The question is longer than %n character; please shorten it.</numerusform>
                <numerusform>The question is longer than %n characters; please shorten it.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>RootDelegate</name>
        <message numerus="yes">
            <source>%n file(s)</source>
            <translation>
                <numerusform>%n file</numerusform>
                <numerusform>%n files</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n need(s) attention</source>
            <translation>
                <numerusform>%n needs attention</numerusform>
                <numerusform>%n need attention</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>SearchView</name>
        <message numerus="yes">
            <source>%n passage(s) by words; sorting by meaning…</source>
            <translation>
                <numerusform>%n passage by words; sorting by meaning…</numerusform>
                <numerusform>%n passages by words; sorting by meaning…</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n passage(s) in {took}</source>
            <translation>
                <numerusform>%n passage in {took}</numerusform>
                <numerusform>%n passages in {took}</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>TurnWriter</name>
        <message numerus="yes">
            <source>Show %n earlier question(s)</source>
            <translation>
                <numerusform>Show %n earlier question</numerusform>
                <numerusform>Show %n earlier questions</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sentence(s) not clearly supported by the sources</source>
            <translation>
                <numerusform>%n sentence not clearly supported by the sources</numerusform>
                <numerusform>%n sentences not clearly supported by the sources</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sentence(s) without a source</source>
            <translation>
                <numerusform>%n sentence without a source</numerusform>
                <numerusform>%n sentences without a source</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>WindowLife</name>
        <message numerus="yes">
            <source>Indexing is done: %n file(s) are searchable.</source>
            <translation>
                <numerusform>Indexing is done: %n file is searchable.</numerusform>
                <numerusform>Indexing is done: %n files are searchable.</numerusform>
            </translation>
        </message>
    </context>
</TS>
