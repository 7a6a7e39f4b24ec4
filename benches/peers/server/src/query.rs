//! The query parameters, and SQL for them that both SQLite and PostgreSQL accept.

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
    /// Returns the column and the value of each given filter.
    fn filters(&self) -> impl Iterator<Item = (&'static str, &String)> {
        let filters = [("topic", &self.topic), ("jurisdiction", &self.jurisdiction), ("court", &self.court)];
        filters.into_iter().filter_map(|(column, value)| Some((column, value.as_ref()?)))
    }

    /// Returns the values of `$1` and the following parameters.
    pub(crate) fn values(&self) -> Vec<&String> {
        self.filters().map(|(_, value)| value).collect()
    }

    /// Returns the SQL that counts the matches.
    pub(crate) fn count_sql(&self) -> String {
        format!("SELECT count(*) FROM {}", self.matching())
    }

    /// Returns the SQL that selects the records of the page. Its limit and its offset are the last two parameters.
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

    /// Returns the table with a covering index for these filters, and its conditions.
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
