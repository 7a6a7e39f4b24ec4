/*!
`GET /cases/{id}` and the like: the HTML page of a record; `GET /cases?q=…`: that of a search.
*/

use axum::extract::Request;
use lexdex_core::model::{Parameter, Resource};

use crate::http::handlers::record::last_segment;
use crate::http::request::filter;
use crate::http::request::list::PAGE_PARAMETERS;
use crate::http::request::query_string::{pairs, split_first};
use crate::http::site::pages::PageShell;
use crate::http::snapshot::current_snapshot::CurrentSnapshot;
use crate::http::snapshot::query::{ApiQuery, PageView};
use crate::http::snapshot::reply::Reply;
use crate::http::snapshot::responder::respond;

/// Answers with the page of a record of a list. The query is the browser's, whose links may carry anything.
pub(crate) fn record_page(list: Resource, current: &CurrentSnapshot, shell: &PageShell, request: Request) -> Reply {
    let (snapshot, query) = current.read(None, &[], |params, _| {
        let view = PageView::Record { list, id: params.id(last_segment(request.uri())) };
        ApiQuery::Html { view, shell: shell.clone() }
    });
    respond(snapshot, request, query)
}

/// Answers with the page of a search in a list. The explorer leaves out parameters without a value, and so does the
/// page.
pub(crate) fn search_page(list: Resource, current: &CurrentSnapshot, shell: &PageShell, request: Request) -> Reply {
    let known = [Parameter::filters(list), PAGE_PARAMETERS];
    let given = pairs(request.uri().query().unwrap_or_default()).filter(|pair| !split_first(pair, b'=').1.is_empty());
    let given = given.collect::<Vec<_>>().join("&");
    let (snapshot, query) = current.read(Some(&given), &known, |params, catalogue| {
        let filters = params.given(Parameter::filters(list));
        let words = |(name, value): &(Parameter, String)| match name {
            Parameter::Q => value.clone(),
            name => format!("{} {value}", name.as_str().replace('_', " ")),
        };
        let view = PageView::Search {
            filter: filter::read(list, params, catalogue),
            order: params.order(),
            page: params.page(),
            fields: params.fields(list),
            words: filters.iter().map(words).collect::<Vec<_>>().join(", "),
        };
        ApiQuery::Html { view, shell: shell.clone() }
    });
    respond(snapshot, request, query)
}
