/*!
Parts of a corpus: the records that an import writes.

A part holds everything that an import has read of one unit that a publisher releases whole, such as a title, an archive
of bills or a folder. It is a pure function of its inputs: an import replaces the parts that its inputs make, and reads
and changes no others. The build decides between parts (`merged`).

A part is the file `parts/NAME.part` of the corpus, in UTF-8. Each line is a JSON object with a record and the text
behind it, if it has one; the last line is the header. Statutes precede cases, and cases precede bills; each list is
sorted by id. A case has the keys of its decision, too, and cases are sorted by those: their ids depend on the decisions of
other parts, and the build gives them.

```text
{"record":{"id":"federal-usc-17-101",...},"text":"Except as otherwise provided..."}
{"part":{"layout":1,"name":"uslm-17","format":"uslm",...,"lists":{"statutes":1}}}
```
*/

pub(crate) mod case_keys;

pub mod header;

pub(crate) mod names;

pub(crate) mod reader;

pub(crate) mod row;

pub(crate) mod rows;

pub(crate) mod writer;
