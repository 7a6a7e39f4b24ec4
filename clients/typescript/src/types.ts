import type { components, operations } from "./generated.js";

type Schemas = components["schemas"];

export type Bill = Schemas["Bill"];
export type Case = Schemas["Case"];
export type RecordChange = Schemas["RecordChange"];
export type CheckedCitationList = Schemas["CheckedCitationList"];
export type CheckedCitation = Schemas["CheckedCitation"];
export type Court = Schemas["Court"];
export type Coverage = Schemas["Coverage"];
export type CoverageList = Schemas["CoverageList"];
export type FacetValue = Schemas["FacetValue"];
export type Jurisdiction = Schemas["Jurisdiction"];
export type ListMeta = Schemas["ListMeta"];
export type Problem = Schemas["Problem"];
export type RecordMeta = Schemas["RecordMeta"];
export type Statute = Schemas["Statute"];
export type Suggestion = Schemas["Suggestion"];
export type Topic = Schemas["Topic"];

/** The types of the three lists. */
export interface Lists {
  statutes: { record: Statute; list: "listStatutes"; facets: Schemas["StatuteFacets"]; export: "exportStatutes" };
  cases: { record: Case; list: "listCases"; facets: Schemas["CaseFacets"]; export: "exportCases" };
  bills: { record: Bill; list: "listBills"; facets: Schemas["BillFacets"]; export: "exportBills" };
}

/** The name of a list. */
export type ListName = keyof Lists;

export type RecordOf<L extends ListName> = Lists[L]["record"];
export type FacetsOf<L extends ListName> = Lists[L]["facets"];

/** The name of a field of a record. */
export type FieldOf<L extends ListName> = keyof RecordOf<L>;

/** The parameters of an operation as the document declares them. */
type Declared<O extends keyof operations> = NonNullable<operations[O]["parameters"]["query"]>;

/** A parameter that may be repeated takes one value or a list of them. */
type OneOrMany<T> = T extends readonly (infer E)[] ? E | readonly E[] : T;

type Query<O extends keyof operations, Without extends PropertyKey> = {
  [P in Exclude<keyof Declared<O>, Without>]?: OneOrMany<Declared<O>[P]> | undefined;
};

/** The chosen fields: records have only these. */
export interface Fields<F> {
  fields?: readonly F[] | undefined;
}

/** The filters, the order and the page of a list. */
export type ListQuery<L extends ListName> = Query<Lists[L]["list"], "fields">;

/** The filters, the order and the start of a walk through all pages. */
export type WalkQuery<L extends ListName> = Query<Lists[L]["list"], "fields" | "limit"> & {
  /** The number of records on each page. 100 by default. */
  pageSize?: number | undefined;
};

/** The filters of counts. */
export type FacetsQuery<L extends ListName> = Query<Lists[L]["export"], "fields" | "format" | "bom">;

/** The filters of an export. */
export type ExportQuery<L extends ListName> = FacetsQuery<L>;

/** The build or time since which changes are listed, and the list whose changes are listed. */
export type ChangesQuery = Query<"listChanges", "since" | "limit"> & {
  /** A build, a date or an RFC 3339 time. */
  since: string;
  /** The number of changes on each page. 100 by default. */
  pageSize?: number | undefined;
};

/** A page of a list. */
export interface Page<T> {
  data: T[];
  meta: ListMeta;
  /** The build of the index that the page comes from. */
  build: string;
}
