/*!
The page of a search in a list.
*/

use axum::body::Bytes;
use lexdex_core::model::Resource;
use lexdex_index::{Hits, Index};
use maud::html;

use crate::http::response::record_fields::RecordFields;
use crate::http::site::pages::answer::answer;
use crate::http::site::pages::{PageShell, View};

/// The number of results that the page names.
const N_SHOWN: usize = 10;

/// Renders the page of a search. `words` describes its filters, and is empty without any; `body` is the response of the
/// API.
pub(crate) fn search_page(
    shell: &PageShell,
    list: Resource,
    words: &str,
    (hits, body): (&Hits<'_>, &[u8]),
    index: &Index,
) -> serde_json::Result<Bytes> {
    let total = hits.total;
    let records = hits.records.iter().take(N_SHOWN);
    let records: Vec<RecordFields<'_>> =
        records.map(|record| serde_json::from_slice(record)).collect::<Result<_, _>>()?;
    let mut name = list.to_string();
    name[..1].make_ascii_uppercase();
    let title = if words.is_empty() { name } else { format!("{name}: {words}") };
    let found = if total == 1 { "1 match".to_owned() } else { format!("{total} matches") };
    let names: Vec<&str> = records.iter().map(RecordFields::name).collect();
    let description = match &*names {
        [] => format!("{found}."),
        names => format!("{found}. The first: {}.", names.join("; ").trim_end_matches('.')),
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
    let head = html! { meta name="robots" content="noindex"; (answer(index, body, &[], None)?) };
    Ok(shell.render(View { title, description, head, content }))
}
