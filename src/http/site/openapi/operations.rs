/*!
The operations of the lists and of the catalogues.
*/

use lexdex_core::model::{Parameter, RecordFormat, Resource};
use serde_json::{Value, json};

use crate::http::base_path::BasePath;
use crate::http::request::list::PAGE_PARAMETERS;
use crate::http::response::references::MAX_REFERENCES;
use crate::http::site::openapi::responses::LastSegment;
use crate::http::site::openapi::schemas::singular;
use crate::http::site::openapi::{examples, parameters, responses};
use crate::http::snapshot::query::MAX_SIMILAR;

/// Returns the groups of operations, in the order of the reference page.
pub(super) fn tags() -> Value {
    json!([
        { "name": "statutes", "description": "Sections of federal and state codes." },
        { "name": "cases", "description": "Decisions of courts." },
        { "name": "bills", "description": "Bills and resolutions of legislatures." },
        { "name": "changes", "description": "The records that differ from an earlier build." },
        { "name": "suggestions", "description": "Completions of a partly typed search." },
        { "name": "citations", "description": "Citations in a text, checked against the index." },
        { "name": "catalogues", "description": "The values of the filters, and the coverage of the lists." },
    ])
}

/// Returns the GET operations of the lists, the suggestions and the catalogues, with their paths.
pub(super) fn all(base_path: &BasePath) -> Vec<(String, Value)> {
    let lists = Resource::ALL.iter().copied().flat_map(list_operations);
    lists.chain([suggestions(base_path)]).chain(catalogue_operations()).collect()
}

fn list_operations(list: Resource) -> [(String, Value); 5] {
    let path = format!("/api/v1/{list}");
    [
        (path.clone(), listing(list)),
        (format!("{path}/{{id}}"), record(list)),
        (format!("{path}/{{id}}/similar"), similar(list)),
        (format!("{path}/facets"), facets(list)),
        (format!("{path}/export"), export(list)),
    ]
}

fn listing(resource: Resource) -> Value {
    let singular = singular(resource);
    let order = match resource {
        Resource::Statutes => "by jurisdiction, title and section",
        Resource::Cases => "by date of decision, newest first, undated cases last",
        Resource::Bills => "by date of introduction, newest first, undated bills last",
    };
    let query = match resource {
        Resource::Statutes => "jurisdiction=CA&topic=homicide",
        Resource::Cases => "court=ninth+circuit&topic=privacy",
        Resource::Bills => "jurisdiction=federal&status=signed&chamber=senate",
    };
    let example = examples::example(&format!("GET /api/v1/{resource}?{query}&limit=1"));
    let content = responses::json_content(&format!("{singular}List"), example);
    let links = json!({
        "record": {
            "operationId": format!("get{singular}"),
            "parameters": { "id": "$response.body#/data/0/id" },
            "description": "The first record of the page.",
        },
    });
    operation(Operation {
        id: format!("list{singular}s"),
        tag: resource.as_str(),
        summary: format!("Returns a page of the matching {resource}."),
        description: format!(
            "A record must match all filters. Without `sort` the order is {order}. To read all pages, add `limit` to \
             `offset` while `meta.hasMore` is true, and pass the `build` of the first page, or follow the `Link` \
             header, which does both."
        ),
        parameters: in_query(resource, PAGE_PARAMETERS),
        success: responses::success("A page.", content, &["Link"], links),
        named: LastSegment::Nothing,
    })
}

/// Returns the id of a list's record in examples.
fn example_id(resource: Resource) -> &'static str {
    match resource {
        Resource::Statutes => "federal-usc-18-1341",
        Resource::Cases => "scotus-410-us-113",
        Resource::Bills => "federal-117-hr-3684",
    }
}

/// Returns the kind of ids that the path of a record accepts.
fn named(resource: Resource) -> LastSegment {
    match resource {
        Resource::Cases => LastSegment::RecordOrAlias,
        Resource::Statutes | Resource::Bills => LastSegment::Record,
    }
}

/// Returns the sentence about ids that redirect to a record.
fn about_other_ids(resource: Resource) -> &'static str {
    match resource {
        Resource::Cases => {
            "An id with another citation of the case, such as `scotus-93-s-ct-705`, redirects to the record with \
             308."
        }
        Resource::Statutes | Resource::Bills => "",
    }
}

fn record(resource: Resource) -> Value {
    let singular = singular(resource);
    let id = example_id(resource);
    let path = format!("GET /api/v1/{resource}/{id}");
    let mut content = responses::json_content(&format!("{singular}Answer"), examples::example(&path));
    add_references(&mut content, |format| examples::example(&format!("{path}?format={format}")));
    let links = json!({
        "sameJurisdiction": {
            "operationId": format!("list{singular}s"),
            "parameters": { "jurisdiction": "$response.body#/data/jurisdictionId" },
            "description": "The records of the same jurisdiction.",
        },
    });
    operation(Operation {
        id: format!("get{singular}"),
        tag: resource.as_str(),
        summary: format!("Returns one of the {resource}."),
        description: [
            "If no record has this id, the error names the nearest ids. The `Link` header has the public addresses \
             of the record's text, if any are known.",
            about_other_ids(resource),
        ]
        .join(" ")
        .trim_end()
        .to_owned(),
        parameters: vec![
            parameters::record_id(id),
            parameters::in_query(Parameter::Fields, resource),
            parameters::record_format(resource),
        ],
        success: responses::success("The record.", content, &["Link", "X-Summary-Source"], links),
        named: named(resource),
    })
}

fn similar(resource: Resource) -> Value {
    let singular = singular(resource);
    let id = example_id(resource);
    let example = examples::truncated_example(&format!("GET /api/v1/{resource}/{id}/similar"));
    let content = responses::json_content(&format!("Similar{singular}s"), example);
    operation(Operation {
        id: format!("listSimilar{singular}s"),
        tag: resource.as_str(),
        summary: format!("Returns the {resource} most similar to one of them."),
        description: format!(
            "At most {MAX_SIMILAR} records that share its most distinctive words or its topics, the most similar \
             first."
        ),
        parameters: vec![parameters::record_id(id), parameters::in_query(Parameter::Fields, resource)],
        success: responses::success("The records.", content, &[], json!({})),
        named: named(resource),
    })
}

fn facets(resource: Resource) -> Value {
    let singular = singular(resource);
    let example =
        examples::truncated_example(&format!("GET /api/v1/{resource}/facets?jurisdiction=federal&topic=privacy"));
    let content = responses::json_content(&format!("{singular}Facets"), example);
    operation(Operation {
        id: format!("count{singular}Facets"),
        tag: resource.as_str(),
        summary: format!("Counts the matching {resource} for each value of each facet."),
        description:
            "The counts of a facet ignore the filter on that facet: each count is the total with that value selected \
             instead."
                .to_owned(),
        parameters: in_query(resource, &[]),
        success: responses::success("The counts.", content, &[], json!({})),
        named: LastSegment::Nothing,
    })
}

/// Adds the formats for reference managers to the content of a response. `example` makes the example of a format.
fn add_references(content: &mut Value, example: impl Fn(RecordFormat) -> Value) {
    for (media_type, format, description) in [
        ("application/x-bibtex", RecordFormat::Bibtex, "One entry for each record, with its id as the key."),
        ("application/x-research-info-systems", RecordFormat::Ris, "One reference for each record."),
    ] {
        content[media_type] =
            json!({ "schema": { "type": "string", "description": description }, "examples": example(format) });
    }
    content["application/vnd.citationstyles.csl+json"] = json!({
        "schema": { "type": "array", "items": { "type": "object" }, "description": "One CSL item for each record." },
    });
}

fn export(resource: Resource) -> Value {
    let singular = singular(resource);
    let query = match resource {
        Resource::Statutes => "jurisdiction=CA&topic=homicide",
        Resource::Cases => "citation=410+US+113",
        Resource::Bills => "q=HR+3684&jurisdiction=federal",
    };
    let request = |format: RecordFormat| format!("GET /api/v1/{resource}/export?format={format}&{query}");
    let example = |format| examples::example(&format!("{}&fields=id,jurisdiction,topics", request(format)));
    let mut content = json!({
        "application/x-ndjson": {
            "schema": { "type": "string", "description": format!("One {singular} per line, reduced to `fields` if given.") },
            "examples": example(RecordFormat::Ndjson),
        },
        "text/csv": {
            "schema": { "type": "string", "description": "A header line, then one record per line." },
            "examples": example(RecordFormat::Csv),
        },
    });
    add_references(&mut content, |format| examples::example(&request(format)));
    operation(Operation {
        id: format!("export{singular}s"),
        tag: resource.as_str(),
        summary: format!("Streams all matching {resource} as one file."),
        description: format!(
            "An export counts as one request. At most four exports run at a time, two per client; further exports \
             are refused with 503. The last column of CSV is `url`, the path of the record's page. An apostrophe \
             precedes a cell that a spreadsheet would interpret as a formula. The formats for reference managers ({}) take at most {MAX_REFERENCES} records and no `fields`.",
            RecordFormat::references().join(", "),
        ),
        parameters: in_query(resource, &[Parameter::Format, Parameter::Bom, Parameter::Fields]),
        success: responses::success("The file.", content, &["Content-Disposition"], json!({})),
        named: LastSegment::Nothing,
    })
}

fn suggestions(base_path: &BasePath) -> (String, Value) {
    let example = examples::example_with_targets("GET /api/v1/suggest?q=plessy+v+f&limit=5", base_path);
    let content = responses::json_content("SuggestionList", example);
    let operation = operation(Operation {
        id: "suggest".to_owned(),
        tag: "suggestions",
        summary: "Completes a partly typed name, citation or filter.".to_owned(),
        description:
            "Names equal to `q` come first, then names that begin with it, then names in which a later word begins \
                      with it. If nothing matches, the words are corrected. A suggestion links to a record, or to a \
                      list filtered by topic, court or jurisdiction."
                .to_owned(),
        parameters: parameters::suggestion_parameters(),
        success: responses::success("The suggestions, best first.", content, &[], json!({})),
        named: LastSegment::Nothing,
    });
    ("/api/v1/suggest".to_owned(), operation)
}

fn catalogue_operations() -> [(String, Value); 5] {
    let catalogue = |name: &str, singular: &str, summary: &str, description: &str, links: Value| {
        let content = responses::json_content(
            &format!("{singular}List"),
            examples::truncated_example(&format!("GET /api/v1/{name}")),
        );
        let mut plural = name.to_owned();
        plural[..1].make_ascii_uppercase();
        let operation = operation(Operation {
            id: format!("list{plural}"),
            tag: "catalogues",
            summary: summary.to_owned(),
            description: description.to_owned(),
            parameters: Vec::new(),
            success: responses::success("The whole catalogue.", content, &[], links),
            named: LastSegment::Nothing,
        });
        (format!("/api/v1/{name}"), operation)
    };
    let by = |operation: &str, parameter: &str, entry: &str| json!({ operation: { "operationId": operation, "parameters": { parameter: entry } } });
    [
        catalogue(
            "jurisdictions",
            "Jurisdiction",
            "Returns all jurisdictions.",
            "Ordered: the federal jurisdiction, the states by name, the District of Columbia, the territories by \
             name.",
            by("getJurisdiction", "id", "$response.body#/data/0/id"),
        ),
        ("/api/v1/jurisdictions/{id}".to_owned(), jurisdiction()),
        catalogue(
            "topics",
            "Topic",
            "Returns all topics, with the number of records in each list.",
            "The topics of the catalogue come first, then those that only records have.",
            by("listStatutes", "topic", "$response.body#/data/0/tag"),
        ),
        catalogue(
            "courts",
            "Court",
            "Returns all courts, with the number of cases of each.",
            "The courts of the catalogue come first, then those that only cases have.",
            by("listCases", "court", "$response.body#/data/0/id"),
        ),
        catalogue(
            "coverage",
            "Coverage",
            "Returns the coverage of each list by jurisdiction.",
            "Shows whether a jurisdiction has any records, so that an empty result can be explained.",
            json!({}),
        ),
    ]
}

fn jurisdiction() -> Value {
    let content = responses::json_content("JurisdictionAnswer", examples::example("GET /api/v1/jurisdictions/CA"));
    operation(Operation {
        id: "getJurisdiction".to_owned(),
        tag: "catalogues",
        summary: "Returns one jurisdiction.".to_owned(),
        description: "Accepts every name that the filter `jurisdiction` accepts.".to_owned(),
        parameters: vec![parameters::jurisdiction_id()],
        success: responses::success("The jurisdiction.", content, &[], json!({})),
        named: LastSegment::Record,
    })
}

/// Returns the filters of a list, and further parameters.
pub(super) fn in_query(list: Resource, more: &[Parameter]) -> Vec<Value> {
    let all = Parameter::filters(list).iter().chain(more);
    all.map(|parameter| parameters::in_query(*parameter, list)).collect()
}

/// The parts in which GET operations differ.
pub(super) struct Operation {
    pub(super) id: String,
    pub(super) tag: &'static str,
    pub(super) summary: String,
    pub(super) description: String,
    pub(super) parameters: Vec<Value>,
    pub(super) success: Value,
    pub(super) named: LastSegment,
}

/// Describes a GET operation.
pub(super) fn operation(operation: Operation) -> Value {
    let Operation { id, tag, summary, description, mut parameters, success, named } = operation;
    parameters.extend([parameters::build(), parameters::if_none_match()]);
    json!({
        "operationId": id,
        "tags": [tag],
        "summary": summary,
        "description": description,
        "parameters": parameters,
        "responses": responses::responses(success, named),
    })
}
