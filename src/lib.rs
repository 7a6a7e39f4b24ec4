/*!
lexdex serves filter queries over U.S. law (statutes, court cases, bills, jurisdictions) from an immutable index, with
exact totals and pages at any offset. This page is the map of the code.

# Packages

`index-builder` turns a corpus into an index directory, offline. `lexdex` only reads it. Without `--index` the server
indexes its bundled corpus in memory, with the same code.

| package | holds | depends on |
|---|---|---|
| [`lexdex_core`] | records, parameters, corpus, citations, the external sort, operating systems | |
| [`lexdex_index`] | the index directory: building, opening, searching; checking citations | core |
| `lexdex` | the service and the commands | core, index |
| `index-builder` | foreign formats, imports, building, publishing | core, index |
| `lexdex-mirror` | fetching bulk files, refreshing an index, object storage | core, index, index-builder |
| `lexdex-tests`, `lexdex-system-tests` | tests in one process, and tests that start programs | all |

`lexdex` has these modules:

| module | holds |
|---|---|
| [`http`] | the service: parameters, responses, limits, connections, OpenAPI, metrics, the explorer, MCP |
| [`refresh`] | swapping the served index without a pause |
| [`healthcheck`] | the readiness probe that the program itself can run |
| [`open_files`] | the limits on open files and connections |
| [`settings`] | the operator's settings |
| [`command_line`] | the commands: serving, and querying the API of a server or of the program itself |
| [`logging`] | the log on standard error |

# An index directory

| file | holds |
|---|---|
| `manifest.json` | schema version, counts, latest update, digests of the corpus and of the inputs, all files; written last |
| `*.jsonl`, `*.tsv`, `coverage.toml` | the catalogues, the thesaurus, the popular names and the completeness of the corpus |
| `statutes/`, `cases/`, `bills/` | one tantivy index each: a single segment with its documents in list order |
| `…/records.jsonl`, `…/records.offsets` | the records in list order, as the bytes that are served; where each line begins |
| `…/words.forms`, `…/titles.order`, `…/names.ranks` | forms of words; orders of titles, and of names among suggestions |
| `…/coverage.json` | dates, counts and sources |

The order of a list is fixed when the index is built, and the number of a document is its position in the list. A filter
therefore never sorts: it intersects sets of numbers and takes a slice. [`lexdex_index`] lists the cost of each
structure.

# A build, step by step

1. With a previous index, `build::previous` links the lists with unchanged inputs; the rest is built.
2. `build::ingest` hands chunks of whole lines to one thread per core. The threads parse and check every record.
3. Each thread writes its records, with their sort keys and facets, to a file in sorted runs ([`lexdex_core::sort`]).
4. `build::list_writer` merges the runs of each list, writes the records in list order and cuts them into parts.
   Up to eight threads sort the terms of parts and their texts. `build::inverted_index` writes them as a segment.
5. `index-builder` syncs the files and moves the directory into place in one step.

# A request, step by step

```text
Endpoint -> ApiQuery -> Snapshot::execute -> QueryResult -> EncodedBody -> Response
```

1. `http::transport` accepts the connection, and attaches the client's key to each request.
2. `http::middleware` logs it, adds a request id and CORS headers, guards against floods, checks the rate limit (429)
   and the length of the URI (414), and turns panics and timeouts into errors. `http::limit_store` asks the store, if any.
3. `http::endpoints` matches the path; `http::router` calls the handler in `http::handlers`.
4. The handler takes one `Snapshot`, the current one or the one whose build the request names (else 412), and
   `http::request` reads the parameters into an `ApiQuery`, or reports every invalid parameter at once (400).
5. `http::snapshot::responder` checks `If-None-Match` (304) and the response cache, then runs the query: inline if its
   sets and records are in memory (`ApiQuery::try_execute_inline`), otherwise on a thread that may block.
6. [`lexdex_index::Index::search`] intersects the sets of the filter's conditions. Facet sets are resident; the sets of
   citations, ids and words are read from tantivy's postings and cached. The intersection has the exact total and any page.
7. `http::response` writes the records' bytes into the body: the `QueryResult`. `http::protocol` compresses it into an
   `EncodedBody`, a long one on a thread that may block. The responder adds `ETag`, `Link` and the build id.

Facet counts are the sizes of intersections. An export reads all pages, on a thread that waits for the client.
`lexdex_index::text` splits records and `q` into words in the same way. `text_search` resolves the words of `q`,
scores the records, and caches both for the next page. `suggest` completes names. See `docs/search.md`.

# Invariants

A test enforces each invariant; its name is in parentheses.

1. Core needs neither tantivy nor axum; the builder and the mirror need neither axum, redis nor rmcp
   (`packages_need_only_the_engines_of_their_layer`). Within `lexdex`, only `http` and `main` use axum, only
   `http::limit_store` redis, only `http::mcp` rmcp, and only `command_line` ureq
   (`engines_are_named_only_by_the_modules_around_them`).
2. Only `index-builder`'s importers know a foreign format, and only `command_line::check::documents` the formats of
   documents (`foreign_formats_are_named_only_by_importers`).
3. A corpus line is an API record: same type, same field names (`corpus_lines_are_the_records_that_are_served`).
4. The server never writes (`server_code_does_not_write_files`). An index directory is complete or absent
   (`build_killed_at_any_moment_leaves_the_old_or_new_index`).
5. The server refuses an index of another schema version with the command that rebuilds it
   (`other_schema_version_is_refused_with_the_rebuild_command`).
6. One function builds all error bodies, and one all list bodies (`error_and_list_bodies_are_made_in_one_place`).
7. Every list has a total order, decided at build time (`cases_and_bills_are_ordered_newest_first_with_undated_last`).
   A score decides only the order of results of `q`, and is an integer (`scores_are_integers_and_none_is_of_tantivy`).
8. Closed vocabularies are enums whose words are written once (`words_of_vocabularies_are_written_once`).
9. No handler blocks the async runtime (`handlers_do_not_block_the_runtime`).
10. Nothing is dropped silently: every skipped record is counted with a reason
    (`damaged_titles_give_records_or_skips_that_add_up`).
11. A response and its links stay within one build, which it names (`no_walk_mixes_builds_during_ten_swaps`).
12. Only `lexdex_core::platform` depends on the operating system (`only_platform_asks_for_the_operating_system`).
*/

mod log_throttle;

pub mod http;

pub mod command_line;
pub mod healthcheck;
pub mod logging;
pub mod open_files;
pub mod refresh;
pub mod settings;
