/*!
The page of the current release point, <https://uscode.house.gov/download/download.shtml>.

A title has links such as `releasepoints/us/pl/119/36/xml_usc26@119-36.zip`. The law in a name can be `102not101` (through the law 102, except the
law 101) or `86u1` (updated once more).
*/

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};
use index_builder::import::text::html::{HtmlToken, Tokens};
use url::Url;

use crate::publishers::unexpected::unexpected;
use crate::publishers::us_code::title::CodeTitle;

/// The current release point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReleasePoint {
    /// The name, such as `119-36`.
    pub(crate) name: String,
    /// The addresses of the titles' files.
    pub(crate) titles: BTreeMap<CodeTitle, String>,
}

impl ReleasePoint {
    /// Reads the page at `url`.
    pub(crate) fn read(url: &str, page: &str) -> Result<Self> {
        let address = Url::parse(url).with_context(|| format!("{url} is not an address"))?;
        let (mut titles, mut names) = (BTreeMap::new(), BTreeSet::new());
        for token in Tokens::new(page) {
            let HtmlToken::Open(tag) = token else { continue };
            let Some(link) = tag.attribute("href").filter(|_| tag.is("a")) else { continue };
            let Some((title, name)) = title_and_release(&link) else { continue };
            let link =
                address.join(&link).with_context(|| format!("{url} has the link {link}, which is not an address"))?;
            if link.origin() != address.origin() {
                bail!("{url} links to another server, {link}: check the page, and report it if it is the publisher's");
            }
            titles.insert(title, link.into());
            names.insert(name.to_owned());
        }
        let mut names = names.into_iter();
        match (names.next(), names.next()) {
            (Some(name), None) => Ok(Self { name, titles }),
            (None, _) => Err(unexpected(url, "the page with the links to the titles' XML files", page.as_bytes())),
            (Some(one), Some(other)) => bail!(
                "{url} has files of two release points, {one} and {other}: the publisher may be changing the page; try \
                 again later"
            ),
        }
    }
}

/// The title and the release point of a file: `xml_usc05A@119-36.zip` is of the title `5a` and of `119-36`. `None` for
/// the file of all titles and for other formats.
fn title_and_release(path: &str) -> Option<(CodeTitle, &str)> {
    let file = path.rsplit('/').next().unwrap_or(path);
    let (title, release) = file.strip_prefix("xml_usc")?.strip_suffix(".zip")?.split_once('@')?;
    let is_name = release.split_once('-').is_some_and(|(congress, law)| {
        let starts_with_digit = |part: &str| part.starts_with(|c: char| c.is_ascii_digit());
        starts_with_digit(congress) && starts_with_digit(law) && law.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    is_name.then_some(())?;
    Some((CodeTitle::parse(title)?, release))
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "https://uscode.house.gov/download/download.shtml";

    #[test]
    fn page_gives_the_release_and_its_files() {
        let page = r#"<html><body>
            <!-- <a href="releasepoints/us/pl/119/101/xml_usc01@119-101.zip">[XML]</a> -->
            <h3 class="releasepointinformation">Public Law 119-102 (07/15/2026) , except 119-101</h3>
            <div class="uscitem"><div class="usctitle" id="alltitles">All titles</div><div class="itemdownloadlinks">
              <a href="releasepoints/us/pl/119/102not101/xml_uscAll@119-102not101.zip">[XML]</a></div></div>
            <div class="uscitem"><div class="usctitle" id="us/usc/t01">Title 1 - General Provisions</div>
              <a href="releasepoints/us/pl/119/102not101/xml_usc01@119-102not101.zip">[XML]</a>
              <a href="releasepoints/us/pl/119/102not101/htm_usc01@119-102not101.zip">[XHTML]</a></div>
            <div class="uscitem"><div class="usctitlechanged" id="us/usc/t05">Title 5</div>
              <a href='/download/releasepoints/us/pl/119/102not101/xml_usc05@119-102not101.zip'>[XML]</a></div>
            <div class="uscitem"><div class="usctitleappendixchanged" id="us/usc/t05a">Title 5 Appendix</div>
              <a href="releasepoints/us/pl/119/102not101/xml_usc05A@119-102not101.zip">[XML]</a></div>
            <div class="uscitem"><div class="usctitle" id="us/usc/t53">Title 53 [Reserved]</div></div>
            <div class="uscitem"><div class="usctitle" id="us/usc/t54">Title 54</div>
              <a href="releasepoints/us/pl/119/102not101/xml_usc54@119-102not101.zip">[XML]</a></div></body></html>"#;
        let base = "https://uscode.house.gov/download/releasepoints/us/pl/119/102not101";
        let files = [("1", "01"), ("5", "05"), ("5a", "05A"), ("54", "54")];
        let expected = ReleasePoint {
            name: "119-102not101".to_owned(),
            titles: files
                .map(|(title, file)| {
                    (CodeTitle::parse(title).unwrap(), format!("{base}/xml_usc{file}@119-102not101.zip"))
                })
                .into(),
        };
        assert_eq!(ReleasePoint::read(URL, page).unwrap(), expected);
    }

    #[test]
    fn page_in_maintenance_is_an_error_that_quotes_it() {
        let page = "<html><h1>Site is currently under maintenance</h1></html>";
        let error = ReleasePoint::read(URL, page).unwrap_err().to_string();
        assert!(error.starts_with(&format!(
            "{URL} is not the page with the links to the titles' XML files: its text is “Site is currently under \
             maintenance”"
        )));
    }

    #[test]
    fn two_release_points_and_other_servers_are_rejected() {
        let two = r#"<a href="xml_usc01@119-35.zip">a</a><a href="xml_usc02@119-36.zip">b</a>"#;
        let elsewhere = r#"<a href="https://elsewhere.example/xml_usc01@119-35.zip">a</a>"#;
        for (page, part) in [(two, "two release points, 119-35 and 119-36"), (elsewhere, "another server")] {
            let error = ReleasePoint::read(URL, page).unwrap_err().to_string();
            assert!(error.starts_with(URL) && error.contains(part), "{error}");
        }
    }

    #[test]
    fn names_of_release_points_can_exclude_laws_and_be_updated() {
        for (file, release) in [
            ("us-code/xml_usc42@119-36.zip", Some("119-36")),
            ("xml_usc42@119-102not101.zip", Some("119-102not101")),
            ("xml_usc42@115-117not91not96.zip", Some("115-117not91not96")),
            ("xml_usc42@116-86u1.zip", Some("116-86u1")),
            ("xml_uscAll@119-36.zip", None),
            ("htm_usc42@119-36.zip", None),
            ("xml_usc42@119.zip", None),
            ("xml_usc42@119-.zip", None),
            ("xml_usc42@119-3%2f6.zip", None),
        ] {
            assert_eq!(title_and_release(file).map(|(_, release)| release), release, "{file}");
        }
    }
}
