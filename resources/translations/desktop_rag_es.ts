<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es_ES">
    <context>
        <name>Actions</name>
        <message>
            <source>Back up the library…</source>
            <translation>Hacer una copia de seguridad de la biblioteca…</translation>
        </message>
        <message>
            <source>Restore a backup…</source>
            <translation>Restaurar una copia de seguridad…</translation>
        </message>
        <message>
            <source>Move the library…</source>
            <translation>Mover la biblioteca…</translation>
        </message>
        <message>
            <source>Go to the question</source>
            <translation>Ir a la pregunta</translation>
        </message>
        <message>
            <source>New conversation</source>
            <translation>Conversación nueva</translation>
        </message>
        <message>
            <source>Switch between asking and searching</source>
            <translation>Cambiar entre preguntar y buscar</translation>
        </message>
        <message>
            <source>Stop the answer</source>
            <translation>Detener la respuesta</translation>
        </message>
        <message>
            <source>Add files…</source>
            <translation>Añadir archivos…</translation>
        </message>
        <message>
            <source>Add a folder…</source>
            <translation>Añadir una carpeta…</translation>
        </message>
        <message>
            <source>Show all files</source>
            <translation>Mostrar todos los archivos</translation>
        </message>
        <message>
            <source>Pause or go on indexing</source>
            <translation>Pausar o continuar la indexación</translation>
        </message>
        <message>
            <source>Try all failed files again</source>
            <translation>Reintentar todos los archivos fallidos</translation>
        </message>
        <message>
            <source>Find in the source</source>
            <translation>Buscar en la fuente</translation>
        </message>
        <message>
            <source>How was this found?</source>
            <translation>¿Cómo se encontró?</translation>
        </message>
        <message>
            <source>Export the conversation as Markdown…</source>
            <translation>Exportar la conversación como Markdown…</translation>
        </message>
        <message>
            <source>Export the conversation as HTML…</source>
            <translation>Exportar la conversación como HTML…</translation>
        </message>
        <message>
            <source>Models</source>
            <translation>Modelos</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>Ajustes</translation>
        </message>
        <message>
            <source>Go to the next pane</source>
            <translation>Ir al panel siguiente</translation>
        </message>
        <message>
            <source>Go to the previous pane</source>
            <translation>Ir al panel anterior</translation>
        </message>
        <message>
            <source>All commands</source>
            <translation>Todas las órdenes</translation>
        </message>
        <message>
            <source>Help</source>
            <translation>Ayuda</translation>
        </message>
        <message>
            <source>Quality</source>
            <translation>Calidad</translation>
        </message>
        <message>
            <source>Keep the last question as a test question</source>
            <translation>Guardar la última pregunta como pregunta de prueba</translation>
        </message>
        <message>
            <source>What is new</source>
            <translation>Novedades</translation>
        </message>
        <message>
            <source>Quit</source>
            <translation>Salir</translation>
        </message>
        <message>
            <source>Export the conversation as PDF…</source>
            <translation>Exportar la conversación como PDF…</translation>
        </message>
    </context>
    <context>
        <name>ActivityBar</name>
        <message>
            <source>Activity</source>
            <translation>Actividad</translation>
        </message>
        <message>
            <source>Indexing progress</source>
            <translation>Avance de la indexación</translation>
        </message>
        <message>
            <source>Pause indexing</source>
            <translation>Pausar la indexación</translation>
        </message>
        <message>
            <source>offline ✓</source>
            <translation>sin conexión ✓</translation>
        </message>
        <message>
            <source>Go on indexing</source>
            <translation>Continuar la indexación</translation>
        </message>
        <message numerus="yes">
            <source>⚠ %Ln file(s) need attention</source>
            <translation>
                <numerusform>⚠ %Ln archivo necesita atención</numerusform>
                <numerusform>⚠ %Ln archivos necesitan atención</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln not reachable now</source>
            <translation>
                <numerusform>%Ln no accesible ahora</numerusform>
                <numerusform>%Ln no accesibles ahora</numerusform>
            </translation>
        </message>
        <message>
            <source>The engine is not running</source>
            <translation>El motor no está en marcha</translation>
        </message>
        <message>
            <source>Starting the engine…</source>
            <translation>Iniciando el motor…</translation>
        </message>
        <message numerus="yes">
            <source>Paused · %Ln file(s) wait</source>
            <translation>
                <numerusform>En pausa · espera %Ln archivo</numerusform>
                <numerusform>En pausa · esperan %Ln archivos</numerusform>
            </translation>
        </message>
        <message>
            <source>Nothing is indexed yet</source>
            <translation>Todavía no hay nada indexado</translation>
        </message>
        <message numerus="yes">
            <source>%Ln file(s) searchable</source>
            <translation>
                <numerusform>%Ln archivo consultable</numerusform>
                <numerusform>%Ln archivos consultables</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>All found by words · %Ln passage(s) still to be learnt</source>
            <translation>
                <numerusform>Todo se halla por palabras · falta aprender %Ln pasaje</numerusform>
                <numerusform>Todo se halla por palabras · faltan por aprender %Ln pasajes</numerusform>
            </translation>
        </message>
        <message>
            <source>Indexing {done} of {total}</source>
            <translation>Indexando {done} de {total}</translation>
        </message>
        <message>
            <source>{time} left</source>
            <translation>quedan {time}</translation>
        </message>
        <message>
            <source>network was used</source>
            <translation>se usó la red</translation>
        </message>
        <message>
            <source>Nothing you ask or index leaves this computer.</source>
            <translation>Nada de lo que pregunta o indexa sale de este equipo.</translation>
        </message>
        <message>
            <source>no language model: answers are quoted</source>
            <translation>sin modelo de lenguaje: respuestas citadas</translation>
        </message>
        <message>
            <source>{name} (starter)</source>
            <translation>{name} (inicial)</translation>
        </message>
        <message>
            <source>loading {name}…</source>
            <translation>cargando {name}…</translation>
        </message>
        <message>
            <source>⚠ {name} does not run</source>
            <translation>⚠ {name} no funciona</translation>
        </message>
        <message>
            <source>This small starter model writes poorly, so answers quote your documents. Choose a larger one under Models.</source>
            <translation>Este pequeño modelo inicial escribe mal, así que las respuestas citan sus documentos. Elija uno mayor en Modelos.</translation>
        </message>
        <message>
            <source>Choose a language model</source>
            <translation>Elegir un modelo de lenguaje</translation>
        </message>
        <message>
            <source>You asked for it: a model was downloaded, or a server that you chose was sent questions and passages.</source>
            <translation>Usted lo pidió: se descargó un modelo, o se enviaron preguntas y pasajes a un servidor que eligió.</translation>
        </message>
        <message>
            <source>not only this computer</source>
            <translation>no solo este equipo</translation>
        </message>
        <message>
            <source>Questions and passages of your documents are sent to {host}, because you chose a model there.</source>
            <translation>Las preguntas y pasajes de sus documentos se envían a {host}, porque eligió un modelo de allí.</translation>
        </message>
        <message>
            <source>by words; search by meaning is being prepared</source>
            <translation>por palabras; la búsqueda por significado se está preparando</translation>
        </message>
    </context>
    <context>
        <name>AnswerAnnouncer</name>
        <message numerus="yes">
            <source>End. %Ln source(s).</source>
            <translation>
                <numerusform>Fin. %Ln fuente.</numerusform>
                <numerusform>Fin. %Ln fuentes.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>AskSession</name>
        <message>
            <source>The engine stopped before the answer was complete.</source>
            <translation>El motor se detuvo antes de completar la respuesta.</translation>
        </message>
        <message>
            <source>It is started again by itself; then ask again.</source>
            <translation>Se inicia de nuevo por sí solo; después, pregunte otra vez.</translation>
        </message>
    </context>
    <context>
        <name>AskView</name>
        <message>
            <source>Answer</source>
            <translation>Respuesta</translation>
        </message>
        <message>
            <source>Ask a question. The answer cites the passages it is taken from.</source>
            <translation>Haga una pregunta. La respuesta cita los pasajes de los que procede.</translation>
        </message>
    </context>
    <context>
        <name>CentrePane</name>
        <message>
            <source>Ask or search</source>
            <translation>Preguntar o buscar</translation>
        </message>
        <message>
            <source>Ask</source>
            <translation>Preguntar</translation>
        </message>
        <message>
            <source>Search</source>
            <translation>Buscar</translation>
        </message>
    </context>
    <context>
        <name>CodeView</name>
        <message>
            <source>Code of the source</source>
            <translation>Código de la fuente</translation>
        </message>
    </context>
    <context>
        <name>CommandPalette</name>
        <message>
            <source>Commands</source>
            <translation>Órdenes</translation>
        </message>
        <message>
            <source>What would you like to do?</source>
            <translation>¿Qué desea hacer?</translation>
        </message>
        <message>
            <source>Find a command</source>
            <translation>Buscar una orden</translation>
        </message>
    </context>
    <context>
        <name>ConversationExport</name>
        <message>
            <source>There is no conversation to export yet: ask something first.</source>
            <translation>Aún no hay conversación que exportar: pregunte algo primero.</translation>
        </message>
        <message>
            <source>Export the conversation</source>
            <translation>Exportar la conversación</translation>
        </message>
        <message>
            <source>Exported to {name}.</source>
            <translation>Exportada a {name}.</translation>
        </message>
        <message>
            <source>{name} could not be written: {why}</source>
            <translation>No se pudo escribir {name}: {why}</translation>
        </message>
        <message>
            <source>Choose another folder or make room on the disk.</source>
            <translation>Elija otra carpeta o haga sitio en el disco.</translation>
        </message>
    </context>
    <context>
        <name>ConversationListModel</name>
        <message numerus="yes">
            <source>%Ln question(s), last on {when}</source>
            <translation>
                <numerusform>%Ln pregunta, la última el {when}</numerusform>
                <numerusform>%Ln preguntas, la última el {when}</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ConversationView</name>
        <message>
            <source>Conversations</source>
            <translation>Conversaciones</translation>
        </message>
        <message>
            <source>Find a conversation</source>
            <translation>Buscar una conversación</translation>
        </message>
        <message>
            <source>New conversation</source>
            <translation>Conversación nueva</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>Abrir</translation>
        </message>
        <message>
            <source>Rename</source>
            <translation>Cambiar el nombre</translation>
        </message>
        <message>
            <source>Export as Markdown…</source>
            <translation>Exportar como Markdown…</translation>
        </message>
        <message>
            <source>Export as HTML…</source>
            <translation>Exportar como HTML…</translation>
        </message>
        <message>
            <source>Delete…</source>
            <translation>Eliminar…</translation>
        </message>
        <message>
            <source>Delete conversation</source>
            <translation>Eliminar la conversación</translation>
        </message>
        <message>
            <source>Delete “{title}” for good?</source>
            <translation>¿Eliminar «{title}» para siempre?</translation>
        </message>
        <message>
            <source>Delete</source>
            <translation>Eliminar</translation>
        </message>
        <message>
            <source>Export as PDF…</source>
            <translation>Exportar como PDF…</translation>
        </message>
    </context>
    <context>
        <name>DropOverlay</name>
        <message>
            <source>Drop to add to your library</source>
            <translation>Suelte para añadir a su biblioteca</translation>
        </message>
        <message>
            <source>Files stay where they are; they are only read.</source>
            <translation>Los archivos se quedan donde están; solo se leen.</translation>
        </message>
    </context>
    <context>
        <name>EngineLink</name>
        <message>
            <source>The engine stopped several times in a row.</source>
            <translation>El motor se detuvo varias veces seguidas.</translation>
        </message>
        <message>
            <source>Press “Try again”; if it goes on, run “desktop-rag doctor”.</source>
            <translation>Pulse «Reintentar»; si continúa, ejecute «desktop-rag doctor».</translation>
        </message>
        <message>
            <source>The engine stopped and is being started again. Nothing is lost.</source>
            <translation>El motor se detuvo y se está iniciando de nuevo. No se ha perdido nada.</translation>
        </message>
    </context>
    <context>
        <name>EvidencePane</name>
        <message>
            <source>Sources and scores</source>
            <translation>Fuentes y puntuaciones</translation>
        </message>
        <message>
            <source>Sources</source>
            <translation>Fuentes</translation>
        </message>
        <message>
            <source>How was this found?</source>
            <translation>¿Cómo se encontró?</translation>
        </message>
    </context>
    <context>
        <name>FilterBar</name>
        <message>
            <source>Filters</source>
            <translation>Filtros</translation>
        </message>
        <message>
            <source>Only this file</source>
            <translation>Solo este archivo</translation>
        </message>
        <message>
            <source>Folder</source>
            <translation>Carpeta</translation>
        </message>
        <message>
            <source>Type</source>
            <translation>Tipo</translation>
        </message>
        <message>
            <source>Date</source>
            <translation>Fecha</translation>
        </message>
        <message>
            <source>Language</source>
            <translation>Idioma</translation>
        </message>
        <message>
            <source>Only {name}</source>
            <translation>Solo {name}</translation>
        </message>
        <message>
            <source>Remove the limit to {name}</source>
            <translation>Quitar el límite a {name}</translation>
        </message>
        <message>
            <source>Last 24 hours</source>
            <translation>Últimas 24 horas</translation>
        </message>
        <message>
            <source>Last week</source>
            <translation>Última semana</translation>
        </message>
        <message>
            <source>Last month</source>
            <translation>Último mes</translation>
        </message>
        <message>
            <source>Last year</source>
            <translation>Último año</translation>
        </message>
        <message>
            <source>Any time</source>
            <translation>Cualquier fecha</translation>
        </message>
        <message>
            <source>All folders</source>
            <translation>Todas las carpetas</translation>
        </message>
        <message>
            <source>All types</source>
            <translation>Todos los tipos</translation>
        </message>
        <message>
            <source>All languages</source>
            <translation>Todos los idiomas</translation>
        </message>
    </context>
    <context>
        <name>FindBar</name>
        <message>
            <source>Find in this source</source>
            <translation>Buscar en esta fuente</translation>
        </message>
        <message>
            <source>Previous place (Shift+F3)</source>
            <translation>Lugar anterior (Mayús+F3)</translation>
        </message>
        <message>
            <source>Next place (F3)</source>
            <translation>Lugar siguiente (F3)</translation>
        </message>
        <message>
            <source>Close the search (Esc)</source>
            <translation>Cerrar la búsqueda (Esc)</translation>
        </message>
    </context>
    <context>
        <name>FirstStart</name>
        <message>
            <source>Choose a folder…</source>
            <translation>Elegir una carpeta…</translation>
        </message>
        <message>
            <source>Try the sample library</source>
            <translation>Probar la biblioteca de muestra</translation>
        </message>
        <message>
            <source>Drop a folder or files here</source>
            <translation>Suelte aquí una carpeta o archivos</translation>
        </message>
        <message>
            <source>They are read in place and stay on this computer. You can search from the first file on.</source>
            <translation>Se leen donde están y no salen de este equipo. Puede buscar desde el primer archivo.</translation>
        </message>
        <message>
            <source>See models</source>
            <translation>Ver modelos</translation>
        </message>
        <message>
            <source>There is no language model yet. Searching and quoted answers work without one.</source>
            <translation>Todavía no hay un modelo de lenguaje. La búsqueda y las respuestas citadas funcionan sin él.</translation>
        </message>
        <message>
            <source>{name} is a tiny starter model that writes poorly, so answers quote your documents word for word. A larger model that fits this computer can write them.</source>
            <translation>{name} es un modelo inicial diminuto que escribe mal, así que las respuestas citan sus documentos palabra por palabra. Un modelo mayor que quepa en este equipo puede redactarlas.</translation>
        </message>
        <message>
            <source>Answers are written by {name}, on this computer.</source>
            <translation>Las respuestas las escribe {name}, en este equipo.</translation>
        </message>
    </context>
    <context>
        <name>Help</name>
        <message>
            <source>Ask your own documents, offline: local search and answers with their sources.</source>
            <translation>Pregunte a sus propios documentos, sin conexión: búsqueda local y respuestas con sus fuentes.</translation>
        </message>
        <message>
            <source>Ask</source>
            <translation>Preguntar</translation>
        </message>
        <message>
            <source>Begin a new line in the question</source>
            <translation>Empezar otra línea en la pregunta</translation>
        </message>
        <message>
            <source>Stop the answer</source>
            <translation>Detener la respuesta</translation>
        </message>
        <message>
            <source>Go to the question</source>
            <translation>Ir a la pregunta</translation>
        </message>
        <message>
            <source>Open source 1 … 9 of the answer</source>
            <translation>Abrir la fuente 1 … 9 de la respuesta</translation>
        </message>
        <message>
            <source>Source before, source after</source>
            <translation>Fuente anterior, fuente siguiente</translation>
        </message>
        <message>
            <source>Find in the source</source>
            <translation>Buscar en la fuente</translation>
        </message>
        <message>
            <source>Next place found, place before</source>
            <translation>Lugar siguiente, lugar anterior</translation>
        </message>
        <message>
            <source>Larger, smaller, fit the width</source>
            <translation>Mayor, menor, ajustar al ancho</translation>
        </message>
        <message>
            <source>All commands by name</source>
            <translation>Todas las órdenes por su nombre</translation>
        </message>
        <message>
            <source>Add files</source>
            <translation>Añadir archivos</translation>
        </message>
        <message>
            <source>Add a folder</source>
            <translation>Añadir una carpeta</translation>
        </message>
        <message>
            <source>This help</source>
            <translation>Esta ayuda</translation>
        </message>
        <message>
            <source>Drop a folder on the window, or choose one. Files stay where they are and are only read. What was read can be searched at once, while the rest is still going on.</source>
            <translation>Suelte una carpeta en la ventana o elija una. Los archivos se quedan donde están y solo se leen. Lo leído se puede consultar enseguida, mientras sigue el resto.</translation>
        </message>
        <message>
            <source>Ask in your own words. The numbers in the answer lead to the passages it rests on: click one, and its source opens at the place with the passage marked.</source>
            <translation>Pregunte con sus propias palabras. Los números de la respuesta llevan a los pasajes en que se apoya: pulse uno y su fuente se abre en el lugar, con el pasaje marcado.</translation>
        </message>
        <message>
            <source>Switch to “Search” to see passages as you type. Words in quotation marks, part numbers and error codes are found exactly as they are written.</source>
            <translation>Cambie a «Buscar» para ver pasajes mientras escribe. Las palabras entre comillas, las referencias y los códigos de error se encuentran tal como están escritos.</translation>
        </message>
        <message>
            <source>When an answer surprises you, look at “How was this found?” and at the source. When it says that something is not in your documents, that is a finding too.</source>
            <translation>Cuando una respuesta le sorprenda, mire «¿Cómo se encontró?» y la fuente. Cuando dice que algo no está en sus documentos, eso también es un hallazgo.</translation>
        </message>
        <message>
            <source>Better answers need a larger model: “Models” says which ones fit this machine. Searching and answers that quote your documents need none.</source>
            <translation>Para mejores respuestas hace falta un modelo mayor: «Modelos» dice cuáles caben en este equipo. La búsqueda y las respuestas que citan sus documentos no necesitan ninguno.</translation>
        </message>
        <message>
            <source>A file that could not be read is listed in the library with its reason and with what you can do about it.</source>
            <translation>Un archivo que no se pudo leer aparece en la biblioteca con el motivo y con lo que usted puede hacer.</translation>
        </message>
        <message>
            <source>Your documents, questions and answers stay on this machine. Nothing is sent anywhere, nothing is counted, and no update is looked for.</source>
            <translation>Sus documentos, preguntas y respuestas se quedan en este equipo. No se envía nada, no se cuenta nada y no se buscan actualizaciones.</translation>
        </message>
        <message>
            <source>Your files are never changed. The library keeps their text and positions in its own folder, readable only by you; removing a folder from the library removes them there.</source>
            <translation>Sus archivos nunca se modifican. La biblioteca guarda su texto y sus posiciones en su propia carpeta, que solo usted puede leer; al quitar una carpeta de la biblioteca se borran de allí.</translation>
        </message>
        <message>
            <source>Files that usually hold passwords or keys are never read. Documents are shown as text and pictures: nothing in them is run, loaded or followed.</source>
            <translation>Los archivos que suelen contener contraseñas o claves nunca se leen. Los documentos se muestran como texto e imágenes: nada de ellos se ejecuta, se carga ni se sigue.</translation>
        </message>
        <message>
            <source>The network is used only when you say so: to download a model, or when you chose a server of your own for one. Such a server is named wherever it is used.</source>
            <translation>La red solo se usa cuando usted lo pide: para descargar un modelo, o si eligió un servidor propio para alguno. Ese servidor se nombra dondequiera que se usa.</translation>
        </message>
        <message>
            <source>“Quality” measures how well your own files are found and compares two settings.</source>
            <translation>«Calidad» mide lo bien que se encuentran sus propios archivos y compara dos ajustes.</translation>
        </message>
        <message>
            <source>“How was this found?” also tells what else was asked, and what was left out and why.</source>
            <translation>«¿Cómo se encontró?» dice también qué más se preguntó, y qué se omitió y por qué.</translation>
        </message>
        <message>
            <source>Tables are shown as tables; the window can stay in the system tray and start with your session (Settings › Application).</source>
            <translation>Las tablas se muestran como tablas; la ventana puede quedarse en la bandeja del sistema e iniciarse con su sesión (Ajustes › Aplicación).</translation>
        </message>
        <message>
            <source>“desktop-rag FILE” hands a file over to the window that is open.</source>
            <translation>«desktop-rag ARCHIVO» entrega un archivo a la ventana abierta.</translation>
        </message>
        <message>
            <source>New conversation</source>
            <translation>Conversación nueva</translation>
        </message>
        <message>
            <source>Switch between asking and searching</source>
            <translation>Cambiar entre preguntar y buscar</translation>
        </message>
        <message>
            <source>How was this found?</source>
            <translation>¿Cómo se encontró?</translation>
        </message>
        <message>
            <source>All files with their states</source>
            <translation>Todos los archivos con su estado</translation>
        </message>
        <message>
            <source>Models</source>
            <translation>Modelos</translation>
        </message>
        <message>
            <source>Quality</source>
            <translation>Calidad</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>Ajustes</translation>
        </message>
        <message>
            <source>Go to the next pane, the one before</source>
            <translation>Ir al panel siguiente, al anterior</translation>
        </message>
        <message>
            <source>Quit</source>
            <translation>Salir</translation>
        </message>
    </context>
    <context>
        <name>HelpDialog</name>
        <message>
            <source>Help</source>
            <translation>Ayuda</translation>
        </message>
        <message>
            <source>Subjects</source>
            <translation>Temas</translation>
        </message>
        <message>
            <source>Keys</source>
            <translation>Teclas</translation>
        </message>
        <message>
            <source>How to</source>
            <translation>Cómo hacerlo</translation>
        </message>
        <message>
            <source>Privacy</source>
            <translation>Privacidad</translation>
        </message>
        <message>
            <source>Licences</source>
            <translation>Licencias</translation>
        </message>
        <message>
            <source>About</source>
            <translation>Acerca de</translation>
        </message>
        <message>
            <source>What is new</source>
            <translation>Novedades</translation>
        </message>
    </context>
    <context>
        <name>LedgerModel</name>
        <message>
            <source>File</source>
            <translation>Archivo</translation>
        </message>
        <message>
            <source>State</source>
            <translation>Estado</translation>
        </message>
        <message>
            <source>Why, and what to do</source>
            <translation>Por qué y qué hacer</translation>
        </message>
        <message>
            <source>Next step</source>
            <translation>Qué hacer</translation>
        </message>
        <message>
            <source>Passages</source>
            <translation>Pasajes</translation>
        </message>
        <message>
            <source>Changed</source>
            <translation>Modificado</translation>
        </message>
        <message>
            <source>Read it again</source>
            <translation>Leerlo otra vez</translation>
        </message>
        <message>
            <source>Give the password…</source>
            <translation>Dar la contraseña…</translation>
        </message>
    </context>
    <context>
        <name>LedgerView</name>
        <message>
            <source>Files</source>
            <translation>Archivos</translation>
        </message>
        <message>
            <source>Part of a name</source>
            <translation>Parte de un nombre</translation>
        </message>
        <message>
            <source>Read the selected again</source>
            <translation>Leer de nuevo los elegidos</translation>
        </message>
        <message>
            <source>Give the password…</source>
            <translation>Dar la contraseña…</translation>
        </message>
        <message>
            <source>Try all failed again</source>
            <translation>Reintentar todos los fallidos</translation>
        </message>
        <message>
            <source>State of the files</source>
            <translation>Estado de los archivos</translation>
        </message>
        <message>
            <source>Need attention</source>
            <translation>Necesitan atención</translation>
        </message>
        <message>
            <source>All states</source>
            <translation>Todos los estados</translation>
        </message>
        <message>
            <source>Back</source>
            <translation>Volver</translation>
        </message>
        <message numerus="yes">
            <source>%Ln file(s)</source>
            <translation>
                <numerusform>%Ln archivo</numerusform>
                <numerusform>%Ln archivos</numerusform>
            </translation>
        </message>
        <message>
            <source>Ask about this file</source>
            <translation>Preguntar sobre este archivo</translation>
        </message>
    </context>
    <context>
        <name>LibraryCare</name>
        <message>
            <source>Back up the library</source>
            <translation>Copia de seguridad de la biblioteca</translation>
        </message>
        <message>
            <source>Restore a backup of the library</source>
            <translation>Restaurar una copia de seguridad de la biblioteca</translation>
        </message>
        <message>
            <source>Move the library into an empty folder</source>
            <translation>Mover la biblioteca a una carpeta vacía</translation>
        </message>
        <message>
            <source>Put “{name}” in the place of the library?</source>
            <translation>¿Poner «{name}» en el lugar de la biblioteca?</translation>
        </message>
        <message>
            <source>Folders, index and conversations become as they were then. The library of now is kept beside it; your documents are not touched.</source>
            <translation>Las carpetas, el índice y las conversaciones quedarán como estaban entonces. La biblioteca de ahora se conserva al lado; sus documentos no se tocan.</translation>
        </message>
        <message>
            <source>Restore</source>
            <translation>Restaurar</translation>
        </message>
        <message>
            <source>{name} holds the library now.</source>
            <translation>{name} contiene ahora la biblioteca.</translation>
        </message>
        <message>
            <source>The library is in {folder} now.</source>
            <translation>La biblioteca está ahora en {folder}.</translation>
        </message>
        <message>
            <source>The backup was restored.</source>
            <translation>Se restauró la copia de seguridad.</translation>
        </message>
    </context>
    <context>
        <name>LibraryView</name>
        <message>
            <source>Library</source>
            <translation>Biblioteca</translation>
        </message>
        <message>
            <source>Folders</source>
            <translation>Carpetas</translation>
        </message>
        <message>
            <source>No folders yet. Drop some here.</source>
            <translation>Todavía no hay carpetas. Suelte alguna aquí.</translation>
        </message>
        <message>
            <source>All files…</source>
            <translation>Todos los archivos…</translation>
        </message>
        <message>
            <source>Add a folder (Ctrl+Shift+O)</source>
            <translation>Añadir una carpeta (Ctrl+Mayús+O)</translation>
        </message>
        <message>
            <source>Add files (Ctrl+O)</source>
            <translation>Añadir archivos (Ctrl+O)</translation>
        </message>
        <message numerus="yes">
            <source>⚠ %Ln need(s) attention</source>
            <translation>
                <numerusform>⚠ %Ln necesita atención</numerusform>
                <numerusform>⚠ %Ln necesitan atención</numerusform>
            </translation>
        </message>
        <message>
            <source>Ask in here</source>
            <translation>Preguntar aquí</translation>
        </message>
        <message>
            <source>Show its files</source>
            <translation>Mostrar sus archivos</translation>
        </message>
        <message>
            <source>Remove from the library…</source>
            <translation>Quitar de la biblioteca…</translation>
        </message>
        <message>
            <source>Remove from the library</source>
            <translation>Quitar de la biblioteca</translation>
        </message>
        <message>
            <source>Remove “{name}” from the library?</source>
            <translation>¿Quitar «{name}» de la biblioteca?</translation>
        </message>
        <message>
            <source>The files themselves stay where they are, untouched.</source>
            <translation>Los archivos se quedan donde están, intactos.</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>Quitar</translation>
        </message>
        <message>
            <source>Wording of its data…</source>
            <translation>Redacción de sus datos…</translation>
        </message>
    </context>
    <context>
        <name>ModelRoles</name>
        <message>
            <source>No model: answers quote your documents</source>
            <translation>Sin modelo: las respuestas citan sus documentos</translation>
        </message>
        <message>
            <source>No model of its own</source>
            <translation>Sin modelo propio</translation>
        </message>
        <message>
            <source>No model</source>
            <translation>Sin modelo</translation>
        </message>
    </context>
    <context>
        <name>ModelRow</name>
        <message>
            <source>Use</source>
            <translation>Usar</translation>
        </message>
        <message>
            <source>Stop the download</source>
            <translation>Detener la descarga</translation>
        </message>
        <message>
            <source>Remove…</source>
            <translation>Quitar…</translation>
        </message>
        <message>
            <source>Download {0}</source>
            <translation>Descargar {0}</translation>
        </message>
        <message>
            <source>Uses the network: {0}</source>
            <translation>Usa la red: {0}</translation>
        </message>
        <message>
            <source>Connecting…</source>
            <translation>Conectando…</translation>
        </message>
        <message>
            <source>Try it</source>
            <translation>Probarlo</translation>
        </message>
        <message>
            <source>Lets it write a few sentences and measures how fast it is.</source>
            <translation>Le deja escribir unas frases y mide su velocidad.</translation>
        </message>
        <message>
            <source>Loading it and letting it write…</source>
            <translation>Se carga y se le deja escribir…</translation>
        </message>
    </context>
    <context>
        <name>ModelServerDialog</name>
        <message>
            <source>Use a model server</source>
            <translation>Usar un servidor de modelos</translation>
        </message>
        <message>
            <source>Use it</source>
            <translation>Usarlo</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>Cancelar</translation>
        </message>
        <message>
            <source>What for</source>
            <translation>Para qué</translation>
        </message>
        <message>
            <source>Address</source>
            <translation>Dirección</translation>
        </message>
        <message>
            <source>Model</source>
            <translation>Modelo</translation>
        </message>
        <message>
            <source>llama.cpp, Ollama, LM Studio and vLLM can serve a model. Give the server's address, and the model's name as the server calls it.</source>
            <translation>llama.cpp, Ollama, LM Studio y vLLM pueden servir un modelo. Indique la dirección del servidor y el nombre que este da al modelo.</translation>
        </message>
        <message>
            <source>A key, where one is needed, is read from the variable {0}.</source>
            <translation>Si hace falta una clave, se lee de la variable {0}.</translation>
        </message>
        <message>
            <source>The server is on this computer.</source>
            <translation>El servidor está en este equipo.</translation>
        </message>
        <message>
            <source>⚠ {0} is not this computer. Your questions and passages of your documents will be sent there.</source>
            <translation>⚠ {0} no es este equipo. Sus preguntas y pasajes de sus documentos se enviarán allí.</translation>
        </message>
        <message>
            <source>This address cannot be used. It looks like {0}.</source>
            <translation>Esta dirección no sirve. Debe parecerse a {0}.</translation>
        </message>
    </context>
    <context>
        <name>Models</name>
        <message>
            <source>{0} of memory, {1} of it free</source>
            <translation>{0} de memoria, {1} libres</translation>
        </message>
        <message>
            <source>1 core</source>
            <translation>1 núcleo</translation>
        </message>
        <message>
            <source>{0} cores</source>
            <translation>{0} núcleos</translation>
        </message>
        <message>
            <source>no graphics processor that models can use</source>
            <translation>sin procesador gráfico que los modelos puedan usar</translation>
        </message>
        <message>
            <source>Writes answers</source>
            <translation>Redacta respuestas</translation>
        </message>
        <message>
            <source>Finds by meaning</source>
            <translation>Busca por significado</translation>
        </message>
        <message>
            <source>Sorts what was found</source>
            <translation>Ordena lo encontrado</translation>
        </message>
        <message>
            <source>Fits this machine.</source>
            <translation>Cabe en este equipo.</translation>
        </message>
        <message>
            <source>Fits only just: other programs may become slow.</source>
            <translation>Cabe por poco: otros programas pueden ir lentos.</translation>
        </message>
        <message>
            <source>Needs more memory than this machine has.</source>
            <translation>Necesita más memoria de la que tiene este equipo.</translation>
        </message>
        <message>
            <source>Whether it fits is not known.</source>
            <translation>No se sabe si cabe.</translation>
        </message>
        <message>
            <source>damaged</source>
            <translation>dañado</translation>
        </message>
        <message>
            <source>file is gone</source>
            <translation>el archivo ya no está</translation>
        </message>
        <message>
            <source>in use</source>
            <translation>en uso</translation>
        </message>
        <message>
            <source>installed</source>
            <translation>instalado</translation>
        </message>
        <message>
            <source>needs {0} of memory</source>
            <translation>necesita {0} de memoria</translation>
        </message>
        <message>
            <source>licence unknown</source>
            <translation>licencia desconocida</translation>
        </message>
        <message>
            <source>{0} and {1} more</source>
            <translation>{0} y {1} más</translation>
        </message>
        <message>
            <source>{0} so far</source>
            <translation>{0} hasta ahora</translation>
        </message>
        <message>
            <source>{0} of {1}</source>
            <translation>{0} de {1}</translation>
        </message>
        <message>
            <source>Rewrites questions</source>
            <translation>Reformula preguntas</translation>
        </message>
        <message>
            <source>Takes questions apart</source>
            <translation>Divide preguntas</translation>
        </message>
        <message>
            <source>Writes passages to search by</source>
            <translation>Escribe pasajes para buscar</translation>
        </message>
        <message>
            <source>⚠ Not this computer: questions and passages are sent to {0}.</source>
            <translation>⚠ No es este equipo: las preguntas y los pasajes se envían a {0}.</translation>
        </message>
        <message>
            <source>The server is on this computer.</source>
            <translation>El servidor está en este equipo.</translation>
        </message>
        <message>
            <source>Reads {0} and writes {1} tokens a second on this machine; its first words: “{2}”</source>
            <translation>Lee {0} y escribe {1} tokens por segundo en este equipo; sus primeras palabras: «{2}»</translation>
        </message>
        <message>
            <source>on a server</source>
            <translation>en un servidor</translation>
        </message>
        <message>
            <source>checksum is right</source>
            <translation>suma de comprobación correcta</translation>
        </message>
    </context>
    <context>
        <name>ModelsView</name>
        <message>
            <source>Back</source>
            <translation>Volver</translation>
        </message>
        <message>
            <source>Models</source>
            <translation>Modelos</translation>
        </message>
        <message>
            <source>Asking what this machine can do…</source>
            <translation>Viendo qué puede hacer este equipo…</translation>
        </message>
        <message>
            <source>Language models cannot run yet</source>
            <translation>Los modelos de lenguaje aún no pueden funcionar</translation>
        </message>
        <message>
            <source>About the model that writes answers</source>
            <translation>Sobre el modelo que escribe las respuestas</translation>
        </message>
        <message>
            <source>Nothing more is offered.</source>
            <translation>No se ofrece nada más.</translation>
        </message>
        <message>
            <source>With another model for meaning, all documents are processed again.</source>
            <translation>Con otro modelo de significado se procesan de nuevo todos los documentos.</translation>
        </message>
        <message>
            <source>Searching by words goes on meanwhile.</source>
            <translation>Mientras tanto, la búsqueda por palabras continúa.</translation>
        </message>
        <message>
            <source>Change it</source>
            <translation>Cambiarlo</translation>
        </message>
        <message>
            <source>Keep the one in use</source>
            <translation>Conservar el que se usa</translation>
        </message>
        <message>
            <source>Remove {0}? A file that was downloaded here is deleted; your own stay.</source>
            <translation>¿Quitar {0}? Un archivo descargado aquí se borra; los suyos se quedan.</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>Quitar</translation>
        </message>
        <message>
            <source>Keep it</source>
            <translation>Conservarlo</translation>
        </message>
        <message>
            <source>To add what is missing: install a C compiler and CMake, run</source>
            <translation>Para añadir lo que falta: instale un compilador de C y CMake, ejecute</translation>
        </message>
        <message>
            <source>and start the application again.</source>
            <translation>y vuelva a iniciar la aplicación.</translation>
        </message>
        <message>
            <source>Searching and answers that quote your documents work without it.</source>
            <translation>La búsqueda y las respuestas que citan sus documentos funcionan sin ello.</translation>
        </message>
        <message>
            <source>No model is in use: answers quote the best sentences of your documents.</source>
            <translation>No se usa ningún modelo: las respuestas citan las mejores frases de sus documentos.</translation>
        </message>
        <message>
            <source>{0} came with the application. It is very small and often writes wrong or clumsy sentences, so answers quote your documents until you choose another model.</source>
            <translation>{0} venía con la aplicación. Es muy pequeño y a menudo escribe frases erróneas o torpes, así que las respuestas citan sus documentos hasta que elija otro modelo.</translation>
        </message>
        <message>
            <source>{0} fits this machine and answers better.</source>
            <translation>{0} cabe en este equipo y responde mejor.</translation>
        </message>
        <message>
            <source>Download {0}, {1}</source>
            <translation>Descargar {0}, {1}</translation>
        </message>
        <message>
            <source>Add a GGUF file…</source>
            <translation>Añadir un archivo GGUF…</translation>
        </message>
        <message>
            <source>Check the files</source>
            <translation>Comprobar los archivos</translation>
        </message>
        <message>
            <source>Reads every model file and compares its checksum.</source>
            <translation>Lee cada archivo de modelo y compara su suma de comprobación.</translation>
        </message>
        <message>
            <source>Which model does what</source>
            <translation>Qué hace cada modelo</translation>
        </message>
        <message>
            <source>Installed</source>
            <translation>Instalados</translation>
        </message>
        <message>
            <source>A .gguf file can also be dropped here; it stays where it is.</source>
            <translation>También puede soltar aquí un archivo .gguf; se queda donde está.</translation>
        </message>
        <message>
            <source>Offered</source>
            <translation>Disponibles</translation>
        </message>
        <message>
            <source>Add a model file</source>
            <translation>Añadir un archivo de modelo</translation>
        </message>
        <message>
            <source>GGUF models (*.gguf)</source>
            <translation>Modelos GGUF (*.gguf)</translation>
        </message>
        <message>
            <source>Use a model server…</source>
            <translation>Usar un servidor de modelos…</translation>
        </message>
        <message>
            <source>A download uses the network, and so does a server elsewhere.</source>
            <translation>Una descarga usa la red, y también un servidor que está en otro lugar.</translation>
        </message>
    </context>
    <context>
        <name>NoticeBar</name>
        <message>
            <source>Try again</source>
            <translation>Reintentar</translation>
        </message>
        <message>
            <source>Dismiss this notice</source>
            <translation>Descartar este aviso</translation>
        </message>
        <message>
            <source>What is new</source>
            <translation>Novedades</translation>
        </message>
    </context>
    <context>
        <name>OutsideOpener</name>
        <message>
            <source>Not now</source>
            <translation>Ahora no</translation>
        </message>
        <message>
            <source>Files of this kind can run or contain programs: not opened here.</source>
            <translation>Los archivos de este tipo pueden ejecutar o contener programas: no se abren aquí.</translation>
        </message>
        <message>
            <source>Show in its folder</source>
            <translation>Mostrar en su carpeta</translation>
        </message>
        <message>
            <source>Open {0} in its own program?</source>
            <translation>¿Abrir {0} en su propio programa?</translation>
        </message>
        <message>
            <source>A browser may load parts of it from the network.</source>
            <translation>Un navegador puede cargar partes de la red.</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>Abrir</translation>
        </message>
        <message>
            <source>It is not there any more: {0}</source>
            <translation>Ya no está: {0}</translation>
        </message>
        <message>
            <source>The system found no program to open this with.</source>
            <translation>El sistema no encontró un programa para abrirlo.</translation>
        </message>
    </context>
    <context>
        <name>PagePictures</name>
        <message>
            <source>This page could not be drawn.</source>
            <translation>No se pudo dibujar esta página.</translation>
        </message>
    </context>
    <context>
        <name>PageView</name>
        <message>
            <source>Pages of the source</source>
            <translation>Páginas de la fuente</translation>
        </message>
        <message>
            <source>Page {0} of {1}</source>
            <translation>Página {0} de {1}</translation>
        </message>
        <message>
            <source>Page {0}</source>
            <translation>Página {0}</translation>
        </message>
    </context>
    <context>
        <name>PassageCard</name>
        <message>
            <source>The passage as it was cited</source>
            <translation>El pasaje tal como se citó</translation>
        </message>
    </context>
    <context>
        <name>PasswordDialog</name>
        <message>
            <source>Password</source>
            <translation>Contraseña</translation>
        </message>
        <message>
            <source>Read the file</source>
            <translation>Leer el archivo</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>Cancelar</translation>
        </message>
        <message>
            <source>Without this it is kept in memory only, until the engine ends.</source>
            <translation>Sin esto se guarda solo en la memoria, hasta que termine el motor.</translation>
        </message>
        <message>
            <source>Keep it in the system's keyring</source>
            <translation>Guardarla en el llavero del sistema</translation>
        </message>
    </context>
    <context>
        <name>ProseView</name>
        <message>
            <source>Text of the source</source>
            <translation>Texto de la fuente</translation>
        </message>
    </context>
    <context>
        <name>QualityResults</name>
        <message>
            <source>Result of the measurement</source>
            <translation>Resultado de la medición</translation>
        </message>
        <message>
            <source>B is better.</source>
            <translation>B es mejor.</translation>
        </message>
        <message>
            <source>A is better.</source>
            <translation>A es mejor.</translation>
        </message>
        <message>
            <source>difference</source>
            <translation>diferencia</translation>
        </message>
        <message>
            <source>95 % interval</source>
            <translation>intervalo del 95 %</translation>
        </message>
        <message>
            <source>time of a search, half are faster</source>
            <translation>tiempo de una búsqueda, la mitad tarda menos</translation>
        </message>
        <message>
            <source>between {low} and {high}</source>
            <translation>entre {low} y {high}</translation>
        </message>
        <message>
            <source>clear</source>
            <translation>clara</translation>
        </message>
        <message>
            <source>may be chance</source>
            <translation>puede ser azar</translation>
        </message>
        <message>
            <source>right file first</source>
            <translation>archivo correcto el primero</translation>
        </message>
        <message>
            <source>among the first 5</source>
            <translation>entre los 5 primeros</translation>
        </message>
        <message>
            <source>among the first 20</source>
            <translation>entre los 20 primeros</translation>
        </message>
        <message>
            <source>mean of 1 / place (MRR)</source>
            <translation>media de 1 / puesto (MRR)</translation>
        </message>
        <message>
            <source>order of the first 10 (nDCG)</source>
            <translation>orden de los 10 primeros (nDCG)</translation>
        </message>
        <message>
            <source>The difference may be chance.</source>
            <translation>La diferencia puede deberse al azar.</translation>
        </message>
        <message>
            <source>The right file came first for {first} of {all} questions, among the first five for {near}.</source>
            <translation>El archivo correcto salió el primero en {first} de {all} preguntas, entre los cinco primeros en {near}.</translation>
        </message>
        <message>
            <source>There is no difference.</source>
            <translation>No hay diferencia.</translation>
        </message>
    </context>
    <context>
        <name>QualityView</name>
        <message>
            <source>Quality</source>
            <translation>Calidad</translation>
        </message>
        <message>
            <source>A question whose answer you know</source>
            <translation>Una pregunta cuya respuesta conoce</translation>
        </message>
        <message>
            <source>New question</source>
            <translation>Pregunta nueva</translation>
        </message>
        <message>
            <source>Choose the right file…</source>
            <translation>Elegir el archivo correcto…</translation>
        </message>
        <message>
            <source>Measure</source>
            <translation>Medir</translation>
        </message>
        <message>
            <source>Progress of the measurement</source>
            <translation>Progreso de la medición</translation>
        </message>
        <message>
            <source>The documents of this set are not in the library: {folder}</source>
            <translation>Los documentos de este conjunto no están en la biblioteca: {folder}</translation>
        </message>
        <message>
            <source>Add them</source>
            <translation>Añadirlos</translation>
        </message>
        <message>
            <source>search {done} of {total}</source>
            <translation>búsqueda {done} de {total}</translation>
        </message>
        <message>
            <source>Write a question and choose the file that answers it.</source>
            <translation>Escriba una pregunta y elija el archivo que la responde.</translation>
        </message>
        <message>
            <source>The file that answers the question</source>
            <translation>El archivo que responde a la pregunta</translation>
        </message>
        <message>
            <source>The folder of a question set</source>
            <translation>La carpeta de un conjunto de preguntas</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>Detener</translation>
        </message>
        <message numerus="yes">
            <source>%Ln question(s)</source>
            <translation>
                <numerusform>%Ln pregunta</numerusform>
                <numerusform>%Ln preguntas</numerusform>
            </translation>
        </message>
        <message>
            <source>Questions</source>
            <translation>Preguntas</translation>
        </message>
        <message>
            <source>No questions yet. Twenty are enough to see large differences.</source>
            <translation>Aún no hay preguntas. Con veinte ya se ven diferencias grandes.</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>Ajustes</translation>
        </message>
        <message>
            <source>Back</source>
            <translation>Volver</translation>
        </message>
        <message>
            <source>Ask questions whose right file you know and see at which place it is found; then compare with another setting.</source>
            <translation>Haga preguntas cuyo archivo correcto conoce y vea en qué puesto se encuentra; después compare con otro ajuste.</translation>
        </message>
        <message>
            <source>Make questions from my files</source>
            <translation>Crear preguntas con mis archivos</translation>
        </message>
        <message>
            <source>Telling words of sentences in your files: easy, but good for comparing.</source>
            <translation>Palabras reveladoras de frases de sus archivos: fáciles, pero buenas para comparar.</translation>
        </message>
        <message>
            <source>Load a question set…</source>
            <translation>Cargar un conjunto de preguntas…</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>Quitar</translation>
        </message>
        <message>
            <source>Remove all</source>
            <translation>Quitar todas</translation>
        </message>
        <message>
            <source>Add</source>
            <translation>Añadir</translation>
        </message>
    </context>
    <context>
        <name>QuestionFrame</name>
        <message>
            <source>Question</source>
            <translation>Pregunta</translation>
        </message>
        <message>
            <source>Ask</source>
            <translation>Preguntar</translation>
        </message>
        <message>
            <source>Stop (Esc)</source>
            <translation>Detener (Esc)</translation>
        </message>
        <message>
            <source>Search your documents…</source>
            <translation>Buscar en sus documentos…</translation>
        </message>
        <message>
            <source>Ask your documents…</source>
            <translation>Pregunte a sus documentos…</translation>
        </message>
        <message>
            <source>Search</source>
            <translation>Buscar</translation>
        </message>
        <message>
            <source>Write a question first.</source>
            <translation>Escriba primero una pregunta.</translation>
        </message>
        <message numerus="yes">
            <source>The question is longer than %Ln characters; please shorten it.</source>
            <translation>
                <numerusform>La pregunta tiene más de %Ln carácter; acórtela.</numerusform>
                <numerusform>La pregunta tiene más de %Ln caracteres; acórtela.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>QuestionTable</name>
        <message>
            <source>Question</source>
            <translation>Pregunta</translation>
        </message>
        <message>
            <source>Right file</source>
            <translation>Archivo correcto</translation>
        </message>
        <message>
            <source>Place with A</source>
            <translation>Puesto con A</translation>
        </message>
        <message>
            <source>Place with B</source>
            <translation>Puesto con B</translation>
        </message>
        <message>
            <source>not among 20</source>
            <translation>no entre los 20</translation>
        </message>
    </context>
    <context>
        <name>RootDelegate</name>
        <message>
            <source>{done} of {total} files</source>
            <translation>{done} de {total} archivos</translation>
        </message>
        <message numerus="yes">
            <source>%Ln file(s)</source>
            <translation>
                <numerusform>%Ln archivo</numerusform>
                <numerusform>%Ln archivos</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln need(s) attention</source>
            <translation>
                <numerusform>%Ln necesita atención</numerusform>
                <numerusform>%Ln necesitan atención</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ScoreBreakdown</name>
        <message>
            <source>How was this found?</source>
            <translation>¿Cómo se encontró?</translation>
        </message>
        <message>
            <source>After a question, its steps, times and scores are shown here.</source>
            <translation>Tras una pregunta, aquí se muestran sus pasos, tiempos y puntuaciones.</translation>
        </message>
        <message>
            <source>Steps</source>
            <translation>Pasos</translation>
        </message>
        <message>
            <source>Scores</source>
            <translation>Puntuaciones</translation>
        </message>
        <message>
            <source>{tier}: rank {rank}, adds {part}</source>
            <translation>{tier}: puesto {rank}, suma {part}</translation>
        </message>
        <message>
            <source>{name}: {score}</source>
            <translation>{name}: {score}</translation>
        </message>
        <message>
            <source>words</source>
            <translation>palabras</translation>
        </message>
        <message>
            <source>meaning</source>
            <translation>significado</translation>
        </message>
        <message>
            <source>Also asked</source>
            <translation>También se preguntó</translation>
        </message>
        <message>
            <source>Found, but left out</source>
            <translation>Encontrado, pero omitido</translation>
        </message>
        <message>
            <source>counts {weight}</source>
            <translation>cuenta {weight}</translation>
        </message>
        <message>
            <source>all together</source>
            <translation>en total</translation>
        </message>
    </context>
    <context>
        <name>SearchView</name>
        <message>
            <source>Search results</source>
            <translation>Resultados de la búsqueda</translation>
        </message>
        <message>
            <source>Nothing found. Try other words, or fewer of them, or take a filter away.</source>
            <translation>No se encontró nada. Pruebe otras palabras, menos palabras, o quite un filtro.</translation>
        </message>
        <message numerus="yes">
            <source>%Ln passage(s) by words; sorting by meaning…</source>
            <translation>
                <numerusform>%Ln pasaje por palabras; ordenando por significado…</numerusform>
                <numerusform>%Ln pasajes por palabras; ordenando por significado…</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln passage(s) in {took}</source>
            <translation>
                <numerusform>%Ln pasaje en {took}</numerusform>
                <numerusform>%Ln pasajes en {took}</numerusform>
            </translation>
        </message>
        <message>
            <source>Results appear while you type. “Quotes” find a phrase, -word leaves one out.</source>
            <translation>Los resultados aparecen mientras escribe. Las «comillas» buscan una frase, -palabra excluye una.</translation>
        </message>
        <message>
            <source>Open the passage</source>
            <translation>Abrir el pasaje</translation>
        </message>
        <message>
            <source>Ask about this file</source>
            <translation>Preguntar sobre este archivo</translation>
        </message>
        <message>
            <source>Copy passage with its source</source>
            <translation>Copiar el pasaje con su fuente</translation>
        </message>
    </context>
    <context>
        <name>SettingChanges</name>
        <message>
            <source>Compare with another setting</source>
            <translation>Comparar con otro ajuste</translation>
        </message>
        <message>
            <source>A is the search as it is set now. B is the same with these changes:</source>
            <translation>A es la búsqueda tal como está ajustada ahora. B es la misma con estos cambios:</translation>
        </message>
        <message>
            <source>Change one more setting</source>
            <translation>Cambiar otro ajuste más</translation>
        </message>
    </context>
    <context>
        <name>SettingEditor</name>
        <message>
            <source>On</source>
            <translation>Sí</translation>
        </message>
        <message>
            <source>Off</source>
            <translation>No</translation>
        </message>
    </context>
    <context>
        <name>SettingRow</name>
        <message>
            <source>Back to default</source>
            <translation>Volver al valor inicial</translation>
        </message>
        <message>
            <source>Back to default: {0}</source>
            <translation>Volver al valor inicial: {0}</translation>
        </message>
        <message>
            <source>Default: {0}</source>
            <translation>Valor inicial: {0}</translation>
        </message>
        <message>
            <source>Not saved. {0} In force is: {1}.</source>
            <translation>No guardado. {0} Está vigente: {1}.</translation>
        </message>
        <message>
            <source>↻ A change processes your documents again.</source>
            <translation>↻ Un cambio procesa de nuevo sus documentos.</translation>
        </message>
        <message>
            <source>A change counts from the next start of the window.</source>
            <translation>El cambio vale desde el próximo inicio de la ventana.</translation>
        </message>
        <message>
            <source>To choose from: {0}.</source>
            <translation>Se puede elegir: {0}.</translation>
        </message>
    </context>
    <context>
        <name>Settings</name>
        <message>
            <source>on</source>
            <translation>sí</translation>
        </message>
        <message>
            <source>off</source>
            <translation>no</translation>
        </message>
        <message>
            <source>1 entry</source>
            <translation>1 entrada</translation>
        </message>
        <message>
            <source>{0} entries</source>
            <translation>{0} entradas</translation>
        </message>
        <message>
            <source>empty</source>
            <translation>vacío</translation>
        </message>
        <message>
            <source>One entry a line.</source>
            <translation>Una entrada por línea.</translation>
        </message>
        <message>
            <source>{0} to {1}.</source>
            <translation>De {0} a {1}.</translation>
        </message>
        <message>
            <source>Default: {0}.</source>
            <translation>Valor inicial: {0}.</translation>
        </message>
        <message>
            <source>Application</source>
            <translation>Aplicación</translation>
        </message>
        <message>
            <source>Reading and indexing</source>
            <translation>Lectura e indexación</translation>
        </message>
        <message>
            <source>Finding</source>
            <translation>Búsqueda</translation>
        </message>
        <message>
            <source>Answers</source>
            <translation>Respuestas</translation>
        </message>
        <message>
            <source>Models</source>
            <translation>Modelos</translation>
        </message>
        <message>
            <source>system</source>
            <translation>sistema</translation>
        </message>
        <message>
            <source>light</source>
            <translation>claro</translation>
        </message>
        <message>
            <source>dark</source>
            <translation>oscuro</translation>
        </message>
        <message>
            <source>contrast</source>
            <translation>alto contraste</translation>
        </message>
        <message>
            <source>en</source>
            <translation>inglés</translation>
        </message>
        <message>
            <source>es</source>
            <translation>español</translation>
        </message>
        <message>
            <source>auto</source>
            <translation>automático</translation>
        </message>
        <message>
            <source>extractive</source>
            <translation>citada (extractive)</translation>
        </message>
        <message>
            <source>generated</source>
            <translation>redactada (generated)</translation>
        </message>
        <message>
            <source>hybrid</source>
            <translation>mixta</translation>
        </message>
        <message>
            <source>keyword</source>
            <translation>palabras</translation>
        </message>
        <message>
            <source>vector</source>
            <translation>significado</translation>
        </message>
        <message>
            <source>Appearance</source>
            <translation>Apariencia</translation>
        </message>
        <message>
            <source>Light, dark, high contrast, or as the system says.</source>
            <translation>Claro, oscuro, alto contraste o como diga el sistema.</translation>
        </message>
        <message>
            <source>Language</source>
            <translation>Idioma</translation>
        </message>
        <message>
            <source>Language of the window.</source>
            <translation>Idioma de la ventana.</translation>
        </message>
        <message>
            <source>Text size (%)</source>
            <translation>Tamaño del texto (%)</translation>
        </message>
        <message>
            <source>Scales all text of the window.</source>
            <translation>Amplía todo el texto de la ventana.</translation>
        </message>
        <message>
            <source>Engine stays (s)</source>
            <translation>El motor permanece (s)</translation>
        </message>
        <message>
            <source>How long the engine stays ready after the last window or command is gone.</source>
            <translation>Cuánto sigue listo el motor tras la última ventana u orden.</translation>
        </message>
        <message>
            <source>Compare with the disk every (min)</source>
            <translation>Comparar con el disco cada (min)</translation>
        </message>
        <message>
            <source>A full comparison, in case the system forgot to tell of a change.</source>
            <translation>Una comparación completa, por si el sistema olvidó avisar de un cambio.</translation>
        </message>
        <message>
            <source>Chunk size wanted</source>
            <translation>Tamaño deseado de los fragmentos</translation>
        </message>
        <message>
            <source>Characters a chunk should have. A natural block of this size stays whole.</source>
            <translation>Caracteres que debe tener un fragmento. Un bloque natural de este tamaño queda entero.</translation>
        </message>
        <message>
            <source>Chunk size at most</source>
            <translation>Tamaño máximo de los fragmentos</translation>
        </message>
        <message>
            <source>No chunk is longer than this many characters.</source>
            <translation>Ningún fragmento tiene más caracteres.</translation>
        </message>
        <message>
            <source>Overlap</source>
            <translation>Solapamiento</translation>
        </message>
        <message>
            <source>Characters taken over from the end of the chunk before.</source>
            <translation>Caracteres tomados del final del fragmento anterior.</translation>
        </message>
        <message>
            <source>Breadcrumbs</source>
            <translation>Ruta de títulos</translation>
        </message>
        <message>
            <source>Put the headings above a passage before it when its meaning is embedded.</source>
            <translation>Anteponer al pasaje los títulos bajo los que está al calcular su significado.</translation>
        </message>
        <message>
            <source>Late chunking</source>
            <translation>División tardía</translation>
        </message>
        <message>
            <source>In place of breadcrumbs: embed a document as a whole and take the meaning of each passage out of it. Needs an embedder that sees 1024 tokens or more at a time; a changed document is embedded again as a whole.</source>
            <translation>En lugar de la ruta de títulos: calcular el significado del documento entero y tomar de él el de cada pasaje. Requiere un modelo de significados que vea 1024 tokens o más a la vez; un documento que cambia se calcula de nuevo entero.</translation>
        </message>
        <message>
            <source>Flatten data</source>
            <translation>Aplanar datos</translation>
        </message>
        <message>
            <source>Turn JSON, YAML, CSV and tables into sentences before embedding them.</source>
            <translation>Convertir JSON, YAML, CSV y tablas en frases antes de calcular su significado.</translation>
        </message>
        <message>
            <source>Recognise text in scans</source>
            <translation>Reconocer texto escaneado</translation>
        </message>
        <message>
            <source>Read pictures and scanned pages that hold no text of their own.</source>
            <translation>Leer imágenes y páginas escaneadas que no contienen texto propio.</translation>
        </message>
        <message>
            <source>Follow .gitignore</source>
            <translation>Respetar .gitignore</translation>
        </message>
        <message>
            <source>Leave out what the .gitignore files inside a folder name.</source>
            <translation>Dejar fuera lo que nombran los archivos .gitignore de una carpeta.</translation>
        </message>
        <message>
            <source>Hidden files</source>
            <translation>Archivos ocultos</translation>
        </message>
        <message>
            <source>Index files and folders whose name starts with a dot.</source>
            <translation>Indexar archivos y carpetas cuyo nombre empieza con un punto.</translation>
        </message>
        <message>
            <source>Files only online</source>
            <translation>Archivos solo en línea</translation>
        </message>
        <message>
            <source>Read files of cloud drives that are not on this machine: downloads them.</source>
            <translation>Leer archivos de unidades en la nube que no están en este equipo: los descarga.</translation>
        </message>
        <message>
            <source>Leave out</source>
            <translation>Dejar fuera</translation>
        </message>
        <message>
            <source>Patterns in .gitignore syntax that are left out of every folder.</source>
            <translation>Patrones con la sintaxis de .gitignore que se dejan fuera de toda carpeta.</translation>
        </message>
        <message>
            <source>Secrets</source>
            <translation>Secretos</translation>
        </message>
        <message>
            <source>Files that usually hold passwords or keys: listed as skipped, never read.</source>
            <translation>Archivos que suelen contener contraseñas o claves: figuran como omitidos y nunca se leen.</translation>
        </message>
        <message>
            <source>Template for data</source>
            <translation>Plantilla para datos</translation>
        </message>
        <message>
            <source>Your own wording for the records of JSON, CSV and the like, with the names of their fields in braces: {name} costs {price.amount}. Records without these fields, and all when it is empty, are told in general words.</source>
            <translation>Su propia redacción para los registros de JSON, CSV y similares, con los nombres de sus campos entre llaves: {name} costs {price.amount}. Los registros sin esos campos, y todos cuando está vacía, se cuentan en términos generales.</translation>
        </message>
        <message>
            <source>Longest silence (s)</source>
            <translation>Silencio más largo (s)</translation>
        </message>
        <message>
            <source>A file is given up when nothing comes of reading it for so many seconds.</source>
            <translation>Se abandona el archivo cuya lectura no da nada durante tantos segundos.</translation>
        </message>
        <message>
            <source>Memory per file (MB)</source>
            <translation>Memoria por archivo (MB)</translation>
        </message>
        <message>
            <source>A file whose reading needs more memory is given up.</source>
            <translation>Se abandona el archivo cuya lectura necesita más memoria.</translation>
        </message>
        <message>
            <source>Files read at once</source>
            <translation>Archivos leídos a la vez</translation>
        </message>
        <message>
            <source>Reader processes. One is enough on two cores.</source>
            <translation>Procesos de lectura. Con dos núcleos basta uno.</translation>
        </message>
        <message>
            <source>Settle time (ms)</source>
            <translation>Tiempo de reposo (ms)</translation>
        </message>
        <message>
            <source>How long a file must stay unchanged before it is read.</source>
            <translation>Cuánto debe seguir igual un archivo antes de leerlo.</translation>
        </message>
        <message>
            <source>Candidates</source>
            <translation>Candidatos</translation>
        </message>
        <message>
            <source>Hits of the fused list that are reranked.</source>
            <translation>Resultados de la lista unida que se reordenan.</translation>
        </message>
        <message>
            <source>Keep</source>
            <translation>Conservar</translation>
        </message>
        <message>
            <source>Hits that are shown and given to the answer.</source>
            <translation>Resultados que se muestran y se dan a la respuesta.</translation>
        </message>
        <message>
            <source>Depth of each tier</source>
            <translation>Profundidad de cada índice</translation>
        </message>
        <message>
            <source>Hits taken from the keyword and from the vector index before they are fused.</source>
            <translation>Resultados tomados de cada índice, por palabras y por significado, antes de unirlos.</translation>
        </message>
        <message>
            <source>Fusion constant k</source>
            <translation>Constante de fusión k</translation>
        </message>
        <message>
            <source>Reciprocal rank fusion: each tier gives weight / (k + rank).</source>
            <translation>Fusión por rango recíproco: cada índice da peso / (k + puesto).</translation>
        </message>
        <message>
            <source>Weight of meaning</source>
            <translation>Peso del significado</translation>
        </message>
        <message>
            <source>Weight of the vector tier.</source>
            <translation>Peso del índice por significado.</translation>
        </message>
        <message>
            <source>Weight of words</source>
            <translation>Peso de las palabras</translation>
        </message>
        <message>
            <source>Weight of the keyword tier.</source>
            <translation>Peso del índice por palabras.</translation>
        </message>
        <message>
            <source>Adapt weights</source>
            <translation>Adaptar los pesos</translation>
        </message>
        <message>
            <source>Trust meaning less in languages the embedder does not know, and words less in program code.</source>
            <translation>Fiarse menos del significado en idiomas que el modelo no conoce, y menos de las palabras en código.</translation>
        </message>
        <message>
            <source>Reranker</source>
            <translation>Reordenador</translation>
        </message>
        <message>
            <source>Keyword share in reranking</source>
            <translation>Parte de las palabras al reordenar</translation>
        </message>
        <message>
            <source>How much the keyword score counts beside late interaction.</source>
            <translation>Cuánto cuenta la puntuación por palabras junto a la interacción tardía.</translation>
        </message>
        <message>
            <source>Rerank server</source>
            <translation>Servidor de reordenación</translation>
        </message>
        <message>
            <source>Address for http_rerank. Passages are sent there: use a server you trust.</source>
            <translation>Dirección para http_rerank. Los pasajes se envían allí: use un servidor de confianza.</translation>
        </message>
        <message>
            <source>Shape of the rerank server</source>
            <translation>Interfaz del servidor de reordenación</translation>
        </message>
        <message>
            <source>Which interface it speaks.</source>
            <translation>Qué interfaz habla.</translation>
        </message>
        <message>
            <source>Model on the rerank server</source>
            <translation>Modelo del servidor de reordenación</translation>
        </message>
        <message>
            <source>As the server names it.</source>
            <translation>Como lo llama el servidor.</translation>
        </message>
        <message>
            <source>Key for the rerank server</source>
            <translation>Clave del servidor de reordenación</translation>
        </message>
        <message>
            <source>Only where the server wants one.</source>
            <translation>Solo si el servidor pide una.</translation>
        </message>
        <message>
            <source>Before the search</source>
            <translation>Antes de la búsqueda</translation>
        </message>
        <message>
            <source>Steps that change the question, in order.</source>
            <translation>Pasos que cambian la pregunta, en orden.</translation>
        </message>
        <message>
            <source>After the search</source>
            <translation>Después de la búsqueda</translation>
        </message>
        <message>
            <source>Steps that change the hits, in order.</source>
            <translation>Pasos que cambian los resultados, en orden.</translation>
        </message>
        <message>
            <source>Threshold</source>
            <translation>Umbral</translation>
        </message>
        <message>
            <source>none, fixed:0.5 or adaptive:0.6.</source>
            <translation>none, fixed:0.5 o adaptive:0.6.</translation>
        </message>
        <message>
            <source>Time for preprocessing (ms)</source>
            <translation>Tiempo de preparación (ms)</translation>
        </message>
        <message>
            <source>After this time the plain question is searched.</source>
            <translation>Pasado este tiempo se busca la pregunta tal cual.</translation>
        </message>
        <message>
            <source>Cache for reranking (MB)</source>
            <translation>Caché de reordenación (MB)</translation>
        </message>
        <message>
            <source>Token vectors of recent passages kept in memory.</source>
            <translation>Vectores de pasajes recientes que quedan en la memoria.</translation>
        </message>
        <message>
            <source>Keep questions in the log</source>
            <translation>Guardar preguntas en el registro</translation>
        </message>
        <message>
            <source>Off: the local log holds no text of questions or documents.</source>
            <translation>No: el registro local no contiene texto de preguntas ni de documentos.</translation>
        </message>
        <message>
            <source>Search mode</source>
            <translation>Modo de búsqueda</translation>
        </message>
        <message>
            <source>Which tiers are searched. One alone lists its hits in its own order.</source>
            <translation>En qué índices se busca. Uno solo muestra sus resultados en su propio orden.</translation>
        </message>
        <message>
            <source>Kind of answer</source>
            <translation>Tipo de respuesta</translation>
        </message>
        <message>
            <source>extractive quotes the best sentences; generated lets the language model write; auto writes with a model that you chose and quotes otherwise (the starter model writes too poorly for that).</source>
            <translation>extractive cita las mejores frases; generated deja redactar al modelo de lenguaje; automático redacta con un modelo que usted eligió y, si no, cita (el modelo inicial escribe demasiado mal para eso).</translation>
        </message>
        <message>
            <source>Tokens of sources</source>
            <translation>Tokens de las fuentes</translation>
        </message>
        <message>
            <source>How much of the sources the language model is given.</source>
            <translation>Cuánto de las fuentes se da al modelo de lenguaje.</translation>
        </message>
        <message>
            <source>Length of the answer</source>
            <translation>Longitud de la respuesta</translation>
        </message>
        <message>
            <source>Tokens at most.</source>
            <translation>Tokens como máximo.</translation>
        </message>
        <message>
            <source>Temperature</source>
            <translation>Temperatura</translation>
        </message>
        <message>
            <source>0 to 0.3 stays close to the sources.</source>
            <translation>De 0 a 0,3 se ciñe a las fuentes.</translation>
        </message>
        <message>
            <source>Top p</source>
            <translation>Top p</translation>
        </message>
        <message>
            <source>Nucleus sampling.</source>
            <translation>Muestreo de núcleo.</translation>
        </message>
        <message>
            <source>Quoted sentences</source>
            <translation>Frases citadas</translation>
        </message>
        <message>
            <source>Of an extractive answer.</source>
            <translation>De una respuesta citada.</translation>
        </message>
        <message>
            <source>Refuse below</source>
            <translation>Rechazar por debajo de</translation>
        </message>
        <message>
            <source>Reranker score under which the answer is 'not in your documents'; empty: the calibrated value that ships with the application.</source>
            <translation>Puntuación bajo la cual la respuesta es «no está en sus documentos»; vacío: el valor calibrado que trae la aplicación.</translation>
        </message>
        <message>
            <source>Whom to ask</source>
            <translation>A quién preguntar</translation>
        </message>
        <message>
            <source>Shown when the documents do not hold the answer.</source>
            <translation>Se muestra cuando los documentos no contienen la respuesta.</translation>
        </message>
        <message>
            <source>Embedder</source>
            <translation>Modelo de significado</translation>
        </message>
        <message>
            <source>starter (all-MiniLM-L6-v2) or the folder of a sentence-transformers model.</source>
            <translation>starter (all-MiniLM-L6-v2) o la carpeta de un modelo sentence-transformers.</translation>
        </message>
        <message>
            <source>Model for answers</source>
            <translation>Modelo para respuestas</translation>
        </message>
        <message>
            <source>starter (SmolLM2-135M), none, the path of a GGUF file, or the name of one that was added.</source>
            <translation>starter (SmolLM2-135M), none, la ruta de un archivo GGUF o el nombre de uno añadido.</translation>
        </message>
        <message>
            <source>Model for rewriting</source>
            <translation>Modelo para reformular</translation>
        </message>
        <message>
            <source>Empty: as for answers.</source>
            <translation>Vacío: como para las respuestas.</translation>
        </message>
        <message>
            <source>Model for decomposition</source>
            <translation>Modelo para dividir preguntas</translation>
        </message>
        <message>
            <source>Model for HyDE</source>
            <translation>Modelo para HyDE</translation>
        </message>
        <message>
            <source>Model for reranking</source>
            <translation>Modelo para reordenar</translation>
        </message>
        <message>
            <source>A cross-encoder folder or GGUF file.</source>
            <translation>La carpeta de un cross-encoder o un archivo GGUF.</translation>
        </message>
        <message>
            <source>Unload after (s)</source>
            <translation>Descargar tras (s)</translation>
        </message>
        <message>
            <source>A model, the embedder too, leaves memory when it was not used for so long.</source>
            <translation>Un modelo, también el de significados, deja la memoria cuando no se ha usado durante ese tiempo.</translation>
        </message>
        <message>
            <source>Context (tokens)</source>
            <translation>Contexto (tokens)</translation>
        </message>
        <message>
            <source>0: chosen from the model and the memory of this machine.</source>
            <translation>0: según el modelo y la memoria de este equipo.</translation>
        </message>
        <message>
            <source>Layers on the GPU</source>
            <translation>Capas en la GPU</translation>
        </message>
        <message>
            <source>-1: as many as fit.</source>
            <translation>-1: tantas como quepan.</translation>
        </message>
        <message>
            <source>Threads</source>
            <translation>Hilos</translation>
        </message>
        <message>
            <source>0: one for each core of the machine.</source>
            <translation>0: uno por cada núcleo del equipo.</translation>
        </message>
        <message>
            <source>late_interaction needs no extra model; cross_encoder and gguf_rerank use the model chosen for reranking; llm_judge asks a language model; http_rerank asks a server; none keeps the fused order.</source>
            <translation>late_interaction no necesita otro modelo; cross_encoder y gguf_rerank usan el modelo elegido para reordenar; llm_judge pregunta a un modelo de lenguaje; http_rerank pregunta a un servidor; none conserva el orden unido.</translation>
        </message>
        <message>
            <source>A cross-encoder folder or GGUF file; for llm_judge a language model.</source>
            <translation>Una carpeta de cross-encoder o un archivo GGUF; para llm_judge, un modelo de lenguaje.</translation>
        </message>
        <message>
            <source>Closing the window keeps it in the tray, so that files are followed on.</source>
            <translation>Al cerrar, la ventana queda en la bandeja y se siguen vigilando los archivos.</translation>
        </message>
        <message>
            <source>Show a record of data once, and after the five best passages other documents before more of the same.</source>
            <translation>Muestra un registro de datos una sola vez y, tras los cinco mejores pasajes, otros documentos antes que más del mismo.</translation>
        </message>
        <message>
            <source>Spread over documents</source>
            <translation>Repartir entre documentos</translation>
        </message>
        <message>
            <source>Start at login</source>
            <translation>Iniciar con la sesión</translation>
        </message>
        <message>
            <source>Starts in the system tray, or as a small window where there is no tray.</source>
            <translation>Se inicia en la bandeja del sistema, o minimizada donde no hay bandeja.</translation>
        </message>
        <message>
            <source>Stay in the system tray</source>
            <translation>Quedarse en la bandeja del sistema</translation>
        </message>
        <message>
            <source>starter (SmolLM2-135M), none, the path of a GGUF file, the name of one that was added, or address#model of an OpenAI-compatible server.</source>
            <translation>starter (SmolLM2-135M), none, la ruta de un archivo GGUF, el nombre de uno añadido, o dirección#modelo de un servidor compatible con OpenAI.</translation>
        </message>
        <message>
            <source>Hits of one file</source>
            <translation>Resultados de un archivo</translation>
        </message>
        <message>
            <source>At most so many, where the step diversity is among those after the search.</source>
            <translation>Como máximo tantos, si el paso diversity está entre los posteriores a la búsqueda.</translation>
        </message>
        <message>
            <source>Prompt of your own</source>
            <translation>Indicación propia</translation>
        </message>
        <message>
            <source>The path of a text file with the sections system, sources, source and question, for written answers; empty: the one that ships.</source>
            <translation>La ruta de un archivo de texto con las secciones system, sources, source y question, para respuestas redactadas; vacío: la incluida.</translation>
        </message>
        <message>
            <source>Whom to ask, by folder</source>
            <translation>A quién preguntar, por carpeta</translation>
        </message>
        <message>
            <source>One a line: folder = whom to ask. It counts when the nearest passages lie in that folder.</source>
            <translation>Una por línea: carpeta = a quién preguntar. Vale cuando los pasajes más cercanos están en esa carpeta.</translation>
        </message>
    </context>
    <context>
        <name>SettingsDialog</name>
        <message>
            <source>Settings</source>
            <translation>Ajustes</translation>
        </message>
        <message>
            <source>Find a setting</source>
            <translation>Buscar un ajuste</translation>
        </message>
        <message>
            <source>No setting is called or explained like that.</source>
            <translation>Ningún ajuste se llama ni se explica así.</translation>
        </message>
        <message>
            <source>Groups of settings</source>
            <translation>Grupos de ajustes</translation>
        </message>
        <message>
            <source>Saved. It counts from the next start of the window.</source>
            <translation>Guardado. Vale desde el próximo inicio de la ventana.</translation>
        </message>
    </context>
    <context>
        <name>SourceCard</name>
        <message>
            <source>score</source>
            <translation>puntuación</translation>
        </message>
        <message>
            <source>left out: no room</source>
            <translation>omitida: no cabía</translation>
        </message>
        <message>
            <source>✓ used</source>
            <translation>✓ usada</translation>
        </message>
        <message>
            <source>not used</source>
            <translation>no usada</translation>
        </message>
        <message>
            <source>Source {n}: {place}. {use}</source>
            <translation>Fuente {n}: {place}. {use}</translation>
        </message>
        <message>
            <source>Open the passage</source>
            <translation>Abrir el pasaje</translation>
        </message>
        <message>
            <source>Ask about this file</source>
            <translation>Preguntar sobre este archivo</translation>
        </message>
        <message>
            <source>Copy passage with its source</source>
            <translation>Copiar el pasaje con su fuente</translation>
        </message>
    </context>
    <context>
        <name>SourceSearch</name>
        <message>
            <source>not found</source>
            <translation>no encontrado</translation>
        </message>
        <message>
            <source>{0} of {1}</source>
            <translation>{0} de {1}</translation>
        </message>
    </context>
    <context>
        <name>SourceViewer</name>
        <message>
            <source>Source viewer</source>
            <translation>Visor de fuentes</translation>
        </message>
        <message>
            <source>Opening…</source>
            <translation>Abriendo…</translation>
        </message>
        <message>
            <source>Choose a source to see it here.</source>
            <translation>Elija una fuente para verla aquí.</translation>
        </message>
        <message>
            <source>The passage is no longer in it as it was cited.</source>
            <translation>El pasaje ya no está tal como se citó.</translation>
        </message>
        <message>
            <source>The passage is still in it.</source>
            <translation>El pasaje sigue en él.</translation>
        </message>
        <message>
            <source>This file was changed since it was cited.</source>
            <translation>Este archivo cambió desde que se citó.</translation>
        </message>
        <message>
            <source>This file was moved since it was cited.</source>
            <translation>Este archivo se movió desde que se citó.</translation>
        </message>
        <message>
            <source>This file is no longer where it was.</source>
            <translation>Este archivo ya no está donde estaba.</translation>
        </message>
        <message>
            <source>This file is not in the library any more.</source>
            <translation>Este archivo ya no está en la biblioteca.</translation>
        </message>
        <message>
            <source>There is nothing to show of this source.</source>
            <translation>No hay nada que mostrar de esta fuente.</translation>
        </message>
    </context>
    <context>
        <name>SourcesPanel</name>
        <message>
            <source>Sources</source>
            <translation>Fuentes</translation>
        </message>
        <message>
            <source>The sources of an answer appear here, numbered as in the text.</source>
            <translation>Aquí aparecen las fuentes de una respuesta, numeradas como en el texto.</translation>
        </message>
    </context>
    <context>
        <name>Steps</name>
        <message>
            <source>preparing the question</source>
            <translation>preparación de la pregunta</translation>
        </message>
        <message>
            <source>understanding the follow-up</source>
            <translation>comprensión de la pregunta de seguimiento</translation>
        </message>
        <message>
            <source>saying the question in other words</source>
            <translation>la pregunta con otras palabras</translation>
        </message>
        <message>
            <source>dividing the question</source>
            <translation>división de la pregunta</translation>
        </message>
        <message>
            <source>imagining an answer to search with</source>
            <translation>respuesta imaginada para buscar</translation>
        </message>
        <message>
            <source>keyword search</source>
            <translation>búsqueda por palabras</translation>
        </message>
        <message>
            <source>search by meaning</source>
            <translation>búsqueda por significado</translation>
        </message>
        <message>
            <source>joining both</source>
            <translation>unión de ambas</translation>
        </message>
        <message>
            <source>reranking</source>
            <translation>reordenación</translation>
        </message>
        <message>
            <source>reranking by late interaction</source>
            <translation>reordenación por interacción tardía</translation>
        </message>
        <message>
            <source>reranking by the language model</source>
            <translation>reordenación por el modelo de lenguaje</translation>
        </message>
        <message>
            <source>leaving out near duplicates</source>
            <translation>descarte de casi duplicados</translation>
        </message>
        <message>
            <source>preferring different passages</source>
            <translation>preferencia por pasajes distintos</translation>
        </message>
        <message>
            <source>adding neighbouring passages</source>
            <translation>adición de pasajes vecinos</translation>
        </message>
        <message>
            <source>fixed threshold</source>
            <translation>umbral fijo</translation>
        </message>
        <message>
            <source>adaptive threshold</source>
            <translation>umbral adaptable</translation>
        </message>
        <message>
            <source>finding the best part</source>
            <translation>búsqueda de la mejor parte</translation>
        </message>
        <message>
            <source>deciding whether it is answered</source>
            <translation>decisión sobre si hay respuesta</translation>
        </message>
        <message>
            <source>comparing words by meaning</source>
            <translation>comparación de palabras por significado</translation>
        </message>
        <message>
            <source>choosing sentences</source>
            <translation>selección de frases</translation>
        </message>
        <message>
            <source>loading the model</source>
            <translation>carga del modelo</translation>
        </message>
        <message>
            <source>writing the answer</source>
            <translation>redacción de la respuesta</translation>
        </message>
        <message>
            <source>checking sentences</source>
            <translation>comprobación de frases</translation>
        </message>
        <message>
            <source>phrase</source>
            <translation>frase</translation>
        </message>
        <message>
            <source>words as asked</source>
            <translation>palabras tal cual</translation>
        </message>
        <message>
            <source>similar words</source>
            <translation>palabras parecidas</translation>
        </message>
        <message>
            <source>choosing what is shown</source>
            <translation>elección de lo que se muestra</translation>
        </message>
        <message>
            <source>widening to whole sections</source>
            <translation>ampliación a secciones completas</translation>
        </message>
        <message>
            <source>weighing the evidence</source>
            <translation>valoración de las pruebas</translation>
        </message>
        <message>
            <source>reranking by a server</source>
            <translation>reordenación por un servidor</translation>
        </message>
        <message>
            <source>reranking by a cross-encoder</source>
            <translation>reordenación por un codificador cruzado</translation>
        </message>
        <message>
            <source>reranking by a GGUF reranker</source>
            <translation>reordenación por un modelo GGUF</translation>
        </message>
        <message>
            <source>counting documents</source>
            <translation>recuento de documentos</translation>
        </message>
        <message>
            <source>score below the threshold</source>
            <translation>puntuación por debajo del umbral</translation>
        </message>
        <message>
            <source>score far below the others</source>
            <translation>puntuación muy por debajo de las demás</translation>
        </message>
        <message>
            <source>says the same as another</source>
            <translation>dice lo mismo que otro</translation>
        </message>
        <message>
            <source>too like another</source>
            <translation>demasiado parecido a otro</translation>
        </message>
        <message>
            <source>more were found than are kept</source>
            <translation>se encontraron más de los que se conservan</translation>
        </message>
        <message>
            <source>failed: {why}</source>
            <translation>falló: {why}</translation>
        </message>
        <message>
            <source>search by meaning was not ready</source>
            <translation>la búsqueda por significado no estaba lista</translation>
        </message>
        <message>
            <source>skipped: the words are certain</source>
            <translation>omitido: las palabras son seguras</translation>
        </message>
        <message>
            <source>skipped: a look-up</source>
            <translation>omitido: una consulta directa</translation>
        </message>
        <message>
            <source>taking in changed files</source>
            <translation>incorporación de archivos cambiados</translation>
        </message>
    </context>
    <context>
        <name>TableView</name>
        <message>
            <source>Table of the source</source>
            <translation>Tabla de la fuente</translation>
        </message>
        <message>
            <source>Select the whole table</source>
            <translation>Seleccionar toda la tabla</translation>
        </message>
    </context>
    <context>
        <name>TemplateDialog</name>
        <message>
            <source>Wording of its data</source>
            <translation>Redacción de sus datos</translation>
        </message>
        <message>
            <source>Use it</source>
            <translation>Usarla</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>Cancelar</translation>
        </message>
        <message>
            <source>How the records of JSON, CSV and the like are told when their meaning is learnt: a sentence with the names of their fields in braces. Empty: in general words.</source>
            <translation>Cómo se cuentan los registros de JSON, CSV y similares cuando se aprende su significado: una frase con los nombres de sus campos entre llaves. Vacía: en términos generales.</translation>
        </message>
        <message>
            <source>Only these data files are read again. Their own text stays what is shown and found by its words.</source>
            <translation>Solo se vuelven a leer estos archivos de datos. Su propio texto sigue siendo el que se muestra y se encuentra por sus palabras.</translation>
        </message>
    </context>
    <context>
        <name>TurnWriter</name>
        <message numerus="yes">
            <source>Show %Ln earlier question(s)</source>
            <translation>
                <numerusform>Mostrar %Ln pregunta anterior</numerusform>
                <numerusform>Mostrar %Ln preguntas anteriores</numerusform>
            </translation>
        </message>
        <message>
            <source>Stopped.</source>
            <translation>Detenido.</translation>
        </message>
        <message>
            <source>Ask again</source>
            <translation>Preguntar otra vez</translation>
        </message>
        <message>
            <source>Nearest passages:</source>
            <translation>Pasajes más cercanos:</translation>
        </message>
        <message>
            <source>Sources used:</source>
            <translation>Fuentes usadas:</translation>
        </message>
        <message>
            <source>How was this found?</source>
            <translation>¿Cómo se encontró?</translation>
        </message>
        <message>
            <source>Copy with sources</source>
            <translation>Copiar con fuentes</translation>
        </message>
        <message>
            <source>The sources do not clearly say this.</source>
            <translation>Las fuentes no lo dicen con claridad.</translation>
        </message>
        <message>
            <source>This sentence names no source.</source>
            <translation>Esta frase no nombra ninguna fuente.</translation>
        </message>
        <message numerus="yes">
            <source>%Ln sentence(s) not clearly supported by the sources</source>
            <translation>
                <numerusform>%Ln frase que las fuentes no respaldan con claridad</numerusform>
                <numerusform>%Ln frases que las fuentes no respaldan con claridad</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln sentence(s) without a source</source>
            <translation>
                <numerusform>%Ln frase sin fuente</numerusform>
                <numerusform>%Ln frases sin fuente</numerusform>
            </translation>
        </message>
        <message>
            <source>Searched in {took}</source>
            <translation>Buscado en {took}</translation>
        </message>
        <message>
            <source>Quoted word for word from your documents · {took}</source>
            <translation>Citado palabra por palabra de sus documentos · {took}</translation>
        </message>
        <message>
            <source>Written by {model} · {took}</source>
            <translation>Escrito por {model} · {took}</translation>
        </message>
    </context>
    <context>
        <name>ViewerBar</name>
        <message>
            <source>Previous source (Alt+Up)</source>
            <translation>Fuente anterior (Alt+Arriba)</translation>
        </message>
        <message>
            <source>Next source (Alt+Down)</source>
            <translation>Fuente siguiente (Alt+Abajo)</translation>
        </message>
        <message>
            <source>Find</source>
            <translation>Buscar</translation>
        </message>
        <message>
            <source>Find in this source (Ctrl+F)</source>
            <translation>Buscar en esta fuente (Ctrl+F)</translation>
        </message>
        <message>
            <source>More to do with this source</source>
            <translation>Más opciones de esta fuente</translation>
        </message>
        <message>
            <source>Show the passage as it was cited</source>
            <translation>Mostrar el pasaje tal como se citó</translation>
        </message>
        <message>
            <source>Copy the passage with its source</source>
            <translation>Copiar el pasaje con su fuente</translation>
        </message>
        <message>
            <source>Open in its own program…</source>
            <translation>Abrir en su propio programa…</translation>
        </message>
        <message>
            <source>Show in its folder</source>
            <translation>Mostrar en su carpeta</translation>
        </message>
    </context>
    <context>
        <name>WindowContents</name>
        <message>
            <source>Settings (Ctrl+,)</source>
            <translation>Ajustes (Ctrl+,)</translation>
        </message>
        <message>
            <source>Models</source>
            <translation>Modelos</translation>
        </message>
        <message>
            <source>Help (F1)</source>
            <translation>Ayuda (F1)</translation>
        </message>
        <message>
            <source>Quality</source>
            <translation>Calidad</translation>
        </message>
        <message>
            <source>Desktop RAG was updated to version {version}.</source>
            <translation>Desktop RAG se actualizó a la versión {version}.</translation>
        </message>
    </context>
    <context>
        <name>WindowFlow</name>
        <message>
            <source>Add files to the library</source>
            <translation>Añadir archivos a la biblioteca</translation>
        </message>
        <message>
            <source>Add a folder to the library</source>
            <translation>Añadir una carpeta a la biblioteca</translation>
        </message>
    </context>
    <context>
        <name>WindowLife</name>
        <message>
            <source>Starting at login could not be set: {why}.</source>
            <translation>No se pudo configurar el inicio con la sesión: {why}.</translation>
        </message>
        <message>
            <source>Check the rights of that folder.</source>
            <translation>Compruebe los permisos de esa carpeta.</translation>
        </message>
        <message numerus="yes">
            <source>Indexing is done: %Ln file(s) are searchable.</source>
            <translation>
                <numerusform>Indexación terminada: se puede buscar en %Ln archivo.</numerusform>
                <numerusform>Indexación terminada: se puede buscar en %Ln archivos.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>WindowTray</name>
        <message>
            <source>Open the window</source>
            <translation>Abrir la ventana</translation>
        </message>
        <message>
            <source>Ask a question</source>
            <translation>Hacer una pregunta</translation>
        </message>
        <message>
            <source>Pause or go on indexing</source>
            <translation>Pausar o seguir indexando</translation>
        </message>
        <message>
            <source>Quit</source>
            <translation>Salir</translation>
        </message>
    </context>
    <context>
        <name>Words</name>
        <message>
            <source>pp. {first}–{last}</source>
            <translation>págs. {first}–{last}</translation>
        </message>
        <message>
            <source>p. {n}</source>
            <translation>pág. {n}</translation>
        </message>
        <message>
            <source>slide {n}</source>
            <translation>diapositiva {n}</translation>
        </message>
        <message>
            <source>sheet {name}</source>
            <translation>hoja {name}</translation>
        </message>
        <message>
            <source>record {n}</source>
            <translation>registro {n}</translation>
        </message>
        <message>
            <source>sheet {name}, record {n}</source>
            <translation>hoja {name}, registro {n}</translation>
        </message>
        <message>
            <source>lines {first}–{last}</source>
            <translation>líneas {first}–{last}</translation>
        </message>
        <message>
            <source>line {n}</source>
            <translation>línea {n}</translation>
        </message>
        <message>
            <source>{n} s</source>
            <translation>{n} s</translation>
        </message>
        <message>
            <source>{n} min</source>
            <translation>{n} min</translation>
        </message>
        <message>
            <source>{n} h</source>
            <translation>{n} h</translation>
        </message>
        <message>
            <source>waiting</source>
            <translation>en espera</translation>
        </message>
        <message>
            <source>being read</source>
            <translation>leyéndose</translation>
        </message>
        <message>
            <source>searchable</source>
            <translation>consultable</translation>
        </message>
        <message>
            <source>partly searchable</source>
            <translation>consultable en parte</translation>
        </message>
        <message>
            <source>no text</source>
            <translation>sin texto</translation>
        </message>
        <message>
            <source>left out</source>
            <translation>omitido</translation>
        </message>
        <message>
            <source>could not be read</source>
            <translation>no se pudo leer</translation>
        </message>
        <message>
            <source>set aside</source>
            <translation>apartado</translation>
        </message>
        <message>
            <source>not reachable</source>
            <translation>no accesible</translation>
        </message>
        <message>
            <source>indexing</source>
            <translation>indexando</translation>
        </message>
        <message>
            <source>ready</source>
            <translation>lista</translation>
        </message>
        <message>
            <source>paused</source>
            <translation>en pausa</translation>
        </message>
        <message>
            <source>Searching your documents…</source>
            <translation>Buscando en sus documentos…</translation>
        </message>
        <message>
            <source>Reading the passages found…</source>
            <translation>Leyendo los pasajes encontrados…</translation>
        </message>
        <message>
            <source>Loading the language model…</source>
            <translation>Cargando el modelo de lenguaje…</translation>
        </message>
        <message>
            <source>Writing the answer…</source>
            <translation>Escribiendo la respuesta…</translation>
        </message>
        <message>
            <source>Checking each sentence…</source>
            <translation>Comprobando cada frase…</translation>
        </message>
        <message>
            <source>Working…</source>
            <translation>Trabajando…</translation>
        </message>
        <message>
            <source>Stopping…</source>
            <translation>Deteniendo…</translation>
        </message>
    </context>
    <context>
        <name>_Change</name>
        <message>
            <source>Setting to change</source>
            <translation>Ajuste que se cambia</translation>
        </message>
        <message>
            <source>Take this change out</source>
            <translation>Quitar este cambio</translation>
        </message>
    </context>
    <context>
        <name>_PageTools</name>
        <message>
            <source>Page number</source>
            <translation>Número de página</translation>
        </message>
        <message>
            <source>Smaller (Ctrl+−)</source>
            <translation>Menor (Ctrl+−)</translation>
        </message>
        <message>
            <source>Larger (Ctrl++)</source>
            <translation>Mayor (Ctrl++)</translation>
        </message>
        <message>
            <source>Fit</source>
            <translation>Ajustar</translation>
        </message>
        <message>
            <source>Fit the width (Ctrl+0)</source>
            <translation>Ajustar al ancho (Ctrl+0)</translation>
        </message>
    </context>
    <context>
        <name>_PartStrip</name>
        <message>
            <source>Earlier text</source>
            <translation>Texto anterior</translation>
        </message>
        <message>
            <source>Later text</source>
            <translation>Texto posterior</translation>
        </message>
        <message>
            <source>{0}–{1} % of the text</source>
            <translation>{0}–{1} % del texto</translation>
        </message>
    </context>
</TS>
