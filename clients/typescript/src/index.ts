export { Lexdex } from "./client.js";
export { BuildChangedError, type ErrorDetails, LexdexError } from "./errors.js";
export type { components, operations, paths } from "./generated.js";
export type { Records } from "./records.js";
export type { LexdexOptions, OnBuildChange, RequestOptions } from "./transport.js";
export type * from "./types.js";
export type { Sleep } from "./waiting.js";
export type { Walk, WalkOptions } from "./walk.js";
