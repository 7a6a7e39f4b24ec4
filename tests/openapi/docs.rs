//! The API docs show the whole document, and load nothing from other hosts.

use std::collections::BTreeSet;

use crate::service::{Response, ask, document};

/// The values of an attribute, in the order of the page.
fn attributes<'p>(page: &'p str, name: &str) -> Vec<&'p str> {
    let start = format!(" {name}=\"");
    page.split(&start).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

#[test]
fn reference_shows_every_operation_parameter_status_and_schema() {
    let Response { body: page, headers, .. } = ask("GET /docs");
    assert_eq!(headers["content-type"], "text/html; charset=utf-8");
    let document = document();
    let ids: BTreeSet<&str> = attributes(&page, "id").into_iter().collect();
    let paths = document["paths"].as_object().unwrap();
    let operations = paths.iter().flat_map(|(path, operations)| {
        operations.as_object().unwrap().iter().map(move |(method, operation)| (path, method.to_uppercase(), operation))
    });
    for (path, method, operation) in operations {
        let id = operation["operationId"].as_str().unwrap();
        assert!(ids.contains(id), "{id}");
        let section = page.split(&format!("<section aria-labelledby=\"{id}\">")).nth(1).unwrap();
        let section = section.split("</section>").next().unwrap();
        assert!(section.contains(&format!("{method} {path}<")) && section.contains("curl '"), "{id}");
        let start = path.split('{').next().unwrap();
        assert!(section.contains(&format!("</span>{start}")), "{id} has no request in its example");
        assert!(!section.contains("<code>null</code>"), "{id}");
        for parameter in operation["parameters"].as_array().unwrap() {
            let name = parameter["name"].as_str().unwrap();
            assert!(section.contains(&format!("<code>{name}</code>")), "{id}");
            assert!(section.contains(&format!(" name=\"{name}\"")), "{id}: {name} has no field in the form");
        }
        for media_type in operation["requestBody"]["content"].as_object().into_iter().flat_map(|content| content.keys())
        {
            assert!(section.contains(&format!("<th scope=\"row\"><code>{media_type}</code></th>")), "{id}");
        }
        for status in operation["responses"].as_object().unwrap().keys() {
            assert!(section.contains(&format!("<th scope=\"row\">{status}</th>")), "{id} {status}");
        }
    }
    for name in document["components"]["schemas"].as_object().unwrap().keys() {
        assert!(ids.contains(format!("schema-{name}").as_str()), "{name}");
    }
    assert!(page.contains("not legal advice"));
}

#[test]
fn reference_links_resolve_on_this_server_and_ids_are_unique() {
    let page = ask("GET /docs").body;
    let ids = attributes(&page, "id");
    let different: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(different.len(), ids.len());
    for link in attributes(&page, "href") {
        match link.strip_prefix('#') {
            Some(id) => assert!(different.contains(id), "{link}"),
            None => assert_eq!(ask(&format!("GET {link}")).status.as_u16(), 200, "{link}"),
        }
    }
    let scripts = attributes(&page, "src");
    assert_eq!((scripts.as_slice(), page.matches("<script").count()), (&["/explorer/docs.js"][..], 1));
    assert_eq!(ask("GET /explorer/docs.js").status.as_u16(), 200);
    for foreign in ["<style", "style=\"", "https://", "@import"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    assert!(!ask("GET /docs/style.css").body.contains("url("));
}

#[test]
fn reference_lets_browsers_load_only_files_of_this_server() {
    for (request, media_type) in
        [("GET /docs", "text/html; charset=utf-8"), ("GET /docs/style.css", "text/css; charset=utf-8")]
    {
        let headers = ask(request).headers;
        assert_eq!(headers["content-type"], media_type);
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(
            policy.starts_with(
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                 connect-src 'self';"
            ),
            "{policy}"
        );
        assert_eq!(
            (&headers["x-content-type-options"], &headers["referrer-policy"]),
            (&"nosniff".parse().unwrap(), &"no-referrer".parse().unwrap())
        );
        assert!(headers.contains_key("etag"));
    }
}

#[test]
fn unknown_path_is_pointed_to_the_documentation() {
    let body = ask("GET /api/v2/statutes").body;
    assert!(body.contains("/docs") && body.contains("/openapi.json"), "{body}");
}

#[test]
fn page_documents_the_stability_of_ids_and_unknown_values() {
    let page = ask("GET /docs").body;
    for id in ["recipes", "ids", "unknown-values", "your-own-index"] {
        assert!(page.contains(&format!("<h2 id=\"{id}\">")), "{id}");
    }
    for (target, status, is_empty) in [
        ("/api/v1/cases?topik=privacy", 400, None),
        ("/api/v1/cases?jurisdiction=atlantis", 400, None),
        ("/api/v1/cases?topic=atlantis", 200, Some(true)),
        ("/api/v1/cases?court=atlantis", 200, Some(true)),
        ("/api/v1/bills?session=atlantis-1", 200, Some(true)),
        ("/api/v1/cases?citation=999+U.S.+999", 200, Some(true)),
        ("/api/v1/cases?citation=atlantis", 400, None),
        ("/api/v1/bills?status=atlantis", 400, None),
        ("/api/v1/bills?chamber=atlantis", 400, None),
        ("/api/v1/bills?sort=atlantis", 400, None),
    ] {
        let response = ask(&format!("GET {target}"));
        assert_eq!(response.status.as_u16(), status, "{target}");
        let total = is_empty.map(|_| response.body.contains("\"total\":0"));
        assert_eq!(total, is_empty, "{target}");
    }
}
