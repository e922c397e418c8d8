"""The words by which an answer denies, rejects, takes back, concedes, contrasts or concludes.

One list a stance, in alphabetical order; a cue is a run of lemmas, `*` stands for up to three words.
"""

AGAINST: dict[str, str] = {
    # denies what follows it in its clause
    "deny": (
        "ani; anything but; aren’t; as opposed to; bynajmniej; cannot; can’t; confuse with; confused with; couldn’t; "
        "didn’t; doesn’t; don’t; far from; inaczej niż; instead of; isn’t; mistake for; mistake it for; mistaken "
        "for; mylić * z; mylić z; mylony z; neither; never; nie; no; nor; not; pomylić * z; pomylić z; pomylony z; "
        "rather than; unlike; w odróżnienie od; w przeciwieństwo do; wasn’t; weren’t; won’t; zamiast; żaden"
    ),
    # no denial though a denial begins it
    "affirm": (
        "bez wątpienia; nic dziwnego; nic inny; nie * inny jak; nie * inny niż; nie * mylić; nie * nic inny; nie * "
        "wątpliwość; nie bez powód; nie brakować; nie budzić wątpliwość; nie być przypadek; nie co inny; nie da się "
        "pomylić; nie dziwić; nie dziwny; nie gdzie indziej; nie inny; nie kto inny; nie ma co; nie mieć wątpliwość; "
        "nie mylić; nie przypadek; nie sposób pomylić; nie tak; nie trzeba; nie tylko; nie ulegać wątpliwość; no "
        "doubt; no question; none other; not just; not only; not surprising; not to be confused; without * doubt"
    ),
    # with a question word before it, asks what cannot be otherwise
    "who if not": "if not; jak nie; jeśli nie; jeżeli nie; o ile nie; other than; poza",
    # denies what stands before it in its sentence
    "fails": (
        "a different one; another question; answer to a different; answer to another; beg to differ; bogus; być "
        "błąd; być pomyłka; być zły; bzdura; błąd być; błąd byłoby; błędnie; błędny; błędny trop; chybiony; dead "
        "end; debunked; different one; different piece; different question; disagree; disproved; do not apply; do "
        "not share; do poprzedni; does not fit; does not hold; does not match; does not work; doesn’t apply; doesn’t "
        "fit; doesn’t hold; doesn’t match; doesn’t work; don’t apply; don’t share; dopiero drugi; dopiero trzeci; "
        "dopiero w drugi; dopiero w kolejny; dopiero w trzeci; erroneous; excluded; fails; false; fałszem być; "
        "fałszywy; fałszywy trop; flawed; incorrect; incorrectly; innego zadania; inny pytanie; inny zadanie; is a "
        "mistake; jest błędem; ktoś inny; mijać się z prawda; misconception; misguided; miss the mark; mistaken; "
        "mistakenly; mit; mylnie; mylny; mylący; nie * odpowiadać; nie * pasować; nie * racja; nie * zgadzać; nie * "
        "zgodzić; nie brać pod uwaga; nie bronić; nie być on; nie być prawda; nie być to; nie dotyczyć; nie kupować; "
        "nie liczyć się; nie mieć racja; nie o on; nie o ten; nie o to; nie odpowiadać; nie pasować; nie podzielać; "
        "nie popierać; nie potwierdzać; nie przekonać; nie przekonywać; nie przychylać; nie stosować; nie to; nie "
        "utrzymać; nie w rachuba; nie wchodzić; nie wybrać; nie wygrać; nie wytrzymywać; nie wytrzymywać krytyka; "
        "nie zdecydować; nie zgadzać; nie zgodzić; niepoprawny; nieporozumienie; nieprawda; nieprawdziwy; "
        "nieprawidłowy; niesłusznie; nietrafiony; nietrafny; nonsense; not apply; not convinced; not correct; not "
        "it; not right; not the answer; not the case; not true; obalić; odpadać; odpaść; odpowiedź na inny; "
        "odpowiedź na poprzedni; odpowiedź na sąsiedni; odrzucać; odrzucić; odrzucony; off the mark; pomyłka; "
        "poprzedni pytanie; poprzedni zadanie; prawda być inny; prawda wyglądać inaczej; previous question; previous "
        "task; rejected; rule out; ruled out; rules out; somebody else; someone else; something else entirely; "
        "stereotyp; sąsiedni pytanie; to co inny; to coś inny; to inny; to już inny; to nie; to nieprawda; "
        "unconvinced; untenable; untrue; uproszczenie; would be a mistake; wrong; wykluczać; wykluczony; wykluczyć; "
        "zawodny; zdyskwalifikować; złudzenie; zły odpowiedź; zły trop; źle"
    ),
    # rejects what the sentence before it says
    "disagree": (
        "beg to differ; być inny zdanie; bzdura; błąd; błędnie; disagree; do not agree; don’t agree; don’t buy; "
        "don’t think so; false; flawed; guzik prawda; incorrect; mieć inny zdanie; mistaken; mylić się; nic bardziej "
        "mylny; nie być tak; nie podzielać; nie przekonać; nie przekonywać; nie tak; nie zgadzać; nie zgodzić; "
        "nieprawda; nonsense; not agree; not convinced; not so; not true; nothing could be further; oponować; otóż "
        "nie; protestować; see it differently; sprzeciwiać się; think otherwise; to pomyłka; unconvinced; wrong; źle"
    ),
    # takes back what stands before it
    "retract": (
        "a raczej; a serio; a właściwie; ach nie; actually no; after all no; ah no; aktualizacja; ale nie; all "
        "joking; although no; anulować; apologies; apologize; belay that; change my mind; changed my mind; changing "
        "my answer; check that; chociaż nie; choć nie; chwila; chwileczka; closer look; cofać; cofnąć; come to think "
        "of it; corrected; correcting; correction; crossed out; disregard; edit; errata; errata do; erratum; forget "
        "that; having looked again; having thought; hm; hmm; hmm no; hold on; i got it wrong; i made a mistake; i "
        "made an error; i miscounted; i misheard; i misread; i mixed up; i retract; i spoke too soon; i stand "
        "corrected; i take it back; i take that back; i was wrong; i withdraw; ignore that; ignore the above; in all "
        "seriousness; jednak nie; jednak zmieniać; joking aside; just joking; just kidding; już serio; kidding; "
        "kidding aside; korekta; korygować; let me correct; let me revise; listening again; look again; looking "
        "again; misheard; misread; momencik; moment; muszę * odwołać; my bad; my mistake; mylić się; na drugi rzut "
        "oko; na poważnie; na serio; never mind; nie nie; nie zgadza się; nieaktualny; no wait; odszczekać; "
        "odszczekiwać; odwołać; odwoływać; oh no; oj; ojej; on closer; on further; on reflection; on review; on "
        "second; on second thought; on second thoughts; only joking; only kidding; oops; ostatecznie jednak; patrzeć "
        "* jeszcze raz; patrzeć drugi raz; patrzeć jeszcze raz; po analiza jednak; po baczny; po bliski; po chwila "
        "zastanowienie; po dokładny; po drugi; po głęboki; po kolejny; po lepszy; po namysł; po obejrzenie ponownie; "
        "po ponowny; po powtórka; po powtórny; po przeliczenie; po przemyślenie; po rozważenie; po sprawdzenie; po "
        "uważny; po weryfikacja; po wnikliwy; po wsłuchanie; po wsłuchać; po zastanowienie; pochopny; policzyć "
        "jeszcze raz; policzyć ponownie; pomieszać; pomylenie; pomylić; pomyłka z mój; popełnić błąd; popełnić "
        "pomyłka; poprawiam; poprawię; poprawka; poprawka do; pospieszyć; posłuchać * jeszcze raz; posłuchać * "
        "kolejny raz; posłuchać drugi raz; posłuchać jeszcze raz; poważnie; pośpieszyć; prostować; prostuję; "
        "przejęzyczyć; przekreślać; przekreślić; przekreślony; przeliczam; przeliczyć ponownie; przeliczyć się; "
        "przeliczę; przepraszam; przepraszać; przesłyszeć; przy bliski; przy dokładny; przy ponowny; przywidzieć; "
        "rather no; recalculating; reconsider; reconsidering; recounting; redoing; retract; retracted; revise; "
        "revised; rewidować; rozmyślić; scrap that; scratch; second look; serio; seriously; seriously though; "
        "skorygować; skreślać; skreślić; skreślony; sorry; spojrzeć * jeszcze raz; spojrzeć drugi raz; spojrzeć "
        "jeszcze raz; sprawdzić * jeszcze raz; sprawdzić drugi raz; sprawdzić jeszcze raz; sprawdzić ponownie; "
        "sprostowanie; sprostować; stop; strike that; struck; tak naprawdę to; taki żart; taking that back; thinking "
        "about it more; thinking again; to był żart; to jednak; unieważniać; unieważnić; update; upon closer; upon "
        "reflection; upon review; ups; wait; whoops; wkraść się; wróć; wybaczyć; wycofać; wycofywać; wygłupić; "
        "wykreślać; wykreślić; wykreślony; wymazać; właściwie nie; właściwie to; zagalopować; zamieniać na; zamienić "
        "na; zapomnieć; zaraz; zaraz zaraz; zastąpić; zmieniać na; zmieniać odpowiedź; zmieniać zdanie; zmienić na; "
        "zmienić odpowiedź; zmienić zdanie; zrewidować; źle odczytać; źle policzyć; źle przeczytać; źle rozpoznać; "
        "źle spojrzeć; źle usłyszeć; źle zapamiętać; źle zinterpretować; źle zobaczyć; źle zrozumieć; żart na bok; "
        "żartować"
    ),
    # says that what stands before it still holds
    "confirm": (
        "bez zmiana; confirm; confirmed; confirms; dawać * samo; dać * samo; found no; nadal uważać; nothing "
        "changed; podtrzymywać; potwierdzać; potwierdzić; same result; stand by; słyszeć * samo; ten sam; the same; "
        "unchanged; widzieć * samo; wychodzić * samo; wyjść * samo; zgadzać się; zgodny"
    ),
    # says what ought to stand in its place
    "amend": (
        "correct; correct one; corrected version; docelowo; final version; make it; make that; miało być; mieć być; "
        "poprawiony wersja; poprawić wersja; poprawnie; powinien być; powinno być; prawidłowo; raczej; rather; "
        "revised version; right one; should be; should read; wersja ostateczny; wersja poprawiony; wersja poprawić; "
        "właściwy"
    ),
    # calls what follows it a draft
    "provisional": (
        "brudnopis; draft; first attempt; first try; initial; initially; originally; pierwotnie; pierwotny; pierwszy "
        "podejście; pierwszy próba; pierwszy wersja; początkowo; początkowy; preliminary; provisional; "
        "provisionally; roboczo; roboczy; rough; szkic; tentative; tentatively; tymczasowo; tymczasowy; wstępnie; "
        "wstępny"
    ),
    # picks one of two
    "pick": (
        "choose; chose; decydować się; go with; going with; lean toward; lean towards; opowiadać się; pick; picked; "
        "prefer; skłaniać się; stawiać na; woleć; wolę; wybierać; wybrać"
    ),
    # concedes what follows it in its sentence
    "although": (
        "aczkolwiek; although; chociaż; choć; contrary to; despite; even if; even though; in spite of; jakkolwiek; "
        "mimo iż; mimo że; nawet jeśli; pomimo iż; pomimo że; though; wbrew; wbrew temu"
    ),
    # compares with what follows it
    "compare": (
        "analogicznie do; jak to być w; just as; just like; kojarzyć się z; much like; na wzór; podobnie jak; "
        "podobny do; przypominać; reminds me of; reminds one of; reminiscent of; resemble; resembles; same way as; "
        "similar in; similar to; similarly to; tak jak; tak samo jak; taki jak"
    ),
    # sets what follows against what stands before
    "contrast": (
        "actually; ale; atoli; but; de facto; faktycznie; however; in fact; in reality; jednak; jednakowoż; "
        "jednakże; lecz; mimo to; naprawdę; natomiast; nevertheless; niemniej; niestety; nonetheless; przecież; "
        "pułapka; really; rozczarować; trap; tyle że; tylko że; tymczasem; w istocie; w istota; w rzeczywistość; "
        "whereas; wszakże; yet; zaskoczyć"
    ),
    # announces what the answer comes to
    "conclude": (
        "a więc; answer; choose; conclusion; czyli; decydować się; dlatego; final; finally; go with; going with; "
        "hence; i choose; i e; i lean; i’d go; i’ll go; konkludować; konkluzja; lean toward; lean towards; "
        "mianowicie; namely; obstawać; odp; odpowiedź; opowiadać się; ostatecznie; ostateczny; podsumowanie; "
        "podsumować; podsumowywać; pozostawać; przychylać się; razem; reasumować; result; rezultat; settle; side "
        "with; skłaniać się; so; stanąć na; stawiać na; stąd; summary; summing; tak więc; therefore; thus; tj; "
        "toteż; tzn; ultimately; w efekt; w konsekwencja; w rezultat; więc; wniosek; wobec tego; wpisać; wpisywać; "
        "wybierać; wybrać; wychodzić; wynik; wynikać; zatem; zdecydować się; zgadzać się z; zostawać"
    ),
    # at the beginning of a sentence, says that what follows is an error of others
    "pitfall": (
        "błąd być odpowiedź; błąd być podanie; błąd być podać; błąd być przyjąć; błąd być przyjęcie; błąd być "
        "uznanie; błąd być uznać; błąd być wpisanie; błąd być wpisać; błąd być wskazanie; błąd być wskazać; błąd być "
        "wybranie; błąd być wybrać; błąd być wybór; classic confusion; classic error; classic misconception; classic "
        "mistake; classic pitfall; classic trap; classic wrong answer; classic wrong guess; common confusion; common "
        "error; common misconception; common mistake; common pitfall; common trap; common wrong answer; common wrong "
        "guess; często * mylić; często błędny; często mylić; częsty błąd; częsty pomyłka; częsty pułapka; część * "
        "błędnie; easily confused; easy to confuse; frequent confusion; frequent error; frequent misconception; "
        "frequent mistake; frequent pitfall; frequent trap; frequent wrong answer; frequent wrong guess; klasyczny "
        "błąd; klasyczny pomyłka; klasyczny pułapka; many * incorrectly; many * mistakenly; many * wrongly; nagminny "
        "błąd; nagminny pomyłka; nagminny pułapka; niektóry * błędnie; niektóry * mylnie; often confused; osoba * "
        "błędnie; people * incorrectly; people * mistakenly; people * wrongly; pitfall; pitfalls; popular confusion; "
        "popular error; popular misconception; popular mistake; popular pitfall; popular trap; popular wrong answer; "
        "popular wrong guess; popularny błąd; popularny pomyłka; popularny pułapka; powszechny błąd; powszechny "
        "pomyłka; powszechny pułapka; pułapka; some * incorrectly; some * mistakenly; some * wrongly; typical "
        "confusion; typical error; typical misconception; typical mistake; typical pitfall; typical trap; typical "
        "wrong answer; typical wrong guess; typowy błąd; typowy pomyłka; typowy pułapka; usual confusion; usual "
        "error; usual misconception; usual mistake; usual pitfall; usual trap; usual wrong answer; usual wrong "
        "guess; wielu * błędnie; wielu * mylnie; łatwo * pomylić; łatwo o pomyłka; łatwo pomylić"
    ),
    # concedes what stands beside it, where a *but* follows
    "admit": (
        "admittedly; co prawda; coprawda; granted; it is true; it’s true; owszem; to be sure; wprawdzie; zapewne i"
    ),
    # says that what follows held once
    "formerly": (
        "dawniej; do * rok; do niedawna; do rok; formerly; initially; kiedyś; niegdyś; once; ongiś; originally; "
        "pierwotnie; początkowo; previously; przed * rok; until; used to"
    ),
    # says that what follows holds today
    "now": (
        "after the change; aktualnie; currently; dzisiaj; dziś; now; nowadays; obecnie; odtąd; po zmiana; po "
        "zmienić; since then; teraz; today"
    ),
    # says that what stands beside it has another order
    "other order": (
        "alfabetycznie; alphabetical order; another order; backwards; bottom to top; different order; highest to "
        "lowest; kolejność alfabetyczny; kolejność dowolny; kolejność losowy; kolejność niezachowany; kolejność "
        "odwrotny; kolejność przypadkowy; last to first; latest to earliest; na wspak; newest to oldest; no "
        "particular order; od dół do góra; od koniec; od młody do stary; od nowy do stary; od ostatni do pierwszy; "
        "od prawy do lewy; od tył; od wysoki do niski; opposite order; random order; reverse order; right to left; w "
        "dowolny kolejność; w inny kolejność; w kolejność alfabetyczny; w kolejność dowolny; w kolejność losowy; w "
        "kolejność odwrotny; w losowy kolejność; w odwrotny kolejność; w przypadkowy kolejność; wspak"
    ),
    # names what stands beside something, and is no item of its list
    "beside": (
        "along with; alongside; apart from; besides; between; między; next to; obok; oprócz; pomiędzy; razem z; "
        "together with; wraz z; wspólnie z"
    ),
}
