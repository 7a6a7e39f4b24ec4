"""Prints the table of reporters, crates/core/src/citations/reporters.tsv, from the facts of reporters-db and a few of our own.

Run it by the Python that tests/install-tools installs: target/python/bin/python THIS_FILE > crates/core/src/citations/reporters.tsv
"""

import re

from reporters_db import JOURNALS, LAWS, REPORTERS, STATE_ABBREVIATIONS

from codes import codes

# reporters-db's regular expressions of the forms of citations, each in the notation of crates/core/src/citations/form.rs.
FORMS = {
    "$full_cite": "v R,? p",
    "$full_cite_cch": "w R ¶Q|R ¶Q",
    "$full_cite_format_neutral": "y-R-p",
    "$full_cite_format_neutral_3_4": "y-R-p",
    "$full_cite_illinois_neutral": "y R i",
    "$full_cite_paragraph": "R ¶Q",
    "$full_cite_single_volume": "R,? p|v R,? p",
    "$full_cite_year_included": "v R (y,?) p",
    "$full_cite_year_page": "R y-p",
    "$reporter $volume_year-$page": "R y-p",
    "$reporter $page": "R p",
    "$reporter,? $page": "R,? p",
    "$reporter,? p. $page": "R,? 'p.' p",
    "$reporter \\($volume_year\\) $page": "R (y) p",
    "$reporter $paragraph_marker_optional$page_with_commas": "R ¶Q",
    "$reporter $paragraph_marker_optional$page_with_commas_and_suffix": "R ¶Q",
    "$volume $reporter $paragraph_marker_optional$page_with_commas": "v R ¶Q",
    "$volume $reporter $paragraph_marker_optional$page_with_commas(A)?": "v R ¶Q",
    "$volume $reporter $page": "v R p",
    "$volume $reporter $page_with_letter": "v R o",
    "$volume $reporter,? $page_with_letter": "v R,? o",
    "$volume_with_digit_suffix $reporter $page_with_letter": "w R o",
    "$volume $reporter $page_with_roman_numerals": "v R r",
    "$volume $reporter,? p. $page": "v R,? 'p.' p",
    "$volume $reporter (p|P)age $page": "v R 'page' p|v R 'Page' p",
    "$volume $reporter \\(\\d{4}\\,?\\) $page": "v R (y,?) p",
    "$volume_nominative ?$reporter $page": "NR p",
    "$volume_nominative ?$reporter, $page": "NR, p",
    "$volume_nominative ?$reporter, $page_with_letter": "NR, o",
    "$volume_nominative ?$reporter,? $page": "NR,? p",
    "$volume_with_alpha_suffix $reporter $page": "a R p",
    "$volume_year $reporter $page": "y R p",
    "$volume_year $reporter $page_with_commas_and_suffix": "y R Q",
    "$volume_year\\s-$reporter-\\s$page": "y -R- p",
    # Numbers of pages with a letter or a word.
    "$volume $reporter (?P<page>\\d+\\w)": "v R o",
    "$volume $reporter (?P<page>\\d{1,6}\\w)": "v R o",
    "$volume $reporter (?P<page>\\d{1,6}[ab])": "v R o",
    "$volume $reporter (?P<page>\\d+[ab])": "v R o",
    "$volume $reporter (?P<page>\\d+[AN]?)": "v R o",
    "$volume $reporter (?P<page>\\d+e)": "v R o",
    "$volume $reporter (?P<page>\\d{1,4}a?)": "v R o",
    "(?P<volume>\\d{1,3}) $reporter (?P<page>\\d+[D]?)": "V R o",
    "$volume_year $reporter (?P<page>\\d{1,4}(?: ?[PU])?)": "y R o",
    "$volume_year $reporter (?P<page>\\d{1,6}A?)": "y R o",
    "$volume_year $reporter (?P<page>\\d{1,6}(?:-[A-Z])?)": "y R i",
    "$volume_year $reporter (?P<page>\\d{4}[nNpP]) \\(6th Cir\\.?\\)": "y R o '(6th Cir.)'",
    "(?P<volume>(1[89]\\d{2}|20)?\\d{2}) ?$reporter ?(?P<page>\\d{1,6}M?)": "v R o",
    "(?P<volume>(1[89]\\d{2}|20)?\\d{2}) ?$reporter ?(?P<page>\\d{1,6})M?": "v R o",
    "$volume $reporter (?P<page>\\d+[\\[(]A[)\\]])": "v R c",
    "$volume $reporter (?P<page>\\d+[\\[(]U[)\\]])": "v R c",
    "$volume $reporter,? D?(?P<page>\\d+)": "v R,? p|v R 'D'p",
    "$volume $reporter,? S?(?P<page>\\d+)": "v R,? p|v R 'S'p",
    "(?P<volume>(19|20)\\d{2}) $reporter $page": "y R p",
    "(?P<volume>\\d{1,3}) $reporter $page": "V R p",
    "(?P<volume>\\d+|402A) $reporter,? $page": "a R,? p",
    "(?P<volume>\\d+|17A) $reporter,? $page": "a R,? p",
    "$reporter (?P<volume>1[789]\\d{2}[A-F]?),? ?(?P<page>\\d{1,4})": "R z,? p|R z,p",
    "$reporter (?P<volume>19\\d+[A-F]),\\s?(?P<page>\\d+)": "R z,? p|R z,p",
    # Statutes, regulations and session laws.
    "$law_year $reporter $page_with_commas": "y R P",
    "$reporter § $law_section": "R §s",
    "$volume $reporter $page_with_commas": "v R P",
    "$law_year\\-(?P<pamphlet>\\d+) $reporter $page_with_commas": "y-n R P",
    "(?P<issue>\\d+) $reporter $page_with_commas": "n R P",
    "$reporter tit\\. (?P<title>\\d+), § $law_section": "R 'tit.' m, §s|R 'tit.' m §s",
    "$reporter tit\\. (?P<title>\\d+) § $law_section": "R 'tit.' m, §s|R 'tit.' m §s",
    "(?P<title>\\d+) $reporter § $law_section": "n R §s",
    "$volume $reporter § $law_section": "n R §s",
    "(?P<chapter>\\d+) $reporter,? § $law_section": "n R,? §?s",
    "(?P<title>\\d+),?\\s+$reporter,?\\s+$section_marker\\s*$law_section": "n,? R,? §?s",
    "$reporter art (?P<article>\\d+)": "R 'art.' n|R 'art' n",
    "$reporter art (?P<article>\\d+), § $law_section": "R 'art.' n, §s|R 'art' n, §s",
    "$reporter (?P<rule>\\d+)": "R n",
    "$reporter (?P<reg>\\d+)": "R n",
    "$reporter (?P<law>\\d+)": "R n",
    "$reporter r\\. $law_section": "R 'r.' s",
    "$reporter r. $law_section": "R 'r.' s",
    "(?P<title>\\d+)\\-(?P<chapter>\\d+) $reporter § $law_section": "n-n R §s",
    "(?P<chapter>\\d+-\\d+-\\d+) $reporter § $law_section": "n-n-n R §s",
    "$reporter $page_with_commas": "R P",
    "(?P<title>\\d+) $reporter (?P<rule>\\d+)": "n R n",
    "$volume $reporter (?P<rule>\\d+)": "n R n",
    "$volume $reporter (?P<reg>\\d+)": "n R n",
    "$law_year $reporter (?P<law>\\d+)": "y R n",
    "$reporter ch\\. (?P<chapter>\\d+), § $law_section": "R 'ch.' m, §s",
    "(?P<chapter>\\d+) $reporter (?P<act>\\d+) / $law_section": "n R n / s|n R n/s",
    "$reporter $law_section": "R s",
    "(?P<title>\\d+) $reporter $law_section": "n R s",
    "$reporter $law_subject (?P<rule>\\d+)": "R u n",
    "$law_year\\-(?P<pamphlet>\\d+) $reporter": "y-n R",
    "$reporter No. (?P<docket_number>\\d+)": "R 'No.' n",
    "$reporter No. (?P<docket_number>\\d+-[A-Z])": "R 'No.' k",
    "$reporter No. (?P<docket_number>\\d+-[A-Z\\d]+)": "R 'No.' k",
    "$reporter No. (?P<docket_number>\\d{4}-CFPB-\\d+)": "R 'No.' k",
    "$reporter No. (?P<docket_number>(?:NAICS|BDP|VET|SIZ|SDBA)-\\d+)": "R 'No.' k",
    "$reporter No\\. (?P<number>\\d[\\d,]*)": "R 'No.' P",
    "$reporter No\\. (?P<number>\\d[\\d,]*)(?: (?P<kind_code>[A-Z]\\d?))?": "R 'No.' P",
    "$law_year $reporter No\\. (?P<number>\\d+), $page_with_commas": "y R 'No.' n, P",
    "$reporter, $law_subject § $law_section": "R, u §s",
    "$reporter $law_subject § $law_section": "R u §s",
    "(?P<reporter>Cal\\. $law_subject Code) § $law_section": "R u 'Code' §s",
    "(?P<reporter>Tex\\. $law_subject Code Ann\\.) § $law_section": "R u 'Code Ann.' §s",
    "(?P<reporter>N\\.Y\\. $law_subject Law) § $law_section": "R u 'Law' §s",
    "$reporter (?P<agency>[A-Z][A-Za-z]+) § $law_section": "R u §s",
}
PUBLIC_LAW = re.compile(r"^\$reporter \\s\*\(\?:No")
NOMINATIVE = re.compile(r"^\$volume \$reporter(?: |\\s\*)\\\(.*\(\?P<reporter_nominative>")

# The state code whose reporter is only the beginning of the name.
SUBJECT_CODES = {"Cal. Code": "Cal.", "Tex. Code Ann.": "Tex.", "N.Y. Law": "N.Y."}

# Forms that are rare or look like other text.
LEFT_OUT = [
    ("Conn. Acts", "$law_year $reporter $page_with_commas \\(\\[Reg\\. or Spec\\.\\] Sess\\.\\)"),
    ("Ga.", "(?P<volume>33) $reporter (?P<supp>Supp\\.) $page"),
    ("La.App. 1 Cir.", "$full_cite_louisiana"),
    ("La.App. 2 Cir.", "$full_cite_louisiana"),
    ("La.App. 3 Cir.", "$full_cite_louisiana"),
    ("La.App. 4 Cir.", "$full_cite_louisiana"),
    ("La.App. 5 Cir.", "$full_cite_louisiana"),
    ("La.App. 6 Cir.", "$full_cite_louisiana"),
    ("Oliver's Forms", "$reporter \\(Ed. \\d{4}\\,?\\) $page"),
    ("S.D. Sess. Laws", "$law_year $reporter ch\\\\. (?P<chapter>\\d+) § $law_section $page_with_commas"),
    ("Tex.", "(?P<volume>25) $reporter (?P<supp>Supp\\.) $page"),
    ("Ware", "$volume $reporter,? \\((Dav\\. )?\\d+,?\\),? $page"),
]

# A form by its reporter.
SPECIAL = {
    "S.W.2d": "v R p",
    "Unemployment Ins. Rep.": "v R ¶Q|R ¶Q",
    "V.I. Code Ann.": "R 'tit.' m, §s|R 'tit.' m §s",
}

# Spellings that reporters-db lacks, or has only in the regular expression of one reporter.
MORE_SPELLINGS = {
    "U.S.": ["United States Reports", "U.S. Reports", "U.S. Rep."],
    "Dall.": ["Dallas"],
    "Wheat.": ["Wheaton"],
    "Pet.": ["Peters"],
    "How.": ["Howard"],
    "Wall.": ["Wallace"],
    "S. Ct.": ["Sup. Ct.", "Supreme Court Reporter"],
    "L. Ed.": ["Lawyers Ed.", "Lawyers' Ed."],
    "L. Ed. 2d": ["Lawyers Ed. 2d", "Lawyers' Ed. 2d", "L.Ed.(2d)"],
    "F.": ["Federal Reporter", "Fed. Rep.", "Fed."],
    "F.2d": ["Fed. 2d", "F.(2d)", "F. (2d)", "Fed.(2d)", "Fed. (2d)"],
    "F.3d": ["Fed. 3d"],
    "F.4th": ["Fed. 4th"],
    "F. Supp.": ["Federal Supplement", "Fed. Supp."],
    "F. Supp. 2d": ["Fed. Supp. 2d"],
    "F. Supp. 3d": ["Fed. Supp. 3d"],
    "F. App'x": ["Fed. Appx.", "Fed. App'x"],
    "U.S.C.": ["USCA", "USCS", "u.s.c.", "usc"],
    "Pub. L.": ["P.L.", "P. L.", "Pub. Law", "PL", "Public Law"],
    "S.W.2d": ["SW 2d", "SW2d", "S.W. 2nd", "S.W.2nd", "S.W.(2d)", "S.W. (2d)", "S. W. (2d)", "Sw.2d"],
}

# Usual abbreviations that differ from those of reporters-db.
RENAMED = {"FR": "Fed. Reg."}

# Other abbreviations at the beginning of a reporter's name.
MORE_ABBREVIATIONS = {"A.": "Atl.", "Cal.": "Calif.", "Kan.": "Kans.", "Or.": "Ore.", "P.": "Pac.", "Wash.": "Wn.", "Wis.": "Wisc."}

# Reporters and laws of sessions, or their spellings and forms, that reporters-db lacks. codes.py has the codes of states.
OURS = [
    ("case", "A.S.R.", "", ""),
    ("case", "A.S.R.2d", "", ""),
    ("case", "A.S.R.3d", "", ""),
    ("case", "C.B.", "w R p", ""),
    ("case", "D.P.R.", "", "DPR|P.R. Dec."),
    ("case", "Eng. Rep.", "", ""),
    ("session", "Ala. Act", "R d|R 'No.' d", ""),
    ("session", "Ch.", "R d, 'Laws of Fla.'", ""),
    ("session", "Conn. Pub. Acts", "v R d", ""),
    ("session", "Ill. Pub. Act", "R d|R 'No.' d", ""),
    ("session", "Ind. P.L.", "R d", ""),
    ("session", "P.R. Act", "R 'No.' d|R d", ""),
    ("session", "U.S.C.C.A.N.", "v R P", "USCCAN|U.S.Code Cong. & Admin.News|U.S. Code Cong. & Ad. News"),
    ("session", "Va. Acts Spec. Sess. I", "v R 'ch.' n", ""),
    ("session", "Vt. Acts", "v R 'No.' n", ""),
    # The Internal Revenue Code is title 26 of the United States Code (26 U.S.C. § 1 note; Bluebook rule 12.9.1).
    ("statute", "26 U.S.C.", "R §s", "I.R.C.|IRC|Internal Revenue Code", "federal"),
    ("statute", "Tex.", "R u 'Code' §s", ""),
    ("statute", "U.S.C. app.", "n,? R,? §?s", "U.S.C. App.|U.S.C.A. app.|U.S.C.A. App.|U.S.C. Appendix"),
]

# The year of the first decisions of a reporter, and the last volume of one that has ended. Only facts that are certain:
# a wrong one calls a real citation impossible. reporters-db has the years of publication, which are no such limits:
# `5 U.S. 137 (1803)` is in a reporter that began in 1875.
LIMITS = {
    "A.": (1885, 200), "A.2d": (1938, 999), "A.3d": (2010, None), "A.D.2d": (1955, None), "A.D.3d": (2003, None),
    "B.R.": (1979, None), "B.T.A.": (1924, 47), "Cal.": (None, 220), "Cal. 2d": (1934, 71), "Cal. 3d": (1969, 54),
    "Cal. 4th": (1991, 63), "Cal. 5th": (2016, None), "Cal. App.": (None, 140), "Cal. App. 2d": (1934, 276),
    "Cal. App. 3d": (1969, 235), "Cal. App. 4th": (1991, 248), "Cal. App. 5th": (2016, None),
    "Cal. Rptr.": (1959, 286), "Cal. Rptr. 2d": (1991, 135), "Cal. Rptr. 3d": (2003, None), "Cl. Ct.": (1982, 26),
    "F.": (None, 300), "F. App'x": (2001, None), "F. Supp.": (1931, 999), "F. Supp. 2d": (1997, 999),
    "F. Supp. 3d": (2014, None), "F.2d": (1924, 999), "F.3d": (1993, 999), "F.4th": (2021, None),
    "Fed. Cl.": (1992, None), "L. Ed.": (None, 100), "L. Ed. 2d": (1956, None), "Misc. 2d": (1955, None),
    "Misc. 3d": (2003, None), "N.E.": (None, 200), "N.E.2d": (1936, 999), "N.E.3d": (2013, None), "N.W.": (None, 300),
    "N.W.2d": (1941, None), "N.Y.2d": (1956, 100), "N.Y.3d": (2003, None), "N.Y.S.": (None, 300),
    "N.Y.S.2d": (1937, 999), "N.Y.S.3d": (2013, None), "P.": (None, 300), "P.2d": (1931, 999), "P.3d": (2000, None),
    "S. Ct.": (1882, None), "S.E.": (None, 200), "S.E.2d": (1939, None), "S.W.": (None, 300), "S.W.2d": (1927, 999),
    "S.W.3d": (1999, None), "So.": (None, 200), "So. 2d": (1941, 999), "So. 3d": (2008, None),
}

# The laws of states are cited by their numbers more often than by pages.
OF_SESSION = "|v R 'ch.' n|v R 'No.' n|v R 'Act' n"

# The ids of jurisdictions that are not the postal codes in the data of reporters-db.
JURISDICTIONS = {
    "United States": "federal", "Alabama": "al", "Alaska": "ak", "American Samoa": "as", "Arizona": "az", "Arkansas": "ar",
    "California": "ca", "Colorado": "co", "Connecticut": "ct", "Delaware": "de", "District of Columbia": "dc",
    "Florida": "fl", "Georgia": "ga", "Guam": "gu", "Hawaii": "hi", "Idaho": "id", "Illinois": "il", "Indiana": "in",
    "Iowa": "ia", "Kansas": "ks", "Kentucky": "ky", "Louisiana": "la", "Maine": "me", "Maryland": "md",
    "Massachusetts": "ma", "Michigan": "mi", "Minnesota": "mn", "Mississippi": "ms", "Missouri": "mo", "Montana": "mt",
    "Nebraska": "ne", "Nevada": "nv", "New Hampshire": "nh", "New Jersey": "nj", "New Mexico": "nm", "New York": "ny",
    "North Carolina": "nc", "North Dakota": "nd", "Northern Mariana Islands": "mp", "Ohio": "oh", "Oklahoma": "ok",
    "Oregon": "or", "Pennsylvania": "pa", "Puerto Rico": "pr", "Rhode Island": "ri", "South Carolina": "sc",
    "South Dakota": "sd", "Tennessee": "tn", "Texas": "tx", "Utah": "ut", "Vermont": "vt", "Virgin Islands": "vi",
    "Virginia": "va", "Washington": "wa", "West Virginia": "wv", "Wisconsin": "wi", "Wyoming": "wy",
}

# The abbreviations at the beginnings of names that reporters-db lacks.
MORE_STATES = {"D.C.": "dc", "Guam": "gu", "P.R.": "pr", "V.I.": "vi"}

OURS_BELOW = "# Our own:"

HEAD = """\
# The reporters, codes, collections of laws and journals that U.S. law cites: one a line.
# Columns, separated by tabs:
#   kind        case, statute, session (a law of a session) or journal; number (of a decision in a database) or
#               regulation, which an index seldom has
#   name        the usual abbreviation
#   form        the forms of its citations, separated by |, in the notation of form.rs; empty for "v R,? p"
#   first year  of the reporter, as far as it is known
#   last year
#   spellings   others than the usual one, separated by |, with alternatives in braces; ~ stands before one
#               that counts only where the text names the state
#   of          the id of the jurisdiction, if it is only one
#   first       the year of the first decisions, where it is certain
#   last        the last volume, if the reporter has ended and the volume is certain
#   cited       the name by which the Bluebook's table T1 cites a code, if it is not the usual one
# The facts are those of reporters-db 3.2.67 of the Free Law Project (https://github.com/freelawproject/reporters-db),
# Copyright (c) 2014, Free Law Project, under the BSD 2-Clause License in LICENSE-reporters-db beside this file, with a few
# of our own. tests/integration/eyecite/reporters.py writes this file.
"""


def year(date):
    return str(date.year) if date else ""


def form(name, template):
    if PUBLIC_LAW.match(template):
        return "R 'No.'?d|R 'Number'?d|n R n"
    if NOMINATIVE.match(template):
        return "v R ?W p"
    if (name, template) in LEFT_OUT:
        return ""
    return FORMS.get(template) or SPECIAL[name]


def forms(name, templates):
    found = "|".join(form(name, template) for template in templates or ["$full_cite"])
    found = [one for one in dict.fromkeys(found.split("|")) if one]
    return "" if found == ["v R,? p"] else "|".join(found)


def state(name):
    """The id of the state or territory at the beginning of a name."""
    states = {**{short: JURISDICTIONS[state] for short, state in STATE_ABBREVIATIONS.items()}, **MORE_STATES}
    short = max((short for short in states if name.startswith(short)), key=len, default=None)
    return states.get(short, "")


def jurisdiction(kind, name, source):
    """The id of the only jurisdiction whose law a reporter or code has, or nothing."""
    if "jurisdiction" in source:
        return JURISDICTIONS.get(source["jurisdiction"], "")
    if kind != "case":
        return ""
    if source["cite_type"] in ("federal", "scotus_early"):
        return "federal"
    if source["cite_type"] != "state":
        return ""
    states = {found[1] for of in source["mlz_jurisdiction"] if (found := re.match(r"us:([a-z]{2})[;:]", of))}
    return state(name) if state(name) in states else states.pop() if len(states) == 1 else ""


def line(kind, name, source, data, variations, of):
    found = forms(name, source.get("regexes"))
    if kind == "session" and name != "Stat." and found in ("y R P", "v R P"):
        found += OF_SESSION
    series = re.fullmatch(r"([A-Z][a-z]*\.)((?: App\.| Rptr\.)? ?(?:\d\w+)?)", name)
    first = MORE_ABBREVIATIONS.get(series[1]) if series and kind == "case" else None
    other = [first + series[2]] if first else []
    spellings = dict.fromkeys([*variations, *MORE_SPELLINGS.get(name, []), *other])
    # A reporter of ours has its name, with and without full stops, for itself.
    names = {name, *(spelled for of_ours in OURS for spelled in [of_ours[1], of_ours[1].replace(".", "")])}
    spelled = [spelling for spelling in spellings if spelling not in names]
    columns = [kind, name, found, year(data["start"]), year(data["end"]), "|".join(spelled)]
    limits = [str(limit or "") for limit in LIMITS.get(name, ())] if kind == "case" else []
    columns += "\t".join([of, *limits]).rstrip("\t").split("\t") if of or limits else []
    # A reporter without a form that we read has no line.
    return "\t".join(columns) if found or "$full_cite" in (source.get("regexes") or ["$full_cite"]) else None


def cited(name):
    """The name by which the Bluebook's table T1 cites a code, as reporters-db has it, if it is not the usual one."""
    annotated = f"{name} Ann."
    is_usual = any(kind_of_law(name, source) == "statute" for source in LAWS.get(name, []))
    is_of_subject = re.fullmatch(r"Tex\. .+ Code", name) and "Tex. Code Ann." in LAWS
    return annotated if not is_usual and (annotated in LAWS or is_of_subject) else ""


def kind_of_law(name, source):
    is_session = source["cite_type"] == "leg_session" or name.endswith(("Pub. L.", "Pvt. L."))
    is_regulation = source["cite_type"].startswith(("admin", "municipal"))
    return "session" if is_session else "regulation" if is_regulation else "statute"


def lines():
    for sources in REPORTERS.values():
        for source in sources:
            for edition, data in source["editions"].items():
                variations = [spelling for spelling, of in source["variations"].items() if of == edition]
                kind = "number" if edition.split()[-1] in ("WL", "LEXIS") else "case"
                yield line(kind, edition, data, data, variations, jurisdiction(kind, edition, source))
    known = {spelled for name, _, spellings in codes() for spelled in [name, *spellings.split("|")]}
    for name, sources in LAWS.items():
        for source in sources:
            is_of_articles = "art" in str(source["regexes"])
            is_known = name in known or name.removesuffix(" Ann.") in known and not is_of_articles
            if is_known and kind_of_law(name, source) != "session":
                continue
            kind = kind_of_law(name, source)
            spellings = [*([name] if name in RENAMED else []), *source.get("variations", [])]
            yield line(kind, RENAMED.get(name, name), source, source, spellings, jurisdiction(kind, name, source))
    for name, sources in JOURNALS.items():
        for source in sources:
            yield line("journal", name, source, source, source.get("variations", []), "")
    yield OURS_BELOW
    for kind, name, form_of_ours, spellings, *of in OURS:
        yield "\t".join([kind, name, form_of_ours, "", "", spellings, *of])
    for name, form_of_ours, spellings in codes():
        columns = ["statute", name, form_of_ours, "", "", spellings, state(name), "", "", cited(name)]
        yield "\t".join(columns).rstrip("\t")


if __name__ == "__main__":
    print(HEAD + "\n".join(filter(None, lines())))
