// The number of records that another query would have.

import { filtersOf, requestOf, withValues } from "./address.js";
import { Trouble, ask, isScarce } from "./api.js";

/** The number of records of a query; null if few requests remain, or if the request fails. */
export async function totalOf({ list, query }, signal) {
  if (isScarce()) return null;
  const asked = withValues(filtersOf(new URLSearchParams(query)), { limit: 1, fields: "id" });
  try {
    return (await ask(requestOf({ list, query: asked }), signal)).meta.total;
  } catch (error) {
    if (signal.aborted || !(error instanceof Trouble)) throw error;
    return null;
  }
}
