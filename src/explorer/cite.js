// The citation of a record as lawyers write it: `Roe v. Wade, 410 U.S. 113 (1973)` or `Tenn. Code Ann. § 4-1-101
// (2024)`.

import { citationOf, titleOf } from "./card.js";
import { CITED_NAMES } from "./codes.js";

/** The abbreviations of states and territories. */
const STATES = pairs(`
Alabama=Ala.|Alaska=Alaska|Arizona=Ariz.|Arkansas=Ark.|California=Cal.|Colorado=Colo.|Connecticut=Conn.
Delaware=Del.|District of Columbia=D.C.
Columbia=D.C.|Florida=Fla.|Georgia=Ga.|Hawaii=Haw.|Idaho=Idaho|Illinois=Ill.|Indiana=Ind.
Iowa=Iowa|Kansas=Kan.|Kentucky=Ky.|Louisiana=La.|Maine=Me.|Maryland=Md.|Massachusetts=Mass.|Michigan=Mich.
Minnesota=Minn.|Mississippi=Miss.|Missouri=Mo.|Montana=Mont.|Nebraska=Neb.|Nevada=Nev.|New Hampshire=N.H.
New Jersey=N.J.|New Mexico=N.M.|New York=N.Y.|North Carolina=N.C.|North Dakota=N.D.|Ohio=Ohio|Oklahoma=Okla.
Oregon=Or.|Pennsylvania=Pa.|Rhode Island=R.I.|South Carolina=S.C.|South Dakota=S.D.|Tennessee=Tenn.|Texas=Tex.
Utah=Utah|Vermont=Vt.|Virginia=Va.|Washington=Wash.|West Virginia=W. Va.|Wisconsin=Wis.|Wyoming=Wyo.
American Samoa=Am. Samoa|Guam=Guam|Northern Mariana Islands=N. Mar. I.|Puerto Rico=P.R.|Virgin Islands=V.I.`);

const CIRCUITS = pairs(`First=1st|Second=2d|Third=3d|Fourth=4th|Fifth=5th|Sixth=6th|Seventh=7th|Eighth=8th|Ninth=9th
Tenth=10th|Eleventh=11th|District of Columbia=D.C.|Federal=Fed.`);

/** Courts that the rules below would not abbreviate, or not correctly. */
const COURTS = new Map(Object.entries({
  "United States Court of Customs and Patent Appeals": "C.C.P.A.",
  "New York Court of Appeals": "N.Y.",
  "Court of Appeals of Maryland": "Md.",
  "District of Columbia Court of Appeals": "D.C.",
  "Supreme Court of the State of New York": "N.Y. Sup. Ct.",
  "Appellate Division of the Supreme Court of the State of New York": "N.Y. App. Div.",
  "Court of Appeals of Texas": "Tex. App.",
  "Appellate Court of Illinois": "Ill. App. Ct.",
  "Delaware Court of Chancery": "Del. Ch.",
  "Commonwealth Court of Pennsylvania": "Pa. Commw. Ct.",
  "Superior Court of New Jersey, Appellate Division": "N.J. Super. Ct. App. Div.",
  "United States Court of Appeals for the Armed Forces": "C.A.A.F.",
  "United States Court of Military Appeals": "C.M.A.",
  "United States Court of Military Commission Review": "C.M.C.R.",
  "United States Army Court of Criminal Appeals": "A. Ct. Crim. App.",
  "United States Air Force Court of Criminal Appeals": "A.F. Ct. Crim. App.",
  "United States Navy-Marine Corps Court of Criminal Appeals": "N-M. Ct. Crim. App.",
  "United States Coast Guard Court of Criminal Appeals": "C.G. Ct. Crim. App.",
  "United States Army Court of Military Review": "A.C.M.R.",
  "United States Air Force Court of Military Review": "A.F.C.M.R.",
  "United States Navy-Marine Corps Court of Military Review": "N.M.C.M.R.",
  "United States Coast Guard Court of Military Review": "C.G.C.M.R.",
  "United States Court of Appeals for Veterans Claims": "Vet. App.",
  "United States Court of International Trade": "Ct. Int'l Trade",
  "United States Court of Federal Claims": "Fed. Cl.",
  "United States Court of Claims": "Ct. Cl.",
  "United States Tax Court": "T.C.",
  "United States Foreign Intelligence Surveillance Court": "FISA Ct.",
  "United States Foreign Intelligence Surveillance Court of Review": "FISA Ct. Rev.",
}));

/** Reporters of a single federal court. A citation of such a reporter omits the court. */
const OF_ONE_COURT = ["U.S.", "Fed. Cl.", "Ct. Cl.", "T.C.", "Vet. App.", "Ct. Int'l Trade"];

/** The full citation of a record, with name, court and year; undefined if it has no citation. */
export function citeAs(list, record) {
  if (list.list === "statutes") return citeSection(record);
  if (list.list !== "cases") return record.meta?.citation ?? undefined;
  const citation = citationOf(record);
  if (!citation) return undefined;
  // A neutral citation already contains the year and the court: 2023 Guam 11.
  const isNeutral = /^(?:19|20)\d\d [A-Z]/.test(citation);
  const year = record.decisionDate?.slice(0, 4);
  const beside = isNeutral ? "" : [courtBeside(record.court ?? "", citation), year].filter(Boolean).join(" ");
  return `${titleOf(list, record)}, ${citation}${beside && ` (${beside})`}`;
}

/**
 * A section, by the name by which its code is cited. A section in force of a state's code has the year of the refresh;
 * the United States Code needs none.
 */
function citeSection({ jurisdictionId, status, meta }) {
  if (!meta?.citation) return undefined;
  const [, title, rest] = meta.citation.match(/^(\d* ?)(.*)$/);
  const isCode = ([usual]) => rest.startsWith(usual) && /^ (?:§|art\.|ch\.|tit\.)/.test(rest.slice(usual.length));
  const [usual, cited] = CITED_NAMES.find(isCode) ?? ["", ""];
  const isDated = jurisdictionId !== "federal" && status !== "repealed";
  const year = isDated && meta.last_updated?.slice(0, 4);
  return `${title}${cited}${rest.slice(usual.length)}${year ? ` (${year})` : ""}`;
}

/** The court as named in a citation, without the parts that the reporter already implies. */
function courtBeside(court, citation) {
  const [, reporter] = citation.match(/^\d+ (.+) [\d,-]+$/) ?? [null, ""];
  if (OF_ONE_COURT.includes(reporter)) return "";
  const name = abbreviated(court);
  const state = [...STATES.values()].find((each) => name === each || name.startsWith(`${each} `));
  const isOfState = state && (reporter === state || reporter.startsWith(`${state} `) || reporter === `${state}2d`);
  return isOfState ? name.slice(state.length).trim() : name;
}

/** The abbreviation of a court, or its name if no rule applies. */
function abbreviated(court) {
  if (COURTS.has(court)) return COURTS.get(court);
  const circuit = court.match(/^United States Court of Appeals for the (.+) Circuit$/);
  if (circuit && CIRCUITS.has(circuit[1])) return `${CIRCUITS.get(circuit[1])} Cir.`;
  const district = court
    .match(/^United States (District|Bankruptcy) Court for the (?:(\w)\w+ )?District of (?:the )?(.+)$/);
  if (district && STATES.has(district[3])) return districtCourt(district);
  const highest = court.match(/^Supreme (?:Judicial )?Court (?:of Appeals )?of (?:the )?(.+)$/);
  if (highest && STATES.has(highest[1]) && highest[1] !== "New York") return STATES.get(highest[1]);
  const [, ofState, before] = court.match(/^(?:Court of Appeals of (.+)|(.+) Court of Appeals?)$/) ?? [];
  if (STATES.has(ofState ?? before)) return `${STATES.get(ofState ?? before)} Ct. App.`;
  const [, criminal, its] = court.match(/^(?:Court of Criminal Appeals of (.+)|(.+) Court of Criminal Appeals)$/) ?? [];
  return STATES.has(criminal ?? its) ? `${STATES.get(criminal ?? its)} Crim. App.` : court;
}

/** Joins abbreviations without spaces between initials: `S.D.N.Y.`, `D. Mass.`, `Bankr. N.D. Cal.` */
function districtCourt([, kind, direction, name]) {
  const state = STATES.get(name);
  const isInitials = /^(?:[A-Z]\.)+$/.test(state);
  const part = `${direction ? `${direction}.` : ""}D.${isInitials ? "" : " "}${state}`;
  return kind === "Bankruptcy" ? `Bankr. ${part}` : part;
}

function pairs(text) {
  return new Map(text.trim().split(/[|\n]/).map((pair) => pair.split("=")));
}
