// The three lists: their names, facets and parameters.

const BY_DATE = { "": "Newest first", oldest: "Oldest first" };

/** The orders of a search. */
export const BY_RELEVANCE = { "": "Best match", newest: "Newest first", oldest: "Oldest first" };

/** In the order in which they are shown. A facet is [name, parameter, heading]. */
export const LISTS = {
  cases: {
    list: "cases", one: "case", many: "cases", name: "Cases", text: "decision",
    title: "caseName", cited: ["citation"],
    date: { field: "decisionDate", from: "decided_from", to: "decided_to", name: "Decided" },
    citedAs: "410 U.S. 113",
    facets: [
      ["level", "court", "Level of court"],
      ["topic", "topic", "Topic"],
      ["jurisdiction", "jurisdiction", "Jurisdiction"],
      ["court", "court", "Court"],
    ],
    orders: BY_DATE,
  },
  statutes: {
    list: "statutes", one: "statute", many: "statutes", name: "Statutes", text: "law",
    title: "title", cited: [],
    date: { field: "effectiveDate", from: "effective_from", to: "effective_to", name: "In effect since" },
    citedAs: "18 U.S.C. § 1341",
    facets: [
      ["status", "status", "Status"],
      ["topic", "topic", "Topic"],
      ["jurisdiction", "jurisdiction", "Jurisdiction"],
    ],
    orders: { "": "By title and section", newest: "Newest first", oldest: "Oldest first" },
  },
  bills: {
    list: "bills", one: "bill", many: "bills", name: "Bills", text: "bill",
    title: "title", cited: ["billNumber"],
    date: { field: "introducedDate", from: "introduced_from", to: "introduced_to", name: "Introduced" },
    citedAs: "Pub. L. 117-159",
    facets: [
      ["status", "status", "Status"],
      ["chamber", "chamber", "Chamber"],
      ["session", "session", "Congress or session"],
      ["topic", "topic", "Topic"],
      ["jurisdiction", "jurisdiction", "Jurisdiction"],
    ],
    orders: BY_DATE,
  },
};

const WORDS = new Map(Object.entries({
  active: "In force", amended: "Amended", repealed: "Repealed",
  in_committee: "In committee", passed_chamber: "Passed a chamber", signed: "Signed into law",
  senate: "Senate", house: "House",
  supreme: "Courts of last resort", appellate: "All courts of appeals", circuit: "U.S. courts of appeals",
  trial: "All trial courts", district: "U.S. district courts", bankruptcy: "Bankruptcy courts",
  special: "Special courts",
}));

/** The labels of facet values received so far. */
const learnt = new Map();

/** Stores the labels of facet values. */
export function learn(facets) {
  for (const [facet, values] of Object.entries(facets)) {
    for (const { value, label } of values) {
      if (label) learnt.set(`${facet} ${value}`, label);
    }
  }
}

/** The label of a parameter's value. */
export function wordFor(parameter, value) {
  return learnt.get(`${parameter} ${value}`) ?? WORDS.get(value) ?? value;
}

/** A topic in words: "free speech". */
export function topicName(tag) {
  return tag.replaceAll("-", " ");
}
