//! The table of filters in docs/api.md has the declarations of the parameters.

use std::fmt::Write;

use lexdex_core::model::{Parameter, Resource, Values};
use lexdex_tests::generated;

/// The texts that lists have for a parameter, each once, and with the names of its lists if there are several.
fn merged(lists: &[Resource], text: impl Fn(Resource) -> String) -> String {
    let mut texts: Vec<(String, Vec<&str>)> = Vec::new();
    for list in lists {
        let text = text(*list);
        match texts.iter_mut().find(|(known, _)| *known == text) {
            Some((_, lists)) => lists.push(list.as_str()),
            None => texts.push((text, vec![list.as_str()])),
        }
    }
    match &texts[..] {
        [(text, _)] => text.clone(),
        several => {
            let each = several.iter().map(|(text, lists)| format!("Of {}: {text}", lists.join(" and ")));
            each.collect::<Vec<_>>().join(" ")
        }
    }
}

/// The words of a closed vocabulary, as a sentence. Empty for other values.
fn words(values: &Values) -> String {
    match values {
        Values::Words(words) => format!("One of `{}`.", words.join("`, `")),
        _ => String::new(),
    }
}

/// The response to an unknown value.
fn unknown(values: &Values) -> &'static str {
    match values {
        Values::Jurisdiction => "400 with the nearest ones",
        Values::Text | Values::Congress => "200 with an empty list",
        Values::SearchTerms => "see [search.md](search.md)",
        Values::Words(_) => "400 with these words",
        _ => "400",
    }
}

#[test]
fn generated_table_of_filters_has_every_declaration() {
    let mut table = String::from("| filter | of | value | if it is unknown |\n|---|---|---|---|\n");
    for parameter in Parameter::ALL {
        let takes = |list: &Resource| Parameter::filters(*list).contains(parameter);
        let lists: Vec<Resource> = Resource::ALL.iter().copied().filter(takes).collect();
        if lists.is_empty() {
            continue;
        }
        let names: Vec<&str> = lists.iter().map(|list| list.as_str()).collect();
        let of = if lists == Resource::ALL { "all lists".to_owned() } else { names.join(", ") };
        let description = merged(&lists, |list| parameter.spec(list).description.to_owned());
        let words = merged(&lists, |list| words(&parameter.spec(list).values));
        let unknown = unknown(&parameter.spec(lists[0]).values);
        writeln!(table, "| `{parameter}` | {of} | {} | {unknown} |", [description, words].join(" ").trim_end())
            .unwrap();
    }
    generated::check_part("docs/api.md", &table);
}
