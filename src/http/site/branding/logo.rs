/*!
The logo: an SVG or PNG file, checked before it is served.
*/

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use axum::body::Bytes;

use crate::http::site::branding::{file, svg};

/// The maximum size in bytes.
const MAX_BYTES: usize = 64 << 10;

/// The maximum width and height of a PNG in pixels.
const MAX_PIXELS: u32 = 2048;

/// The start of every PNG: its signature, then the length and the type of the chunk with its dimensions.
const PNG_START: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

/// The end of every PNG: the length, the type and the checksum of its last chunk.
const PNG_END: &[u8] = b"\0\0\0\0IEND\xaeB`\x82";

/// A checked logo.
#[derive(Debug)]
pub(super) struct Logo {
    /// The name of the file in its URL.
    pub(super) name: &'static str,
    pub(super) content: Bytes,
}

impl Logo {
    /// Reads and checks the logo that a site file names. It must be in the folder of that file.
    pub(super) fn read(folder: &Path, name: &str) -> Result<Self> {
        let is_beside = Path::new(name).file_name().is_some_and(|file| file == name);
        ensure!(is_beside, "logo is {name:?}: give the name of a file beside the site file, without folders");
        let path = folder.join(name);
        let content = file::read(&path, MAX_BYTES)?;
        Self::check(name, content).with_context(|| format!("cannot use the logo {}", path.display()))
    }

    fn check(name: &str, content: Vec<u8>) -> Result<Self> {
        let name = match name.rsplit_once('.') {
            Some((_, extension)) if extension.eq_ignore_ascii_case("svg") => {
                svg::check(&content)?;
                "logo.svg"
            }
            Some((_, extension)) if extension.eq_ignore_ascii_case("png") => {
                check_png(&content)?;
                "logo.png"
            }
            _ => bail!("its name ends neither with .svg nor with .png"),
        };
        Ok(Self { name, content: content.into() })
    }
}

fn check_png(content: &[u8]) -> Result<()> {
    let dimensions = content.strip_prefix(PNG_START).and_then(|rest| rest.first_chunk::<8>());
    let Some([w0, w1, w2, w3, h0, h1, h2, h3]) = dimensions else { bail!("it is not a PNG image") };
    ensure!(content.ends_with(PNG_END), "it is not a whole PNG image: its end is missing");
    let (width, height) = (u32::from_be_bytes([*w0, *w1, *w2, *w3]), u32::from_be_bytes([*h0, *h1, *h2, *h3]));
    ensure!(
        [width, height].iter().all(|pixels| (1..=MAX_PIXELS).contains(pixels)),
        "it is {width} by {height} pixels: give 1 to {MAX_PIXELS} pixels in width and height"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        [PNG_START, &width.to_be_bytes(), &height.to_be_bytes(), b"\x08\x06\0\0\0", PNG_END].concat()
    }

    fn refusal(name: &str, content: &[u8]) -> String {
        format!("{:#}", Logo::check(name, content.to_vec()).unwrap_err())
    }

    #[test]
    fn png_has_its_signature_and_1_to_2048_pixels_each_way() {
        for (width, height) in [(1, 1), (2048, 2048), (300, 80)] {
            assert_eq!(Logo::check("a.PNG", png(width, height)).unwrap().name, "logo.png");
        }
        for (width, height) in [(0, 1), (1, 0), (2049, 1), (1, 2049), (u32::MAX, u32::MAX)] {
            let expected = format!("it is {width} by {height} pixels: give 1 to 2048 pixels in width and height");
            assert_eq!(refusal("a.png", &png(width, height)), expected);
        }
        for content in [b"".as_slice(), b"\x89PNG", &png(1, 1)[..23], b"<svg/>", b"\xff\xd8\xff\xe0 a JPEG"] {
            assert_eq!(refusal("a.png", content), "it is not a PNG image");
        }
        let whole = png(1, 1);
        assert_eq!(refusal("a.png", &whole[..whole.len() - 1]), "it is not a whole PNG image: its end is missing");
    }

    #[test]
    fn extension_decides_the_format_and_any_other_is_refused() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>";
        assert_eq!(Logo::check("a.b.svg", svg.into()).unwrap().name, "logo.svg");
        assert_eq!(refusal("a.svg", &png(1, 1)), "it is not UTF-8");
        for name in ["a.gif", "a", "svg", "a.svg.txt"] {
            assert_eq!(refusal(name, svg.as_bytes()), "its name ends neither with .svg nor with .png");
        }
    }
}
