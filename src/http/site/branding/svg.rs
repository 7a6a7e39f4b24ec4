/*!
Checks that an SVG image is well-formed XML with only shapes, gradients and text: no scripts, event handlers or external
references.

Browsers do not run scripts in an image. These rules also protect a visitor who opens the URL of the logo itself.
*/

use std::collections::HashSet;

use anyhow::{Context, Result, bail, ensure};
use quick_xml::events::{BytesDecl, BytesStart, Event};
use quick_xml::name::{NamespaceResolver, QName, ResolveResult};
use quick_xml::{NsReader, XmlVersion};

const SVG_NAMESPACE: &str = "http://www.w3.org/2000/svg";

/// The elements that a logo may have.
const ELEMENTS: [&str; 22] = [
    "circle",
    "clipPath",
    "defs",
    "desc",
    "ellipse",
    "g",
    "line",
    "linearGradient",
    "mask",
    "path",
    "pattern",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "stop",
    "svg",
    "symbol",
    "text",
    "title",
    "tspan",
    USE,
];

/// The element that repeats another element of the image.
const USE: &str = "use";

/// The maximum number of `<use>` elements. Nested ones multiply.
const MAX_USES: usize = 16;

/// The predefined entities of XML.
const ENTITIES: [&str; 5] = ["amp", "lt", "gt", "quot", "apos"];

/// Parts of attribute values that can load external content, in lower case. A backslash can hide them in CSS.
const LOADING: [&str; 8] = ["\\", "//", "javascript:", "data:", "@import", "image(", "image-set(", "src("];

/// Checks the content of a file.
pub(super) fn check(content: &[u8]) -> Result<()> {
    let text = std::str::from_utf8(content).ok().context("it is not UTF-8")?;
    let mut reader = NsReader::from_str(text);
    let (mut depth, mut n_roots, mut n_uses) = (0_usize, 0, 0);
    ensure!(!text.contains(is_control), "it has control characters: remove them");
    loop {
        let event = reader.read_event().context("it is not well-formed XML")?;
        match event {
            Event::Start(element) => {
                check_element(&element, depth, reader.resolver())?;
                n_uses += usize::from(element.name().as_ref() == USE);
                n_roots += usize::from(depth == 0);
                depth += 1;
            }
            Event::Empty(element) => {
                check_element(&element, depth, reader.resolver())?;
                n_uses += usize::from(element.name().as_ref() == USE);
                n_roots += usize::from(depth == 0);
            }
            Event::End(_) => depth -= 1,
            Event::Decl(declaration) => check_declaration(&declaration)?,
            Event::DocType(_) => bail!("it has a DOCTYPE: remove that line"),
            Event::PI(instruction) => bail!("it has the instruction <?{}?>: remove it", instruction.target()),
            Event::Eof => break,
            Event::GeneralRef(entity) if !entity.is_char_ref() && !ENTITIES.contains(&entity.as_ref()) => {
                bail!("it has the entity &{};, which XML does not know: write the character itself", entity.as_ref())
            }
            Event::Text(text) if depth == 0 => {
                ensure!(text.trim().is_empty(), "it is not well-formed XML: there is text outside <svg>")
            }
            Event::CData(_) | Event::GeneralRef(_) if depth == 0 => {
                bail!("it is not well-formed XML: there is text outside <svg>")
            }
            Event::Text(_) | Event::CData(_) | Event::Comment(_) | Event::GeneralRef(_) => {}
        }
    }
    ensure!(depth == 0 && n_roots == 1, "it is not well-formed XML: it ends within an element, or has several roots");
    ensure!(n_uses <= MAX_USES, "it has {n_uses} elements <use>, more than {MAX_USES}: draw the shapes themselves");
    Ok(())
}

/// Returns whether a character is a control character that XML forbids.
fn is_control(character: char) -> bool {
    character < ' ' && !['\t', '\n', '\r'].contains(&character)
}

/// Rejects other encodings than UTF-8: browsers use the declared encoding, in which the bytes could have another
/// meaning.
fn check_declaration(declaration: &BytesDecl<'_>) -> Result<()> {
    let Some(encoding) = declaration.encoding() else { return Ok(()) };
    let encoding = encoding.context("it is not well-formed XML")?;
    ensure!(encoding.eq_ignore_ascii_case("utf-8"), "it declares the encoding {encoding}: save it as UTF-8");
    Ok(())
}

fn check_element(element: &BytesStart<'_>, depth: usize, namespaces: &NamespaceResolver) -> Result<()> {
    let name = element.name();
    let name = name.as_ref();
    if depth == 0 {
        let namespace = element.try_get_attribute("xmlns").context("it is not well-formed XML")?;
        let is_svg = namespace.is_some_and(|attribute| &*attribute.value == SVG_NAMESPACE);
        ensure!(name == "svg" && is_svg, "it does not begin with <svg xmlns=\"{SVG_NAMESPACE}\">");
    }
    ensure!(
        ELEMENTS.contains(&name),
        "it has the element <{name}>, which a logo cannot have: save it as plain SVG, with only shapes, gradients \
         and text"
    );
    let mut prefixed = HashSet::new();
    for attribute in element.attributes() {
        let attribute = attribute.context("it is not well-formed XML")?;
        check_attribute_name(attribute.key, namespaces, &mut prefixed).with_context(|| format!("in <{name}>"))?;
        let value = attribute.normalized_value(XmlVersion::Implicit1_0).context("it is not well-formed XML")?;
        check_attribute(attribute.key.as_ref(), &value).with_context(|| format!("in <{name}>"))?;
    }
    Ok(())
}

/// Checks that the name of an attribute is valid in XML with namespaces. Browsers do not render an image with an
/// invalid name. `prefixed` collects the prefixed attribute names of the element.
fn check_attribute_name<'a>(
    name: QName<'a>,
    namespaces: &'a NamespaceResolver,
    prefixed: &mut HashSet<(&'a str, &'a str)>,
) -> Result<()> {
    let is_first = |character: char| character.is_alphabetic() || character == '_';
    let is_other = |character: char| character.is_alphanumeric() || ['-', '_', '.', '·'].contains(&character);
    let text = name.into_inner();
    let (prefix, local) = text.split_once(':').unwrap_or(("", text));
    let is_name = text.starts_with(is_first) && local.chars().all(is_other) && prefix.chars().all(is_other);
    ensure!(is_name && local.starts_with(is_first), "{text:?} is not a valid attribute name");
    if prefix.is_empty() || prefix == "xmlns" {
        return Ok(());
    }
    let ResolveResult::Bound(namespace) = namespaces.resolve_attribute(name).0 else {
        bail!(
            "the prefix of the attribute {text} is not declared: add xmlns:{prefix} to <svg>, or remove the attribute"
        );
    };
    ensure!(prefixed.insert((namespace.into_inner(), local)), "the attribute {local} appears twice, with two prefixes");
    Ok(())
}

fn check_attribute(name: &str, value: &str) -> Result<()> {
    if name == "xmlns" || name.starts_with("xmlns:") {
        ensure!(!value.is_empty(), "{name} is empty: remove it");
        // The default namespace must be SVG. Prefixed namespaces are used only by the attributes of editors.
        ensure!(name != "xmlns" || value == SVG_NAMESPACE, "the namespace {value:?} is not the SVG namespace");
        return Ok(());
    }
    let lower = value.to_lowercase();
    let local = name.rsplit(':').next().unwrap_or(name);
    ensure!(!local.to_lowercase().starts_with("on"), "the attribute {name} is a script: remove it");
    ensure!(name != "xml:base", "the attribute xml:base changes what references mean: remove it");
    ensure!(
        !["href", "src"].contains(&local) || value.starts_with('#'),
        "the attribute {name} refers to {value:?}, outside the image: draw it in the image itself"
    );
    let is_foreign = |rest: &str| !rest.trim_start().trim_start_matches(['"', '\'']).starts_with('#');
    ensure!(
        !lower.split("url(").skip(1).any(is_foreign) && !LOADING.iter().any(|part| lower.contains(part)),
        "the attribute {name} refers to something outside the image: {value:?}"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn svg(content: &str) -> String {
        format!("<svg xmlns=\"{SVG_NAMESPACE}\" viewBox=\"0 0 8 8\">{content}</svg>")
    }

    #[track_caller]
    fn refused(image: &str, reason: &str) {
        let error = format!("{:#}", check(image.as_bytes()).unwrap_err());
        assert!(error.contains(reason), "{error} has not {reason}");
    }

    #[test]
    fn image_of_shapes_gradients_and_text_is_accepted() {
        for content in [
            "",
            "<rect width='8' height='8' fill='#8c1515'/>",
            "<!-- a comment --><title>A &amp; B &#x263a;</title>",
            "<defs><linearGradient id='a'><stop stop-color='red'/></linearGradient></defs><path fill='url(#a)' d='M0 0'/>",
            "<g style='fill: url(\"#a\"); stroke: rgb(1, 2, 3)'><use href='#b'/></g>",
            "<use xlink:href='#b' xmlns:xlink='http://www.w3.org/1999/xlink'/>",
            "<text font-family='serif'><![CDATA[a < b]]></text>",
            "<g xmlns:i='urn:i' i:label='a' label='b' data-name='c' xml:space='preserve'><path i:label='d'/></g>",
            &"<use href='#a'/>".repeat(16),
        ] {
            check(svg(content).as_bytes()).unwrap_or_else(|error| panic!("{content}: {error:#}"));
        }
        let declared = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", svg(""));
        check(declared.as_bytes()).unwrap();
    }

    #[test]
    fn element_that_runs_or_loads_something_is_refused_by_name() {
        for name in ["script", "style", "foreignObject", "image", "a", "animate", "set", "feImage", "iframe", "SCRIPT"]
        {
            refused(&svg(&format!("<{name}/>")), &format!("it has the element <{name}>"));
        }
        refused(&svg("<x:script xmlns:x='http://www.w3.org/2000/svg'/>"), "it has the element <x:script>");
        refused(&svg("<g><g><script>alert(1)</script></g></g>"), "it has the element <script>");
    }

    #[test]
    fn attribute_that_runs_or_loads_something_is_refused_by_name() {
        for (attribute, reason) in [
            ("onload='alert(1)'", "the attribute onload is a script"),
            ("onClick='x'", "the attribute onClick is a script"),
            ("x:onload='x' xmlns:x='urn:x'", "the attribute x:onload is a script"),
            ("href='https://example.org/x.svg#a'", "the attribute href refers to"),
            ("href='other.svg'", "the attribute href refers to"),
            ("href=' #a'", "the attribute href refers to"),
            (
                "xlink:href='&#106;avascript:alert(1)' xmlns:xlink='http://www.w3.org/1999/xlink'",
                "the attribute xlink:href refers to",
            ),
            ("xml:base='https://example.org/'", "the attribute xml:base changes"),
            ("fill='url(https://example.org/x.svg#a)'", "the attribute fill refers to something outside"),
            ("fill='URL( x.svg#a )'", "the attribute fill refers to something outside"),
            ("fill='url(#a) url(x)'", "the attribute fill refers to something outside"),
            ("style='background: u\\72l(x)'", "the attribute style refers to something outside"),
            ("style='content: image-set(\"x.png\" 1x)'", "the attribute style refers to something outside"),
            ("style='fill: src(\"x\")'", "the attribute style refers to something outside"),
            ("style='@import \"x.css\"'", "the attribute style refers to something outside"),
            ("mask='data:image/svg+xml,x'", "the attribute mask refers to something outside"),
        ] {
            refused(&svg(&format!("<rect {attribute}/>")), reason);
        }
    }

    #[test]
    fn attribute_of_a_name_that_breaks_the_image_is_refused() {
        for (content, reason) in [
            (
                "<rect i:label='a'/>",
                "in <rect>: the prefix of the attribute i:label is not declared: add xmlns:i to <svg>",
            ),
            ("<g xmlns:i='urn:i'/><rect i:label='a'/>", "the prefix of the attribute i:label is not declared"),
            ("<rect i:label='a'/><g xmlns:i='urn:i'/>", "the prefix of the attribute i:label is not declared"),
            ("<g xmlns:i=''/>", "xmlns:i is empty: remove it"),
            ("<g xmlns:xml='urn:i'/>", "it is not well-formed XML"),
            ("<g xmlns:i='urn:i' i:a:b='c'/>", "\"i:a:b\" is not a valid attribute name"),
            ("<g :a='b'/>", "\":a\" is not a valid attribute name"),
            ("<g a:='b'/>", "\"a:\" is not a valid attribute name"),
            ("<g 1a='b'/>", "\"1a\" is not a valid attribute name"),
            ("<g a\"b='c'/>", "it is not well-formed XML"),
            ("<g a&b='c'/>", "\"a&b\" is not a valid attribute name"),
            ("<g xmlns:i='urn:i' xmlns:j='urn:i' i:a='b' j:a='c'/>", "the attribute a appears twice"),
        ] {
            refused(&svg(content), reason);
        }
    }

    #[test]
    fn document_that_is_not_one_plain_svg_is_refused() {
        for (image, reason) in [
            ("", "it is not well-formed XML"),
            ("plain text", "it is not well-formed XML"),
            ("<svg/>", "it does not begin with <svg xmlns="),
            ("<html xmlns='http://www.w3.org/1999/xhtml'/>", "it does not begin with <svg xmlns="),
            (&svg("<g>"), "it is not well-formed XML"),
            (&svg("<g a='1' a='2'/>"), "it is not well-formed XML"),
            (&svg("<g xmlns='http://www.w3.org/1999/xhtml'/>"), "is not the SVG namespace"),
            (&svg("").repeat(2), "it ends within an element, or has several roots"),
            (&svg("").replace("</svg>", ""), "it ends within an element, or has several roots"),
            (&format!("<!DOCTYPE svg [<!ENTITY a 'b'>]>{}", svg("")), "it has a DOCTYPE"),
            (&format!("<?xml-stylesheet href='x.css'?>{}", svg("")), "it has the instruction <?xml-stylesheet?>"),
            (&format!("<?xml version='1.0' encoding='utf-7'?>{}", svg("")), "it declares the encoding utf-7"),
            (&svg("<g a='&b;'/>"), "it is not well-formed XML"),
            (&svg("<title>a&nbsp;b</title>"), "it has the entity &nbsp;"),
            (&format!("text{}", svg("")), "there is text outside <svg>"),
            (&format!("{}<![CDATA[text]]>", svg("")), "there is text outside <svg>"),
            (&svg("<title>\0</title>"), "it has control characters"),
            (&svg(&"<use href='#a'/>".repeat(17)), "it has 17 elements <use>, more than 16"),
        ] {
            refused(image, reason);
        }
        assert_eq!(check(b"\xff\xfe<\0").unwrap_err().to_string(), "it is not UTF-8");
    }
}
