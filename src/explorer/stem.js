// The stem that the forms of an English word share: "tax" of "taxes", "taxed" and "taxing". These are the rules of the
// server's stemmer, Snowball's English of version 3.1 (snowballstem.org/algorithms/english/stemmer.html), without those
// for apostrophes, which are not part of a word here.

/** Words with irregular stems, and words that are their own stems. */
const IRREGULAR = new Map([
  ["skis", "ski"], ["skies", "sky"], ["idly", "idl"], ["gently", "gentl"], ["ugly", "ugli"], ["early", "earli"],
  ["only", "onli"], ["singly", "singl"],
  ...["andes", "atlas", "bias", "cosmos", "howe", "news", "sky"].map((word) => [word, word]),
]);

/** The beginning of a word before region R1: up to the first consonant after a vowel, except for these beginnings. */
const TO_FIRST = /^(?:arsen|commun|emerg|gener|inter|later|organ|past|univers|[^aeiouy]*[aeiouy]+[^aeiouy])/;
const TO_NEXT = /^[^aeiouy]*[aeiouy]+[^aeiouy]/;

/** The end of a short syllable. Y is a consonant. */
const SHORT = /[^aeiouy][aeiouy][^aeiouywxY]$|^[aeiouy][^aeiouy]$|past$/;

const DERIVED = replacing({
  tional: "tion", enci: "ence", anci: "ance", abli: "able", entli: "ent", izer: "ize", ization: "ize", ational: "ate",
  ation: "ate", ator: "ate", alism: "al", aliti: "al", alli: "al", fulness: "ful", fulli: "ful", ousli: "ous",
  ousness: "ous", iveness: "ive", iviti: "ive", biliti: "ble", bli: "ble", ogist: "og", ogi: "og", lessli: "less",
  li: "",
});

const DERIVED_AGAIN = replacing({
  tional: "tion", ational: "ate", alize: "al", icate: "ic", iciti: "ic", ical: "ic", ful: "", ness: "", ative: "",
});

const LAST = replacing({
  al: "", ance: "", ence: "", er: "", ic: "", able: "", ible: "", ant: "", ement: "", ment: "", ent: "", ism: "",
  ate: "", iti: "", ous: "", ive: "", ize: "", ion: "",
});

/** The stem of a word. Numbers and words in other alphabets have no forms. */
export function stemOf(word) {
  return /^[a-z]+$/.test(word) ? stem(word) : word;
}

/** The stem of a word of the letters a to z in lower case. */
export function stem(word) {
  if (IRREGULAR.has(word)) return IRREGULAR.get(word);
  if (word.length < 3) return word;
  const marked = word.replace(/^y/, "Y").replaceAll(/([aeiouy])y/g, "$1Y");
  const first = TO_FIRST.exec(marked)?.[0].length ?? marked.length;
  const next = TO_NEXT.exec(marked.slice(first))?.[0].length;
  const second = next ? first + next : marked.length;
  let part = withoutPast(withoutPlural(marked), first).replace(/(.[^aeiouy])[yY]$/, "$1i");
  part = DERIVED(part, (start, ending) => start.length >= first && isAllowed(start, ending));
  part = DERIVED_AGAIN(part, (start, ending) => start.length >= (ending === "ative" ? second : first));
  part = LAST(part, (start, ending) => start.length >= second && (ending !== "ion" || /[st]$/.test(start)));
  return withoutLast(part, first, second).toLowerCase();
}

/** Returns a function that replaces the longest matching ending of a word, if the condition holds. */
function replacing(endings) {
  const longest = new RegExp(`(?:${Object.keys(endings).join("|")})$`);
  return (word, holds) => {
    const ending = longest.exec(word)?.[0];
    const start = ending && word.slice(0, -ending.length);
    return ending && holds(start, ending) ? start + endings[ending] : word;
  };
}

function isAllowed(start, ending) {
  if (ending === "li") return /[cdeghkmnrt]$/.test(start);
  return ending !== "ogi" || start.endsWith("l");
}

function withoutPlural(word) {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (/ie[sd]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1);
  return /[aeiouy].*[^us]s$/.test(word) ? word.slice(0, -1) : word;
}

function withoutPast(word, first) {
  const ending = /(?:eedly|ingly|edly|eed|ing|ed)$/.exec(word)?.[0];
  if (!ending) return word;
  const start = word.slice(0, -ending.length);
  if (ending.startsWith("eed")) {
    return start.length >= first && !/^(?:succ|proc|exc)$/.test(start) ? `${start}ee` : word;
  }
  if (ending === "ing") {
    if (/^[^aeiouy]y$/.test(start)) return `${start[0]}ie`;
    if (/^(?:even|cann|inn|earr|herr|out)$/.test(start)) return word;
  }
  if (!/[aeiouy]/.test(start)) return word;
  if (/(?:at|bl|iz)$/.test(start)) return `${start}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(start)) return /^[aeo]..$/.test(start) ? start : start.slice(0, -1);
  return start.length === first && SHORT.test(start) ? `${start}e` : start;
}

function withoutLast(word, first, second) {
  const start = word.slice(0, -1);
  if (word.endsWith("ll")) return start.length >= second ? start : word;
  if (!word.endsWith("e")) return word;
  return start.length >= second || (start.length >= first && !SHORT.test(start)) ? start : word;
}
