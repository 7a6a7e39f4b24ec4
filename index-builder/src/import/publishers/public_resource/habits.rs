/*!
The habits of each code's publisher: how a history cites acts, and which headings and notes are particular to a code.

Each row names the page that shows the habit. The pages of Georgia, North Carolina, Rhode Island, Tennessee, Virginia,
Alaska and North Dakota are those of the releases named in the README of this package's test data.
*/

use Habit::{
    AfterParagraph, AmendmentAfterComma, Articles, CodesFirst, HeadingGoesOn, NoteAsSentence, Part, Restart, TwinActs,
    Unlabelled,
};
use Separator::{Semicolons, Sessions};

/// How a code's publisher writes the histories and headings of sections.
#[derive(Debug)]
pub(super) struct Habits {
    pub(super) separator: Separator,
    /// Words that mark the citation of an act, in lower case.
    pub(super) acts: &'static [&'static str],
    /// The first words of parts that cite an older compilation.
    pub(super) compilations: &'static [&'static str],
    /// Words of an act that changed the text, in lower case and without signs at their ends.
    pub(super) changes: &'static [&'static str],
    /// The first words of an act that left the text as it was, in lower case.
    pub(super) restatements: &'static [&'static str],
    pub(super) others: &'static [Habit],
}

/// The sign between the acts of a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    /// “Laws 1982, ch. 75, § 3; 1983, ch. 171, § 1.”
    Semicolons,
    /// The laws of a session, with semicolons between its acts: “L. 96: (1) amended, p. 5. L. 2021: (2) added, p. 7.”
    Sessions,
}

/// A habit that only some codes have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Habit {
    /// A history can be without a label: “(1964, c. 219.)”, “Acts 1943, ch. 15, § 1; …”.
    Unlabelled,
    /// The label of the history can be the last line of the paragraph before it.
    AfterParagraph,
    /// An amendment can follow its act without a semicolon: “Added 1967, No. 297, § 3, amended 2003, No. 42, § 2”.
    AmendmentAfterComma,
    /// A bill that both chambers pass becomes two acts, which enact the same section.
    TwinActs,
    /// A history begins with codes, and its acts follow. A code that is older than the first act had the section before
    /// that act. This does not hold for the code of this year, to which sections were added later.
    CodesFirst(u16),
    /// A part with this first word enacts the section. The parts before it are of a former section.
    Restart(&'static str),
    /// An `h3` with this first word is the heading of several sections.
    Part(&'static str),
    /// An `h3` of an article (“ARTICLE II. DEFINITIONS”) belongs to the compact that a section enacts.
    Articles,
    /// A heading can be cut off at a dash. Its first paragraph has the rest, with the note.
    HeadingGoesOn,
    /// A note is a sentence before the heading that begins with this word.
    NoteAsSentence(&'static str),
}

impl Habits {
    pub(super) fn has(&self, habit: Habit) -> bool {
        self.others.contains(&habit)
    }

    /// Whether a heading that begins with this word can begin with a note.
    pub(super) fn has_note_as_sentence(&self, word: &str) -> bool {
        self.others.iter().any(|habit| matches!(habit, NoteAsSentence(known) if *known == word))
    }
}

/// The habits of most codes.
#[rustfmt::skip]
const USUAL: Habits = Habits {
    separator: Semicolons,
    acts: &["ch", "ch.", "chs.", "c.", "cc.", "no.", "nos.", "p.l.", "sla", "s.", "ss.", "p.", "pp.", "l."],
    compilations: &[
        "A.S.A.", "A.S.A", "C.", "C.C.P.", "C.L.", "C.R.S.", "C.S.", "CRS", "CSA:", "Civil", "Code", "Codes", "G.L.",
        "G.S.", "Hemingway’s", "I.C.", "KRS", "Orig.", "P.S.", "R.C.", "R.L.", "R.S.", "Rev.", "Shan.", "T.C.A.", "V.S.",
        "W.S.", "mod.",
    ],
    changes: &["am", "amd", "amend", "amended"],
    restatements: &["reenacted", "reen"],
    others: &[Unlabelled],
};

/// The habits of each code. A code without a row has the usual ones.
const HABITS: &[(&str, Habits)] = &[
    // gov.ar.code.title.01.html, 1-1-101: “Acts 1905, No. 41, § 1, p. 124; C. & M. Dig., § 9180; Pope's Dig., § 11865;
    // A.S.A. 1947, § 5-101.” gov.ar.code.title.02.html, 2-33-306: “reen. Acts 1987, No. 1025, § 1”.
    // gov.ar.code.title.03.html, 3-5-207: “Init. Meas.”; 3-5-1103: “Acts 1991, No. 8, § 9; 1991, No. 866, § 9.”, whose
    // emergency clause both acts have. gov.ar.code.title.01.html: “Subchapter 2 — Construction”.
    (
        "ar",
        Habits {
            acts: &["no.", "nos.", "p.", "pp.", "acts", "meas."],
            compilations: &["A.S.A.", "A.S.A", "C.", "Civil", "Code", "Crim.", "Pope's", "Pope’s", "Rev."],
            others: &[Part("Subchapter"), TwinActs],
            ..USUAL
        },
    ),
    // gov.co.crs.title.28.html, 28-1-101: “L. 1891: p. 89, § 1. R.S. 08: § 125. L. 13: p. 517, § 1. C.L. § 43. CSA: C.
    // 8, § 9.” gov.co.crs.title.31.html, 31-30.5-803: “L. 96: Entire article added with relocations, p. 892, § 1,
    // effective May 23. L. 97: Entire section amended, p. 10, § 2, effective March 13.”
    ("co", Habits { separator: Sessions, others: &[], ..USUAL }),
    // idaho.title.59.html, 59-503: “1890-1891, p. 204, § 1; reen. 1899, p. 142, § 1; reen. R.C. & C.L., § 276; C.S., §
    // 407; am. 1921, ch. 23, § 2, p. 31”. idaho.title.25.html, 25-4008: “I.C.,§ 25-4008, as added by 2011, ch. 227”.
    // idaho.title.20.html, 20-210: “History.” ends a paragraph. idaho.title.16.html, 16-1901: “ARTICLE II”.
    // idaho.title.01.html, 1-401: “Duties in general” and “Office. [Repealed.]”.
    (
        "id",
        Habits {
            acts: &["ch", "ch.", "chs.", "p.", "pp.", "meas."],
            compilations: &["C.C.P.", "C.L.", "C.S.", "Code", "I.C.", "I.C.A.", "R.C.", "R.L.", "R.S.", "T.S."],
            restatements: &["reen", "reenacted", "compiled"],
            others: &[AfterParagraph, AmendmentAfterComma, Articles, HeadingGoesOn],
            ..USUAL
        },
    ),
    // gov.ky.krs.title.01.html, 2.010: “333: amend. Acts 1978, ch. 384, § 121, effective June 17, 1978.” The number
    // before the colon is that of the Kentucky Statutes, which Kentucky Revised Statutes replaced in 1942.
    // gov.ky.krs.title.36.html, 418.040: “C. C. 639a-1: amend. Acts 1922, ch. 83, § 1; trans. Acts 1952, ch. 84, § 1.”
    ("ky", Habits { compilations: &["KRS"], others: &[], ..USUAL }),
    // gov.ms.code.title.63.html, 63-3-711: “Codes, 1942, § 8194; Laws, 1938, ch. 200.” gov.ms.code.title.13.html,
    // 13-5-27: “1857, ch. 64, art. 349”. gov.ms.code.title.07.html, 7-1-355: “reenacted without change, Laws, 2010”.
    // gov.ms.code.title.03.html, 3-5-1: “brought forward without change”. gov.ms.code.title.23.html, 23-15-21: “Derived
    // from 1972 Code §23-5-41 [Codes, 1930, § 6189; …]; en, Laws, 1986, ch. 495, § 7”.
    (
        "ms",
        Habits {
            acts: &["ch", "ch.", "chs", "chs.", "laws", "p.", "pp."],
            compilations: &["Codes", "Code", "Hemingway’s", "Hutchinson’s", "1848", "1857", "Derived", "Former"],
            restatements: &["reenacted", "brought"],
            others: &[CodesFirst(1942), Restart("en")],
            ..USUAL
        },
    ),
    // README of the test data: “(1905, c. 1; Rev., s. 33; C.S., s. 33.)” is one act.
    ("nc", USUAL),
    // README of the test data: the same section of two acts of one year is one bill, which both chambers passed.
    ("ri", Habits { others: &[Unlabelled, TwinActs], ..USUAL }),
    // README of the test data: “1981, c. 468; 2015, cc. 356, 528.” has two parts with acts.
    ("va", USUAL),
    // gov.vt.vsa.title.06.html, 557: “Amended 2003, No. 42, § 2, eff. May 27, 2003.” gov.vt.vsa.title.07.html, 753:
    // “Section 753 effective until July 1, 2022; see also section 753 effective July 1, 2022 set out below.
    // Cancellation of franchise.” gov.vt.vsa.title.06.html, 2676: “See effective date of amendment in note set out
    // below.” gov.vt.vsa.title.10A.html, 2: “1993, Fish and Wildlife Board Reg. No. 996”. gov.vt.vsa.title.07.html, 505:
    // “Former § 505, relating to notice to prohibit sales to certain persons, was derived from 1949, No. 146, § 1”.
    (
        "vt",
        Habits {
            acts: &["no", "no.", "nos.", "p.", "pp.", "reg.", "regs", "regs."],
            compilations: &[
                "Former",
                "Redesignation",
                "Recodification",
                "V.S.",
                "P.L.",
                "G.L.",
                "P.S.",
                "R.L.",
                "G.S.",
                "R.S.",
            ],
            others: &[
                AmendmentAfterComma,
                NoteAsSentence("Section"),
                NoteAsSentence("Sections"),
                NoteAsSentence("See"),
            ],
            ..USUAL
        },
    ),
    // gov.wy.code.title.06.html, 6-1-101: “Laws 1982, ch. 75, § 3; 1983, ch. 171, § 1; W.S. 1977, § 6-1-1.”
    ("wy", Habits { others: &[], ..USUAL }),
];

/// The habits of a state's code.
pub(super) fn habits_for(state: &str) -> &'static Habits {
    HABITS.iter().find(|(known, _)| *known == state).map_or(&USUAL, |(_, habits)| habits)
}
