//! The encoding of query strings: percent escapes, UTF-8 and plus signs.

use super::parameters::{endpoints, refused};
use super::support::TestApp;

#[test]
fn malformed_percent_escape_is_rejected() {
    let app = TestApp::bundled();
    for (path, known) in endpoints() {
        for escape in ["%", "%2", "%zz", "%2g", "a%", "%%20", "%-1", "%+1", "%C3%"] {
            for name in &known {
                let body = refused(&app, &format!("{path}?{name}={escape}"), &[name]);
                assert!(body["error"].as_str().unwrap().contains("percent escape"), "{body}");
            }
            refused(&app, &format!("{path}?{escape}=1"), &[escape]);
        }
    }
}

#[test]
fn values_that_are_not_utf8_are_rejected() {
    let app = TestApp::bundled();
    for (path, known) in endpoints() {
        // A lone continuation byte, a truncated character, an overlong slash, a surrogate, and a value above the last
        // code point.
        for bytes in ["%80", "%C3", "%C0%AF", "%ED%A0%80", "%F4%90%80%80", "%FF"] {
            for name in &known {
                let body = refused(&app, &format!("{path}?{name}={bytes}"), &[name]);
                assert!(body["error"].as_str().unwrap().contains("UTF-8"), "{body}");
            }
            refused(&app, &format!("{path}?{bytes}=1"), &[bytes]);
        }
    }
}

#[test]
fn queries_are_decoded_as_forms() {
    let app = TestApp::bundled();
    let expected = app.get("/api/v1/cases?court=ninth%20circuit");
    expected.good();
    for query in ["court=ninth+circuit", "%63ourt=%6Einth+circui%74", "&&court=ninth+circuit&", "court=ninth%2Dcircuit"]
    {
        assert_eq!(app.get(&format!("/api/v1/cases?{query}")).text(), expected.text(), "{query}");
    }
    // Letters outside ASCII may be unescaped, as some clients send them.
    let expected = app.get("/api/v1/cases?court=HAWAI%CA%BBI+supreme+COURT");
    assert_eq!(app.get("/api/v1/cases?court=hawaiʻi+supreme+court").text(), expected.text());
    // An escaped ampersand, plus or equals sign belongs to the value.
    for query in ["topic=a%26limit%3D0", "topic=a%2Bb", "topic=a=b"] {
        assert_eq!(app.get(&format!("/api/v1/cases?{query}")).good()["meta"]["total"], 0);
    }
}
