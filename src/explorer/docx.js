// Reads the text of a DOCX document: a zip archive of XML.

import { Unreadable, decoded, visit } from "./reading.js";

/** The maximum size of the unpacked parts that are read, in bytes. */
const MAX_UNPACKED = 256 << 20;

/** The signatures of the records of a zip archive, and the lengths of their fixed parts in bytes. */
const END = { signature: 0x06054b50, length: 22 };
const ENTRY = { signature: 0x02014b50, length: 46 };
const LOCAL = { signature: 0x04034b50, length: 30 };

/** The maximum length of the comment after the end record of an archive, in bytes. */
const MAX_COMMENT = 0xffff;

const STORED = 0;
const DEFLATED = 8;

/** The key of the text outside of notes. */
const BODY = "";

/** The kinds of notes, in the order in which they are read. The elements have these names. */
const NOTES = ["footnote", "endnote"];

/** Elements without text of the document: properties, deleted and moved text, codes of fields, doubles of drawings. */
const UNREAD = new Set(["del", "moveFrom", "delText", "instrText", "rPr", "pPr", "sectPr", "Fallback"]);

/** The texts that stand for empty elements. */
const SIGNS = new Map(Object.entries({ tab: "\t", ptab: "\t", br: "\n", cr: "\n", noBreakHyphen: "-" }));

/**
 * The text of a document, then its footnotes and its endnotes in the order of the references. An empty line follows
 * each paragraph.
 */
export async function docxText(bytes) {
  const entries = entriesOf(bytes);
  let room = MAX_UNPACKED;
  const part = async (pattern) => {
    const entry = entries.find(({ name }) => pattern.test(name));
    if (!entry) return null;
    const content = await contentOf(bytes, entry, room);
    room -= content.length;
    return partOf(decoded(content), entry.name);
  };
  const body = await part(/^word\/document\d*\.xml$/);
  if (!body) throw new Unreadable("The file is an archive, but not a DOCX document: it has no word/document.xml.");
  const texts = [body.texts.get(BODY)];
  for (const kind of NOTES) {
    const notes = await part(new RegExp(`^word/${kind}s\\d*\\.xml$`));
    if (notes) texts.push(...body.references[kind].map((id) => notes.texts.get(id) ?? []));
  }
  return texts.flat().join("").replaceAll(/\n{3,}/g, "\n\n").trim();
}

/** The entries of an archive, from the directory at its end. */
function entriesOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - END.length;
  const first = Math.max(end - MAX_COMMENT, 0);
  while (end >= first && view.getUint32(end, true) !== END.signature) end -= 1;
  if (end < first) throw new Unreadable("The file is not complete: it has no directory of its parts. Save it again.");
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  return Array.from({ length: count }, () => {
    if (view.getUint32(at, true) !== ENTRY.signature) throw new RangeError("not an entry");
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const entry = {
      name: new TextDecoder().decode(bytes.subarray(at + ENTRY.length, at + ENTRY.length + nameLength)),
      isEncrypted: Boolean(view.getUint16(at + 8, true) & 1),
      method: view.getUint16(at + 10, true),
      size: view.getUint32(at + 20, true),
      start: view.getUint32(at + 42, true),
    };
    at += ENTRY.length + nameLength + extraLength + commentLength;
    return entry;
  });
}

/** The unpacked content of an entry, of at most `room` bytes. */
async function contentOf(bytes, { name, isEncrypted, method, size, start }, room) {
  if (isEncrypted || (method !== STORED && method !== DEFLATED)) {
    throw new Unreadable("The file is encrypted, or packed in a way that this page does not read. Save it again.");
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(start, true) !== LOCAL.signature) throw new RangeError("not a part");
  const [nameLength, extraLength] = [26, 28].map((field) => view.getUint16(start + field, true));
  const at = start + LOCAL.length + nameLength + extraLength;
  const packed = new Blob([bytes.subarray(at, at + size)]).stream();
  const reader = (method === STORED ? packed : packed.pipeThrough(new DecompressionStream("deflate-raw"))).getReader();
  const chunks = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > room) {
      await reader.cancel();
      throw new Unreadable(`The file unpacks to more than 256 MiB, in ${name}. Divide it, or copy the text you need.`);
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/**
 * A part: its pieces of text by the id of their note, and the ids of the notes to which it refers. Text of which the
 * document keeps the deletion does not count.
 */
function partOf(xml, name) {
  // A part has no document type, and one could define texts that grow without end.
  const isSafe = !xml.includes("<!DOCTYPE");
  const part = isSafe && new DOMParser().parseFromString(xml, "application/xml");
  if (!isSafe || part.querySelector("parsererror")) {
    throw new Unreadable(`The file is damaged: ${name} in it is not valid XML. Save it again in a word processor.`);
  }
  let text = [];
  const texts = new Map([[BODY, text]]);
  const references = Object.fromEntries(NOTES.map((kind) => [kind, []]));
  const joined = new Set();
  visit(part, (node) => {
    const { localName } = node;
    if (NOTES.includes(localName)) texts.set(idOf(node), text = []);
    for (const kind of NOTES) if (localName === `${kind}Reference`) references[kind].push(idOf(node));
    if (localName === "t") text.push(node.textContent);
    if (localName === "pPr" && isMarkDeleted(node)) joined.add(node.parentNode);
    if (SIGNS.has(localName)) text.push(SIGNS.get(localName));
    return localName !== "t" && !UNREAD.has(localName);
  }, (node) => {
    if (node.localName === "p" && !joined.has(node)) text.push("\n\n");
  });
  return { texts, references };
}

function idOf({ attributes }) {
  return [...attributes].find(({ localName }) => localName === "id")?.value;
}

/** Whether the end of a paragraph is deleted, so that the next one continues it. */
function isMarkDeleted({ children }) {
  const ofMark = [...children].find(({ localName }) => localName === "rPr");
  return [...ofMark?.children ?? []].some(({ localName }) => localName === "del");
}
