import type { Readable } from "node:stream";

/** What a route answers. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, unless there are bytes or nothing at all. */
  readonly json?: unknown;
  readonly bytes?: Uint8Array;
  readonly stream?: Readable;
}

/** A reply that a route gives up with. */
export interface Refusal extends Error {
  readonly reply: Reply;
}

export interface ValidationFault {
  readonly resource?: string;
  readonly field?: string;
  readonly code: "missing" | "missing_field" | "invalid" | "already_exists" | "unprocessable" | "custom";
  readonly message?: string;
  readonly value?: string;
}

const DOCS = "https://docs.github.com/rest";

/** An error in the API's form, to be thrown. */
export function refusal(
  status: number,
  message: string,
  more: {
    readonly errors?: readonly (ValidationFault | string)[];
    readonly headers?: Record<string, string>;
  } = {},
): Refusal {
  const errors = more.errors === undefined ? {} : { errors: more.errors };
  const json = { message, ...errors, documentation_url: DOCS, status: String(status) };
  const reply = { status, json, headers: more.headers ?? {} };
  return Object.assign(new Error(`${status} ${message}`), { reply });
}

/** 422 with the faults of a request. */
export function validationFailed(...errors: ValidationFault[]): Refusal {
  return refusal(422, "Validation Failed", { errors });
}

export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && "reply" in error;
}
