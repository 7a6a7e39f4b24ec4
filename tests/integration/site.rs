/*!
The operator's name, logo, color and footer line on the pages.
*/

use std::fs;
use std::path::Path;

use axum::http::{HeaderName, StatusCode};
use lexdex::http::{Branding, ServiceOptions};
use tempfile::TempDir;

use super::support::{ReceivedResponse, TestApp};

const SVG: &str =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\"><rect width=\"8\" height=\"8\"/></svg>";

const SITE: &str = r##"
name = "Law & Library"
logo = "our-logo.svg"
color = "#8C1515"

[footer]
text = "A service of the library"
link = "https://library.example.edu/law?from=lexdex&x=1"
"##;

/// A folder with a site file and a logo beside it.
fn folder(site: &str, logo: (&str, &[u8])) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("site.toml"), site).unwrap();
    fs::write(folder.path().join(logo.0), logo.1).unwrap();
    folder
}

fn read(folder: &TempDir) -> anyhow::Result<Branding> {
    Branding::read(&folder.path().join("site.toml"))
}

fn app(branding: Branding, base_path: Option<&str>) -> TestApp {
    let base_path = base_path.map(|path| path.parse().unwrap()).unwrap_or_default();
    TestApp::with_options(ServiceOptions { base_path, branding, ..ServiceOptions::default() })
}

fn branded() -> TestApp {
    app(read(&folder(SITE, ("our-logo.svg", SVG.as_bytes()))).unwrap(), None)
}

/// The headers that restrict what a browser may load.
fn policies(response: &ReceivedResponse) -> [Option<&str>; 3] {
    ["content-security-policy", "x-content-type-options", "referrer-policy"].map(|name| response.header(name))
}

#[test]
fn branded_page_is_the_default_page_with_its_branding() {
    let (default, branded) = (TestApp::tiny(), branded());
    let expected = default
        .get("/")
        .text()
        .replace("<title>lexdex:", "<title>Law &amp; Library:")
        .replace("</head>", "<link rel=\"stylesheet\" href=\"/explorer/site.css\">\n</head>")
        .replace(
            "<a class=\"brand\" href=\"/\">lexdex</a>",
            "<a class=\"brand\" href=\"/\"><img src=\"/explorer/logo.svg\" alt=\"\">Law &amp; Library</a>",
        )
        .replace(
            "</footer>",
            "<p class=\"site\"><a href=\"https://library.example.edu/law?from=lexdex&amp;x=1\" rel=\"external\">A \
             service of the library</a></p>\n</footer>",
        );
    for view in ["/", "/cases"] {
        let page = branded.get(view);
        assert_eq!(page.text(), expected, "{view}");
        assert_eq!(policies(&page), policies(&default.get(view)), "nothing more may be loaded");
    }
    for view in ["/", "/bills/ny-2"] {
        assert_ne!(branded.get(view).header("etag"), default.get(view).header("etag"), "{view}");
    }
    let record = branded.get("/bills/ny-2");
    for part in ["<title>H.R. 1: Title of ny-2 · Law &amp; Library</title>", "href=\"/explorer/site.css\"", "/logo.svg"]
    {
        assert!(record.text().contains(part), "{part}");
    }
}

#[test]
fn reference_has_the_name_the_logo_and_the_color() {
    let (default, branded) = (TestApp::tiny(), branded());
    let page = branded.get("/docs");
    for part in [
        "<title>Law &amp; Library: the API</title>",
        "<link rel=\"stylesheet\" href=\"/explorer/site.css\">",
        "<img src=\"/explorer/logo.svg\" alt=\"\">Law &amp; Library</a>",
    ] {
        assert!(page.text().contains(part), "{part}");
        assert!(!default.get("/docs").text().contains(part), "{part}");
    }
    assert_eq!(policies(&page), policies(&default.get("/docs")));
}

#[test]
fn logo_and_color_are_files_that_can_run_and_load_nothing() {
    let (default, branded) = (TestApp::tiny(), branded());
    let style = ":root { --accent: #8C1515; }\n@media (prefers-color-scheme: dark) { :root { --accent: color-mix(in \
                 srgb, #8C1515 40%, white); } }\n";
    for (file, media_type, content) in
        [("logo.svg", "image/svg+xml", SVG), ("site.css", "text/css; charset=utf-8", style)]
    {
        let path = format!("/explorer/{file}");
        let response = branded.get(&path);
        assert_eq!((response.status, response.text()), (StatusCode::OK, content), "{file}");
        let mut expected = default.get("/explorer/base.css").stable_headers();
        for (name, value) in [
            ("content-type", media_type),
            ("content-security-policy", "default-src 'none'; sandbox"),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cache-control", "no-cache"),
            ("etag", response.header("etag").unwrap()),
            ("content-length", &content.len().to_string()),
        ] {
            expected.insert(HeaderName::from_static(name), value.parse().unwrap());
        }
        assert_eq!(response.stable_headers(), expected, "{file}");
        default.get(&path).error(StatusCode::NOT_FOUND);
    }
    for name in ["logo.png", "our-logo.svg"] {
        branded.get(&format!("/explorer/{name}")).error(StatusCode::NOT_FOUND);
    }
}

#[test]
fn branded_page_below_a_base_path_loads_its_files_there() {
    let app = app(read(&folder(SITE, ("our-logo.svg", SVG.as_bytes()))).unwrap(), Some("/law"));
    for page in ["/law", "/law/docs"] {
        let page = app.get(page);
        for file in ["/law/explorer/logo.svg", "/law/explorer/site.css"] {
            assert!(page.text().contains(&format!("=\"{file}\"")), "{file}");
            assert_eq!(app.get(file).status, StatusCode::OK);
        }
    }
}

#[test]
fn logo_of_64_kib_is_served_unchanged_and_a_larger_one_refused() {
    let content = |n_bytes: usize| [b"\x89PNG\r\n\x1a\n".as_slice(), &vec![0x5a; n_bytes - 8]].concat();
    let largest = content(65_536);
    let app = app(read(&folder("logo = 'l.PNG'", ("l.PNG", &largest))).unwrap(), None);
    let logo = app.get("/explorer/logo.png");
    assert_eq!((logo.header("content-type"), &*logo.body), (Some("image/png"), &*largest));
    assert!(app.get("/").text().contains("<img src=\"/explorer/logo.png\" alt=\"\">lexdex</a>"));
    let folder = folder("logo = 'l.png'", ("l.png", &content(65_537)));
    let path = |name: &str| folder.path().join(name).display().to_string();
    let expected =
        format!("cannot use the site file {}: {} is larger than 65536 bytes", path("site.toml"), path("l.png"));
    assert_eq!(format!("{:#}", read(&folder).unwrap_err()), expected);
}

#[test]
fn site_file_that_cannot_be_read_is_refused_by_its_path() {
    let error = format!("{:#}", Branding::read(Path::new("/nowhere/site.toml")).unwrap_err());
    let expected = "cannot use the site file /nowhere/site.toml: cannot read /nowhere/site.toml: ";
    assert!(error.starts_with(expected), "{error}");
    let too_long = format!("#{}\n", "x".repeat(65_535));
    let folder = folder(&too_long, ("unused", b""));
    assert!(format!("{:#}", read(&folder).unwrap_err()).ends_with("is larger than 65536 bytes"));
    fs::write(folder.path().join("site.toml"), &too_long[..65_536]).unwrap();
    read(&folder).unwrap();
}
