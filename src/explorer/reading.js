// Shared by the readers of files.

/** A file that cannot be read, and the remedy. */
export class Unreadable extends Error {}

/** The text of bytes in UTF-8 or UTF-16, or else in Windows' Western encoding. */
export function decoded(bytes) {
  const [first, second] = bytes;
  const sixteen = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff && "utf-16be";
  if (sixteen) return new TextDecoder(sixteen).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/**
 * Visits the nodes below a root in their order, without recursion, since a file may nest them deeply. `enter` returns
 * false for a node whose children are left out.
 */
export function visit(root, enter, leave) {
  let node = root.firstChild;
  while (node) {
    if (enter(node) !== false && node.firstChild) {
      node = node.firstChild;
      continue;
    }
    leave(node);
    while (!node.nextSibling) {
      node = node.parentNode;
      if (node === root) return;
      leave(node);
    }
    node = node.nextSibling;
  }
}
