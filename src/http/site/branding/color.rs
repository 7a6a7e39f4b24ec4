/*!
The color of links and buttons: its WCAG contrast with the backgrounds, and its lighter shade for dark mode.
*/

use std::fmt;
use std::str::FromStr;

use anyhow::{Result, bail, ensure};

/// The minimum contrast of text, by WCAG 2.2, 1.4.3.
const MIN_CONTRAST: f64 = 4.5;

/// The backgrounds of the pages in light mode. A test compares them with the style sheet.
const LIGHT_BACKGROUNDS: [Color; 4] =
    [Color([0xff, 0xff, 0xff]), Color([0xfb, 0xfa, 0xf7]), Color([0xf1, 0xef, 0xe9]), Color([0xe4, 0xec, 0xf5])];

/// The backgrounds of the pages in dark mode.
const DARK_BACKGROUNDS: [Color; 4] =
    [Color([0x1b, 0x20, 0x27]), Color([0x14, 0x18, 0x1d]), Color([0x20, 0x26, 0x2e]), Color([0x23, 0x33, 0x45])];

/// An sRGB color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Color([u8; 3]);

impl Color {
    /// Checks the contrast with every background of light mode.
    pub(super) fn check(self) -> Result<()> {
        for background in LIGHT_BACKGROUNDS {
            let contrast = self.contrast(background);
            ensure!(
                contrast >= MIN_CONTRAST,
                "the color {self} has a contrast of {:.2}:1 with the background {background}, and text needs \
                 {MIN_CONTRAST}:1: choose a darker color",
                // Rounded down, so that a refused ratio is never shown as a sufficient one.
                (contrast * 100.0).floor() / 100.0
            );
        }
        Ok(())
    }

    /// Returns the shade for dark mode: mixed with the least white that has enough contrast with every background. No
    /// single color has enough contrast in both light and dark mode.
    pub(super) fn for_dark_mode(self) -> Self {
        let has_contrast = |shade: &Self| DARK_BACKGROUNDS.iter().all(|other| shade.contrast(*other) >= MIN_CONTRAST);
        (0..=u8::MAX).map(|share| self.with_white(share)).find(has_contrast).unwrap_or(Self([u8::MAX; 3]))
    }

    /// Mixes the color with white. `share` is the part of white in 255ths.
    fn with_white(self, share: u8) -> Self {
        let mix = |channel: u8| {
            let missing = u16::from(u8::MAX - channel) * u16::from(share) / u16::from(u8::MAX);
            channel + missing as u8
        };
        Self(self.0.map(mix))
    }

    /// Returns the contrast ratio with another color, from 1 to 21.
    fn contrast(self, other: Self) -> f64 {
        let (one, other) = (self.luminance() + 0.05, other.luminance() + 0.05);
        one.max(other) / one.min(other)
    }

    /// Returns the relative luminance, from 0 to 1.
    fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let channel = f64::from(channel) / 255.0;
            if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
        };
        let [red, green, blue] = self.0.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
}

impl FromStr for Color {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut channels = [0; 3];
        match text.strip_prefix('#') {
            Some(digits) if const_hex::decode_to_slice(digits, &mut channels).is_ok() => Ok(Self(channels)),
            _ => bail!("color is {text:?}: give it as # and six hexadecimal digits, such as \"#8c1515\""),
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "#{}", const_hex::encode(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn color(text: &str) -> Color {
        text.parse().unwrap()
    }

    #[test]
    fn contrast_is_that_of_wcag() {
        for (one, other, expected) in
            [("#000000", "#ffffff", "21.00"), ("#777777", "#ffffff", "4.48"), ("#ff0000", "#ffffff", "4.00")]
        {
            assert_eq!(format!("{:.2}", color(one).contrast(color(other))), expected);
            assert_eq!(format!("{:.2}", color(other).contrast(color(one))), expected);
        }
    }

    /// The darkest of the light backgrounds sets the limit.
    #[test]
    fn color_at_the_limit_is_accepted_and_one_step_lighter_is_refused_with_its_ratio() {
        let is_accepted = |level: &u8| Color([*level; 3]).check().is_ok();
        let limit = (0..=u8::MAX).take_while(is_accepted).last().unwrap();
        let least = |level| {
            LIGHT_BACKGROUNDS.map(|background| Color([level; 3]).contrast(background)).into_iter().fold(21.0, f64::min)
        };
        assert!(least(limit) >= 4.5 && least(limit + 1) < 4.5, "{limit}");
        assert!((limit + 1..=u8::MAX).all(|level| !is_accepted(&level)));
        assert_eq!(
            color("#ffcc00").check().unwrap_err().to_string(),
            "the color #ffcc00 has a contrast of 1.51:1 with the background #ffffff, and text needs 4.5:1: choose a \
             darker color"
        );
    }

    #[test]
    fn shade_for_dark_mode_has_enough_contrast_and_no_more_white_than_needed() {
        for text in ["#000000", "#8c1515", "#00356b", "#1f4a7a", "#006400"] {
            let shade = color(text).for_dark_mode();
            assert!(DARK_BACKGROUNDS.iter().all(|background| shade.contrast(*background) >= 4.5), "{text} is {shade}");
            let least = DARK_BACKGROUNDS.map(|background| shade.contrast(background)).into_iter().fold(21.0, f64::min);
            assert!(least < 4.6, "{text} is {shade}");
        }
        assert_eq!(color("#ffffff").for_dark_mode(), color("#ffffff"));
    }

    #[test]
    fn backgrounds_are_those_of_the_style_sheet() {
        let sheet = include_str!("../../../explorer/base.css");
        let mut backgrounds = [Vec::new(), Vec::new()];
        for name in ["--card", "--paper", "--sunk", "--tint"] {
            let values: Vec<&str> = sheet.split(&format!("{name}: ")).skip(1).collect();
            assert_eq!(values.len(), 2, "{name}, in light and in dark mode");
            for (mode, value) in backgrounds.iter_mut().zip(values) {
                let value = value.split(';').next().unwrap();
                mode.push(color(if value == "#fff" { "#ffffff" } else { value }));
            }
        }
        assert_eq!(backgrounds, [LIGHT_BACKGROUNDS.to_vec(), DARK_BACKGROUNDS.to_vec()]);
    }

    #[test]
    fn color_in_another_form_is_refused() {
        for text in ["", "#", "8c1515", "#8c151", "#8c15155", "#8c151g", "red", "#8c1515;", "#8C1515 "] {
            assert!(text.parse::<Color>().is_err(), "{text}");
        }
        assert_eq!(color("#8C1515").to_string(), "#8c1515");
    }
}
