import { LexdexError } from "./errors.js";

/** Sends a request. */
export type Send = (request: Request) => Promise<Response>;

/** Waits. If the signal is aborted first, rejects with its reason. */
export type Sleep = (seconds: number, signal: AbortSignal) => Promise<void>;

/** Repeats a refused request after the time that the server names, as long as the waits stay within the maximum. */
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

/** Turns a failed wait into an error of its own, because the response is not at fault. */
async function waited(wait: Promise<void>): Promise<void> {
  try {
    await wait;
  } catch (cause) {
    throw new LexdexError({ message: "the wait for the server has failed", status: 0, cause });
  }
}

/** The seconds to wait that a response names, at least 1; undefined if it is not a temporary refusal. */
export function retryAfter(response: Response): number | undefined {
  if (response.status !== 429 && response.status !== 503) return undefined;
  const value = response.headers.get("retry-after") ?? "";
  // A proxy may send a date instead of seconds.
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
