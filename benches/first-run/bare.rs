//! A minimal program of axum and a tantivy index in memory. The build of lexdex is compared with that of this program.

use std::sync::Arc;

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::routing::get;
use tantivy::collector::{Count, TopDocs};
use tantivy::query::TermQuery;
use tantivy::schema::{FAST, Field, INDEXED, IndexRecordOption, STORED, STRING, Schema, TEXT, Value};
use tantivy::{Index, IndexReader, TantivyDocument, Term, doc};
use tokio::net::TcpListener;

struct Titles {
    reader: IndexReader,
    title: Field,
}

/// Answers the number of titles that have the word of the query string, and ten of them.
async fn search(State(titles): State<Arc<Titles>>, RawQuery(word): RawQuery) -> String {
    let searcher = titles.reader.searcher();
    let term = Term::from_field_text(titles.title, &word.unwrap_or_default());
    let query = TermQuery::new(term, IndexRecordOption::WithFreqs);
    let (count, hits) = searcher.search(&query, &(Count, TopDocs::with_limit(10).order_by_score())).unwrap();
    let mut body = format!("{count}\n");
    for (_, address) in hits {
        let document: TantivyDocument = searcher.doc(address).unwrap();
        body.push_str(document.get_first(titles.title).and_then(|title| title.as_str()).unwrap());
        body.push('\n');
    }
    body
}

#[tokio::main]
async fn main() {
    let mut schema = Schema::builder();
    let title = schema.add_text_field("title", TEXT | STORED);
    let id = schema.add_text_field("id", STRING);
    let year = schema.add_u64_field("year", INDEXED | FAST);
    let index = Index::create_in_ram(schema.build());
    let mut writer = index.writer(50_000_000).unwrap();
    for number in 0..100_u64 {
        let title_text = format!("the {number}th of the titles");
        writer.add_document(doc!(title => title_text, id => number.to_string(), year => 1926 + number)).unwrap();
    }
    writer.commit().unwrap();
    let titles = Arc::new(Titles { reader: index.reader().unwrap(), title });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("http://{}/?titles", listener.local_addr().unwrap());
    axum::serve(listener, Router::new().route("/", get(search)).with_state(titles)).await.unwrap();
}
