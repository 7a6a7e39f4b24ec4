/*!
The forms of a list's words, by stem: `tax` has `tax`, `taxes` and `taxed`.

The inverted index holds words as they are written, so that a quoted phrase finds exactly these. A word in any of its
forms is the union of the postings of its forms.

The file has a line for each stem whose only form is not the stem itself: the stem and its forms, separated by tabs, all
in ascending order of bytes. A stem without a line is its own only form.
*/

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use tantivy::Directory;
use tantivy::directory::{OwnedBytes, TerminatingWrite};

use crate::index::format::layout::FORMS_FILE;
use crate::index::text::stem::stem;

/// Collects the words of a list and writes their forms.
#[derive(Default)]
pub(crate) struct WordFormsWriter(BTreeMap<String, Vec<String>>);

impl WordFormsWriter {
    /// Adds a word. Words are added in ascending order.
    pub(crate) fn add(&mut self, word: &str) {
        self.0.entry(stem(word).into_owned()).or_default().push(word.to_owned());
    }

    /// Writes the file into the directory of a list.
    pub(crate) fn write(self, directory: &dyn Directory) -> Result<()> {
        let mut file = directory.open_write(Path::new(FORMS_FILE))?;
        for (stem, forms) in self.0.into_iter().filter(|(stem, forms)| forms[..] != [stem.as_str()]) {
            writeln!(file, "{stem}\t{}", forms.join("\t"))?;
        }
        file.terminate().context("cannot write the forms of words")
    }
}

/// The forms of the words of an open list.
pub(crate) struct WordForms(OwnedBytes);

impl WordForms {
    /// Opens the file of a list.
    pub(crate) fn open(directory: &dyn Directory) -> Result<Self> {
        let file = directory.open_read(Path::new(FORMS_FILE))?.read_bytes();
        Ok(Self(file.with_context(|| format!("cannot read {FORMS_FILE}"))?))
    }

    /// The words with a stem: those that records have, or the stem itself if it is a word with this stem.
    pub(crate) fn of_stem<'s>(&'s self, of_words: &'s str) -> Vec<&'s str> {
        let Some(line) = self.line(of_words.as_bytes()) else {
            return if stem(of_words) == of_words { vec![of_words] } else { Vec::new() };
        };
        line.split(|byte| *byte == b'\t').skip(1).filter_map(|form| str::from_utf8(form).ok()).collect()
    }

    /// Searches the line of a stem by bisection.
    fn line(&self, stem: &[u8]) -> Option<&[u8]> {
        let mut rest = self.0.as_slice();
        while !rest.is_empty() {
            let middle = rest.len() / 2;
            let start = rest[..middle].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
            let len = rest[start..].iter().position(|byte| *byte == b'\n')?;
            let line = &rest[start..start + len];
            let found = line.split(|byte| *byte == b'\t').next()?;
            match stem.cmp(found) {
                std::cmp::Ordering::Equal => return Some(line),
                std::cmp::Ordering::Less => rest = &rest[..start],
                std::cmp::Ordering::Greater => rest = &rest[start + len + 1..],
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use tantivy::directory::RamDirectory;

    use super::*;

    #[test]
    fn every_word_is_a_form_of_its_stem() {
        let words = ["burn", "burning", "horse", "horses", "law", "of", "tax", "taxed", "taxes", "zoo"];
        let directory = RamDirectory::create();
        let mut writer = WordFormsWriter::default();
        words.iter().for_each(|word| writer.add(word));
        writer.write(&directory).unwrap();
        let forms = WordForms::open(&directory).unwrap();
        assert_eq!(forms.of_stem("tax"), ["tax", "taxed", "taxes"]);
        assert_eq!(forms.of_stem("hors"), ["horse", "horses"]);
        assert_eq!(forms.of_stem("noth"), ["noth"]);
        assert_eq!(forms.of_stem("lens"), [""; 0]);
        for word in words {
            assert!(forms.of_stem(&stem(word)).contains(&word), "{word}");
        }
    }
}
