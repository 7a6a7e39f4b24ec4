/*!
The code that all programs of lexdex share: the records, the corpus, the citations, and the differences between
operating systems.

| module | holds |
|---|---|
| [`model`] | the records, the closed vocabularies and the parameters: plain data |
| [`corpus`] | reading and checking corpus files, the catalogues, the bundled corpus |
| [`citations`] | finding the citations in a running text |
| [`sort`] | the external sort |
| [`platform`] | the differences between operating systems |
| [`blocking`], [`steps`] | marks of blocking work, for its cancellation and its test; the cost of requests |
| [`shell`] | the commands `completions` and `man` |
*/

pub mod blocking;
pub mod platform;
pub mod steps;

pub mod model;
pub mod sort;

pub mod citations;
pub mod corpus;

pub mod shell;
