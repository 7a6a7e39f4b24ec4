// Values as literals of other languages.

/** A word of a POSIX shell, quoted if it has to be. */
export function shellWord(text) {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text);
}

/** A quoted word of a POSIX shell. */
export function quoted(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A literal of JavaScript that Python reads as the same: a string, a number, or a list of them. */
export function literal(value) {
  return Array.isArray(value) ? `[${value.map(literal).join(", ")}]` : JSON.stringify(value);
}
