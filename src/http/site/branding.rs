/*!
Applies the operator's name, logo, color and footer line to the pages, from a site file in TOML. The file is checked
before the server starts. The logo is served unchanged.
*/

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use axum::body::Bytes;
use axum::http::Uri;
use maud::{Markup, Render, html};
use serde::Deserialize;

/// The maximum size of the site file and of the logo in bytes.
const MAX_FILE_BYTES: usize = 64 << 10;

/// The maximum length of the name in characters.
const MAX_NAME_CHARS: usize = 60;

/// The maximum length of the footer's text in characters.
const MAX_TEXT_CHARS: usize = 200;

/// The maximum length of the footer's link in bytes.
const MAX_LINK_BYTES: usize = 2000;

/// The name of the style sheet with the color.
const STYLE: &str = "site.css";

/// The parts of the pages that a site file replaces or extends.
const BRAND: &str = "<a class=\"brand\" href=\"/\">lexdex</a>";
const TITLE: &str = "<title>lexdex:";
const HEAD_END: &str = "</head>";
const FOOTER_END: &str = "</footer>";

/// The operator's choices. The default is lexdex's own branding.
#[derive(Clone, Debug, Default)]
pub struct Branding(Arc<Choices>);

#[derive(Debug, Default)]
struct Choices {
    name: Option<String>,
    logo: Option<Logo>,
    color: Option<String>,
    footer: Option<Footer>,
}

#[derive(Debug)]
struct Logo {
    /// The name of the file in its URL.
    name: &'static str,
    content: Bytes,
}

/// The content of a site file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SiteFile {
    name: Option<String>,
    logo: Option<String>,
    color: Option<String>,
    footer: Option<Footer>,
}

/// A line in the footer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table with text and link")]
struct Footer {
    text: String,
    link: String,
}

impl Branding {
    /// Reads and checks a site file and the logo beside it.
    pub fn read(path: &Path) -> Result<Self> {
        let choices = || {
            let text = String::from_utf8(read_file(path)?).ok().context("it is not UTF-8")?;
            Choices::parse(&text, path.parent().unwrap_or(Path::new("")))
        };
        let choices = choices().with_context(|| format!("cannot use the site file {}", path.display()))?;
        Ok(Self(Arc::new(choices)))
    }

    /// Returns the name of the site.
    pub(crate) fn name(&self) -> &str {
        self.0.name.as_deref().unwrap_or("lexdex")
    }

    /// Applies the choices to a page.
    pub(crate) fn apply(&self, page: &str) -> String {
        let Choices { name, logo, color, footer } = &*self.0;
        let mut page = page.to_owned();
        if let Some(name) = name {
            page = page.replacen(TITLE, &format!("<title>{}:", name.render().into_string()), 1);
        }
        if name.is_some() || logo.is_some() {
            page = page.replacen(BRAND, &brand(self.name(), logo.as_ref()).into_string(), 1);
        }
        if color.is_some() {
            let link = html! { link rel="stylesheet" href={ "/explorer/" (STYLE) }; };
            page = page.replacen(HEAD_END, &(link.into_string() + "\n" + HEAD_END), 1);
        }
        if let Some(Footer { text, link }) = footer {
            let line = html! { p.site { a href=(link) rel="external" { (text) } } };
            page = page.replacen(FOOTER_END, &(line.into_string() + "\n" + FOOTER_END), 1);
        }
        page
    }

    /// Iterates over the files that the pages load, with their names.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&'static str, Bytes)> {
        let logo = self.0.logo.as_ref().map(|logo| (logo.name, logo.content.clone()));
        logo.into_iter().chain(self.0.color.as_deref().map(|color| (STYLE, style(color))))
    }
}

impl Choices {
    fn parse(text: &str, folder: &Path) -> Result<Self> {
        let SiteFile { name, logo, color, footer } = toml::from_str(text)?;
        if let Some(name) = &name {
            check_line("name", name, MAX_NAME_CHARS)?;
        }
        if let Some(footer) = &footer {
            check_line("footer.text", &footer.text, MAX_TEXT_CHARS)?;
            check_link(&footer.link)?;
        }
        if let Some(color) = &color {
            check_color(color)?;
        }
        let logo = logo.map(|logo| Logo::read(folder, &logo)).transpose()?;
        Ok(Self { name, logo, color, footer })
    }
}

impl Logo {
    /// Reads the logo that a site file names. It must be in the folder of that file.
    fn read(folder: &Path, file: &str) -> Result<Self> {
        let is_beside = Path::new(file).file_name().is_some_and(|name| name == file);
        ensure!(is_beside, "logo is {file:?}: give the name of a file beside the site file, without folders");
        let name = match file.rsplit_once('.') {
            Some((_, extension)) if extension.eq_ignore_ascii_case("svg") => "logo.svg",
            Some((_, extension)) if extension.eq_ignore_ascii_case("png") => "logo.png",
            _ => bail!("logo is {file:?}: give a file whose name ends with .svg or .png"),
        };
        Ok(Self { name, content: read_file(&folder.join(file))?.into() })
    }
}

/// Reads a file of at most [`MAX_FILE_BYTES`].
fn read_file(path: &Path) -> Result<Vec<u8>> {
    let mut content = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut content));
    read.with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(content.len() <= MAX_FILE_BYTES, "{} is larger than {MAX_FILE_BYTES} bytes", path.display());
    Ok(content)
}

fn check_color(color: &str) -> Result<()> {
    let is_color = color
        .strip_prefix('#')
        .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
    ensure!(is_color, "color is {color:?}: give it as # and six hexadecimal digits, such as \"#8c1515\"");
    Ok(())
}

fn check_line(key: &str, text: &str, max_chars: usize) -> Result<()> {
    let n_chars = text.chars().count();
    ensure!(!text.trim().is_empty(), "{key} is empty: give it a text, or leave it out");
    ensure!(n_chars <= max_chars, "{key} is {n_chars} characters long, more than {max_chars}");
    ensure!(!text.contains(char::is_control), "{key} has a control character: give it one line of text");
    Ok(())
}

fn check_link(link: &str) -> Result<()> {
    ensure!(link.len() <= MAX_LINK_BYTES, "footer.link is {} bytes long, more than {MAX_LINK_BYTES}", link.len());
    let uri: Option<Uri> = link.parse().ok();
    let is_web = |uri: Uri| {
        matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some_and(|host| !host.is_empty())
    };
    ensure!(
        uri.is_some_and(is_web),
        "footer.link is {link:?}: give an address that begins with https:// or http://, and percent-encode all \
         characters other than ASCII"
    );
    Ok(())
}

fn brand(name: &str, logo: Option<&Logo>) -> Markup {
    html! {
        a.brand href="/" {
            @if let Some(logo) = logo { img src={ "/explorer/" (logo.name) } alt=""; }
            (name)
        }
    }
}

/// Returns the style sheet, which the pages load after their own. With 60 % of white even black has a contrast of 4.5:1
/// with each background of dark mode.
fn style(color: &str) -> Bytes {
    let light = format!(":root {{ --accent: {color}; }}\n");
    let dark = format!(":root {{ --accent: color-mix(in srgb, {color} 40%, white); }}");
    format!("{light}@media (prefers-color-scheme: dark) {{ {dark} }}\n").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        format!("{:#}", Choices::parse(text, Path::new("/nowhere")).unwrap_err())
    }

    #[test]
    fn empty_file_changes_nothing() {
        let choices = Choices::parse("# nothing\n", Path::new("")).unwrap();
        let branding = Branding(Arc::new(choices));
        for page in [include_str!("../../explorer/index.html"), "<p>x</p>"] {
            assert_eq!(branding.apply(page), page);
            assert_eq!(Branding::default().apply(page), page);
        }
        assert_eq!(branding.files().count(), 0);
    }

    #[test]
    fn page_has_each_part_that_is_replaced_once() {
        let page = include_str!("../../explorer/index.html");
        for part in [BRAND, TITLE, HEAD_END, FOOTER_END] {
            assert_eq!(page.matches(part).count(), 1, "{part}");
        }
    }

    #[test]
    fn texts_are_escaped() {
        let text = "name = '<b>&\"'\n[footer]\ntext = '</a><script>'\nlink = \"https://example.org/?a=1&b='\"\n";
        let page = Branding(Arc::new(Choices::parse(text, Path::new("")).unwrap()))
            .apply(&format!("{TITLE} x</title>{HEAD_END}{BRAND}<footer>{FOOTER_END}"));
        assert_eq!(
            page,
            "<title>&lt;b&gt;&amp;&quot;: x</title></head><a class=\"brand\" href=\"/\">&lt;b&gt;&amp;&quot;</a><footer>\
             <p class=\"site\"><a href=\"https://example.org/?a=1&amp;b='\" rel=\"external\">&lt;/a&gt;&lt;script&gt;\
             </a></p>\n</footer>"
        );
    }

    #[test]
    fn lines_are_accepted_at_their_limits_and_refused_one_past() {
        let name = |n_chars| format!("name = \"{}\"", "é".repeat(n_chars));
        assert!(Choices::parse(&name(60), Path::new("")).is_ok());
        assert_eq!(refusal(&name(61)), "name is 61 characters long, more than 60");
        let footer = |n_chars, n_bytes| {
            let link = format!("https://x/{}", "y".repeat(n_bytes - "https://x/".len()));
            format!("[footer]\ntext = \"{}\"\nlink = \"{link}\"", "x".repeat(n_chars))
        };
        assert!(Choices::parse(&footer(200, 2000), Path::new("")).is_ok());
        assert_eq!(refusal(&footer(201, 2000)), "footer.text is 201 characters long, more than 200");
        assert_eq!(refusal(&footer(200, 2001)), "footer.link is 2001 bytes long, more than 2000");
    }

    #[test]
    fn anything_else_is_refused_with_the_place_and_the_fix() {
        for (text, reason) in [
            ("nmae = 'x'", "unknown field `nmae`, expected one of `name`, `logo`, `color`, `footer`"),
            ("[footer]\ntext = 'x'", "missing field `link`"),
            ("[footer]\ntext = 'x'\nlink = 'https://x'\nstyle = 'x'", "unknown field `style`"),
            ("name = 1", "invalid type: integer `1`, expected a string"),
            ("name = ' '", "name is empty: give it a text, or leave it out"),
            ("name = \"a\\nb\"", "name has a control character: give it one line of text"),
            ("name = ", "TOML parse error at line 1"),
            ("color = 'red'", "color is \"red\": give it as # and six hexadecimal digits"),
            ("color = '8c1515'", "color is \"8c1515\": give it as # and six hexadecimal digits"),
            ("color = '#8c151'", "six hexadecimal digits"),
            ("color = '#8c15155'", "six hexadecimal digits"),
            ("color = '#8c151é'", "six hexadecimal digits"),
            ("color = '#8c151;'", "six hexadecimal digits"),
            ("logo = '../logo.svg'", "logo is \"../logo.svg\": give the name of a file beside the site file"),
            ("logo = '/etc/passwd'", "without folders"),
            ("logo = ''", "without folders"),
            ("logo = '..'", "without folders"),
            ("logo = 'logo.svg'", "cannot read /nowhere/logo.svg"),
            ("logo = 'a.gif'", "logo is \"a.gif\": give a file whose name ends with .svg or .png"),
            ("logo = 'a.svg.txt'", "ends with .svg or .png"),
            ("logo = 'svg'", "ends with .svg or .png"),
        ] {
            let refusal = refusal(text);
            assert!(refusal.contains(reason), "{refusal} has not {reason}");
        }
        for link in
            ["javascript:alert(1)", "ftp://x", "//x", "/x", "x", "https://", "https:x", "https://x y", "mailto:x"]
        {
            let refusal = refusal(&format!("[footer]\ntext = 'x'\nlink = '{link}'"));
            assert!(refusal.contains("begins with https:// or http://"), "{refusal}");
        }
    }
}
