"""What the strategies are made of: for each question of the sample a right text and three wrong ones of its shape."""

TEXTS: dict[str, tuple[str, list[str]]] = {
    "hc_001": (
        "Leliwa, Juliusz Słowacki",
        [
            "Poraj, Cyprian Norwid",
            "Jastrzębiec, Aleksander Fredro",
            "Nałęcz, Jan Kochanowski",
        ],
    ),
    "hc_002": (
        "Kotwica, Polska Walcząca, Anna Smoleńska",
        [
            "Kotwica, Powstanie Warszawskie, Anna Jachnina",
            "Krzyż, Pomścimy Wawer, Krystyna Krahelska",
            "Orzeł, Polski Wojownik, Zofia Kossak",
        ],
    ),
    "hc_003": (
        "2, 4, 1, 3",
        [
            "4, 2, 1, 3",
            "1, 2, 3, 4",
            "3, 1, 4, 2",
        ],
    ),
    "hc_004": (
        "Dzisiaj w Betlejem",
        [
            "Bóg się rodzi",
            "Wśród nocnej ciszy",
            "Lulajże, Jezuniu",
        ],
    ),
    "hc_005": (
        "Kopernik, De revolutionibus orbium coelestium, Norymberga",
        [
            "Ptolemeusz, Almagest, Wenecja",
            "Kepler, Astronomia nova, Praga",
            "Galileusz, Sidereus nuncius, Padwa",
        ],
    ),
    "cl_001": (
        "Zamość, lubelskie",
        [
            "Chełm, podkarpackie",
            "Zawiercie, śląskie",
            "Zgierz, łódzkie",
        ],
    ),
    "cl_002": (
        "B-36, B-35",
        [
            "B-35, B-36",
            "B-1, B-2",
            "B-20, B-21",
        ],
    ),
    "cl_003": (
        "Zimna wojna, Ogniem i mieczem, Psy",
        [
            "Potop, Kiler, Rejs",
            "Ida, Katyń, Wesele",
            "Seksmisja, Bogowie, Koty",
        ],
    ),
    "cl_004": (
        "5, 2",
        [
            "2, 5",
            "1, 2",
            "5, 1",
        ],
    ),
    "cl_005": (
        "Świętokrzyska",
        [
            "Centrum",
            "Politechnika",
            "Ratusz Arsenał",
        ],
    ),
    "cl_006": (
        "Ź",
        [
            "Ż",
            "X",
            "Ś",
        ],
    ),
    "cl_007": (
        "rakieta, krata, karta",
        [
            "kot, pies, lis",
            "trakt, kra, rak",
            "tara, kat, rata",
        ],
    ),
    "ge_001": (
        "podkarpackie, Rzeszów",
        [
            "lubelskie, Lublin",
            "małopolskie, Kraków",
            "śląskie, Katowice",
        ],
    ),
    "ge_002": (
        "Warta, Bug, Odra, Wisła",
        [
            "Noteć, San, Nysa, Narew",
            "Bug, Warta, Wisła, Odra",
            "Pilica, Narew, Bóbr, San",
        ],
    ),
    "ge_003": (
        "Lublin, Szczecin, Białystok, Łódź",
        [
            "Rzeszów, Gdańsk, Olsztyn, Kielce",
            "Kraków, Poznań, Toruń, Opole",
            "Łódź, Białystok, Szczecin, Lublin",
        ],
    ),
    "ge_004": (
        "Białowieski Park Narodowy, żubr",
        [
            "Wigierski Park Narodowy, bóbr",
            "Biebrzański Park Narodowy, łoś",
            "Poleski Park Narodowy, żuraw",
        ],
    ),
    "sq_001": (
        "3,80 zł",
        [
            "4,80 zł",
            "16,20 zł",
            "7,00 zł",
        ],
    ),
    "sq_002": (
        "trzy osoby, Roztocze",
        [
            "dwie osoby, Bieszczady",
            "cztery osoby, Mazury",
            "pięć osób, Podhale",
        ],
    ),
    "sq_003": (
        "Jan III Sobieski, Wiedeń, Innocenty XI",
        [
            "Stefan Batory, Połock, Grzegorz XIII",
            "Władysław Jagiełło, Grunwald, Jan XXIII",
            "Zygmunt III Waza, Kłuszyn, Paweł V",
        ],
    ),
    "sq_004": (
        "„Rota”, Maria Konopnicka",
        [
            "„Bogurodzica”, Jan Kochanowski",
            "„Mazurek”, Józef Wybicki",
            "„Warszawianka”, Karol Sienkiewicz",
        ],
    ),
    "sq_005": (
        "poszedłem, wziąłem, włączałem",
        [
            "szedłem, brałem, wyłączałem",
            "pobiegłem, zabrałem, gasiłem",
            "wyszedłem, wzięłam, włączyłem",
        ],
    ),
    "sq_006": (
        "gwara śląska, kopalnia",
        [
            "gwara podhalańska, tartak",
            "gwara kaszubska, stocznia",
            "gwara wielkopolska, huta",
        ],
    ),
    "sq_007": (
        "19:15, Warszawa",
        [
            "19:45, Kraków",
            "7:15, Łódź",
            "18:30, Gdańsk",
        ],
    ),
    "sm_001": (
        "Wlazł kotek na płotek",
        [
            "Panie Janie",
            "Stary niedźwiedź mocno śpi",
            "Jedzie pociąg z daleka",
        ],
    ),
    "sm_002": (
        "polonez, krakowiak",
        [
            "mazur, oberek",
            "kujawiak, polka",
            "walc, tango",
        ],
    ),
    "sm_003": (
        "Chopin, Marsz żałobny",
        [
            "Mendelssohn, Marsz weselny",
            "Beethoven, Dla Elizy",
            "Mozart, Marsz turecki",
        ],
    ),
    "sm_004": (
        "Gdynia",
        [
            "Gdańsk",
            "Sopot",
            "Gniezno",
        ],
    ),
    "sm_005": (
        "998, straż pożarna",
        [
            "997, policja",
            "999, pogotowie",
            "986, straż miejska",
        ],
    ),
    "sm_006": (
        "skrzypce, Wieniawski",
        [
            "fortepian, Chopin",
            "wiolonczela, Lutosławski",
            "flet, Penderecki",
        ],
    ),
    "sm_007": (
        "kukułka, pieniądze",
        [
            "sowa, czosnek",
            "dudek, kasztan",
            "słowik, chleb",
        ],
    ),
    "dq_001": (
        "50 mm, sierpień",
        [
            "40 mm, lipiec",
            "65 mm, czerwiec",
            "81 mm, maj",
        ],
    ),
    "dq_002": (
        "3419, 14:52",
        [
            "33107, 13:36",
            "33109, 14:41",
            "3421, 15:20",
        ],
    ),
    "dq_003": (
        "fałsz, prawda, fałsz",
        [
            "prawda, prawda, fałsz",
            "prawda, fałsz, prawda",
            "fałsz, fałsz, prawda",
        ],
    ),
    "dq_004": (
        "4,88; tak",
        [
            "4,87; nie",
            "4,90; nie",
            "4,75; nie",
        ],
    ),
    "dq_005": (
        "pozycja 4, 129,50 zł, 216,00 zł",
        [
            "pozycja 2, 119,50 zł, 208,00 zł",
            "pozycja 3, 92,50 zł, 209,00 zł",
            "pozycja 1, 18,50 zł, 200,00 zł",
        ],
    ),
}
