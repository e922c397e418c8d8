"""The words by which an answer denies, concedes, lists, leaves open, takes back or concludes, in Polish and English."""

import re


def _words(*patterns: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(patterns)})", re.IGNORECASE)


NEGATION_BEFORE = _words(
    r"nie(?! tylko\b)\b", r"ani\b", r"bynajmniej\b", r"zamiast\b", r"w przeciwieństwie do\b", r"inaczej niż\b",
    r"nor?\b", r"not(?! only\b)\b", r"\w+n['’]t\b", r"never\b", r"neither\b", r"instead of\b", r"rather than\b",
)  # fmt: skip
NEGATION_INSERTED = re.compile(r"\ba nie,[^.!?\n]{0,50},?\s*$", re.IGNORECASE)
NEGATION_AFTER = re.compile(
    r"^\W{0,3}\?\W{0,6}(?:nie|no)\b"
    r"|^\W*(?:(?:się|jednak|raczej|wcale|tu|to) )*nie (?:jest|są|był[aoy]?|może|mogą|mógł|mogł\w+|pasuj\w+|zgadza\w*"
    r"|zdecyd\w+|wybran\w+|wchodz\w+|wygra\w+|o ni\w+ chodzi)\b"
    r"|\b(?:ale|lecz|jednak|choć|chociaż)\b[^.!?\n]{0,25}?\bnie (?:jest|są|był[aoy]?|to|ta|ten|te|o)\b"
    r"|\b(?:ale|lecz|jednak)\b[^.!?\n]{0,40}?\bnie (?:pasuj|zgadza|odpowiada|może)"
    r"|\bnie (?:jest|są|był[aoy]?) (?:to )?(?:on|ona|ono|ten|ta|to|tym|tą|nim|nią|praw|popraw)"
    r"|\b(?:nim|nią|tym|nimi) nie (?:jest|są|był)|\bto nie (?:on|ona|ono|ten|ta|to|tak)\b"
    r"|\b(?:błędn|fałszyw|zł|myln)\w+ trop\b|\b(?:odpad|odrzuc|wyklucz|myln|pomył|nietrafi|błędn)\w*"
    r"|\bnie (?:tu |tutaj |jednak )?(?:pasuj\w+|zgadza)\b|\b(?:ruled out|does(?:n['’]t| not) fit)\b"
    r"|\bbut (?:it|this|that)(?:['’]s| is| was) not\b|\b(?:it|this|that) (?:isn['’]t|is not|was not|wasn['’]t)\b",
    re.IGNORECASE,
)
POSSIBILITY_BEFORE = _words(
    r"(?:może|mogą) to być\b", r"to (?:może|mogą) być\b", r"mógłby to być\b", r"mogł[aoy]by to być\b",
    r"możliwe (?:odpowiedzi|tytuły|nazwy|rozwiązania|są)\b", r"możliwości\b", r"kandyda\w+", r"w grę wchodz\w+",
    r"do wyboru\b", r"(?:could|might|may)(?: equally| also)? be\b", r"candidates?\b",
    r"possib\w+ (?:answer|title)s?\b", r"possibilities\b", r"options are\b",
)  # fmt: skip
UNDECIDED_AFTER = _words(
    r"trudno (?:powiedzieć|rozstrzygnąć|orzec|wybrać)\b", r"w zależności od\b", r"zależnie od\b",
    r"nie (?:wiem|potrafię|umiem|mogę)\b[^.!?\n]{0,30}\b(?:któr|rozstrzyg|wybra|wskaza)", r"któryś z\b", r"któraś z\b",
    r"nie jestem (?:pew\w+,? któr|w stanie)",
    r"(?:by|żeby|aby) (?:to )?rozstrzygnąć\b", r"depending on\b", r"hard to (?:say|tell)\b",
    r"can(?:not|['’]t) (?:decide|tell)\b",
)  # fmt: skip
OR_AFTER = re.compile(
    r"^\W*(?:\w[\w.:,’-]*\W+){0,3}?(?:albo|lub|bądź|względnie|ewentualnie|a może|or)\b|^[\W_]*czy\b"
    r"|^[”\"'»*_\s]*(?:,[^;:.!?\n]{1,60}){1,4}?\s(?:albo|lub|bądź|względnie|ewentualnie|or)\b",
    re.IGNORECASE,
)
CONCESSION_AFTER = re.compile(
    r"\b(?:ale|lecz|jednak|tymczasem|natomiast|but|however)\b(?!.{0,60}\bpewn)", re.IGNORECASE
)
OR_BEFORE = re.compile(r"\b(?:albo|lub|bądź|względnie|or)\W+(?:\w+\W+){0,2}$|\bczy\W+$", re.IGNORECASE)
RETRACTION = re.compile(
    r"\b(?:korekt[aęy]|sprostowani[ea]|errata|poprawka|aktualizacja|poprawi?am|cofam|(?:wy|od)\w{2,4}uję|(?:s|wy)?prostuj\w*"
    r"|sprostować|koryguj\w+|wycofać|przepraszam|wybacz\w*|po namyśle|po zastanowieniu|po przemyśleniu"
    r"|po (?:ponown|powtórn|dokładniejsz|bliższ|głębsz|uważniejsz)\w+|po sprawdzeniu|a właściwie|właściwie nie|a raczej"
    r"|(?:po)?myli(?:łem|łam) się|pomyli(?:łem|łam)|(?:z|od)mieniam (?:zdanie|odpowiedź)|jednak (?:nie|to)|to jednak"
    r"|sprawdz\w+ (?:jeszcze raz|ponownie)|nie zgadza się|wobec tego"
    r"|nie, (?:jednak|to)"
    r"|(?:właściwa|prawidłowa|poprawna) odpowiedź|tak bym (?:powiedzia|odpowiedzia)\w+"
    r"|correction|on (?:second thoughts?|reflection)|actually|i was wrong|i take (?:that|it) back|sorry|scratch that"
    r"|let me correct|update)\b"
    r"|(?:(?:^|[.!?;,–—-])\s*(?:(?:więc|czyli|a|i) )?)ostatecznie\b"
    r"|\b(?:hmm+|chwila|moment|zaraz|wait)\b\s*[,.…!:–—-]"
    r"|(?:[.?!…–—-]\s*|\b(?:hmm+|ale|choć|jednak|oj|ach)\b\W*)nie\s*[,:–—…]|\bno, (?:wait|it|that)\b",
    re.IGNORECASE,
)
CONCLUSION = re.compile(
    r"\b(?:(?:ostateczna |końcowa |poprawna |prawidłowa )?odpowiedź|(?:final )?answer|wniosek|podsumowanie)"
    r"(?: (?:końcowa|ostateczna|brzmi|to|is))?\W{0,3}:"
    r"|\bodpowiadam więc\W{0,3}:",
    re.IGNORECASE,
)
NO_LIST_ITEM = re.compile(
    r"^\s*(?:a|ale|lecz|czyli|gdzie|co|ani|wbrew|któr\w+|o|że|bo|więc|to|natomiast|zaś|jedyn\w+|choć|jeśli|gdy|aby|żeby"
    r"|which|who|where|that|so|but|because)\b",
    re.IGNORECASE,
)
SENTENCE_END = re.compile(r"[!?\n]|\.(?!\d)(?=\s|$)")
CLAUSE_END = re.compile(r"[,;:!?\n()–—]|\.(?!\d)| - ")
PART_END = re.compile(r"[;!?\n]|\.(?!\d)(?=\s|$)")
OR_END = re.compile(r"[;:!?\n–—]|\.(?!\d)")
RUN_END = re.compile(r"[;:!?\n()–—]|\.(?!\d)")
