/*!
Usual spellings of the sections of states' codes: each finds its section by `citation`, first by `q`, and in a sentence.
*/

use serde_json::json;

use super::corpus::{Corpus, statute, with};
use super::support::{Query, TestApp, target};

/// The citation of a record in the bundled corpus, and its spellings.
const SPELLINGS: &[(&str, &[&str])] = &[
    (
        "Ala. Code § 13A-5-40",
        &["Ala. Code 1975, § 13A-5-40", "Code of Alabama § 13A-5-40", "Alabama Code section 13A-5-40"],
    ),
    (
        "Alaska Stat. § 11.41.100",
        &["AS 11.41.100", "Alaska Statutes § 11.41.100", "Alaska Stat. Ann. § 11.41.100 (West)"],
    ),
    (
        "Ariz. Rev. Stat. § 13-1105",
        &[
            "A.R.S. § 13-1105",
            "ARS 13-1105",
            "Ariz. Rev. Stat. Ann. § 13-1105(A)(1)",
            "Arizona Revised Statutes section 13-1105",
        ],
    ),
    ("Ark. Code Ann. § 5-10-101", &["A.C.A. § 5-10-101", "Ark. Code § 5-10-101", "Arkansas Code Annotated § 5-10-101"]),
    (
        "Cal. Bus. & Prof. Code § 17200",
        &["Cal. Business & Professions Code § 17200", "California Business and Professions Code section 17200"],
    ),
    (
        "Cal. Civ. Proc. Code § 425.16",
        &["Cal. Code Civ. Proc. § 425.16", "California Code of Civil Procedure section 425.16"],
    ),
    (
        "Cal. Gov. Code § 12940",
        &[
            "California Government Code section 12940",
            "Cal. Gov't Code § 12940(a) (West 2020)",
            "Cal. Gov. Code, § 12940, subd. (a)",
            "section 12940 of the California Government Code",
        ],
    ),
    (
        "Cal. Penal Code § 187",
        &[
            "Cal. Pen. Code § 187(a)",
            "California Penal Code section 187",
            "West's Ann. Cal. Penal Code § 187",
            "Cal. Penal Code § 187 (Deering 2022)",
        ],
    ),
    (
        "Colo. Rev. Stat. § 18-3-102",
        &[
            "C.R.S. § 18-3-102",
            "C.R.S. 18-3-102",
            "Colo. Rev. Stat. Ann. § 18-3-102 (West)",
            "section 18-3-102, C.R.S.",
        ],
    ),
    (
        "Conn. Gen. Stat. § 42-110b",
        &["Conn. Gen. Stat. Ann. § 42-110b (West)", "C.G.S. § 42-110b", "Connecticut General Statutes section 42-110b"],
    ),
    ("D.C. Code § 22-1602", &["D.C. Code Ann. § 22-1602", "D.C. Official Code § 22-1602"]),
    (
        "Del. Code Ann. tit. 8, § 102",
        &[
            "8 Del. C. § 102",
            "8 Del.C. § 102(b)(7)",
            "Del. Code tit. 8, § 102",
            "title 8, section 102 of the Delaware Code",
            "section 102 of title 8 of the Delaware Code",
        ],
    ),
    (
        "Fla. Stat. § 83.49",
        &[
            "Florida Statutes § 83.49",
            "section 83.49, Florida Statutes",
            "§ 83.49, Fla. Stat.",
            "Fla. Stat. Ann. § 83.49 (West 2020)",
            "Fla. Stat. 83.49",
            "F.S. 83.49",
            "s. 83.49, F.S.",
        ],
    ),
    (
        "Ga. Code Ann. § 16-5-1",
        &["O.C.G.A. § 16-5-1", "OCGA § 16-5-1 (a)", "Official Code of Georgia Annotated § 16-5-1", "Ga. Code § 16-5-1"],
    ),
    ("9 Guam Code § 7.10", &["9 GCA § 7.10", "9 G.C.A. § 7.10", "9 Guam Code Ann. § 7.10"]),
    ("Haw. Rev. Stat. § 92-3", &["HRS § 92-3", "Hawaii Revised Statutes section 92-3", "Haw. Rev. Stat. Ann. § 92-3"]),
    ("Idaho Code § 18-4003", &["I.C. § 18-4003", "Idaho Code Ann. § 18-4003", "Idaho Code section 18-4003"]),
    (
        "720 Ill. Comp. Stat. 5/16-1",
        &[
            "720 ILCS 5/16-1",
            "720 ILCS 5/16-1(a)",
            "720 Ill. Comp. Stat. Ann. 5/16-1 (West 2010)",
            "720 I.L.C.S. 5/16-1",
        ],
    ),
    (
        "Ind. Code § 35-42-1-1",
        &["IC 35-42-1-1", "Ind. Code Ann. § 35-42-1-1 (West)", "I.C. § 35-42-1-1", "Indiana Code section 35-42-1-1"],
    ),
    (
        "Iowa Code § 707.2",
        &["Iowa Code section 707.2", "Iowa Code Ann. § 707.2", "Iowa Code § 707.2 (2023)", "I.C.A. § 707.2"],
    ),
    ("Kan. Stat. Ann. § 21-5402", &["K.S.A. 21-5402", "K.S.A. 2022 Supp. 21-5402", "Kan. Stat. § 21-5402"]),
    (
        "Ky. Rev. Stat. Ann. § 342.690",
        &["KRS 342.690", "Ky. Rev. Stat. § 342.690", "KRS § 342.690(1)", "Kentucky Revised Statutes § 342.690"],
    ),
    (
        "La. Civ. Code art. 2315",
        &[
            "La. C.C. art. 2315",
            "La. Civ. Code Ann. art. 2315",
            "Louisiana Civil Code article 2315",
            "article 2315 of the Louisiana Civil Code",
        ],
    ),
    ("La. Stat. Ann. § 14:30", &["La. R.S. 14:30", "La. Rev. Stat. § 14:30", "La. Rev. Stat. Ann. § 14:30"]),
    (
        "Mass. Gen. Laws ch. 229, § 2",
        &[
            "G. L. c. 229, § 2",
            "M.G.L. c. 229, § 2",
            "Mass. Gen. Laws Ann. ch. 229, § 2 (West)",
            "M.G.L.A. c. 229 § 2",
            "Mass. G.L. ch. 229, § 2",
        ],
    ),
    (
        "Md. Code Ann., Crim. Law § 2-201",
        &[
            "Md. Code, Crim. Law § 2-201",
            "Md. Code Ann., Criminal Law § 2-201(a)",
            "Md. Code, Criminal Law Article, § 2-201",
            "Md. Crim. Law Code Ann. § 2-201",
        ],
    ),
    (
        "Me. Rev. Stat. tit. 17-A, § 201",
        &[
            "17-A M.R.S. § 201",
            "17-A M.R.S.A. § 201(1)(A)",
            "Me. Rev. Stat. Ann. tit. 17-A, § 201",
            "Me. Stat. tit. 17-A, § 201",
        ],
    ),
    (
        "Mich. Comp. Laws § 552.6",
        &["MCL 552.6", "M.C.L. § 552.6", "Mich. Comp. Laws Ann. § 552.6 (West)", "MCLA 552.6"],
    ),
    (
        "Minn. Stat. § 169A.20",
        &["Minn. Stat. § 169A.20, subd. 1", "Minnesota Statutes section 169A.20", "Minn. Stat. Ann. § 169A.20 (West)"],
    ),
    (
        "Miss. Code Ann. § 11-7-13",
        &[
            "Miss. Code § 11-7-13",
            "Mississippi Code Annotated section 11-7-13",
            "Miss. Code Ann. § 11-7-13 (Rev. 2019)",
        ],
    ),
    (
        "Mo. Rev. Stat. § 407.020",
        &[
            "§ 407.020, RSMo",
            "Section 407.020, RSMo 2016",
            "Mo. Ann. Stat. § 407.020",
            "RSMo § 407.020",
            "§ 407.020, RSMo.",
        ],
    ),
    ("Mont. Code Ann. § 30-14-103", &["§ 30-14-103, MCA", "MCA § 30-14-103", "Mont. Code § 30-14-103"]),
    (
        "N.C. Gen. Stat. § 14-17",
        &["N.C.G.S. § 14-17", "G.S. 14-17", "N.C. Gen. Stat. Ann. § 14-17", "North Carolina General Statutes § 14-17"],
    ),
    (
        "N.D. Cent. Code § 12.1-16-01",
        &["N.D.C.C. § 12.1-16-01", "NDCC 12.1-16-01", "N.D. Cent. Code Ann. § 12.1-16-01"],
    ),
    ("N.H. Rev. Stat. § 91-A:4", &["RSA 91-A:4", "N.H. Rev. Stat. Ann. § 91-A:4", "RSA 91-A:4, I"]),
    (
        "N.J. Stat. § 2A:15-5.1",
        &["N.J.S.A. 2A:15-5.1", "N.J.S.A. § 2A:15-5.1", "N.J. Stat. Ann. § 2A:15-5.1 (West 2015)", "N.J.S. 2A:15-5.1"],
    ),
    ("N.M. Stat. § 14-2-1", &["NMSA 1978, § 14-2-1", "N.M. Stat. Ann. § 14-2-1", "NMSA 1978, Section 14-2-1"]),
    ("N.Y. C.P.L.R. § 302", &["CPLR 302", "CPLR § 302(a)(1)", "N.Y. CPLR 302", "N.Y. C.P.L.R. § 302 (McKinney 2010)"]),
    (
        "N.Y. Penal Law § 125.27",
        &["New York Penal Law section 125.27", "N.Y. Penal Law § 125.27(1)(a) (McKinney)", "NY Penal Law § 125.27"],
    ),
    ("N.Y. Est. Powers & Trusts Law § 4-1.1", &["EPTL 4-1.1", "N.Y. EPTL § 4-1.1"]),
    ("Neb. Rev. Stat. § 60-6,196", &["Neb. Rev. Stat. Ann. § 60-6,196", "Nebraska Revised Statute § 60-6,196"]),
    ("Nev. Rev. Stat. § 200.030", &["NRS 200.030", "N.R.S. 200.030", "Nev. Rev. Stat. Ann. § 200.030"]),
    (
        "Ohio Rev. Code § 149.43",
        &[
            "R.C. 149.43",
            "Ohio Rev. Code Ann. § 149.43",
            "O.R.C. § 149.43",
            "Ohio Revised Code section 149.43",
            "R.C. 149.43(B)(1)",
        ],
    ),
    (
        "Okla. Stat. tit. 21, § 701.7",
        &["21 O.S. § 701.7", "21 O.S. 2011, § 701.7", "Okla. Stat. Ann. tit. 21, § 701.7"],
    ),
    (
        "Or. Rev. Stat. § 90.300",
        &["ORS 90.300", "O.R.S. § 90.300", "Or. Rev. Stat. Ann. § 90.300", "Oregon Revised Statutes § 90.300"],
    ),
    (
        "18 Pa. Cons. Stat. § 2502",
        &[
            "18 Pa.C.S. § 2502",
            "18 Pa. C.S.A. § 2502(a)",
            "18 Pa. Cons. Stat. Ann. § 2502 (West)",
            "18 Pa. Stat. and Cons. Stat. Ann. § 2502",
        ],
    ),
    ("P.R. Laws tit. 31, § 5141", &["31 L.P.R.A. § 5141", "P.R. Laws Ann. tit. 31, § 5141"]),
    (
        "R.I. Gen. Laws § 11-23-1",
        &["R.I. Gen. Laws Ann. § 11-23-1", "R.I. Gen. Laws 1956, § 11-23-1", "General Laws of Rhode Island § 11-23-1"],
    ),
    ("S.C. Code § 16-13-30", &["S.C. Code Ann. § 16-13-30 (2015)", "South Carolina Code § 16-13-30"]),
    ("S.D. Codified Laws § 22-16-4", &["SDCL 22-16-4", "SDCL § 22-16-4", "S.D.C.L. § 22-16-4"]),
    (
        "Tenn. Code § 39-13-202",
        &["Tenn. Code Ann. § 39-13-202", "T.C.A. § 39-13-202", "Tennessee Code Annotated section 39-13-202"],
    ),
    (
        "Tex. Prop. Code § 92.103",
        &[
            "Tex. Prop. Code Ann. § 92.103 (West 2022)",
            "Texas Property Code section 92.103",
            "Tex. Prop. Code § 92.103(a)",
            "Texas Property Code § 92.103",
            "Tex. Code Ann., Prop. § 92.103",
        ],
    ),
    (
        "Tex. Gov't Code § 552.021",
        &[
            "Tex. Gov. Code § 552.021",
            "Texas Government Code section 552.021",
            "Tex. Gov't Code Ann. § 552.021 (Vernon 2012)",
        ],
    ),
    ("Utah Code § 13-11-4", &["Utah Code Ann. § 13-11-4", "Utah Code section 13-11-4", "U.C.A. § 13-11-4"]),
    ("V.I. Code tit. 14, § 18", &["14 V.I.C. § 18", "V.I. Code Ann. tit. 14, § 18"]),
    (
        "Va. Code § 1-219.1",
        &[
            "Va. Code Ann. § 1-219.1",
            "Code of Virginia § 1-219.1",
            "Virginia Code section 1-219.1",
            "section 1-219.1 of the Code of Virginia",
        ],
    ),
    ("Vt. Stat. tit. 1, § 312", &["Vt. Stat. Ann. tit. 1, § 312", "1 V.S.A. § 312", "1 V.S.A. § 312(a)"]),
    ("W. Va. Code § 61-1-1", &["W. Va. Code Ann. § 61-1-1", "W.Va. Code § 61-1-1", "West Virginia Code § 61-1-1"]),
    (
        "Wash. Rev. Code § 9A.32.030",
        &["RCW 9A.32.030", "R.C.W. § 9A.32.030", "Wash. Rev. Code Ann. § 9A.32.030 (West)", "RCW 9A.32.030(1)(a)"],
    ),
    (
        "Wis. Stat. § 106.50",
        &["Wis. Stat. Ann. § 106.50 (West)", "Wisconsin Statutes section 106.50", "Wis. Stats. § 106.50"],
    ),
    ("Wyo. Stat. § 6-2-101", &["W.S. 6-2-101", "Wyo. Stat. Ann. § 6-2-101", "Wyoming Statutes § 6-2-101"]),
];

#[test]
fn usual_spellings_of_state_sections_find_them() {
    let app = TestApp::bundled();
    let mut missed = Vec::new();
    for (citation, spellings) in SPELLINGS {
        for spelling in [citation].into_iter().chain(*spellings) {
            missed.extend(misses(&app, citation, spelling));
        }
    }
    assert!(missed.is_empty(), "{} missed: {missed:#?}", missed.len());
}

#[test]
fn record_of_several_sections_is_found_by_each() {
    let section = |id: &str, citation: &str| {
        let mut record = with(statute(id, "al"), json!({}));
        record["meta"]["citation"] = json!(citation);
        record
    };
    let several = ["Ala. Code §§ 13A-5-40 to 13A-5-43", "Ala. Code §§ 1-1-7, 1-1-9"];
    let alone = "Ala. Code § 13A-5-42";
    let statutes = vec![section("range", several[0]), section("list", several[1]), section("alone", alone)];
    let app = Corpus { statutes, ..Corpus::default() }.write().app();
    let mut missed = Vec::new();
    for (record, spelling) in [
        (several[0], "Ala. Code § 13A-5-40"),
        (several[0], "Alabama Code section 13A-5-41(b)"),
        (alone, "Ala. Code § 13A-5-42"),
        (several[0], "Ala. Code Ann. § 13A-5-43"),
        (several[1], "Ala. Code § 1-1-7"),
        (several[1], "Ala. Code § 1-1-9"),
    ] {
        missed.extend(misses(&app, record, spelling));
    }
    assert!(missed.is_empty(), "{missed:#?}");
    for other in ["Ala. Code § 13A-5-39", "Ala. Code § 13A-5-44", "Ala. Code § 1-1-8"] {
        let listed = app.get(&target("/api/v1/statutes", &vec![("citation", other.to_owned())])).good();
        assert_eq!(listed["meta"]["total"], 0, "{other}");
    }
}

/// Returns the ways in which a spelling does not find only the record with a citation.
fn misses(app: &TestApp, citation: &str, spelling: &str) -> Vec<String> {
    let query = |name| -> Query { vec![(name, spelling.to_owned())] };
    let listed = app.get(&target("/api/v1/statutes", &query("citation"))).good();
    let searched = app.get(&target("/api/v1/statutes", &query("q"))).good();
    let sentence = format!("The rule of {spelling} is old.");
    let checked = app.post("/api/v1/citations", "text/plain", sentence).good();
    let found = [
        ("citation", &listed["data"][0]["meta"]["citation"], &listed["meta"]["total"] == 1),
        ("q", &searched["data"][0]["meta"]["citation"], true),
        ("check", &checked["data"][0]["records"][0]["citation"], checked["data"][0]["status"] == "found"),
    ];
    let missed = found.into_iter().filter(|(_, found, is_one)| **found != *citation || !is_one);
    missed.map(|(way, found, _)| format!("{way} {spelling:?}: {found}")).collect()
}
