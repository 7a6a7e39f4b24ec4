/*!
The check of a text in parts, compared with the check of the whole text.
*/

use axum::http::StatusCode;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};

use super::support::{ReceivedResponse, TestApp, proptest_cases};

const PATH: &str = "/api/v1/citations";

/// The maximum length of a context in bytes.
const MAX_CONTEXT_BYTES: usize = 4 << 10;

fn post(app: &TestApp, body: &Value) -> ReceivedResponse {
    app.post(PATH, "application/json", body.to_string())
}

/// Checks a part of a text, with the context of the part before.
fn check(app: &TestApp, text: &str, context: Option<&str>) -> Value {
    let mut body = json!({ "text": text });
    if let Some(context) = context {
        body["context"] = context.into();
    }
    post(app, &body).good()
}

/// Returns the checked citations of a text in parts, with spans in the whole text, and the number of each status.
fn check_parts(app: &TestApp, parts: &[&str]) -> (Vec<Value>, Vec<u64>) {
    let (mut citations, mut statuses, mut context, mut start) = (Vec::new(), Vec::new(), None, 0);
    for part in parts {
        let body = check(app, part, context.as_deref());
        for citation in body["data"].as_array().unwrap() {
            let mut citation = citation.clone();
            for side in ["start", "end"] {
                citation["span"][side] = (start + citation["span"][side].as_u64().unwrap()).into();
            }
            citations.push(citation);
        }
        let counts = body["meta"]["statuses"].as_object().unwrap().values().map(|count| count.as_u64().unwrap());
        statuses.resize(counts.len(), 0);
        statuses.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        assert_eq!(body["meta"]["total"], body["data"].as_array().unwrap().len());
        context = body["meta"]["context"].as_str().map(str::to_owned);
        assert!(context.as_ref().is_none_or(|context| context.len() <= MAX_CONTEXT_BYTES));
        start += part.chars().count() as u64;
    }
    (citations, statuses)
}

/// Returns the statuses of the citations of a text in parts.
fn statuses(app: &TestApp, parts: &[&str]) -> Vec<String> {
    let citations = check_parts(app, parts).0;
    citations.iter().map(|citation| citation["status"].as_str().unwrap().to_owned()).collect()
}

fn sentence() -> impl Strategy<Value = &'static str> {
    select(vec![
        "See Roe v. Wade, 410 U.S. 113, 153, 93 S. Ct. 705 (1973).",
        "“Brown v. Board of Education”, 347 U.S. 483 (1954) (citing Plessy v. Ferguson, 163 U.S. 537 (1896)).",
        "Smith v. Jones, 410 U.S. 113 (1999), is wrong, and so is Doe v. Poe, 410 U.S. 999 (1973).",
        "Doe v. Poe, 1200 F.2d 5 (1950), cannot exist.",
        "The act, 42 U.S.C. § 1983, and 18 U.S.C. §§ 1341, 1343 apply.",
        "Cal. Penal Code § 187 was cited in H.R. 3684, 117th Cong. (2021).",
        "Under Penal Code § 188 and § 1343, it is so.",
        "Loving v. Virginia, 388 U.S. 1 (1967).",
        "Loving v. Virginia, 388 U.S. 1, 347 U.S. 483 (1967).",
        "17 U.S.C. §§ 106-107 and 26 U.S.C. 501, 502 and 503; I.R.C. § 502.",
        "Fed. R. Civ. P. 56(a) is no authority of the index.",
        "It is in 12 Fict. Rep. 345.",
        "Section 10(b) of the Act says so; see § 1344.",
        "Roe, 410 U.S. at 120.",
        "410 U.S. at 1000.",
        "93 S. Ct. at 710.",
        "Brown, supra, at 490.",
        "Doe, supra.",
        "Id.",
        "Id. at 121.",
        "Id. § 1985.",
        "🏛 Nothing is cited “here”.",
    ])
}

proptest! {
    #![proptest_config(proptest_cases(64))]

    #[test]
    fn responses_to_parts_are_the_response_to_the_whole(
        sentences in vec((sentence(), any::<bool>()), 2..40),
        cuts in vec(any::<Index>(), 1..4),
    ) {
        let app = TestApp::bundled();
        let ends = [" ", "\n\n"];
        let text: String = sentences.iter().map(|(text, end)| format!("{text}{}", ends[usize::from(*end)])).collect();
        let places: Vec<usize> = text.match_indices("\n\n").map(|(at, end)| at + end.len()).collect();
        prop_assume!(!places.is_empty());
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| *cut.get(&places)).chain([0, text.len()]).collect();
        cuts.sort_unstable();
        let parts: Vec<&str> = cuts.windows(2).map(|cut| &text[cut[0]..cut[1]]).collect();
        prop_assert_eq!(check_parts(&app, &parts), check_parts(&app, &[&text]));
    }
}

#[test]
fn context_is_absent_until_an_authority_is_cited() {
    let app = TestApp::bundled();
    for text in ["", "Nothing.", "Id. at 5.", "12 Fict. Rep. 345. Fed. R. Civ. P. 56(a)."] {
        assert_eq!(check(&app, text, None)["meta"].get("context"), None, "{text}");
    }
    let plain = app.post(PATH, "text/plain", "Roe v. Wade, 410 U.S. 113 (1973).\n\n").good();
    let context = plain["meta"]["context"].as_str().unwrap();
    assert_eq!(check(&app, "Id. at 120.", Some(context))["data"][0]["status"], "found");
    let after = check(&app, "Nothing.", Some(context));
    assert_eq!((&after["data"], &after["meta"]["context"]), (&json!([]), &json!(context)));
}

#[test]
fn longest_context_has_the_authorities_that_were_mentioned_last() {
    let app = TestApp::bundled();
    let others: String = (1..900).map(|n| format!("Smith v. Doe, {n} F.3d {n} (1999).\n\n")).collect();
    let text = format!("Roe v. Wade, 410 U.S. 113 (1973). Loving v. Virginia, 388 U.S. 1 (1967).\n\n{others}");
    let context = check(&app, &format!("{text}Roe, supra.\n\n"), None)["meta"]["context"].as_str().unwrap().to_owned();
    assert!((3900..=MAX_CONTEXT_BYTES).contains(&context.len()), "{}", context.len());
    let last = check(&app, "Id. Loving, supra. Roe, 410 U.S. at 120. 899 F.3d at 900.", Some(&context));
    let statuses: Vec<&str> =
        last["data"].as_array().unwrap().iter().map(|one| one["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["found", "unresolved", "found", "not_in_index"]);
}

#[test]
fn long_brief_is_checked_in_parts() {
    let app = TestApp::bundled();
    let filler = "Nothing is cited in this sentence.\n\n".repeat(1600);
    let first = format!("Roe v. Wade, 410 U.S. 113 (1973).\n\n{filler}");
    let parts = [&*first, &*filler, "Roe, 410 U.S. at 120. Id. at 121. Brown, supra."];
    assert_eq!(statuses(&app, &parts), ["found", "found", "found", "unresolved"]);
}

#[test]
fn other_contexts_are_400_with_what_to_send() {
    let app = TestApp::bundled();
    let context = check(&app, "Roe v. Wade, 410 U.S. 113 (1973).", None)["meta"]["context"].clone();
    let context = context.as_str().unwrap();
    let longer = "A".repeat(MAX_CONTEXT_BYTES + 1);
    for other in ["", "Roe v. Wade, 410 U.S. 113", "A", "====", "💥", &context[1..], &longer, &context.to_lowercase()]
    {
        let error = post(&app, &json!({ "text": "Id.", "context": other })).error(StatusCode::BAD_REQUEST);
        let message = error["error"].as_str().unwrap();
        assert!(
            message.starts_with("\"context\" ") && message.contains("send `meta.context` of the response"),
            "{message}"
        );
        assert!(message.len() < 300, "{message}");
    }
    for other in [json!(null), json!(1), json!(["a"]), json!({ "text": "a" })] {
        post(&app, &json!({ "text": "Id.", "context": other })).error(StatusCode::BAD_REQUEST);
    }
    app.post(&format!("{PATH}?context={context}"), "text/plain", "Id.").error(StatusCode::BAD_REQUEST);
}
