"""The words by which an answer doubts, lists, sets conditions, ascribes, refuses or gives examples.

One list a stance, in alphabetical order; a cue is a run of lemmas, `*` stands for up to three words.
"""

OPEN_ENDED: dict[str, str] = {
    # leaves open which of two it is
    "or": (
        "albo; alternatively; alternatywnie; as an alternative; bądź; czy; either; ewentualnie; ewentualnie też; "
        "ewentualność; ewentualny; failing which; interchangeably; kontra; lub; lub też; opcjonalnie; optionally; or; "
        "or alternatively; or else; or maybe; or perhaps; or possibly; tudzież; versus; vs; wymiennie; względnie; "
        "zamiennie"
    ),
    # doubts
    "maybe": (
        "apparently; appears; być może; chyba; conceivable; conceivably; could; could equally; domniemywać; domyślać; "
        "equally well; guess; guessing; i suppose; i would guess; i’d guess; just as well; kojarzyć się; likely; "
        "looks like; may be; may just as; maybe; might; mogłaby; mogłoby; może; może i; może też; możliwy; mógłby; "
        "nasuwać się; niewykluczony; niewykluczyć; obstawiać; perhaps; pewnie; plausible; plausibly; podejrzewać; "
        "possibly; prawdopodobnie; presumably; probably; przypuszczalnie; przypuszczać; równie dobrze; seems; sounds "
        "like; stawiać; strzelać; sugerować; suppose; suspect; typ; typować; wydawać się; wyglądać na; zapewne; "
        "zdawać się; zgadywać"
    ),
    # says that more than one thing may be right, or that nothing is sure
    "open": (
        "alternative; alternatives; alternatywa; best guesses; brać pod uwaga; candidate; candidates; contender; "
        "contenders; could be any; do rozważenie; do wybór; either of; ewentualność; guess; guesses; hipoteza; "
        "hypotheses; hypothesis; in contention; in the running; kandydaci; kandydat; kandydatka; kandydatura; "
        "kandydować; lista kandydat; lista możliwy; may be any; might be any; mozliwosc; mozliwosci; możliwe "
        "odpowiedź; możliwość; możliwy godzina; możliwy identyfikacja; możliwy interpretacja; możliwy kolejność; "
        "możliwy liczba; możliwy litera; możliwy miasto; możliwy nazwa; możliwy odczyt; możliwy odpowiedź; możliwy "
        "opcja; możliwy para; możliwy rozwiązanie; możliwy stacja; możliwy tytuł; możliwy wariant; możliwy wersja; "
        "możliwy wynik; możliwy zestaw; my guesses; mój typ; odpowiednio * albo; opcja; opcja do; option; options; "
        "options are; plausible readings; pod uwaga; podejrzany; possibilities; possible answer; possible answers; "
        "possible names; possible readings; possible title; possible titles; potencjalny; potential; prawdopodobny "
        "odpowiedź; propozycja; ranking; rozważać; short list; shortlist; the options; top 3; top 5; top three; top "
        "two; typ; typowanie; under consideration; variant; version; w gra wchodzić; w rachuba wchodzić; wariant; "
        "warianty; wchodzić w gra; wchodzić w rachuba"
    ),
    # says that the answer cannot or will not decide
    "undecided": (
        "ambiguous; any of the; any of them; any of these; at random; bez pewność; both possible; both readings; brak "
        "pewność; cannot be sure; cannot commit; cannot decide; cannot say for; cannot tell; can’t be sure; can’t "
        "commit; can’t decide; can’t say for; can’t tell; ciężko o pewność; ciężko powiedzieć; coin flip; could go "
        "either; could not say; couldn’t say; częściowo; depending on; depends on; don’t know; dwuznaczny; either "
        "one; either way; equally; fifty; flip a coin; half and half; hard to say; hard to tell; i don’t know; i "
        "hesitate; inconclusive; it’s between; jeden z dwa; jeden z dwoje; jeden z ten; jeden z trzy; jednakowo; "
        "któraś z; który z on; któryś z; kwestia otwarty; leaves open; loteria; na chybił trafił; na oko; neither can "
        "i; nie * pewność; nie * pewny; nie * przesądzać; nie * rozstrzygać; nie * rozstrzygnąć; nie być pewny; nie "
        "być w stan; nie da się powiedzieć; nie da się rozstrzygnąć; nie da się stwierdzić; nie da się ustalić; nie "
        "mieć pewność; nie mieć pojęcie; nie pewny; nie potrafić; nie przesądzać; nie przesądzić; nie rozstrzygać; "
        "nie rozstrzygnąć; nie sposób; nie umieć; nie wiedzieć; nie wskażę; nie wskażę jeden; nie zdecydować; nie "
        "zdołać; niech * wybrać; niejednoznaczny; niepewny; nierozstrzygnięty; no idea; no way to tell; not * decide; "
        "not * determine; not certain; not commit; not something i can; not sure; oba * możliwy; oba możliwy; oba "
        "pasować; obojętnie który; on the fence; one from each; one of them; one of these; one or the other; open "
        "question; pasować * oba; pasować do oba; pick; po część; pozostawiać otwarty; proszę wybrać; pół na pół; "
        "remains open; remains unclear; rzut moneta; równie chętnie; równie dobrze; równie prawdopodobny; shot in the "
        "dark; sprawa otwarty; szansa po pół; take your pick; torn between; toss up; trudno * orzec; trudno * "
        "pewność; trudno * rozstrzygnąć; trudno * wskazać; trudno jednoznacznie; trudno ocenić; trudno orzec; trudno "
        "powiedzieć; trudno rozstrzygnąć; trudno ustalić; trudno wskazać; trudno wybrać; trudno wyrokować; tyle samo; "
        "unable to; uncertain; unclear; undecided; unsure; w ciemno; w zależność od; waham się; wahać; wahać się; "
        "which of the two; whichever; wild guess; will not commit; won’t commit; wątpić; your call; your choice; your "
        "pick; z równy; zależeć od; zależnie od; zgadywanie; zgadywanka; zostawiać otwarty"
    ),
    # makes what stands in its sentence depend on something
    "condition": (
        "assuming; chyba że; gdyby; given that; if; in case; jeśli; jeśliby; jeżeli; kiedy by; o ile; on the "
        "assumption; pod warunek; provided; przy założenie; should it; supposing; unless; w przypadek gdy; w raz "
        "gdyby; were it; wypadku gdy; zakładać; zależnie; założyć"
    ),
    # says what holds if the condition does not
    "otherwise": (
        "a jeśli; a jeżeli; chyba że; else; failing that; if not; inaczej; jeśli nie; jeżeli nie; otherwise; w inny "
        "przypadek; w inny wypadek; w przeciwny raz; w przeciwny wypadek"
    ),
    # no condition
    "as for": (
        "gdyby * chcieć; gdyby * potrzebny; gdyby * przydać; gdyby chcieć; gdyby potrzebny; if * correctly; if any; "
        "if i recall; if i remember; if needed; if required; if you; jeśli * mylić; jeśli * pamiętać; jeśli * "
        "przydać; jeśli * pytanie; jeśli chcieć; jeśli chodzić; jeśli dobrze; jeśli idzie; jeśli iść; jeśli pamięć; "
        "jeśli potrzebny; jeśli potrzebować; jeśli trzeba; jeżeli * mylić; jeżeli * pytanie; jeżeli chcieć; jeżeli "
        "chodzić; jeżeli dobrze; jeżeli potrzebny; o ile dobrze; o ile móc; o ile pamiętać; o ile się; o ile "
        "wiedzieć; unless i; w razie"
    ),
    # ascribes what stands in its clause to somebody
    "source": (
        "according to others; according to some; ai; allegedly; annotator; aplikacja; app; assistant; assured; "
        "assures; asystent; aunt; babcia; blog; boss; bot; brat; brother; careless; chat; chatbot; chłopak; ciocia; "
        "claim; claimed; claims; classmate; colleague; commenter; commenters; comments; common answer; conventional; "
        "cousin; coworker; critics; czat; córka; dictionary; drudzy; dziadek; dziewczyna; egzaminator; ekspert; "
        "encyclopaedia; encyclopedia; encyklopedia; everybody; everyone; examiner; expert; experts; fachowiec; "
        "father; first glance; first impression; first thought; folks; forum; friend; friends; gpt; grader; "
        "grandfather; grandmother; guide; hearsay; historyk; husband; influencer; inni; insist; insisted; insists; "
        "internauta; internet; jakoby; jeden * twierdzić; judge; jury; każdy * mówić; kierowca; klucz odpowiedź; "
        "kolega; koleżanka; komentarz; komentator; korepetytor; korepetytorka; krakowianin; krytyk; krąży; krążyć; "
        "ktoś; kusić; kuzyn; kuzynka; laik; layman; legend; legenda; lektor; listeners; locals; ludzie; maintain; "
        "maintained; maintains; mama; many people; matka; mawiać; may say; mieszkaniec; might say; model językowy; "
        "most people; mother; my first; mąż; na pierwszy rzut; naive; naiwny; namawiać; nasuwać; nauczyciel; "
        "nauczycielka; neighbor; neighbors; neighbour; neighbours; niby; niejeden; niektóry; niektórzy; nieuważny; "
        "obiegać; obiegowy; oceniający; odruchowo; ojciec; opinia; others; passer; people; pierwszy skojarzenie; "
        "pierwszy wrażenie; plotka; podobno; podręcznik; pogłoska; polonista; polonistka; ponoć; poradnik; post; "
        "potocznie; powszechnie sądzić; powszechnie uważać; powszechny; profesor; professor; przewodniczka; "
        "przewodnik; przychodzić na myśl; przyjaciel; przyjaciółka; przyjść na myśl; przypuszczać; przysięgać; "
        "pundit; pupil; pupils; rater; recenzent; reckon; reckons; reddit; repetytorium; reportedly; reviewer; "
        "reviewers; riders; roommate; rozmówca mówić; rumor; rumored; rumour; rumoured; rumours; rzekomo; rzekomy; "
        "sieć; siostra; sister; some; some people; someone; specialist; specjalista; specjalistka; student; students; "
        "supposedly; swear; swears; swore; syn; szef; szefowa; szwagier; sądzić; sąsiad; sąsiadka; sędzia; słownik; "
        "tata; teacher; tempted; tempting; test takers; textbook; textbooks; teściowa; teść; tourist; tourists; "
        "translator; turysta; tutor; twierdzić; uczennica; uczeń; uncle; upierać; utrzymywać; uważać; użytkownik; "
        "viewers; vow; vowed; vows; warszawiak; website; według inny; według jeden; według niektóry; wielu; wife; "
        "wiki; wikipedia; większość; would say; wpis; wszyscy; wujek; wyszukiwarka; youtuber; zaklinać; zapewniać; "
        "zarzekać; zdanie jeden; zdaniem; znajoma; znajomy; znawca; zwolennik; łudzić; żona"
    ),
    # may ascribe what stands in its clause to somebody, where another speaks too
    "weak source": (
        "answered; argue; argued; argues; assume; assumes; believe; believed; believes; commonly; confuse; confused; "
        "credit; gave; guessed; głosić; heard; identified; many; mistake; mówić; napisać; obstawać; obstawiać; "
        "odpowiadać; odpowiedzieć; pisać; podawać; podpowiadać; podpowiedzieć; pokazywać; powiedzieć; powtarzać; "
        "przekonywać; przyjmować; przypisywać; przypominać; reads; rozpoznawać; rozpoznać; said; say; says; shows; "
        "skojarzyć; sugerować; suggest; suggested; suggests; think; thinks; thought; typować; tłumaczyć; usually; "
        "usłyszeć; widzieć; wiele; wpisać; wpisywać; write; writes; wrote; wskazywać; wybierać; wytypować; "
        "zaproponować; zgadywać; zwykle"
    ),
    # says that nothing can be made out
    "refuse": (
        "as a text; bez dostęp; bez nagranie; bez obraz; bez zdjęcie; brak dane; brak dźwięk; brak nagranie; brak "
        "obraz; brak plik; brak załącznik; brak zdjęcie; cannot access; cannot analyze; cannot answer; cannot "
        "confirm; cannot determine; cannot hear; cannot identify; cannot judge; cannot open; cannot play; cannot "
        "process; cannot provide; cannot read; cannot see; cannot tell; cannot view; can’t access; can’t analyze; "
        "can’t answer; can’t confirm; can’t determine; can’t hear; can’t identify; can’t judge; can’t open; can’t "
        "play; can’t process; can’t provide; can’t read; can’t see; can’t view; could not load; could not open; "
        "couldn’t hear; couldn’t load; couldn’t open; couldn’t see; did not load; didn’t load; don’t have access; "
        "have not heard; have not seen; haven’t heard; haven’t seen; i decline; i refuse; illegible; inaudible; isn’t "
        "visible; missing audio; missing image; nie * słyszeć; nie * widzieć; nie analizować; nie być w stan; nie "
        "dostać; nie dotrzeć; nie dysponować; nie identyfikować; nie mieć dostęp; nie mieć możliwość; nie mieć "
        "podgląd; nie mieć wgląd; nie móc obejrzeć; nie móc ocenić; nie móc odczytać; nie móc odpowiedzieć; nie móc "
        "odsłuchać; nie móc odtworzyć; nie móc określić; nie móc otworzyć; nie móc podać; nie móc potwierdzić; nie "
        "móc przeanalizować; nie móc rozpoznać; nie móc rozstrzygnąć; nie móc stwierdzić; nie móc ustalić; nie móc "
        "usłyszeć; nie móc wskazać; nie móc zobaczyć; nie obejrzeć; nie obsługiwać; nie odczytać; nie odczytywać; nie "
        "odpowiedzieć; nie odsłuchać; nie odsłuchiwać; nie odtwarzać; nie odtworzyć; nie oglądać; nie określić; nie "
        "otrzymać; nie otworzyć; nie pobrać; nie podać; nie potrafić ocenić; nie potrafić odczytać; nie potrafić "
        "odpowiedzieć; nie potrafić określić; nie potrafić podać; nie potrafić rozpoznać; nie potrafić stwierdzić; "
        "nie potrafić ustalić; nie potrafić usłyszeć; nie potrafić wskazać; nie powiedzieć; nie przetwarzać; nie "
        "rozpoznawać; nie rozpoznać; nie sposób określić; nie sposób stwierdzić; nie sposób ustalić; nie słyszeć; nie "
        "umieć; nie ustalić; nie usłyszeć; nie wczytać; nie widzieć; nie wskazać; nie wyświetlać; nie wyświetlić; nie "
        "załadować; nie zdołać; nie zobaczyć; nieczytelny; no access; no attachment; no audio; no file; no image; no "
        "picture; no recording; not able to; not attached; not audible; not visible; nothing attached; odmawiać; "
        "odmówić; plik uszkodzony; uchylać się; unable to access; unable to answer; unable to confirm; unable to "
        "determine; unable to hear; unable to identify; unable to open; unable to play; unable to read; unable to "
        "see; unable to view; unreadable; wstrzymać się; wstrzymywać się"
    ),
    # offers what follows as an example of a form
    "example": (
        "a common one; along the lines; anything; by way of; byle co; byle jaki; chociażby; choćby; cokolwiek; dajmy "
        "na to; dla przykład; e g; e.g; example; fikcyjny; for example; for instance; format; gdyby zgadywać; "
        "hipotetycznie; hipotetyczny; hypothetical; illustration; ilustracja; in the form; let’s say; look like; made "
        "up; między inny; na przykład; na wzór; na ślepo; np; of the form; placeholder; postać; powiedzmy; powinna "
        "wyglądać; przykład; przykład być; przykładem; przykładowo; przykładowy; random; sample; say; something like; "
        "such as; typical; typowy; typu; w forma; w format; w postać; w rodzaj; whatever; wyglądać; wymyślony; wzór; "
        "załóżmy; zmyślony"
    ),
    # says that the order may be the other one
    "reverse": (
        "conversely; kolejność niepewny; na odwrót; odwrotnie; odwrotny; odwrotny kolejność; opposite order; other "
        "way around; other way round; przestawiony; reverse order; reversed; swapped; the reverse; vice versa; w inny "
        "kolejność; w odwrotny kolejność; zamieniony miejsce; zamienić kolejność; zamienić miejsce"
    ),
    # says what would be if it were so
    "counterfactual": (
        "gdyby; gdybym; gdybyśmy; had it been; if it had; if it was; if it were; if that were; if they had; if this "
        "were; jeśliby; jeżeliby; were it; were this"
    ),
    # says that what follows it may be so, beside something else
    "possible": (
        "alternate answer; alternative answer; alternatywny odpowiedź; awaryjny; backup; cannot exclude; cannot rule "
        "out; can’t exclude; can’t rule out; don’t rule out; drugi wybór; fallback; inny możliwy; nie * wykluczyć; "
        "nie dać się wykluczyć; nie można wykluczyć; nie niemożliwy; nie wykluczać; nie wykluczyć; niewykluczony; not "
        "impossible; not rule out; rezerwowy; runner up; second choice; spare; w drugi kolejność; w odwód; wouldn’t "
        "rule out; zapasowy"
    ),
    # numbers one of several tries
    "variant": (
        "attempt; candidate; choice; domysł; ewentualność; guess; half; hipoteza; hypothesis; interpretacja; "
        "kandydat; możliwość; odczyt; opcja; option; plan; podejście; possibility; propozycja; raz; reading; "
        "scenario; scenariusz; shot; strzał; typ; variant; version; wariant; wersja"
    ),
}
