//! What is asked, and the SQL for it, which SQLite and PostgreSQL both read.

use serde::Deserialize;

#[derive(Deserialize)]
pub(crate) struct Params {
    topic: Option<String>,
    jurisdiction: Option<String>,
    court: Option<String>,
    #[serde(default = "default_limit")]
    pub(crate) limit: i64,
    #[serde(default)]
    pub(crate) offset: i64,
}

fn default_limit() -> i64 {
    20
}

pub(crate) struct Hits {
    pub(crate) total: i64,
    pub(crate) records: Vec<String>,
}

impl Params {
    /// The filters that are given: column and value.
    fn filters(&self) -> impl Iterator<Item = (&'static str, &String)> {
        let filters = [("topic", &self.topic), ("jurisdiction", &self.jurisdiction), ("court", &self.court)];
        filters.into_iter().filter_map(|(column, value)| Some((column, value.as_ref()?)))
    }

    /// The values of `$1` and those that follow.
    pub(crate) fn values(&self) -> Vec<&String> {
        self.filters().map(|(_, value)| value).collect()
    }

    /// Counts what the filters match.
    pub(crate) fn count_sql(&self) -> String {
        format!("SELECT count(*) FROM {}", self.matching())
    }

    /// The records of the page; its limit and its offset are the last two values.
    pub(crate) fn page_sql(&self) -> String {
        let n_filters = self.filters().count();
        format!(
            "SELECT record FROM (SELECT position FROM {} ORDER BY position LIMIT ${} OFFSET ${}) AS page \
             JOIN cases USING (position) ORDER BY position",
            self.matching(),
            n_filters + 1,
            n_filters + 2,
        )
    }

    /// The table that an index covers for these filters, and the filters.
    fn matching(&self) -> String {
        let table = if self.topic.is_some() { "case_topics" } else { "cases" };
        let conditions: Vec<String> =
            self.filters().enumerate().map(|(idx, (column, _))| format!("{column} = ${}", idx + 1)).collect();
        match conditions[..] {
            [] => table.to_owned(),
            _ => format!("{table} WHERE {}", conditions.join(" AND ")),
        }
    }
}
