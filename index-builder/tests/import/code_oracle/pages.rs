//! The sections of a page, cut out of its text at each `<h3`.

/// A page.
pub(super) struct Page {
    /// The day of posting, as `2022-11-07`.
    pub(super) day: String,
    /// Whether most of the sections that the page lists are missing.
    pub(super) is_broken: bool,
    pub(super) sections: Vec<Section>,
}

/// A section.
pub(super) struct Section {
    /// The id of its record. `None` if the heading has no number of the page.
    pub(super) id: Option<String>,
    /// The heading after the number.
    pub(super) heading: String,
    /// The blocks of text below the heading.
    pub(super) blocks: Vec<String>,
}

pub(super) fn read(state: &'static str, html: &str) -> Page {
    let title = title_number(html);
    let mut sections: Vec<Section> = Vec::new();
    for piece in html.split("<h3").skip(1) {
        let (heading, body) = piece.split_once("</h3>").unwrap_or((piece, ""));
        let heading = plain(heading.split_once('>').map_or("", |(_, heading)| heading)).join(" ");
        let body = body.split("<h2").next().unwrap_or_default();
        let lower = heading.to_lowercase();
        if state == "id" && lower.starts_with("article") {
            // An article of a compact belongs to the section before it.
            if let Some(section) = sections.last_mut() {
                section.blocks.extend(plain(body));
            }
        } else if title.is_some() {
            let (id, rest) = identify(state, title.as_deref().unwrap_or_default(), &heading);
            sections.push(Section { id, heading: rest, blocks: plain(body) });
        }
    }
    let n_found = sections.iter().filter(|section| section.id.is_some()).count();
    let n_listed = html.split("-snav").skip(1).filter(|entry| lists_section(entry)).count();
    Page { day: day(html), is_broken: n_found * 2 < n_listed, sections }
}

/// Whether an entry of a table of contents begins with a number.
fn lists_section(entry: &str) -> bool {
    let entry = entry.split_once('>').map_or("", |(_, entry)| entry);
    let text = plain(entry.split("</li>").next().unwrap_or_default()).join(" ");
    text.trim_start_matches(['§', ' ']).starts_with(|first: char| first.is_ascii_digit())
}

/// The number of the title in the `h1`. `None` for a constitution.
fn title_number(html: &str) -> Option<String> {
    let (_, heading) = html.split_once("<h1")?;
    let heading = plain(heading.split_once('>')?.1.split("</h1>").next()?).join(" ");
    let mut words = heading.split(' ');
    let is_title = words.next()?.eq_ignore_ascii_case("title");
    is_title.then(|| words.next().map(|number| number.trim_end_matches('.').to_owned()))?
}

/// The day in “posted by Public.Resource.Org using … on 2022-11-07”.
fn day(html: &str) -> String {
    let (_, after) = html.split_once("posted by").unwrap();
    let at = after.find(" on 2").unwrap() + 4;
    after[at..at + 10].to_owned()
}

/// The id of the section and the heading after its number.
fn identify(state: &str, title: &str, heading: &str) -> (Option<String>, String) {
    let code = match state {
        "co" | "ky" => "rev-stat",
        "vt" | "wy" => "stat",
        _ => "code",
    };
    let (number, rest) = number(heading);
    let begins_with_title = number.strip_prefix(title).is_some_and(|rest| rest.starts_with('-'));
    let belongs = begins_with_title || (matches!(state, "ky" | "vt") && !number.is_empty());
    let within = if state == "vt" { format!("{}-", title.to_lowercase()) } else { String::new() };
    (belongs.then(|| format!("{state}-{code}-{within}{}", number.to_lowercase())), rest)
}

/// The number at the start of a heading in the form of an id, and the rest: “§§ 1-1 through 1-3. [Repealed.]” gives
/// `1-1-through-1-3`.
fn number(heading: &str) -> (String, String) {
    let heading = heading.trim_start_matches(['§', ' ']).replace("- ", "-").replace(" l .", "l.").replace(" o .", "o.");
    let mut number = String::new();
    let mut rest = heading.as_str();
    loop {
        let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
        let word = word.replace('–', "-");
        let begins_number = word.starts_with(|first: char| first.is_ascii_digit());
        let is_number = begins_number && !word.contains(['(', ';', '%', '/', '’']);
        let is_open = number.is_empty() || number.ends_with(' ');
        match word.as_str() {
            _ if is_number && is_open => number.push_str(word.trim_end_matches(['.', ':', ','])),
            "through" | "to" | "and" | "thru" | "—" | "-" if !is_open && continues(after) => {
                number.push_str(if matches!(word.as_str(), "—" | "-") { " through " } else { "" });
                number.push_str(&if number.ends_with(' ') { String::new() } else { format!(" {word} ") });
            }
            _ => return (number.trim().replace(' ', "-"), rest.trim_start_matches(['.', ' ']).to_owned()),
        }
        if is_number && word.ends_with(',') && continues(after) {
            number.push_str(" and ");
        }
        rest = after;
    }
}

/// Whether a text begins with another number of a section.
fn continues(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
}

/// The blocks of text of a piece of HTML, with single spaces.
fn plain(html: &str) -> Vec<String> {
    const INLINE: [&str; 10] = ["b", "i", "a", "u", "cite", "span", "em", "strong", "sup", "sub"];
    let mut text = String::with_capacity(html.len());
    for (idx, piece) in html.split('<').enumerate() {
        let Some((tag, after)) = piece.split_once('>').filter(|_| idx > 0) else {
            text.push_str(if idx == 0 { piece } else { "" });
            continue;
        };
        let name = tag.trim_start_matches('/').split([' ', '\n', '/']).next().unwrap_or_default();
        if !INLINE.contains(&name.to_ascii_lowercase().as_str()) {
            text.push('\u{1}');
        }
        text.push_str(after);
    }
    let text = text.replace("&amp;", "&").replace("&nbsp;", " ").replace("&lt;", "<").replace("&gt;", ">");
    let text = text.replace('\u{ad}', "");
    let blocks = text.split('\u{1}').map(|block| block.split_whitespace().collect::<Vec<_>>().join(" "));
    blocks.filter(|block| !block.is_empty()).collect()
}
