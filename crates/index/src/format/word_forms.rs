/*!
The forms of a list's words, by stem: `tax` has `tax`, `taxes` and `taxed`.

The inverted index contains words as written, so that a quoted phrase finds exactly these words. A search for a word in
any form takes the union of the postings of its forms.

The file has a line for each stem: the stem and its forms, separated by tabs. Lines and forms are in ascending order of
bytes. A stem whose only form is the stem itself has no line.
*/

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use lexdex_core::sort::Sorter;
use tantivy::Directory;
use tantivy::directory::{OwnedBytes, TerminatingWrite};

use crate::format::layout::FORMS_FILE;
use crate::text::stem::stem;

/// Collects the words of a list and writes their forms.
pub(crate) struct WordFormsWriter(Sorter);

impl WordFormsWriter {
    /// Collects words in an empty sorter.
    pub(crate) fn new(sorter: Sorter) -> Self {
        Self(sorter)
    }

    /// Adds a word. Words may be added in any order, and more than once.
    pub(crate) fn add(&mut self, word: &str) -> Result<()> {
        self.0.push(stem(word).as_bytes(), word.as_bytes()).context("cannot sort the words")
    }

    /// Writes the file into the directory of a list.
    pub(crate) fn write(self, directory: &dyn Directory) -> Result<()> {
        let mut file = directory.open_write(Path::new(FORMS_FILE))?;
        let mut sorted = self.0.sorted().context("cannot sort the words")?;
        let (mut stem, mut forms) = (Vec::new(), Vec::<Vec<u8>>::new());
        while let Some((of_word, word)) = sorted.next_entry().context("cannot sort the words")? {
            if of_word != stem {
                write_forms(&stem, &forms, &mut file)?;
                of_word.clone_into(&mut stem);
                forms.clear();
            }
            if forms.last().is_none_or(|last| last != word) {
                forms.push(word.to_owned());
            }
        }
        write_forms(&stem, &forms, &mut file)?;
        file.terminate().context("cannot write the forms of words")
    }
}

/// Writes the line of a stem, unless the stem is its own only form.
fn write_forms(stem: &[u8], forms: &[Vec<u8>], file: &mut impl Write) -> Result<()> {
    if forms.iter().any(|form| form != stem) {
        file.write_all(stem)?;
        for form in forms {
            file.write_all(b"\t")?;
            file.write_all(form)?;
        }
        file.write_all(b"\n")?;
    }
    Ok(())
}

/// The forms of the words of an open list.
pub(crate) struct WordForms(OwnedBytes);

impl WordForms {
    /// Opens the file of a list.
    pub(crate) fn open(directory: &dyn Directory) -> Result<Self> {
        let file = directory.open_read(Path::new(FORMS_FILE))?.read_bytes();
        Ok(Self(file.with_context(|| format!("cannot read {FORMS_FILE}"))?))
    }

    /// Returns the words with a stem: those in records, or the stem itself if it is a word with this stem.
    pub(crate) fn for_stem<'s>(&'s self, of_words: &'s str) -> Vec<&'s str> {
        let Some(line) = self.line(of_words.as_bytes()) else {
            return if stem(of_words) == of_words { vec![of_words] } else { Vec::new() };
        };
        line.split(|byte| *byte == b'\t').skip(1).filter_map(|form| str::from_utf8(form).ok()).collect()
    }

    /// Finds the line of a stem by binary search.
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
        let words =
            ["zoo", "burn", "burning", "horse", "horses", "law", "of", "tax", "taxed", "taxes", "tax", "burning"];
        let directory = RamDirectory::create();
        let mut writer = WordFormsWriter::new(Sorter::in_memory());
        words.iter().for_each(|word| writer.add(word).unwrap());
        writer.write(&directory).unwrap();
        let forms = WordForms::open(&directory).unwrap();
        assert_eq!(forms.for_stem("tax"), ["tax", "taxed", "taxes"]);
        assert_eq!(forms.for_stem("hors"), ["horse", "horses"]);
        assert_eq!(forms.for_stem("noth"), ["noth"]);
        assert_eq!(forms.for_stem("lens"), [""; 0]);
        for word in words {
            assert!(forms.for_stem(&stem(word)).contains(&word), "{word}");
        }
    }
}
