"""Prints the abbreviations in names of cases, crates/core/src/citations/abbreviations.tsv, of reporters-db and our own.

Run it by the Python that tests/install-tools installs, and write its output to that file.
"""

import re

from reporters_db import CASE_NAME_ABBREVIATIONS, STATE_ABBREVIATIONS

HEAD = """\
# The abbreviations in names of cases: one a line, with the words that it stands for, the usual one first.
# A tilde stands before an abbreviation that is also a word, or that is too short to mean only these words. It counts
# only in names of two parties.
# The facts are those of the Bluebook's tables T6 and T10, from reporters-db 3.2.67 of the Free Law Project
# (https://github.com/freelawproject/reporters-db), Copyright (c) 2014, Free Law Project, under the BSD 2-Clause License
# in LICENSE-reporters-db beside this file, with a few of our own.
# tests/integration/eyecite/abbreviations.py writes this file.
"""

OURS = {
    "Am.": ["American"],
    "Att'y": ["Attorney"],
    "Co.": ["County"],
    "Ct.": ["Court"],
    "Ed.": ["Education"],
    "Ft.": ["Fort"],
    "Mt.": ["Mount"],
    "St.": ["Saint", "State"],
}

# Abbreviations of three letters or more that are also words, or parts of other names.
WORDS = """\
    adver advert all alt auth auto ave broad bus cas cent chem coal coll comm comp coop corp corr def det dev dig dir
    disc dist elec emp enter equal exec exp expl fed fid fin found gen gend glob guar imp inc info ins inst inv lab ltd
    mach mar mech med merch metro mut nat org pac par pers pharm pres prob prod prop prot pub ref res rest ret sav sch
    sci sec soc sol sur sys tech tel temp vill""".split()

# Abbreviations of two letters that are no words.
NO_WORDS = ["bd", "rd", "ry"]


def letters_of(abbreviation):
    return re.sub(r"\W", "", abbreviation).lower()


def lines():
    known = {}
    for table in [CASE_NAME_ABBREVIATIONS, OURS]:
        for abbreviation, words in table.items():
            known.setdefault(abbreviation, []).extend(words)
    for abbreviation, state in STATE_ABBREVIATIONS.items():
        known.setdefault(abbreviation, []).append(state)
    states = [letters_of(state) for state in STATE_ABBREVIATIONS]
    for abbreviation, words in sorted(known.items()):
        letters = letters_of(abbreviation)
        # The parts of `W. Va.` have lines of their own. Some states are not abbreviated.
        if not letters or " " in abbreviation or words == [abbreviation]:
            continue
        is_word = len(letters) < 3 and letters not in NO_WORDS or letters in WORDS or letters in states
        spelled_out = "|".join(dict.fromkeys(word.lower() for word in words))
        yield ("~" if is_word else "") + letters + "\t" + spelled_out


if __name__ == "__main__":
    print(HEAD + "\n".join(lines()))
