//! Errors of `mirror.toml` name the key, the value and the fix.

use crate::folder::Folder;
use crate::placed_files::CONFIGURATION;

#[test]
fn wrong_configuration_is_an_error_with_the_fix() {
    let placed = |name: &str, rest: &str| format!("[[placed]]\nname = \"{name}\"\nfolder = \"files\"\n{rest}\n");
    for (text, reason) in [
        (
            placed("code", "format = \"uslm\"").repeat(2),
            "[[placed]] has the name code of another source: give each source a name of its own",
        ),
        (
            placed("cap", "format = \"cap\""),
            "[[placed]] has the name cap of another source: give each source a name of its own",
        ),
        (
            placed("../x", "format = \"uslm\""),
            "[[placed]] has the name \"../x\": give one of letters, digits, hyphens and underscores",
        ),
        (
            placed("code", "format = \"usml\""),
            "[[placed]] code has the unknown format usml: `index-builder import --help` lists them",
        ),
        (
            placed("rows", "format = \"jsonl\""),
            "[[placed]] rows needs a mapping, which says how its rows become records",
        ),
        (
            placed("code", "format = \"uslm\"\nmapping = \"m.toml\""),
            "[[placed]] code has a mapping, which uslm does not take: remove it",
        ),
        (
            "[cap]\nbase-url = \"ftp://localhost/\"\n".to_owned(),
            "base-url of cap is ftp://localhost/: give an address of http or https without a query, such as https://host/path",
        ),
        (
            "[dc-law]\nbase-url = \"http://localhost/?q=1\"\n".to_owned(),
            "base-url of dc-law is http://localhost/?q=1: give an address of http or https without a query, such as \
             https://host/path",
        ),
    ] {
        let folder = Folder::new(&text);
        let expected = format!("error: mirror.toml is wrong: {reason}\n");
        for command in ["fetch", "sync", "status"] {
            assert_eq!(folder.run_to(1, &[command]).stderr, expected);
        }
    }
}

#[test]
fn sync_without_a_place_to_publish_is_an_error() {
    let (_, placed) = CONFIGURATION.split_once("[[placed]]").unwrap();
    let folder = Folder::new(&format!("[[placed]]{placed}"));
    let expected = "error: mirror.toml has no table [publish]: add it with `to = \"FOLDER\"`, the folder from which lexdex \
                    serves\n";
    assert_eq!(folder.run_to(1, &["sync"]).stderr, expected);
}
