import { LexdexError } from "./errors.js";

/** The lines of a stream. Each line ends in a line feed. */
export async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const parts = (rest + decoder.decode(value, { stream: !done })).split("\n");
      rest = parts.pop() ?? "";
      yield* parts;
      if (done) break;
    }
    if (rest) throw new LexdexError({ message: "the export ends within a record", status: 0 });
  } finally {
    // The caller may stop before the end, so the stream is canceled. A failed stream cannot be canceled.
    await reader.cancel().catch(() => {});
  }
}
