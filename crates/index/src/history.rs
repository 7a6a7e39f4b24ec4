/*!
The history of a published index: the records that changed between earlier published builds and this one.

It is stored beside the builds, in `changes/<build id>/` of a folder of published indexes, and is not part of the
manifest or the build id. `index-builder publish` writes it before the build becomes current.

| file | holds |
|---|---|
| `history.json` | the version, the builds with the times of their publication, the counts of each list, the other files; written last |
| `statutes.rows`, … | a row for each record of the list that any publication added, changed or removed, by id: its position in the list, its digest in each build, and the fields that its last change changed ([`row`]) |
| `statutes.since`, … | for each earlier build, the oldest first, the offsets of the rows that differ between that build and this one: eight bytes each, little-endian |
| `statutes.news`, … | the positions of the records of this build that were added or changed, grouped by the last publication that did so, the newest first: four bytes each, little-endian |

A page of the changes since a build is a slice of `.since`. Changes over several publications are net: a record that was
added and removed again has no digest in either build, and is left out.
*/

pub(super) mod field_edit;

pub(super) mod layout;

pub(super) mod row;

pub(super) mod history_file;

pub(super) mod open_history;
