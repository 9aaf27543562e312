/** What the CLI and the Lambdas may know of the library; adapters have their own door. */
export { type Atlas, atlasOf } from "./actions/atlas.ts";
export type { Deps } from "./actions/deps.ts";
export { type Diagnosis, doctor } from "./actions/doctor.ts";
export { explain } from "./actions/explain.ts";
export { OPERATIONS } from "./actions/index.ts";
export { type AnyOperation, dispatch, type Operation } from "./actions/operation.ts";
export { CAUSES, type Cause } from "./cause/cause.ts";
export { AssayError, ERRORS, type ErrorCode, type ErrorKind } from "./errors.ts";
export type { Explanation, FileExplanation, Unread } from "./explain/explanation.ts";
export type { Clock } from "./ports/clock.ts";
export type { History } from "./ports/history.ts";
export type { Host, HostFacts } from "./ports/host.ts";
export type { Ledger } from "./ports/ledger.ts";
export type { Sources } from "./ports/sources.ts";
