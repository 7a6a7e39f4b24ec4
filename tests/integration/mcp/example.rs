//! Makes each call of the worked example in the documentation. The answer must contain the one shown.

use super::*;

/// The blocks of JSON below a heading of a page.
fn blocks(page: &str, heading: &str) -> Vec<Value> {
    let (_, section) = page.split_once(&format!("\n## {heading}\n")).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let blocks = section.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks.map(|block| serde_json::from_str(block).unwrap_or_else(|error| panic!("{error}: {block}"))).collect()
}

/// Asserts that a value contains another one: its members of objects, and its first values of lists.
fn assert_holds(found: &Value, shown: &Value, call: &Value) {
    match (found, shown) {
        (Value::Object(found), Value::Object(shown)) => {
            for (name, shown) in shown {
                let found = found.get(name).unwrap_or_else(|| panic!("{call}: there is no {name}"));
                assert_holds(found, shown, call);
            }
        }
        (Value::Array(found), Value::Array(shown)) if !shown.is_empty() => {
            assert!(found.len() >= shown.len(), "{call}: {found:?} is shorter than {shown:?}");
            found.iter().zip(shown).for_each(|(found, shown)| assert_holds(found, shown, call));
        }
        _ => assert_eq!(found, shown, "{call}"),
    }
}

#[test]
fn worked_example_of_the_documentation_matches_the_tools() {
    let app = TestApp::bundled();
    let tools = Tools { app: &app, era: Era::Current };
    let blocks = blocks(include_str!("../../../docs/mcp.md"), "Examples");
    let (calls, rest) = blocks.as_chunks::<2>();
    assert!(calls.len() >= 3 && rest.is_empty());
    for [call, shown] in calls {
        let result = tools.result("tools/call", call.clone());
        let text = result["content"][0]["text"].as_str().unwrap();
        assert_holds(&serde_json::from_str(text).unwrap(), shown, call);
    }
}
