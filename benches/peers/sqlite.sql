-- Loads the cases of an index, in list order, into SQLite, with a covering index for every set of filters. Run by
-- sqlite3 in the parent directory of the index.

PRAGMA journal_mode = off;
PRAGMA synchronous = off;
PRAGMA page_size = 8192;

CREATE TABLE court_lines (line TEXT);
CREATE TABLE case_lines (line TEXT);
-- Whole lines: no line contains the separator.
.mode ascii
.separator "\037" "\n"
.import index/courts.jsonl court_lines
.import index/cases/records.jsonl case_lines

CREATE TABLE courts (name TEXT, jurisdiction TEXT, id TEXT, PRIMARY KEY (name, jurisdiction)) WITHOUT ROWID;
INSERT INTO courts
SELECT line ->> 'name', line ->> 'jurisdiction', line ->> 'id' FROM court_lines;

CREATE TABLE cases (position INTEGER PRIMARY KEY, jurisdiction TEXT, court TEXT, record TEXT);
INSERT INTO cases
SELECT cases.rowid, line ->> 'jurisdictionId', courts.id, line
FROM case_lines AS cases LEFT JOIN courts ON name = line ->> 'court' AND jurisdiction = line ->> 'jurisdictionId'
ORDER BY cases.rowid;

CREATE TABLE case_topics (
    topic TEXT, jurisdiction TEXT, court TEXT, position INTEGER, PRIMARY KEY (topic, position)
) WITHOUT ROWID;
INSERT INTO case_topics
SELECT topics.value, jurisdiction, court, position
FROM cases, json_each(record, '$.topics') AS topics
ORDER BY 1, 4;

DROP TABLE court_lines;
DROP TABLE case_lines;

-- Each index ends with the position, because that is the key of the tables.
CREATE INDEX cases_jurisdiction ON cases (jurisdiction);
CREATE INDEX cases_court ON cases (court);
CREATE INDEX cases_jurisdiction_court ON cases (jurisdiction, court);
CREATE INDEX case_topics_jurisdiction ON case_topics (topic, jurisdiction, position);
CREATE INDEX case_topics_court ON case_topics (topic, court, position);
CREATE INDEX case_topics_jurisdiction_court ON case_topics (topic, jurisdiction, court, position);

ANALYZE;
VACUUM;
