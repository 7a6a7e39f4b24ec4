"""Prints sentences with the citations that eyecite finds in them, one JSON object a line.

    oracle.py            5,000 sentences with every reporter, code and journal of reporters-db, in all its spellings
    oracle.py FOLDER     and 500 sentences of opinions: those of the files of the Caselaw Access Project below a folder
"""

import html
import json
import logging
import random
import re
import sys
from pathlib import Path

from eyecite import get_citations
from eyecite.models import ReferenceCitation, UnknownCitation
from reporters_db import JOURNALS, LAWS, REPORTERS

# eyecite warns of citations that overlap.
logging.disable(logging.CRITICAL)

N_GENERATED = 5000
N_REAL = 500

# The name of a person in an early volume, as in "5 U.S. (1 Cranch) 137".
PERSON = re.compile(r"\s*\((?:(?:\d{1,2}|3 & 4) )?[A-Z][^()]*\)(?= \d)")


def found(text):
    """The citations in a text, each with its span in characters, its class and its standard form."""
    for citation in get_citations(text):
        # A section sign without a code, and a name of a case with a page, are not citations in lexdex.
        if isinstance(citation, (UnknownCitation, ReferenceCitation)):
            continue
        standard = citation.corrected_citation()
        if citation.groups.get("reporter_nominative"):
            standard = PERSON.sub("", standard)
        start, end = citation.span()
        yield {"start": start, "end": end, "kind": type(citation).__name__, "standard": standard}


# Real sentences.


def opinions(value):
    """The texts of opinions in a file of cases, of any of the project's formats."""
    if isinstance(value, list):
        for item in value:
            yield from opinions(item)
    elif isinstance(value, dict) and "casebody" in value:
        body = value["casebody"]
        body = body.get("data", body) if isinstance(body, dict) else body
        if isinstance(body, str):
            yield body
        else:
            yield from (opinion.get("text", "") for opinion in body.get("opinions", []))


def files(folder):
    for path in sorted(Path(folder).rglob("*.json*")):
        text = path.read_text(encoding="utf-8")
        yield [json.loads(line) for line in text.splitlines()] if path.suffix == ".jsonl" else json.loads(text)


# A sentence ends after a long word in lower case, or a number or parenthesis, and before a capital: most full stops of
# opinions are those of abbreviations.
END = re.compile(
    r'(?<=[a-z]{4}[.?!])\s+(?=["“(]?[A-Z])|(?<=[a-z]{4}[.?!]["”])\s+(?=["“(]?[A-Z])|(?<=[0-9)]\.)\s+(?=[A-Z][a-z])'
)

# A sentence with a citation has one of these signs; some sentences with a sign have none.
SIGN = re.compile(r"\d+ [A-Z][A-Za-z. ]{0,20}\d* \d+|§|\b[Ii]d\.|supra")


def real(folder):
    """Four sentences in five have the sign of a citation."""
    sentences = {}
    for cases in files(folder):
        for opinion in opinions(cases):
            # Bodies in XML.
            plain = html.unescape(re.sub(r"<[^>]*>", " ", opinion))
            for paragraph in plain.splitlines():
                parts = END.split(" ".join(paragraph.split()))
                sentences.update((part, None) for part in parts if 20 <= len(part) <= 1500)
    choice = random.Random(22)
    with_sign = [sentence for sentence in sentences if SIGN.search(sentence)]
    without = [sentence for sentence in sentences if not SIGN.search(sentence)]
    return choice.sample(with_sign, N_REAL * 4 // 5) + choice.sample(without, N_REAL // 5)


# Generated sentences.

PARTIES = [
    "Smith", "Jones", "Roe", "Adarand Constructors, Inc.", "United States", "People", "State", "Johnson & Johnson",
    "44 Liquormart, Inc.", "City of Boerne", "Doe", "Commonwealth", "Nat'l Fed'n of Indep. Bus.", "McDonald", "O'Brien",
    "Massachusetts", "Board of Education", "Harper & Row, Publishers, Inc.", "Ex parte Young", "J.D.B.", "Peña",
]
BEFORE = [
    "", "See ", "See also ", "But see ", "Cf. ", "In ", "The court relied on ", "As we said in ", "Compare ", "quoting ",
    "This was affirmed in ", "aff'd, ", "The rule is old. ", "It was argued (citing ", "Accord ",
]
AFTER = [".", "; and so on.", ", which is not in doubt.", " (holding that it was so).", ").", " and nothing else.", ""]
COURTS = ["", "9th Cir. ", "2d Cir. ", "S.D.N.Y. ", "Cal. Ct. App. ", "D. Mass. Jan. 5, "]
NOISE = [
    "On May 5, 2011, the 12 members met.", "The sum was $1,341.50 in all.", "Section 5 of the Act is plain.",
    "He was 45 years old and had 3 children.", "Of the 50 States, 12 have no such law.", "No. 12-345 is reversed.",
    "The claim fails under Rule 12(b)(6).", "Mr. A. B. Smith testified at 10 a.m. on that day.", "It is so ordered.",
]


class Generator:
    """Sentences with citations. The same ones in every run."""

    def __init__(self):
        self.random = random.Random(1)
        self.cases = [
            spelled
            for sources in REPORTERS.values()
            for source in sources
            for edition, data in source["editions"].items()
            if "$full_cite" in (data.get("regexes") or ["$full_cite"])
            for spelled in [edition, *(variation for variation, of in source["variations"].items() if of == edition)]
        ]
        self.journals = [
            spelled
            for name, sources in JOURNALS.items()
            for source in sources
            for spelled in [name, *source.get("variations", [])]
        ]
        # The other citations have the forms of reporters-db's examples.
        of_editions = (
            data.get("examples", [])
            for sources in REPORTERS.values()
            for source in sources
            for data in [*source["editions"].values(), source]
            if isinstance(data, dict)
        )
        of_laws = (source.get("examples", []) for sources in LAWS.values() for source in sources)
        self.examples = [example for examples in [*of_editions, *of_laws] for example in examples]

    def number(self, most):
        return str(self.random.randint(1, most))

    def name(self):
        first, second = self.random.sample(PARTIES, 2)
        return self.random.choice([f"{first} v. {second}", f"{first} v. {second}", f"In re {first}", second])

    def pin_cite(self):
        page = self.number(999)
        return self.random.choice(["", "", f", {page}", f", {page}-{int(page) + 3}", f" at {page}", f", {page} n.4"])

    def year(self):
        court = self.random.choice(COURTS)
        return self.random.choice(["", f" ({court}{self.random.randint(1800, 2025)})"])

    def case(self, reporter):
        return f"{self.number(600)} {reporter} {self.number(1500)}"

    def sentence(self, cite):
        """A sentence about a citation, often with others after it."""
        before, after = self.random.choice(BEFORE), self.random.choice(AFTER)
        name = self.random.choice([self.name() + ", ", self.name() + ", ", ""])
        return f"{before}{name}{cite}{self.pin_cite()}{self.parallel()}{self.year()}{after}{self.reference()}"

    def parallel(self):
        others = ["", "", "", ", 93 S. Ct. 705", ", 12 L. Ed. 2d 30", ", 93 S. Ct. 705, 35 L. Ed. 2d 147"]
        return self.random.choice(others)

    def reference(self):
        page = self.number(999)
        short = f"{self.number(600)} {self.random.choice(self.cases)}"
        return self.random.choice([
            "", "", "", "", f" Id. at {page}.", " Id.", f" See id., at {page}-{int(page) + 2}.", " Ibid.",
            f" Smith, {short}, at {page}.", f" {short} at {page} (so held).", f" Smith, supra, at {page}.",
            " See Jones, supra.", " " + self.random.choice(NOISE),
        ])

    def sentences(self):
        """Each spelling of a reporter once and each example once. The other sentences have statutes or no citation."""
        made = [self.sentence(self.case(spelled)) for spelled in self.cases + self.journals]
        made += [self.sentence(example) for example in self.examples]
        made = self.random.sample(made, min(len(made), N_GENERATED * 9 // 10))
        while len(made) < N_GENERATED:
            made.append(self.random.choice([self.statute, self.noise])())
        return made

    def statute(self):
        title, section = self.number(54), self.number(2000)
        section += self.random.choice([""] * 9 + ["a", "e-5"])
        code = self.random.choice(["U.S.C.", "U. S. C.", "USC", "U.S.C.A.", "C.F.R."])
        sections = f"{self.random.choice(['§', '§', '§§'])} {section}"
        subsections = self.random.choice(["", "", "(a)", "(b)(2)", "(a) and (d)", " et seq.", " and 1983"])
        state = self.random.choice(["Cal. Penal Code", "N.Y. Penal Law", "Ala. Code", "D.C. Code", "Wis. Stat."])
        cite = self.random.choice([f"{title} {code} {sections}", f"{state} {sections}", f"Pub. L. No. 117-{title}"])
        return f"{self.random.choice(BEFORE)}{cite}{subsections}{self.random.choice(AFTER)}{self.reference()}"

    def noise(self):
        return " ".join(self.random.sample(NOISE, 2)) + self.reference()


def main():
    parts = {"generated": Generator().sentences()}
    if len(sys.argv) > 1:
        parts["real"] = real(sys.argv[1])
    for part, sentences in parts.items():
        for text in sentences:
            print(json.dumps({"part": part, "text": text, "citations": list(found(text))}))


main()
