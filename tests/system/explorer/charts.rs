//! The charts of a list as pictures and tables, with their scale and source.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::system::explorer::page::Page;

/// Keeps each file that the page saves, and its name, and the text that it copies.
const KEEP: &str = "window.saved = []; URL.createObjectURL = (blob) => { saved.push(blob); return '#' }; \
                    HTMLAnchorElement.prototype.click = function () { saved.push(this.download) }; \
                    navigator.clipboard.writeText = async (text) => { window.copied = text }";

/// The values of a facet with their counts, in the order of the response.
fn counts(page: &Page, list: &str, facet: &str) -> Vec<(String, u64)> {
    let counted = page.see(&format!(
        "fetch('/api/v1/{list}').then((it) => it.json()).then(({{ data }}) => JSON.stringify(data.{facet}))"
    ));
    let counted: Vec<Value> = serde_json::from_str(&counted).unwrap();
    let text = |entry: &Value| entry.get("label").unwrap_or(&entry["value"]).as_str().unwrap().to_owned();
    counted.iter().map(|entry| (text(entry), entry["count"].as_u64().unwrap())).collect()
}

/// Clicks a button, and returns the name of the file that it saves.
fn saved(page: &Page, button: &str) -> String {
    page.browser().run("saved.length = 0");
    page.browser().click(button);
    page.wait_until("saved.length === 2");
    page.see("saved[1]")
}

#[test]
fn timeline_has_a_scale_and_a_source_and_is_saved() {
    let Some(page) = Page::start() else { return };
    page.open("/cases?topic=privacy");
    page.wait_until("document.querySelector('.bars')");
    let mut years = counts(&page, "cases/facets?topic=privacy", "year");
    years.sort();
    let most = years.iter().map(|(_, count)| *count).max().unwrap();
    let ticks = if most.is_multiple_of(2) { vec![most, most / 2, 0] } else { vec![most, 0] };
    assert_eq!(page.texts(".scale span"), ticks.iter().map(u64::to_string).collect::<Vec<_>>());
    let build = page.see("fetch('/api/v1/topics').then((it) => it.headers.get('lexdex-build').slice(0, 12))");
    let day = page.see(
        "fetch('/api/v1/coverage').then((it) => it.json()).then(({ data }) => new Date(data.filter((it) => \
         it.resource === 'cases').map((it) => it.lastUpdated ?? '').sort().at(-1)).toLocaleDateString('en-US', \
         { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' }))",
    );
    let source = format!("Source: lexdex, index build {build}, data as of {day}");
    assert_eq!(page.texts("#source"), [source.as_str()]);

    page.browser().run(KEEP);
    assert_eq!(saved(&page, "#save-svg"), "lexdex Cases by year.svg");
    let picture = page.see("saved[0].text()");
    let address = page.see("location.href");
    let warning = "The bars count a sample, not all cases.";
    assert_eq!(page.texts(".warning"), [warning]);
    for text in ["Cases by year", "Privacy", warning, &source, &address] {
        assert!(picture.contains(&format!(">{text}</text>")), "{text} in {picture}");
    }
    assert_eq!(picture.matches("fill=\"#2f5d8a\"").count(), years.len(), "a bar for each year");
    assert_eq!(saved(&page, "#save-png"), "lexdex Cases by year.png");
    let pixels = "createImageBitmap(saved[0]).then((image) => { \
                  const canvas = document.createElement('canvas'); \
                  [canvas.width, canvas.height] = [image.width, image.height]; \
                  const paper = canvas.getContext('2d'); paper.drawImage(image, 0, 0); \
                  const { data } = paper.getImageData(0, 0, image.width, image.height); \
                  let bars = 0; \
                  for (let at = 0; at < data.length; at += 4) if (data[at] === 47 && data[at + 1] === 93) bars += 1; \
                  return `${saved[0].type} ${image.width}x${image.height} ${bars > 1000}` })";
    assert_eq!(page.see(pixels), "image/png 1920x1032 true");
    page.browser().click("#copy-table");
    page.wait_until("window.copied");
    let counts: BTreeMap<u32, u64> = years.iter().map(|(year, count)| (year.parse().unwrap(), *count)).collect();
    let extent = *counts.first_key_value().unwrap().0..=*counts.last_key_value().unwrap().0;
    let count = |year: u32| counts.get(&year).copied().unwrap_or_default();
    let rows: Vec<String> = extent.map(|year| format!("\n{year}\t{}", count(year))).collect();
    assert!(rows.len() > years.len(), "a year without cases has a row, too");
    assert_eq!(page.see("copied"), format!("Year\tCases{}", rows.concat()));
    assert_eq!(page.texts("#copy-table"), ["Copied"]);
    assert_eq!(page.complaints(), [""; 0]);
}

#[test]
fn years_without_records_are_labelled_and_named() {
    let Some(page) = Page::start() else { return };
    page.browser().devtools(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({ "source": "const real = fetch; window.fetch = async (path, options) => { \
            const answer = await real(path, options); \
            if (!path.includes('/facets')) return answer; const body = await answer.json(); \
            body.data.year = [[2017, 9], [2018, 5], [2022, 7]].map(([value, count]) => ({ value: `${value}`, count })); \
            return new Response(JSON.stringify(body), { headers: answer.headers }) }" }),
    );
    page.open("/cases?topic=privacy");
    page.wait_until("document.querySelector('.bars')");
    assert_eq!(page.texts(".axis span"), ["2017", "2018", "2019", "2020", "2021", "2022"]);
    let middles = "[...document.querySelectorAll('.axis span')].map((it) => it.getBoundingClientRect()) \
                   .map(({ left, width }) => left + width / 2)";
    let bars = "[...document.querySelectorAll('.bars .in')].map((it) => it.getBoundingClientRect()) \
                .map(({ left, width }) => left + width / 2)";
    let apart = format!("[[0, 0], [1, 1], [5, 2]].every(([at, bar]) => Math.abs({middles}[at] - {bars}[bar]) < 2)");
    assert_eq!(page.see(&apart), "true", "each label is below the middle of its bar");
    page.browser().click(".years summary");
    let rows = page.texts(".years tbody tr");
    assert_eq!(rows, ["2017\t9", "2018\t5", "2019 to 2021\t0", "2022\t7"]);
    assert_eq!(page.see("getComputedStyle(document.querySelector('.years .scroll')).maxHeight"), "none");
}

#[test]
fn long_title_and_address_of_a_picture_are_divided() {
    let Some(page) = Page::start() else { return };
    page.open(&format!("/bills?q=privacy{}#sessions", "+of+the".repeat(20)));
    page.wait_until("document.querySelector('.sessions')");
    page.browser().run(KEEP);
    saved(&page, "#save-svg");
    let lengths = "saved[0].text().then((text) => [...new DOMParser().parseFromString(text, 'text/xml') \
                   .querySelectorAll('text')].map((it) => [it.getAttribute('font-size'), it.textContent.length])) \
                   .then((lines) => JSON.stringify(lines))";
    let lines: Vec<(Option<String>, usize)> = serde_json::from_str(&page.see(lengths)).unwrap();
    let of_size = |wanted: &str| -> Vec<usize> {
        let lines = lines.iter().filter(|(size, _)| size.as_deref() == Some(wanted));
        lines.map(|(_, length)| *length).collect()
    };
    let (title, small) = (of_size("20"), of_size("12"));
    assert!(title.len() > 1 && title.iter().all(|length| *length <= 75), "{title:?}");
    assert!(small.contains(&130) && small.iter().all(|length| *length <= 130), "{small:?}");
}

#[test]
fn chart_of_sessions_is_saved_with_every_session() {
    let Some(page) = Page::start() else { return };
    page.open("/bills?q=privacy#sessions");
    page.wait_until("document.querySelector('.sessions')");
    let mut sessions = counts(&page, "bills/facets?q=privacy", "session");
    page.browser().run(KEEP);
    let name = saved(&page, "#save-svg");
    assert_eq!(name, "lexdex Bills by Congress or session matching “privacy”.svg");
    assert_eq!(page.see("saved[0].text()").matches("fill=\"#2f5d8a\"").count(), sessions.len());
    page.browser().click("#copy-table");
    page.wait_until("window.copied");
    let copied = page.see("copied");
    let mut lines: Vec<&str> = copied.lines().collect();
    assert_eq!(lines.remove(0), "Session\tBills");
    let mut expected: Vec<String> = sessions.drain(..).map(|(name, count)| format!("{name}\t{count}")).collect();
    expected.sort();
    lines.sort_unstable();
    assert_eq!(lines, expected);
    assert_eq!(page.complaints(), [""; 0]);
}
