"""The words by which an answer denies, doubts, attributes, concedes, lists, takes back or concludes: lemmas in a table.

A cue is a run of lemmas; `*` stands for up to three words. Polish words are compared through their base forms, so that
*wątpić* is every form of it; English ones are compared as they are written, and only in a sentence that is English
where Polish knows the word too.
"""

from dataclasses import dataclass
from functools import cache

Rest = tuple[tuple[str, ...], str]
"""What must follow in a cue, and its stance."""
SKIPPED = 3
"""Words that a star stands for at most."""


def words(written: str) -> frozenset[str]:
    """The words between spaces.

    >>> sorted(words("ale lecz"))
    ['ale', 'lecz']
    """
    return frozenset(written.split())


STANCES: dict[str, str] = {
    # denies what follows it in its clause
    "deny": (
        "nie; ani; bynajmniej; zamiast; w przeciwieństwo do; inaczej niż; w odróżnienie od; żaden; mylić z; mylony z; "
        "mylić * z; pomylić z; pomylić * z; pomylony z; confused with; confuse with; mistaken for; mistake for; "
        "mistake it for; no; not; never; neither; nor; instead of; rather than; isn’t; wasn’t; aren’t; weren’t; "
        "doesn’t; don’t; didn’t; can’t; cannot; couldn’t; won’t; far from; anything but; as opposed to; unlike"
    ),
    # no denial though a denial begins it
    "affirm": (
        "nie tylko; nie ulegać wątpliwość; nie inny; nie kto inny; nie co inny; nie gdzie indziej; nie mieć "
        "wątpliwość; nie * wątpliwość; nie budzić wątpliwość; nie bez powód; nie mylić; nie * mylić; nie trzeba; nie "
        "sposób pomylić; nic dziwnego; nie dziwić; nie dziwny; not only; no doubt; no question; none other; not to be "
        "confused; not surprising; without * doubt; not just; nie ma co; nie tak; bez wątpienia; nie brakować; nie "
        "być przypadek; nie przypadek; nie da się pomylić; nie * inny niż; nie * inny jak; nie * nic inny; nic inny"
    ),
    # denies what stands before it in its sentence
    "fails": (
        "odpadać; odpaść; wykluczyć; wykluczać; wykluczony; odrzucić; odrzucać; odrzucony; błędny; błędnie; fałszywy; "
        "mylny; mylnie; niepoprawny; nieprawidłowy; nietrafny; nietrafiony; nieprawda; nieprawdziwy; chybiony; "
        "pomyłka; mylący; niesłusznie; bzdura; mit; obalić; uproszczenie; złudzenie; nieporozumienie; stereotyp; "
        "zdyskwalifikować; nie pasować; nie * pasować; nie zgadzać; nie zgodzić; nie * zgodzić; nie * zgadzać; nie "
        "wchodzić; nie odpowiadać; nie * odpowiadać; nie potwierdzać; nie bronić; nie utrzymać; nie wytrzymywać; nie "
        "mieć racja; nie * racja; źle; nie zdecydować; nie wybrać; nie wygrać; nie o on; nie o to; nie o ten; błędny "
        "trop; fałszywy trop; zły trop; zły odpowiedź; nie to; nie być to; nie być on; to nie; wrong; incorrect; "
        "incorrectly; mistaken; mistakenly; false; untrue; erroneous; ruled out; rule out; rules out; disagree; beg "
        "to differ; nonsense; does not fit; doesn’t fit; does not work; doesn’t work; does not hold; doesn’t hold; "
        "does not match; doesn’t match; not the answer; not right; not correct; not it; misconception; disproved; "
        "rejected; excluded"
    ),
    # takes back what stands before it
    "retract": (
        "korekta; sprostowanie; sprostować; prostować; errata; erratum; poprawka; poprawiam; poprawię; cofać; cofnąć; "
        "wycofywać; wycofać; odwołać; odwoływać; przepraszam; przepraszać; wybaczyć; mylić się; pomylić; zagalopować; "
        "pospieszyć; pośpieszyć; pochopny; zmieniać zdanie; zmienić zdanie; zmieniać odpowiedź; zmienić odpowiedź; "
        "rozmyślić; po namysł; po zastanowienie; chociaż nie; choć nie; ale nie; although no; po przemyślenie; po "
        "ponowny; po powtórny; po dokładny; po bliski; po głęboki; po uważny; po sprawdzenie; po wsłuchanie; po "
        "wsłuchać; po weryfikacja; po chwila zastanowienie; przy ponowny; przy bliski; przy dokładny; na drugi rzut "
        "oko; jednak nie; a raczej; a właściwie; właściwie nie; właściwie to; to jednak; wróć; chwila; moment; "
        "momencik; chwileczka; zaraz; zaraz zaraz; stop; hmm; hm; oj; ojej; ups; ach nie; nie nie; skreślać; "
        "skreślić; skreślony; przekreślać; przekreślić; przekreślony; wykreślić; wykreślać; wykreślony; wymazać; "
        "unieważniać; unieważnić; anulować; nieaktualny; rewidować; zrewidować; korygować; skorygować; źle odczytać; "
        "źle usłyszeć; źle policzyć; źle spojrzeć; źle przeczytać; źle zobaczyć; sprawdzić * raz; sprawdzić ponownie; "
        "spojrzeć * raz; patrzeć * raz; posłuchać * raz; zapomnieć; muszę * odwołać; nie zgadza się; wygłupić; "
        "przejęzyczyć; przywidzieć; przesłyszeć; przeliczyć się; aktualizacja; ostatecznie jednak; zastąpić; "
        "zamieniać na; zamienić na; zmieniać na; zmienić na; correction; corrected; correcting; scratch; sorry; "
        "apologies; apologize; oops; whoops; wait; hold on; on second thought; on second thoughts; on reflection; "
        "second look; closer look; looking again; look again; listening again; i was wrong; i take that back; i take "
        "it back; taking that back; i misread; i misheard; i miscounted; misread; misheard; let me correct; let me "
        "revise; i retract; retract; retracted; i withdraw; strike that; struck; crossed out; i stand corrected; my "
        "mistake; my bad; changed my mind; change my mind; changing my answer; revise; revised; actually no; no wait; "
        "disregard; ignore the above; ignore that; edit; update; never mind; reconsidering; reconsider"
    ),
    # says what ought to stand in its place
    "amend": (
        "powinno być; powinien być; miało być; mieć być; poprawnie; prawidłowo; właściwy; should be; should read; "
        "make it; make that; rather; raczej; correct"
    ),
    # announces what the answer comes to
    "conclude": (
        "odpowiedź; ostatecznie; ostateczny; wniosek; podsumowanie; podsumowywać; podsumować; reasumować; konkluzja; "
        "konkludować; rezultat; wynik; razem; więc; zatem; czyli; toteż; stąd; wynikać; wychodzić; a więc; tak więc; "
        "wobec tego; w rezultat; w efekt; w konsekwencja; dlatego; stawiać na; wybierać; wybrać; wpisywać; wpisać; "
        "zostawać; pozostawać; decydować się; zdecydować się; stanąć na; obstawać; i e; namely; mianowicie; tj; tzn; "
        "answer; final; finally; conclusion; therefore; thus; hence; so; summary; summing; ultimately; settle; "
        "choose; going with; go with; i choose; i’ll go; i’d go; result"
    ),
    # sets what follows against what stands before
    "contrast": (
        "ale; lecz; jednak; jednakże; jednakowoż; tymczasem; natomiast; atoli; wszakże; tyle że; tylko że; w "
        "rzeczywistość; naprawdę; faktycznie; w istocie; w istota; de facto; mimo to; niemniej; niestety; przecież; "
        "rozczarować; zaskoczyć; pułapka; but; however; yet; actually; in fact; in reality; nevertheless; "
        "nonetheless; whereas; trap; really"
    ),
    # leaves open which of two it is
    "or": (
        "albo; lub; bądź; względnie; ewentualnie; ewentualny; czy; or; either; alternatively; versus; vs; kontra; "
        "alternatywnie; tudzież; or else; ewentualność; lub też"
    ),
    # doubts
    "maybe": (
        "może; chyba; prawdopodobnie; pewnie; zapewne; przypuszczalnie; możliwy; niewykluczony; wydawać się; zdawać "
        "się; wyglądać na; mógłby; strzelać; zgadywać; obstawiać; typować; typ; być może; kojarzyć się; nasuwać się; "
        "sugerować; mogłaby; mogłoby; perhaps; maybe; possibly; probably; presumably; might; could; may be; likely; "
        "seems; appears; guess; guessing; suspect; looks like; sounds like; conceivably; plausible; plausibly"
    ),
    # says that more than one thing may be right, or that nothing is sure
    "open": (
        "możliwość; możliwe odpowiedź; możliwy odpowiedź; możliwy rozwiązanie; możliwy wariant; możliwy tytuł; "
        "możliwy nazwa; możliwy odczyt; możliwy identyfikacja; możliwy interpretacja; kandydat; kandydatka; "
        "kandydatura; w gra wchodzić; wchodzić w gra; do wybór; hipoteza; wariant; typ; możliwy para; mozliwosci; "
        "mozliwosc; kandydaci; warianty; propozycja; ewentualność; alternatywa; odpowiednio * albo; podejrzany; "
        "opcja; alternative; option; guess; variant; version; hypothesis; candidates; candidate; possibilities; "
        "possible answers; possible readings; possible titles; options are; options; plausible readings; "
        "alternatives; contenders; shortlist; hypotheses; guesses; either of"
    ),
    "undecided": (
        "któryś z; jeden z ten; nie wiedzieć; nie potrafić; nie umieć; nie zdołać; nie * rozstrzygać; nie * "
        "rozstrzygnąć; nie rozstrzygać; nie rozstrzygnąć; nie zdecydować; nie przesądzać; nie * przesądzać; nie "
        "sposób; niepewny; nie pewny; nie być pewny; nie * pewny; nie być w stan; nie mieć pewność; nie * pewność; "
        "brak pewność; bez pewność; trudno powiedzieć; trudno rozstrzygnąć; trudno * rozstrzygnąć; trudno * orzec; "
        "trudno * wskazać; trudno orzec; trudno wybrać; trudno ocenić; trudno * pewność; ciężko powiedzieć; ciężko o "
        "pewność; wahać się; wahać; waham się; zależeć od; w zależność od; zależnie od; który z on; jeden z dwa; pół "
        "na pół; równie dobrze; równie chętnie; równie prawdopodobny; jednakowo; z równy; tyle samo; pasować * oba; "
        "pasować do oba; oba możliwy; oba pasować; oba * możliwy; po część; częściowo; dwuznaczny; niejednoznaczny; "
        "nierozstrzygnięty; wątpić; rzut moneta; loteria; obojętnie który; niech * wybrać; proszę wybrać; fifty; not "
        "* decide; not * determine; not something i can; neither can i; any of these; any of them; one of these; one "
        "of them; one from each; which of the two; hard to say; hard to tell; can’t tell; cannot tell; can’t decide; "
        "cannot decide; unable to; not sure; unsure; uncertain; i don’t know; don’t know; depends on; depending on; "
        "whichever; equally; toss up; coin flip; ambiguous; undecided; torn between; both readings; both possible; "
        "any of the; either way; pick; inconclusive; leaves open; can’t be sure; cannot be sure; no way to tell; it’s "
        "between"
    ),
    # makes what stands in its sentence depend on something
    "condition": (
        "jeśli; jeżeli; gdyby; o ile; pod warunek; przy założenie; zakładać; założyć; chyba że; w raz gdyby; jeśliby; "
        "wypadku gdy; if; unless; provided; assuming; supposing; in case; were it; should it; on the assumption; "
        "given that; zależnie; w przypadek gdy; kiedy by"
    ),
    "otherwise": (
        "w przeciwny raz; w inny wypadek; w inny przypadek; inaczej; w przeciwny wypadek; otherwise; else; if not; "
        "failing that; jeśli nie; jeżeli nie; chyba że; a jeśli; a jeżeli"
    ),
    # no condition
    "as for": (
        "jeśli chodzić; jeżeli chodzić; jeśli idzie; jeśli iść; jeśli trzeba; jeśli potrzebny; jeśli potrzebować; "
        "jeśli * przydać; jeśli chcieć; jeśli * pytanie; jeśli pamięć; jeśli * mylić; jeżeli dobrze; jeśli * "
        "pamiętać; jeżeli * mylić; o ile dobrze; o ile pamiętać; o ile się; o ile wiedzieć; o ile móc; jeżeli chcieć; "
        "jeżeli * pytanie; jeżeli potrzebny; if i recall; if i remember; if * correctly; unless i; if you; if needed; "
        "if any; if required; jeśli dobrze; gdyby chcieć; gdyby potrzebny; gdyby * potrzebny; gdyby * przydać; gdyby "
        "* chcieć; w razie"
    ),
    # ascribes what stands in its clause to somebody
    "source": (
        "twierdzić; sądzić; uważać; mawiać; utrzymywać; upierać; zarzekać; przysięgać; przypuszczać; zdaniem; opinia; "
        "rzekomo; podobno; ponoć; jakoby; niby; potocznie; odruchowo; powszechnie uważać; powszechnie sądzić; "
        "większość; wielu; niejeden; ktoś; niektórzy; niektóry; drudzy; jeden * twierdzić; ekspert; kolega; "
        "koleżanka; znajomy; znajoma; sąsiad; sąsiadka; babcia; dziadek; mama; tata; ojciec; matka; brat; siostra; "
        "wujek; ciocia; nauczyciel; nauczycielka; polonista; polonistka; przewodnik; przewodniczka; uczeń; uczennica; "
        "student; turysta; kierowca; internauta; użytkownik; komentator; forum; aplikacja; asystent; podręcznik; "
        "wikipedia; chatbot; wyszukiwarka; ai; gpt; przyjaciel; przyjaciółka; historyk; krytyk; rozmówca mówić; na "
        "pierwszy rzut; pierwszy wrażenie; pierwszy skojarzenie; przychodzić na myśl; przyjść na myśl; nasuwać; "
        "kusić; inny twierdzić; inny sądzić; inny; claims; claim; claimed; insists; insist; insisted; reportedly; "
        "supposedly; allegedly; expert; experts; colleague; friend; friends; teacher; classmate; guide; neighbour; "
        "neighbor; grandmother; grandfather; app; textbook; textbooks; website; assistant; most people; some people; "
        "many people; others; some; someone; tempting; tempted; people; riders; listeners; viewers; critics; first "
        "glance; first impression; first thought; my first; would say; might say; may say; test takers"
    ),
    "weak source": (
        "mówić; powiedzieć; podawać; podpowiadać; podpowiedzieć; wskazywać; wpisać; wpisywać; pisać; napisać; "
        "odpowiadać; odpowiedzieć; tłumaczyć; obstawać; przypisywać; rozpoznać; rozpoznawać; skojarzyć; powtarzać; "
        "głosić; sugerować; typować; pokazywać; wytypować; zaproponować; wybierać; obstawiać; zgadywać; przekonywać; "
        "przyjmować; zwykle; wiele; przypominać; usłyszeć; widzieć; says; say; said; thinks; think; thought; "
        "believes; believe; believed; suggests; suggest; suggested; writes; write; wrote; credit; usually; commonly; "
        "many; identified; shows; answered; argue; argued; argues; assume; assumes; guessed; reads; mistake; confuse; "
        "confused; gave; heard"
    ),
    # says that nothing can be made out
    "refuse": (
        "nie widzieć; nie * widzieć; nie słyszeć; nie * słyszeć; nie móc odtworzyć; nie móc otworzyć; nie móc "
        "zobaczyć; nie móc odczytać; nie móc stwierdzić; nie móc ocenić; nie móc rozpoznać; nie móc wskazać; nie móc "
        "odpowiedzieć; nie potrafić rozpoznać; nie potrafić odczytać; nie potrafić wskazać; nie umieć; nie "
        "przetwarzać; nie obsługiwać; nie mieć dostęp; nie mieć możliwość; nie wskazać; nie odczytać; nie rozpoznać; "
        "nie odpowiedzieć; nie załadować; nie wczytać; nie otworzyć; nie dotrzeć; nie odtworzyć; nieczytelny; brak "
        "załącznik; brak obraz; brak nagranie; can’t view; can’t see; can’t hear; can’t open; can’t access; can’t "
        "judge; can’t process; can’t play; can’t read; cannot view; cannot see; cannot hear; cannot open; cannot "
        "access; cannot judge; cannot play; cannot process; cannot read; unable to view; unable to see; unable to "
        "hear; unable to open; unable to access; didn’t load; did not load; no access; don’t have access; not able "
        "to; isn’t visible; no image; no audio; no attachment"
    ),
    # offers what follows as an example of a form
    "example": (
        "np; na przykład; dla przykład; przykładowo; przykład; przykładowy; wzór; postać; format; powinna wyglądać; "
        "wyglądać; ilustracja; wymyślony; zmyślony; fikcyjny; hipotetyczny; hipotetycznie; typowy; między inny; for "
        "example; for instance; example; e g; illustration; something like; look like; such as; hypothetical; made "
        "up; placeholder; sample"
    ),
}
"""For each stance its cues, between semicolons."""

ENGLISH = words(
    "the of and is was are were be been it its it’s this that that’s these those with from for which who what "
    "would have has had an by at as i’d i’m i’ll you my me we they his her their not correct answer"
)
"""Words that only English has; to two of them a sentence is English."""


@dataclass(frozen=True)
class Beginning:
    """The cues that one lemma begins."""

    alone: list[str]
    """The stances of the lemma by itself."""
    next: dict[str, list[Rest]]
    """By the lemma right behind it, what must follow that one and the stance."""
    near: dict[str, list[Rest]]
    """The same for a lemma up to SKIPPED words on."""


@cache
def beginnings() -> dict[str, Beginning]:
    """All cues, by their first lemma."""
    found: dict[str, Beginning] = {}
    for stance, cues in STANCES.items():
        for cue in cues.split(";"):
            first, *rest = cue.split()
            begun = found.setdefault(first, Beginning([], {}, {}))
            if not rest:
                begun.alone.append(stance)
            elif rest[0] != "*":
                begun.next.setdefault(rest[0], []).append((tuple(rest[1:]), stance))
            else:
                begun.near.setdefault(rest[1], []).append((tuple(rest[2:]), stance))
    return found
