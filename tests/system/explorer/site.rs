//! A page with the operator's name, logo, color and footer line.

use serde_json::json;

use crate::system::explorer::page::Page;

const NONE: [String; 0] = [];

const SITE: &str = "name = 'Example Law Library'\nlogo = 'logo.svg'\ncolor = '#8c1515'\n[footer]\ntext = 'Ask a \
                    librarian'\nlink = 'https://library.example.edu/ask'\n";

const LOGO: &str =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><path d='M0 8 4 0 8 8z' fill='#8c1515'/></svg>";

#[test]
fn branded_pages_show_their_branding_without_complaints() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("site.toml"), SITE).unwrap();
    std::fs::write(folder.path().join("logo.svg"), LOGO).unwrap();
    let site = folder.path().join("site.toml");
    let Some(page) = Page::with_arguments(&["--base-path", "/law", "--site", site.to_str().unwrap()]) else { return };
    for (address, title) in [
        ("/law/", "Example Law Library: U.S. statutes, cases and bills"),
        ("/law/cases?topic=privacy", "Cases · Example Law Library"),
        ("/law/docs", "Example Law Library: the API"),
    ] {
        page.open(address);
        assert_eq!(page.see("document.title"), title);
        assert_eq!(page.texts(".brand"), ["Example Law Library"], "{address}");
        assert_ne!(
            page.see("document.querySelector('.brand img').naturalWidth"),
            "0",
            "{address}: the logo is not shown"
        );
        for (mode, color) in [("light", "rgb(140, 21, 21)"), ("dark", "color(srgb 0.819608 0.632941 0.632941)")] {
            let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": mode }] });
            page.browser().devtools("Emulation.setEmulatedMedia", media);
            let accent = "getComputedStyle(document.querySelector('.bottom .site a')).color";
            assert_eq!(page.see(accent), color, "{address} in {mode} mode");
        }
    }
    page.open("/law/");
    assert_eq!(page.texts(".bottom .site a"), ["Ask a librarian"]);
    assert_eq!(page.see("document.querySelector('.bottom .site a').href"), "https://library.example.edu/ask");
    assert_eq!(page.complaints(), NONE);
}
