"""Texts to draw from: pieces that some text form treats in a way of its own, and words that rules ask for."""

from hypothesis import strategies as st

PIECES = (
    *"ąćęłńóśźżĄĆĘŁŃÓŚŹŻ", "a\u0328", "c\u0301", "O\u0301", "e\u0328", "\u0301", "\u0327", "\u0323", "ų\u0301",
    "\u00ad", "\u200b", "\u200d", "\u2060", "\ufeff", "\u202a", "\u00a0", "\u202f", "\u2009", "\u3000", "\t", "\n", " ",
    "🙂", "👩‍👩‍👧", "🇵🇱", "1", "12", "007", "1 234", "1\u00a0234", "1,5", "1.50", "12:30", "14.52", "²", "₂", "½", "①",
    "Ⅷ", "ﬁ", "Ａ", "５", "\u2010", "\u2011", "-", "–", "/", ".", ",", ":", ";", "+48", "%", "’", "'", "`", "’ego",
    "*", "**", "***", "_", "__", "~~", "# ", "`", "```\n", "[x]", "](a)", "|",
    "$", "\\text{", "\\mathrm{", "\\textbf{", "}", "{", "{,}", "\\,", "^2", "^{12}", "_2", "_{2}", "\\(", "\\)", "\\",
    "<b>", "</b>", "<sup>", "</sup>", "<sub>", "</sub>", "<br>", "<p>", "</td>", "<", ">", "<!--", "-->", "<think>",
    "<x1>", "</x1>", "<x1/>", '<a b="', "<a b='", "=", '"', "<script>", "</script>", "<template>", "</template>", "<i>",
    "~~~\n", "~", "\\frac", "\\frac{", "\\frac12", "}{", "\\;", "\\ ", "\\!", "\\quad", "\\circ", "^{\\circ}", "$$",
    "\\[", "º", "°", "⁰", "^o", " C", "№", "km", "m²", "₃", "\r\n", "01.05.24", "1/2",
    "&", "&nbsp;", "&oacute;", "&#243;", "&#x142;", "&shy;", "&amp;", "&lt;b&gt;", "&#0;", "&#xd800;", "&#769;", ";",
    "\ud800", "\udfff", "\x00", "\x1b", "\u2028", "\x85",
    "kot", "Koty", "Kraków", "niewykonany", "prawa", "Rysy", "CO2", "m2", "zł", "Google’a", "netfliksie", "XVIII", "w",
    "각", "\u1100\u1161\u11a8", "शि", "中", "İ", "ß", "ſ", "Σ", "ς", "ŉ", "ᵃ", "™", "㎏", "ﷺ",
)  # fmt: skip
WORDS = ("kot", "kota", "psy", "pies", "Kraków", "w Krakowie", "Rysy", "prawa", "niewykonany", "1,5", "12:30", "CO2")

mangled = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=24).map("".join),
    st.text(max_size=24),
    st.text(st.sampled_from("aąz\u0328\u0301\u00ad*_<>&;#19, .:²’"), max_size=40),
)
spelled = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)
