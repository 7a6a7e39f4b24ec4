// Answers of the API. One client may ask 100 times a minute: an answer is asked for once in a session.

const PATIENCE = 30_000;
const MOST_KEPT = 200;

const kept = new Map();
let build = null;

/** Why there is no answer: the status (0 if the server was not reached), the body, and when to ask again. */
export class Trouble extends Error {
  constructor(status, body, retryAfter) {
    super(body?.error ?? "the server could not be reached");
    this.status = status;
    this.details = body?.details ?? {};
    this.retryAfter = retryAfter;
  }
}

/** The body of an answer. */
export async function ask(path, signal) {
  if (kept.has(path)) return kept.get(path);
  const [response, body] = await fetched(path, signal);
  if (!response.ok || body === null) {
    throw new Trouble(response.status, body, Number(response.headers.get("retry-after")) || null);
  }
  keep(path, body, response.headers.get("lexdex-build"));
  return body;
}

async function fetched(path, signal) {
  try {
    const response = await fetch(path, { signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]) });
    const text = await response.text();
    return [response, parsed(text)];
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Trouble(0, null, null);
  }
}

/** What stands between may answer with something else than JSON. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Answers of two builds do not fit together: with the first of another build the old ones go. */
function keep(path, body, itsBuild) {
  if (itsBuild !== build) kept.clear();
  build = itsBuild;
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value);
  kept.set(path, body);
}
