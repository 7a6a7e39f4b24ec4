import { LexdexError } from "./errors.js";

/** Sends a request. */
export type Send = (request: Request) => Promise<Response>;

/** Waits. Rejects with the reason of the signal if it is aborted before. */
export type Sleep = (seconds: number, signal: AbortSignal) => Promise<void>;

/** Sends a refused request again after the time that the server names, as long as the waits fit into the maximum. */
export function waiting(send: Send, maxWaitSeconds: number, sleep: Sleep): Send {
  return async (request) => {
    let left = maxWaitSeconds;
    for (;;) {
      const response = await send(request.clone());
      const seconds = retryAfter(response);
      if (seconds === undefined || seconds > left) return response;
      await response.body?.cancel();
      left -= seconds;
      await waited(sleep(seconds, request.signal));
    }
  };
}

/** Turns the failure of a wait into an error that does not blame the response. */
async function waited(wait: Promise<void>): Promise<void> {
  try {
    await wait;
  } catch (cause) {
    throw new LexdexError({ message: "the wait for the server has failed", status: 0, cause });
  }
}

/** The seconds to wait that a response names, at least 1; undefined if it is no refusal for a time. */
export function retryAfter(response: Response): number | undefined {
  if (response.status !== 429 && response.status !== 503) return undefined;
  const value = response.headers.get("retry-after") ?? "";
  // A proxy may name a date in place of seconds.
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(1, Math.ceil(seconds));
}

/** Waits by a timer. */
export const sleepByTimer: Sleep = (seconds, signal) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    }, seconds * 1000);
    signal.addEventListener("abort", abort, { once: true });
  });
