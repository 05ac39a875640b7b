"""Words that carry no subject: left out of a question when it has others.

Folded like all tokens. Written for this project.
"""

from __future__ import annotations

from desktop_rag.domain.search_form import fold

_ENGLISH = """
a about after all also am an and any are as at be because been before being but by can could did
do does doing each either else for from get give had has have having he her here him his how i
if in into is it its itself just many me more most much must my no nor not of off on one only or
other our ours out over own shall she should so some such than that the their them then there
these they this those through to too under until up upon us was we were what when where whether
which while who whom whose why will with would you your yours
"""
_SPANISH = """
a al algun alguna algunas algunos ante aquel aquella como con cual cuales cuando cuanta cuantas
cuanto cuantos de del desde donde dos el ella ellas ellos en entre era eran es esa esas ese eso
esos esta estaba estan estas este esto estos fue fueron ha habia habian han hasta hay la las le
les lo los mas me mi mientras muy ni no nos o para pero por porque que quien quienes se segun
ser si sin sobre son su sus tambien tan te tiene tienen todo todos tu un una unas uno unos y ya
yo
"""
_FRENCH = """
au aux avec ce ces cet cette comment dans de des du elle elles en est et etait ete etre eu il
ils je l la le les leur leurs lequel mais mes mon ne nos notre nous on ont ou par pas pour
pourquoi qu quand que quel quelle quelles quels qui sa sans se ses si son sont sur tu un une vos
votre vous
"""
_GERMAN = """
aber als am an auch auf aus bei bin bis da das dass dem den der des die dies diese dieser dieses
du durch ein eine einem einen einer eines er es fur gibt hat hatte ich ihr ihre im in ist ja
kann kein keine mit nach nicht noch nur ob oder ohne sein seine sich sie sind so uber um und uns
unter vom von vor wann war waren warum was welche welcher welches wenn wer werden wie wird wo
wurde wurden zu zum zur
"""
_ITALIAN = """
a ai al alla alle anche che chi ci come con da dal dalla dei del della delle di dove e gli ha
hanno i il in io la le lo loro ma ne nel nella non o per perche piu quale quali quando quanti
quanto questa questo se si sono su sua sul sulla suo tra un una uno
"""
_PORTUGUESE = """
a ao aos as com como da das de do dos e ela elas ele eles em entre era esta este eu foi foram ha
isso isto ja mais mas me na nao nas nem no nos o onde os ou para pela pelo por porque qual quais
quando quantos quanto que quem se sem ser sua suas seu seus tem uma um umas uns voce
"""
# Question words and particles as the index holds them: in pairs of characters.
_CHINESE = """
什么 么时 时候 哪些 哪个 哪里 哪年 多少 如何 怎么 怎样 为什 是谁 是什 谁是 的是 了什 是多 是哪 为何
何时 几个 有多
"""

STOP_WORDS: frozenset[str] = frozenset(
    fold(word)
    for words in (_ENGLISH, _SPANISH, _FRENCH, _GERMAN, _ITALIAN, _PORTUGUESE, _CHINESE)
    for word in words.split()
)
