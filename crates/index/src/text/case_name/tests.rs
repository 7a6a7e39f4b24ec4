//! Tests pairs of names that agree, and pairs that do not. The first is the written name, the second that of the case.

use lexdex_core::corpus::{Catalogue, Source};

use super::*;

/// Whether a written name agrees with that of a case.
fn agree(written: &str, case: &str) -> bool {
    let catalogue = Catalogue::read(&Source::Bundled).unwrap();
    let [written, case] = [written, case].map(|name| CaseName::parse(name, &catalogue.jurisdictions).unwrap());
    written.agrees_with(&case)
}

#[test]
fn names_of_one_case_agree() {
    for (written, case) in [
        ("Roe v. Wade", "Roe v. Wade"),
        ("ROE V. WADE", "Roe v. Wade"),
        ("Roe vs. Wade", "Roe v. Wade"),
        ("Roe\n  v. Wade", "Roe v. Wade"),
        ("Roe, et al. v. Wade", "Roe v. Wade"),
        ("Jane Roe v. Henry Wade", "Roe v. Wade"),
        ("Roe v. Wade", "ROE et al. v. WADE, DISTRICT ATTORNEY OF DALLAS COUNTY"),
        // Signals that the citation finder may leave before the name.
        ("See also Roe v. Wade", "Roe v. Wade"),
        // Abbreviations of the Bluebook's table T6, and the forms of companies.
        ("Brown v. Bd. of Educ.", "Brown v. Board of Education of Topeka"),
        ("Brown v. Board of Education of Topeka", "Brown v. Board of Education"),
        (
            "Ass'n of Data Processing Serv. Orgs. v. Camp",
            "Association of Data Processing Service Organizations, Inc. v. Camp",
        ),
        (
            "Ass’n for Molecular Pathology v. Myriad Genetics, Inc.",
            "Association for Molecular Pathology v. Myriad Genetics",
        ),
        ("Dep't of Commerce v. New York", "Department of Commerce v. New York"),
        ("Cty. of Sacramento v. Lewis", "County of Sacramento v. Lewis"),
        ("Cnty. of Sacramento v. Lewis", "County of Sacramento v. Lewis"),
        ("Nat'l Fed'n of Indep. Bus. v. Sebelius", "National Federation of Independent Business v. Sebelius"),
        ("Int'l Shoe Co. v. Washington", "International Shoe Company v. State of Washington"),
        (
            "Motor Vehicle Mfrs. Ass'n v. State Farm Mut. Auto. Ins. Co.",
            "Motor Vehicle Manufacturers Association of the United States v. State Farm Mutual Automobile Insurance Co.",
        ),
        ("Penn. R.R. Co. v. Smith", "Pennsylvania Railroad v. Smith"),
        ("Sec'y of Labor v. Twp. of Lyndhurst", "Secretary of Labor v. Township of Lyndhurst"),
        (
            "Chevron, U.S.A., Inc. v. Nat. Res. Def. Council, Inc.",
            "Chevron U.S.A. Inc. v. Natural Resources Defense Council, Inc.",
        ),
        ("Roche Prods., Inc. v. Bolar Pharm. Co.", "Roche Products v. Bolar Pharmaceutical Company"),
        ("Bristol Lab'ys v. Smith", "Bristol Laboratories, Inc. v. Smith"),
        ("St. Johns River v. Koontz", "St. Johns River Water Management District v. Koontz"),
        ("St. Louis v. Smith", "City of Saint Louis v. Smith"),
        // Initials.
        (
            "NLRB v. Jones & Laughlin Steel Corp.",
            "National Labor Relations Board v. Jones & Laughlin Steel Corporation",
        ),
        (
            "N.L.R.B. v. Jones & Laughlin Steel Corp.",
            "National Labor Relations Board v. Jones and Laughlin Steel Corp.",
        ),
        ("National Labor Relations Board v. Hearst", "NLRB v. Hearst Publications"),
        ("Massachusetts v. EPA", "Massachusetts v. Environmental Protection Agency"),
        ("AT&T v. Iowa Utils. Bd.", "American Telephone & Telegraph Co. v. Iowa Utilities Board"),
        ("N. Y. Times Co. v. Sullivan", "New York Times Company v. Sullivan"),
        ("N.Y. Times Co. v. Sullivan", "New York Times Company v. Sullivan"),
        ("Doe v. DHS", "Doe v. Department of Homeland Security"),
        // Governments.
        ("U.S. v. Nixon", "United States v. Nixon"),
        ("U. S. v. Nixon", "United States v. Nixon"),
        ("United States of America v. Nixon", "United States v. Nixon"),
        ("United States ex rel. Touhy v. Ragen", "United States v. Ragen"),
        ("State v. Loomis", "State of Wisconsin v. Loomis"),
        ("State v. Loomis", "Wisconsin v. Loomis"),
        ("People v. Anderson", "People of the State of California v. Anderson"),
        ("Commonwealth v. Hunt", "Commonwealth of Massachusetts v. Hunt"),
        ("Pennsylvania v. Muniz", "Commonwealth v. Muñiz"),
        ("Loving v. Commonwealth", "Loving v. Virginia"),
        ("W. Va. v. EPA", "West Virginia v. Environmental Protection Agency"),
        ("Strauder v. W. Va.", "Strauder v. West Virginia"),
        ("Smith v. N. Dak.", "Smith v. North Dakota"),
        ("Smith v. Pa.", "Smith v. Pennsylvania"),
        // Names without two parties, and one party of two.
        ("In re Gault", "In re Gault"),
        ("Matter of Gault", "In re Gault"),
        ("In the Matter of Gault", "Application of Gault"),
        ("Ex parte Milligan", "Ex Parte Milligan"),
        ("In re Winship", "In the Matter of Samuel Winship"),
        ("Slaughter-House Cases", "The Slaughterhouse Cases"),
        ("Hayburn's Case", "Hayburn’s Case"),
        ("Adarand", "Adarand Constructors, Inc. v. Peña"),
        ("Pena", "Adarand Constructors, Inc. v. Peña"),
        ("Board of Education", "Brown v. Board of Education of Topeka"),
    ] {
        assert!(agree(written, case), "{written} / {case}");
    }
}

#[test]
fn names_of_different_cases_do_not_agree() {
    for (written, case) in [
        ("Smith v. Jones", "Roe v. Wade"),
        ("Roe v. Jones", "Roe v. Wade"),
        ("Smith v. Wade", "Roe v. Wade"),
        // The order of the parties matters.
        ("Wade v. Roe", "Roe v. Wade"),
        ("Smith", "Roe v. Wade"),
        // One or two letters alone do not abbreviate a name.
        ("St. Johns River v. Koontz", "Stuart v. Koontz"),
        ("Bd. of Trade v. Koontz", "Bond v. Koontz"),
        ("Michael R. Smith v. David W. Jones", "Roe v. Wade"),
        ("R. O. Smith v. W. D. Jones", "Roe v. Wade"),
        ("In re Smith", "In re Gault"),
        ("Smith v. Gault", "In re Gault"),
        ("United States v. Smith", "United States v. Nixon"),
        ("United States v. Nixon", "United States Steel Corp. v. Nixon"),
        ("State v. Nixon", "United States v. Nixon"),
        ("People v. Nixon", "United States v. Nixon"),
        ("Ohio v. Hunt", "Commonwealth of Massachusetts v. Hunt"),
        ("W. Va. v. EPA", "Virginia v. EPA"),
        ("Va. v. EPA", "West Virginia v. EPA"),
        ("State v. Hunt", "Ohio State University v. Hunt"),
        ("Brown v. Dep't of Educ.", "Brown v. Board of Education"),
        ("Brown v. Bd. of Parole", "Brown v. Board of Education"),
        ("FCC v. Hearst", "National Labor Relations Board v. Hearst"),
        ("Mata v. Avianca, Inc.", "Varghese v. China Southern Airlines Co."),
        ("Am. Trucking Ass'ns v. Smith", "American Bar Association v. Smith"),
    ] {
        assert!(!agree(written, case), "{written} / {case}");
    }
}

#[test]
fn text_without_a_word_is_no_name() {
    let catalogue = Catalogue::read(&Source::Bundled).unwrap();
    for text in ["", " ", "&", "…", "Roe v. …"] {
        assert_eq!(CaseName::parse(text, &catalogue.jurisdictions), None, "{text:?}");
    }
}
