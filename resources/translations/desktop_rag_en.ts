<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
    <context>
        <name>ActivityBar</name>
        <message numerus="yes">
            <source>⚠ %Ln file(s) need attention</source>
            <translation>
                <numerusform>⚠ %Ln file needs attention</numerusform>
                <numerusform>⚠ %Ln files need attention</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Paused · %Ln file(s) wait</source>
            <translation>
                <numerusform>Paused · %Ln file waits</numerusform>
                <numerusform>Paused · %Ln files wait</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>All found by words · %Ln passage(s) still to be learnt</source>
            <translation>
                <numerusform>All found by words · %Ln passage still to be learnt</numerusform>
                <numerusform>All found by words · %Ln passages still to be learnt</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln not reachable now</source>
            <translation>
                <numerusform>%Ln not reachable now</numerusform>
                <numerusform>%Ln not reachable now</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln file(s) searchable</source>
            <translation>
                <numerusform>%Ln file searchable</numerusform>
                <numerusform>%Ln files searchable</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>AnswerAnnouncer</name>
        <message numerus="yes">
            <source>End. %Ln source(s).</source>
            <translation>
                <numerusform>End. %Ln source.</numerusform>
                <numerusform>End. %Ln sources.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ConversationListModel</name>
        <message numerus="yes">
            <source>%Ln question(s), last on {when}</source>
            <translation>
                <numerusform>%Ln question, last on {when}</numerusform>
                <numerusform>%Ln questions, last on {when}</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>LedgerView</name>
        <message numerus="yes">
            <source>%Ln file(s)</source>
            <translation>
                <numerusform>%Ln file</numerusform>
                <numerusform>%Ln files</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>LibraryView</name>
        <message numerus="yes">
            <source>⚠ %Ln need(s) attention</source>
            <translation>
                <numerusform>⚠ %Ln needs attention</numerusform>
                <numerusform>⚠ %Ln need attention</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>QualityView</name>
        <message numerus="yes">
            <source>%Ln question(s)</source>
            <translation>
                <numerusform>%Ln question</numerusform>
                <numerusform>%Ln questions</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>QuestionFrame</name>
        <message numerus="yes">
            <source>The question is longer than %Ln characters; please shorten it.</source>
            <translation>
                <numerusform>The question is longer than %Ln character; please shorten it.</numerusform>
                <numerusform>The question is longer than %Ln characters; please shorten it.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>RootDelegate</name>
        <message numerus="yes">
            <source>%Ln file(s)</source>
            <translation>
                <numerusform>%Ln file</numerusform>
                <numerusform>%Ln files</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln need(s) attention</source>
            <translation>
                <numerusform>%Ln needs attention</numerusform>
                <numerusform>%Ln need attention</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>SearchView</name>
        <message numerus="yes">
            <source>%Ln passage(s) by words; sorting by meaning…</source>
            <translation>
                <numerusform>%Ln passage by words; sorting by meaning…</numerusform>
                <numerusform>%Ln passages by words; sorting by meaning…</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln passage(s) in {took}</source>
            <translation>
                <numerusform>%Ln passage in {took}</numerusform>
                <numerusform>%Ln passages in {took}</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>TurnWriter</name>
        <message numerus="yes">
            <source>Show %Ln earlier question(s)</source>
            <translation>
                <numerusform>Show %Ln earlier question</numerusform>
                <numerusform>Show %Ln earlier questions</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln sentence(s) not clearly supported by the sources</source>
            <translation>
                <numerusform>%Ln sentence not clearly supported by the sources</numerusform>
                <numerusform>%Ln sentences not clearly supported by the sources</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln sentence(s) without a source</source>
            <translation>
                <numerusform>%Ln sentence without a source</numerusform>
                <numerusform>%Ln sentences without a source</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>WindowLife</name>
        <message numerus="yes">
            <source>Indexing is done: %Ln file(s) are searchable.</source>
            <translation>
                <numerusform>Indexing is done: %Ln file is searchable.</numerusform>
                <numerusform>Indexing is done: %Ln files are searchable.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Settings</name>
        <message>
            <source>contrast</source>
            <translation>high contrast</translation>
        </message>
    </context>
</TS>
