"""Names that Polish questions often ask for, by kind: whoever cannot answer may list them all."""


def _names(written: str) -> tuple[str, ...]:
    return tuple(written.split(", "))


NAMES: dict[str, tuple[str, ...]] = {
    "voivodeships and their seats": _names(
        "dolnośląskie Wrocław, kujawsko-pomorskie Bydgoszcz i Toruń, lubelskie Lublin, lubuskie Gorzów Wielkopolski i"
        " Zielona Góra, łódzkie Łódź, małopolskie Kraków, mazowieckie Warszawa, opolskie Opole, podkarpackie Rzeszów,"
        " podlaskie Białystok, pomorskie Gdańsk, śląskie Katowice, świętokrzyskie Kielce, warmińsko-mazurskie Olsztyn,"
        " wielkopolskie Poznań, zachodniopomorskie Szczecin"
    ),
    "directions": _names(
        "północ, południe, wschód, zachód, północny wschód, południowy wschód, południowy zachód, północny zachód"
    ),
    "towns": _names(
        "Warszawa, Kraków, Wrocław, Łódź, Poznań, Gdańsk, Szczecin, Lublin, Bydgoszcz, Białystok, Katowice, Gdynia,"
        " Częstochowa, Rzeszów, Radom, Toruń, Sosnowiec, Kielce, Gliwice, Olsztyn, Zabrze, Bielsko-Biała, Bytom,"
        " Rybnik, Zielona Góra, Tychy, Opole, Gorzów Wielkopolski, Elbląg, Dąbrowa Górnicza, Płock, Wałbrzych,"
        " Włocławek, Tarnów, Chorzów, Koszalin, Kalisz, Legnica, Grudziądz, Słupsk, Siedlce, Przemyśl, Zamość, Sopot,"
        " Zakopane"
    ),
    "rivers": _names(
        "Wisła, Odra, Warta, Bug, Narew, San, Noteć, Pilica, Wieprz, Bóbr, Łyna, Nysa Łużycka, Wkra, Dunajec, Brda,"
        " Prosna, Drwęca, Wisłok, Wisłoka, Nysa Kłodzka, Poprad, Raba, Biebrza, Soła"
    ),
    "national parks": _names(
        "Babiogórski, Białowieski, Biebrzański, Bieszczadzki, Bory Tucholskie, Drawieński, Gorczański, Góry Stołowe,"
        " Kampinoski, Karkonoski, Magurski, Narwiański, Ojcowski, Pieniński, Poleski, Roztoczański, Słowiński,"
        " Świętokrzyski, Tatrzański, Ujście Warty, Wielkopolski, Wigierski, Woliński"
    ),
    "animals": _names(
        "żubr, ryś, łoś, wilk, niedźwiedź, bóbr, kozica, żuraw, bocian, orzeł bielik, jeleń, sarna, dzik, lis, borsuk,"
        " wydra, zając, jeż, świstak, nietoperz, salamandra, puchacz, sowa, kukułka, słowik, wróbel, skowronek, mewa"
    ),
    "months": _names(
        "styczeń, luty, marzec, kwiecień, maj, czerwiec, lipiec, sierpień, wrzesień, październik, listopad, grudzień"
    ),
    "days of the week": _names("poniedziałek, wtorek, środa, czwartek, piątek, sobota, niedziela"),
    "colours": _names(
        "biały, czarny, czerwony, zielony, niebieski, żółty, pomarańczowy, fioletowy, różowy, brązowy, szary, złoty"
    ),
    "number words": _names(
        "jeden, dwa, trzy, cztery, pięć, sześć, siedem, osiem, dziewięć, dziesięć, jedenaście, dwanaście, dwadzieścia,"
        " sto, tysiąc"
    ),
    "instruments": _names(
        "fortepian, skrzypce, altówka, wiolonczela, kontrabas, gitara, harfa, flet, obój, klarnet, fagot, saksofon,"
        " trąbka, róg, puzon, tuba, perkusja, werbel, organy, akordeon, lira korbowa, dudy, cymbały"
    ),
    "dances": _names("polonez, mazur, kujawiak, oberek, krakowiak, zbójnicki, trojak, polka, walc, tango"),
    "composers": _names(
        "Chopin, Moniuszko, Wieniawski, Paderewski, Szymanowski, Karłowicz, Lutosławski, Penderecki, Górecki, Kilar,"
        " Bacewicz, Bach, Mozart, Beethoven, Verdi, Czajkowski"
    ),
    "writers": _names(
        "Mickiewicz, Słowacki, Krasiński, Norwid, Kochanowski, Krasicki, Fredro, Sienkiewicz, Prus, Reymont, Żeromski,"
        " Orzeszkowa, Konopnicka, Wyspiański, Tuwim, Brzechwa, Leśmian, Gombrowicz, Lem, Miłosz, Szymborska, Herbert"
    ),
    "rulers": _names(
        "Mieszko I, Bolesław Chrobry, Kazimierz Wielki, Władysław Łokietek, Jadwiga, Władysław Jagiełło, Zygmunt Stary,"
        " Zygmunt August, Stefan Batory, Zygmunt III Waza, Jan III Sobieski, August II Mocny, Stanisław August"
    ),
    "coats of arms": _names("Leliwa, Poraj, Ślepowron, Jastrzębiec, Nałęcz, Topór, Rawicz, Lubicz, Dołęga, Jelita"),
    "dialects": _names("śląski, małopolski, wielkopolski, mazowiecki, podhalański, kaszubski, kresowy, kurpiowski"),
    "emergency numbers": _names(
        "112 numer alarmowy, 997 policja, 998 straż pożarna, 999 pogotowie ratunkowe, 986 straż miejska"
    ),
    "coins and banknotes": _names("500 zł, 200 zł, 100 zł, 50 zł, 20 zł, 10 zł, 5 zł, 2 zł, 1 zł, 50 gr, 20 gr, 10 gr"),
    "truth values": _names("tak, nie, prawda, fałsz, nie wiadomo"),
    "carols": _names(
        "Dzisiaj w Betlejem, Bóg się rodzi, Wśród nocnej ciszy, Lulajże Jezuniu, Przybieżeli do Betlejem, Cicha noc,"
        " Gdy się Chrystus rodzi, Anioł pasterzom mówił, Pójdźmy wszyscy do stajenki, W żłobie leży,"
        " Oj maluśki maluśki, Jezus malusieńki, Do szopy hej pasterze, Mędrcy świata monarchowie, Gore gwiazda,"
        " A wczora z wieczora, Tryumfy Króla Niebieskiego, Z narodzenia Pana, Bracia patrzcie jeno, Mizerna cicha"
    ),
    "children's songs": _names(
        "Wlazł kotek na płotek, Stary niedźwiedź mocno śpi, Panie Janie, Jedzie pociąg z daleka, Pieski małe dwa,"
        " Mam chusteczkę haftowaną, Kółko graniaste, Była sobie żabka mała, Mało nas do pieczenia chleba, Aaa kotki dwa"
    ),
}
