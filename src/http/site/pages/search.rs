/*!
The page of a search in a list.
*/

use axum::body::Bytes;
use lexdex_core::model::Resource;
use maud::html;

use crate::http::response::record_fields::RecordFields;
use crate::http::site::pages::{PageShell, View};

/// Renders the page of a search. `words` describes its filters, and is empty without any; `records` are the first
/// results, given as JSON.
pub(crate) fn search_page(
    shell: &PageShell,
    list: Resource,
    words: &str,
    total: u64,
    records: &[&[u8]],
) -> serde_json::Result<Bytes> {
    let records: Vec<RecordFields<'_>> =
        records.iter().map(|record| serde_json::from_slice(record)).collect::<Result<_, _>>()?;
    let mut name = list.to_string();
    name[..1].make_ascii_uppercase();
    let title = if words.is_empty() { name } else { format!("{name}: {words}") };
    let found = if total == 1 { "1 match".to_owned() } else { format!("{total} matches") };
    let names: Vec<&str> = records.iter().map(RecordFields::name).collect();
    let description = match &*names {
        [] => format!("{found}."),
        names => format!("{found}. The first: {}.", names.join("; ")),
    };
    let content = html! {
        h1 { (title) }
        p { (found) }
        ul {
            @for record in &records {
                li {
                    a href=(shell.join(&format!("/{list}/{}", record.id))) { (record.name()) }
                    @if let Some(citation) = record.citation() { " " (citation) }
                }
            }
        }
    };
    // Search engines would follow a search without end.
    let head = html! { meta name="robots" content="noindex"; };
    Ok(shell.render(View { title, description, head, content }))
}
