/*!
Parts of `q` that mean more than their words.
*/

use serde_json::json;

use super::rules::{Expected, check_all, write};
use crate::integration::contract::List;
use crate::integration::corpus::{Corpus, bill, with};
use crate::integration::oracle::check;

#[test]
fn spelled_out_number_finds_the_bills_that_have_it() {
    let bills = [
        ("federal-117-s-1", "federal", "S. 1"),
        ("federal-117-hres-4", "federal", "H. Res. 4"),
        ("federal-117-hr-4", "federal", "H.R. 4"),
        ("federal-117-hjres-17", "federal", "H.J. Res. 17"),
        ("ca-2021-ab5", "ca", "AB 5"),
        ("ca-2021-sb1", "ca", "SB 1"),
        ("ny-2021-s1", "ny", "S1"),
        ("al-2021-sf0006", "al", "SF0006"),
        ("al-2021-hr4", "al", "HR 4"),
    ];
    let bills = bills.map(|(id, jurisdiction, number)| with(bill(id, jurisdiction), json!({ "billNumber": number })));
    let directory = write(&Corpus { bills: bills.into(), ..Corpus::default() }, "");
    let searches: &[Expected<'_>] = &[
        ("senate bill 1", &["ny-2021-s1", "ca-2021-sb1", "federal-117-s-1"]),
        ("California Senate Bill No. 1", &["ca-2021-sb1"]),
        ("house joint resolution 17", &["federal-117-hjres-17"]),
        ("Assembly Bill 5", &["ca-2021-ab5"]),
        ("Alabama Senate File 6", &["al-2021-sf0006"]),
        ("house resolution 4", &["federal-117-hres-4"]),
        ("Alabama House Resolution 4", &["al-2021-hr4"]),
        ("house bill 4", &["federal-117-hr-4"]),
        ("hjres 17", &["federal-117-hjres-17"]),
    ];
    check_all(&directory, List::Bills, "auto", searches);
    let query = vec![("citation", "senate bill 1".to_owned())];
    check(&directory.app(), &directory.contract(), List::Bills, &query);
}
