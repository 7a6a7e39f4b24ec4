//! Damage of downloads and publications without some of their units: the next sync has what the publishers have.

use crate::archive::zip;
use crate::federal::{Publishers, bill, code};
use crate::folder::Folder;
use crate::support::Quirk;

const ZIP: &str = "/bulkdata/BILLSTATUS/118/hr/BILLSTATUS-118-hr.zip";

/// The zip of two bills, and the same with another byte within the first of them.
fn zips() -> [Vec<u8>; 2] {
    let bills = [bill(1, "2026-10-01", "one"), bill(2, "2026-10-01", "two")];
    let files: Vec<(String, String)> =
        bills.into_iter().map(|(number, xml)| (format!("BILLSTATUS-118hr{number}.xml"), xml)).collect();
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, xml)| (name.as_str(), xml.as_bytes())).collect();
    let whole = zip(&files);
    let mut damaged = whole.clone();
    damaged[100] ^= 0x40;
    [whole, damaged]
}

/// Whether the zip was requested since the last call.
fn is_requested(publishers: &Publishers) -> bool {
    publishers.server.take_requests().iter().any(|request| request.path == ZIP)
}

/// A mirror of the bills, whose publisher has the zip of two.
fn bills() -> (Publishers, Folder) {
    let publishers = Publishers::start();
    publishers.put_bills("01-Oct-2026 08:00", &[bill(1, "2026-10-01", "one"), bill(2, "2026-10-01", "two")]);
    let url = publishers.server.url("");
    let folder = Folder::new(&format!(
        "[publish]\nto = \"published\"\n[billstatus]\nbase-url = \"{url}\"\ncongresses = [118]\ntypes = [\"hr\"]\n"
    ));
    (publishers, folder)
}

#[test]
fn download_damaged_inside_is_fetched_again() {
    let (publishers, folder) = bills();
    let [whole, damaged] = zips();
    publishers.server.put(ZIP, damaged);
    let outcome = folder.run_to(3, &["sync"]);
    assert!(outcome.stderr.contains("BILLSTATUS-118-hr.zip"), "{}", outcome.stderr);
    // The listing has neither another time nor another size.
    publishers.server.put(ZIP, whole);
    folder.run_to(0, &["sync"]);
    assert_eq!(folder.published().into_keys().collect::<Vec<_>>(), ["federal-118-hr-1", "federal-118-hr-2"]);
    assert!(is_requested(&publishers));
    folder.run_to(10, &["sync"]);
    assert!(!is_requested(&publishers));
}

#[test]
fn title_that_left_the_code_goes_after_a_failed_night() {
    let mut publishers = Publishers::start();
    let title = |number: &str| code(number, "2026-10-01", &[("1", "One")]);
    publishers.put_code("118-40", &[("01", title("1")), ("07", title("7"))]);
    let url = publishers.server.url("");
    let folder = Folder::new(&format!(
        "[publish]\nto = \"published\"\n[gate]\nmax-removed = \"100%\"\n[us-code]\nbase-url = \"{url}\"\n"
    ));
    folder.run_to(0, &["sync"]);
    assert_eq!(folder.published().into_keys().collect::<Vec<_>>(), ["federal-usc-1-1", "federal-usc-7-1"]);
    publishers.withdraw_title("07");
    publishers.put_code("118-41", &[("09", title("9"))]);
    let failing = "/download/releasepoints/us/pl/118/41/xml_usc09@118-41.zip";
    publishers.server.quirk(failing, Quirk::Status(404));
    folder.run_to(3, &["sync"]);
    assert!(folder.published().contains_key("federal-usc-1-1"));
    publishers.server.heal(failing);
    folder.run_to(0, &["sync"]);
    assert_eq!(folder.published().into_keys().collect::<Vec<_>>(), ["federal-usc-1-1", "federal-usc-9-1"]);
}
