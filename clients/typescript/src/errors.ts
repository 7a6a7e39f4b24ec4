import type { components } from "./generated.js";

/** The `details` of an error, which depend on its status. */
export interface ErrorDetails {
  /** For a 400: each invalid parameter, with the nearest or the allowed values. */
  problems?: components["schemas"]["Problem"][];
  /** For a 404: the ids nearest to the one that no record has. */
  nearest?: string[];
  /** For a 429: the seconds to wait. */
  retryAfter?: number;
  /** For a 412: the build that the request named. */
  build?: string;
  /** For a 412: the build served now. */
  served?: string;
  [name: string]: unknown;
}

/** The parts of the response for an error. */
export interface Failure {
  message: string;
  status: number;
  details?: ErrorDetails | undefined;
  retryAfter?: number | undefined;
  requestId?: string | undefined;
  cause?: unknown;
}

/** A request that has failed. */
export class LexdexError extends Error {
  override readonly name: string = "LexdexError";
  /** The HTTP status; 0 if there is no complete response. */
  readonly status: number;
  /** The details of the response, empty if it has none. */
  readonly details: ErrorDetails;
  /** The seconds until a retry, if the server has named them. It is more than the client may wait. */
  readonly retryAfter: number | undefined;
  /** The id of the request in the server's log. */
  readonly requestId: string | undefined;

  constructor({ message, status, details, retryAfter, requestId, cause }: Failure) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.details = details ?? {};
    this.retryAfter = retryAfter;
    this.requestId = requestId;
  }
}

/** The server no longer has the build that a request names, because its index has been replaced. */
export class BuildChangedError extends LexdexError {
  override readonly name = "BuildChangedError";
  /** The build that the request named. */
  readonly build: string | undefined;
  /** The build served now. */
  readonly served: string | undefined;

  constructor(failure: Failure) {
    super(failure);
    this.build = this.details.build;
    this.served = this.details.served;
  }
}
