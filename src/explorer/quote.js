// Writes values as literals of other languages.

/** A word of a POSIX shell, quoted if necessary. */
export function shellWord(text) {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text);
}

/** A quoted word of a POSIX shell. */
export function quoted(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A literal with the same meaning in JavaScript and Python: a string, a number, or a list of them. */
export function literal(value) {
  return Array.isArray(value) ? `[${value.map(literal).join(", ")}]` : JSON.stringify(value);
}
