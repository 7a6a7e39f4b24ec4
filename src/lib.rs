/*!
lexdex answers filter queries over U.S. law (statutes, court cases, bills, jurisdictions) from an immutable index,
with exact totals and pages at any offset. This page is the map of the code.

# Two programs, one index

`index-builder` (a package of its own) turns a corpus into an index directory, offline. `lexdex` (this package) only
reads it. What both must agree on lives here; reading foreign formats, publishing directories, progress bars and the
builder's command line live there, so that the server's dependencies hold none of it. Without `--index` the server
indexes the corpus that is compiled into it, in memory, with the same code.

# The modules, and which way the arrows point

`model` ← `corpus` ← `index` ← `http` ← `refresh` ← `main`; `index` → `sort`; `index-builder` → `model`, `corpus`, `sort`, `index`.
Nothing points back.

| module | is |
|---|---|
| [`model`] | the records and the closed vocabularies: plain data |
| [`corpus`] | corpus files: reading and checking lines, the catalogues, the bundled corpus |
| [`sort`] | sorting more than fits into memory |
| [`index`] | the index directory: building, opening, searching |
| [`http`] | the service: parameters, envelopes, errors, limits, connections; its description, its figures, and the page for people |
| [`refresh`] | swapping the served index without downtime |
| [`healthcheck`] | `lexdex healthcheck`, a readiness check |
| [`open_files`] | the limit of open files, and the number of connections that fits into it |
| [`settings`] | the command line |
| [`logging`] | the log on standard error |
| [`signals`] | SIGTERM, SIGINT and SIGHUP |

# An index directory

| file | holds |
|---|---|
| `manifest.json` | schema version, counts, corpus digest, every file with size and digest; written last |
| `jurisdictions.jsonl`, `courts.jsonl`, `topics.jsonl` | the catalogues it was built with |
| `statutes/`, `cases/`, `bills/` | one tantivy index each: a single segment, documents in list order; facet fields for jurisdiction, topic, court (below its level), status and chamber; terms of identifiers, dates, citations, names and words |
| `…/records.jsonl` | the records in list order, as the bytes that are served |
| `…/records.offsets` | where each of those lines begins, five bytes each |
| `…/coverage.json` | what the list has of each jurisdiction |

What each structure costs in bytes a record, measured on a synthetic corpus of a million cases, half a million statutes
and half a million bills, whose JSON has 750:

| structure | disk | memory |
|---|---|---|
| records | their JSON | none: mapped, and brought into the page cache when the index is opened, if it has room |
| offsets of the records | 5.0 | none: mapped |
| postings of the facets | 4.2 | the sets read from them: nothing for a facet whose records stand together, an eighth of a byte for each that one record in 128 has, two bytes for each record of a rarer one and four for each 65,536 records |
| postings of words, names, citations, identifiers and dates | 115 | the sets made of them lately: up to 4; the documents by date of the statutes: 4 for each of them |
| positions of the words | 57 | none |
| columns of the facets, which tantivy writes for every facet field and nothing reads | 5.0 | none |
| tantivy's document store, of empty documents | 5.0 | none |
| term dictionaries | 38 | none: mapped |
| metadata, manifest, coverage | less than 0.1 | none |
| recent intersections | none | up to 7.3: sixteen thousand of many records, each four bytes for every 65,536 records of the list and 256 beside them, or fewer of few |

The order of a list is decided when the index is built, and a document's number is its place in the list. A filter
therefore never sorts: it joins sets of numbers and takes a slice.

# The walk of one build

1. `index::build::ingest` hands chunks of whole lines to a thread for each core, which parse and check every record.
2. Each thread writes its records to a file as sorted runs ([`sort`]), each with its sort key and the ids of its facets.
   A run is a full buffer; a small corpus is sorted in memory.
3. `index::build::list_writer` merges the runs of each list, digests and writes the records in list order, and splits
   them into parts of a fixed size. One pool of threads, one for each core but no more than eight, makes a tantivy index
   of each part. The indexes of a list's parts are merged into one.
4. `index-builder` syncs what was written and moves it to its place in one step.

What is held in memory is a buffer a thread, 24 bytes an identifier (to find those used twice) while a list is read;
while the lists are written, for each thread a part with tantivy's postings of it; and 16
bytes a record, which are tantivy's, while the parts are merged.

# The walk of one request

`GET /api/v1/statutes?jurisdiction=CA&limit=5`

1. `http::transport::server` accepts the connection. `http::transport::connection` serves it, by HTTP/1.1 or HTTP/2 as the client begins, and
   puts the client's key on each request.
2. The layers of [`http::service`]: request id and log, CORS and HEAD, flood guard, rate limit (429 leaves here), length of the
   target (414), panics and time.
3. `http::router` finds what answers. `http::request::list` asks `http::snapshot::current_snapshot` for the build that is served, once: what is answered is of this build, also
   if [`refresh`] puts another one in its place meanwhile. `http::request::params` turns the query into a filter and a page, with
   the build's catalogues (400 leaves here, with everything that is wrong). `http::protocol::conditional` sees whether the client has
   the answer already (304 leaves here).
4. [`index::Index::search`] finds the sets of the filter's conditions. Those of facets were read once from tantivy's
   postings when the index was opened: a range where the documents stand together, a bitmap in blocks of 4,096 documents
   with the number of documents before every sixteenth, or a sorted list where they are few. A single set has its total
   and, by those numbers, any page at once. Several are joined a block at a time, or the documents of the rarest are tried
   one by one if they are few; that gives the exact total and the same numbers: an intersection, which is cached for the next
   page of the same filter. What a page costs does not depend on its offset.
5. `http::response::envelope` puts the records' bytes into the body; if they have not been read from disk yet, on a thread that
   may wait. A body that was asked for before may come from `http::snapshot::response_cache` in place of steps 4 and 5; it is kept
   by the meaning of the request and the coding. `http::protocol::content_coding` compresses it for a client that asks for that;
   a long one on a thread that may take its time. `http::response::links` tells where the pages beside it are.

What else can be asked for is made of the same sets.

- Dates of a list in the order of dates are a range of documents, found in a table of the different dates; those of
  another list are gathered from the documents by date.
- A word, a phrase, a citation, an identifier is read from tantivy's postings when it is asked for, on a thread that may
  wait, and becomes a set like any other, which is kept for a while.
- Another order is a list of groups, each in list order: dates from the other end; or, by relevance, what is called so,
  what has the words in its title, and the rest. No document has a score.
- Counts by facet are the sizes of what each facet's set has in common with the rest of the filter.
- An export is the walk through all pages, on a thread of its own that waits where the client does not read.

# What finds a word

`index::text::tokenizer` reads the words of a record and of `q` in the same way. tantivy keeps the documents of each word, and
where in a text it stands, which is what a phrase is checked by. It holds the postings in memory while a segment is
written, so a long list is written in parts of a segment each, which are merged into one.

# Invariants

A test or a lint holds each of them.

1. Only `index` and `index-builder` name tantivy; only `http` and `main` name axum.
2. Only `index-builder`'s importers know a foreign format.
3. A corpus line is an API record: same type, same field names.
4. The server never writes. An index directory is complete or absent; a new corpus is a new directory.
5. The server refuses an index of another schema version, and says which command rebuilds it.
6. Every error body is made in one place (`http::protocol::api_error`), every list body in one place (`http::response::envelope`).
7. Every list has a total order, decided at build time; other orders are groups of it. No score ever decides.
8. Closed vocabularies are enums whose words stand once: parser, messages, the OpenAPI document and tests read them.
9. No handler blocks the async runtime.
10. Nothing is dropped in silence: a problem has a place and a reason, and is counted.
11. An answer is of one build, and names it.
*/

mod blocking;

pub mod model;

pub mod sort;

pub mod corpus;

pub mod index;

pub mod http;

pub mod refresh;

pub mod healthcheck;

pub mod open_files;

pub mod settings;

pub mod logging;

pub mod signals;
