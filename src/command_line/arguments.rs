/*!
Parses the arguments of `lexdex get`.
*/

use clap::builder::NonEmptyStringValueParser;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use lexdex_core::model::{Parameter, Resource};

use crate::command_line::flags;
use crate::command_line::format::Format;
use crate::command_line::source::{self, ResponseSource};
use crate::command_line::subject::Subject;
use crate::http::{CatalogueKind, EXPORT_PARAMETERS, PAGE_PARAMETERS};

const ID: &str = "record";
const FACETS: &str = "facets";
const SIMILAR: &str = "similar";
const ALL: &str = "all";
const OUTPUT_FORMAT: &str = "output_format";

/// The endpoint that a command calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum View {
    /// A page of a list, or a whole catalogue.
    Page,
    /// All matching records, as an export.
    Export,
    /// One record, by its id.
    Record(String),
    /// The records similar to one record.
    Similar(String),
    /// The counts of a list.
    Facets,
}

/// A parsed command.
#[derive(Clone, Debug)]
pub(crate) struct GetArguments {
    pub(crate) source: ResponseSource,
    pub(crate) subject: Subject,
    pub(crate) view: View,
    /// The given parameters with their values.
    pub(crate) parameters: Vec<(Parameter, String)>,
    pub(crate) format: Format,
    /// Whether CSV begins with a byte order mark.
    pub(crate) has_byte_order_mark: bool,
}

/// The command `get`.
pub(crate) fn command() -> Command {
    Command::new("get")
        .about("Get records, counts and catalogues, from a server or an index")
        .long_about(
            "Get records, counts and catalogues from the API.\n\nCalls a server, or reads an index or the bundled \
             corpus within this program; the results are the same. The flags of a list are the parameters of the \
             API.\n\nExits with 0 on success, even for an empty list; with 1 if the record does not exist, a value \
             is invalid, or the call fails; with 2 if the command line is invalid.",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .subcommands(Subject::all().map(subject_command))
}

fn subject_command(subject: Subject) -> Command {
    let parameters = subject.parameters();
    let flags = parameters.iter().map(|parameter| flags::parameter_flag(*parameter, subject));
    let mut command = Command::new(subject.name()).about(about(subject)).args(flags);
    if subject.has_records() {
        command = command.arg(id(subject));
    }
    if let Subject::List(_) = subject {
        let is_of_counts =
            |parameter: &&Parameter| subject.filters().contains(parameter) || **parameter == Parameter::Build;
        let not_of_counts = names(parameters.iter().filter(|parameter| !is_of_counts(parameter)));
        let not_of_exports = PAGE_PARAMETERS.iter().filter(|parameter| !EXPORT_PARAMETERS.contains(parameter));
        command = command
            .arg(
                switch(FACETS, "Count the matching records for each value of each facet")
                    .conflicts_with_all(not_of_counts.chain([ALL])),
            )
            .arg(switch(SIMILAR, "Get the records most similar to the one with the ID").requires(ID))
            .arg(
                switch(ALL, "Get all matching records, in the order of the list, by an export")
                    .conflicts_with_all(names(not_of_exports)),
            );
    }
    let format = Arg::new(OUTPUT_FORMAT)
        .long("format")
        .value_name("FORMAT")
        .value_parser(value_parser!(Format))
        .default_value("table")
        .help("Output format");
    command.arg(format).args(source::flags()).after_help(examples(subject))
}

fn switch(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

/// The argument for the id of one record. It conflicts with filters, which would be ignored.
fn id(subject: Subject) -> Arg {
    let beside = [Parameter::Fields, Parameter::Build, Parameter::Bom];
    let parameters = subject.parameters();
    let others: Vec<&str> = names(parameters.iter().filter(|parameter| !beside.contains(parameter))).collect();
    let is_list = matches!(subject, Subject::List(_));
    let help = match subject {
        Subject::List(_) => "The id of a record",
        Subject::Catalogue(_) => "The id, abbreviation, slug or name of a single jurisdiction",
    };
    Arg::new(ID)
        .value_name("ID")
        .value_parser(NonEmptyStringValueParser::new())
        .conflicts_with_all(others)
        .conflicts_with_all(is_list.then_some([FACETS, ALL]).into_iter().flatten())
        .help(help)
}

fn names<'p>(parameters: impl Iterator<Item = &'p Parameter>) -> impl Iterator<Item = &'static str> {
    parameters.map(|parameter| parameter.as_str())
}

fn about(subject: Subject) -> &'static str {
    match subject {
        Subject::List(Resource::Statutes) => "Sections of federal and state codes",
        Subject::List(Resource::Cases) => "Decisions of courts",
        Subject::List(Resource::Bills) => "Bills and resolutions of legislatures",
        Subject::Catalogue(CatalogueKind::Jurisdictions) => "All jurisdictions, or a single one",
        Subject::Catalogue(CatalogueKind::Topics) => "The topics, with the number of records in each list",
        Subject::Catalogue(CatalogueKind::Courts) => "The courts, with the number of their cases",
        Subject::Catalogue(CatalogueKind::Coverage) => {
            "The number of records in each list by jurisdiction, with their dates"
        }
    }
}

fn examples(subject: Subject) -> &'static str {
    match subject {
        Subject::List(Resource::Statutes) => {
            "Examples:
  lexdex get statutes --q \"18 USC 1341\"
  lexdex get statutes --jurisdiction CA --topic homicide --format json
  lexdex get statutes federal-usc-18-1341"
        }
        Subject::List(Resource::Cases) => {
            "Examples:
  lexdex get cases --court ca9 --topic privacy --q facebook
  lexdex get cases --court scotus --facets
  lexdex get cases --topic privacy --all --format csv > privacy.csv
  lexdex get cases scotus-410-us-113 --similar
  lexdex get cases scotus-410-us-113 --format bibtex"
        }
        Subject::List(Resource::Bills) => {
            "Examples:
  lexdex get bills --congress 117 --status signed --sort oldest
  lexdex get bills --server https://law.example.org --topic privacy --all --format jsonl"
        }
        Subject::Catalogue(CatalogueKind::Jurisdictions) => "Example:\n  lexdex get jurisdictions \"New York\"",
        Subject::Catalogue(CatalogueKind::Topics) => "Example:\n  lexdex get topics --format csv",
        Subject::Catalogue(CatalogueKind::Courts) => "Example:\n  lexdex get courts --format csv",
        Subject::Catalogue(CatalogueKind::Coverage) => {
            "Example:\n  lexdex get coverage --server https://law.example.org"
        }
    }
}

/// Reads the arguments. The error is a usage error.
pub(crate) fn read(matches: &ArgMatches) -> Result<GetArguments, &'static str> {
    let (subject, matches) = matches
        .subcommand()
        .and_then(|(name, matches)| Some((Subject::find(name)?, matches)))
        .ok_or("give a collection, such as cases")?;
    let format = *matches.get_one::<Format>(OUTPUT_FORMAT).unwrap_or(&Format::Table);
    let is_list = matches!(subject, Subject::List(_));
    let is_set = |name: &str| is_list && matches.get_flag(name);
    let has_byte_order_mark = is_set(Parameter::Bom.as_str());
    if has_byte_order_mark && format != Format::Csv {
        return Err("--bom needs --format csv: only CSV can begin with a byte order mark");
    }
    let id = subject.has_records().then(|| matches.get_one::<String>(ID).cloned()).flatten();
    let view = match id {
        Some(id) if is_set(SIMILAR) => View::Similar(id),
        Some(id) => View::Record(id),
        None if is_set(FACETS) => View::Facets,
        None if is_set(ALL) => View::Export,
        None => View::Page,
    };
    if format.reference().is_some() {
        check_reference(subject, &view)?;
    }
    Ok(GetArguments {
        source: ResponseSource::read(matches)?,
        subject,
        view,
        parameters: given(subject, matches),
        format,
        has_byte_order_mark,
    })
}

/// Fails if a view has no format for reference managers.
fn check_reference(subject: Subject, view: &View) -> Result<(), &'static str> {
    match (subject, view) {
        (Subject::List(_), View::Record(_) | View::Export) => Ok(()),
        (Subject::List(_), _) => Err("a format for reference managers needs the ID of a record, or --all"),
        (Subject::Catalogue(_), _) => Err("catalogues have no format for reference managers: use --format csv"),
    }
}

/// Returns the given parameters, each with all its values.
fn given(subject: Subject, matches: &ArgMatches) -> Vec<(Parameter, String)> {
    let mut given = Vec::new();
    for parameter in subject.parameters().into_iter().filter(|parameter| *parameter != Parameter::Bom) {
        let values = matches.get_many::<String>(parameter.as_str()).into_iter().flatten();
        given.extend(values.map(|value| (parameter, value.clone())));
    }
    given
}
