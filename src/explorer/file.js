// Reads the text of a file in the browser: plain text, Markdown, HTML and DOCX.

import { SERVER } from "./address.js";
import { docxText } from "./docx.js";
import { Unreadable, decoded, visit } from "./reading.js";

/** The maximum size of a file, in bytes. */
const MAX_BYTES = 64 << 20;

/** Elements of HTML that begin and end a line, and those whose content the page does not show as text. */
const BLOCKS = "address,article,aside,blockquote,dd,div,dl,dt,figcaption,figure,footer,form,h1,h2,h3,h4,h5,h6,header,"
  + "hr,li,main,nav,ol,p,pre,section,table,tr,ul";
const UNREAD = "head,script,style,template,noscript,iframe,object,select,svg,textarea";

/** The name of a file as an argument of a command: one with other signs than these would need the quotes of a shell. */
function argument(name) {
  if (!/^[\p{L}\p{N}_][\p{L}\p{N}_. -]*$/u.test(name)) return "brief.pdf";
  return name.includes(" ") ? `"${name}"` : name;
}

/** The name of a file and its text. Fails with an error whose message names the remedy. */
export async function readFile(file) {
  if (file.size > MAX_BYTES) throw new Unreadable("The file is larger than 64 MiB. Divide it, or copy its text.");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = await textOf(file.name, bytes);
  if (!text.trim()) throw new Unreadable("The file has no text. A scan needs text recognition (OCR) first.");
  return { name: file.name, text: normalized(text) };
}

/** A text with one kind of line breaks, and without halves of characters, which have no form in UTF-8. */
export function normalized(text) {
  return text.replaceAll(/\r\n?/g, "\n").toWellFormed();
}

async function textOf(name, bytes) {
  const starts = (...first) => first.every((byte, idx) => bytes[idx] === byte);
  if (starts(0x25, 0x50, 0x44, 0x46)) {
    throw new Unreadable("This page does not read PDF. Open the PDF in a word processor and save it as DOCX, or copy "
      + `its text and paste it here. The command line reads it, too: lexdex check ${argument(name)} --server ${SERVER}`);
  }
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) {
    throw new Unreadable("The file is a document of Word 97 to 2003, or has a password. Save it as DOCX without one.");
  }
  if (starts(0x7b, 0x5c, 0x72, 0x74, 0x66)) throw new Unreadable("This page does not read RTF. Save the file as DOCX.");
  if (starts(0x50, 0x4b)) {
    return docxText(bytes).catch((error) => {
      throw error instanceof Unreadable ? error : new Unreadable("The file is damaged. Save it again.");
    });
  }
  const text = decoded(bytes);
  if (text.includes("\0")) throw new Unreadable("The file is not a text. Choose a text, Markdown, HTML or DOCX file.");
  return /\.x?html?$/i.test(name) || /^\s*<(!doctype html|html)\b/i.test(text) ? htmlText(text) : text;
}

/** The text that a page in HTML shows. Its scripts do not run, and nothing is loaded. */
function htmlText(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const text = [];
  const isBlock = (node) => node.nodeType === Node.ELEMENT_NODE && node.matches(BLOCKS);
  visit(page, (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      text.push(node.parentElement.closest("pre") ? node.data : node.data.replaceAll(/\s+/g, " "));
    }
    if (node.nodeType !== Node.ELEMENT_NODE) return true;
    if (isBlock(node)) text.push("\n\n");
    if (node.matches("br")) text.push("\n");
    return !node.matches(UNREAD);
  }, (node) => {
    if (isBlock(node)) text.push("\n\n");
    else if (node.nodeType === Node.ELEMENT_NODE && node.matches("td,th")) text.push("\t");
  });
  const lines = text.join("").split("\n").map((line) => line.trim());
  return lines.join("\n").replaceAll(/\n{3,}/g, "\n\n").trim();
}
