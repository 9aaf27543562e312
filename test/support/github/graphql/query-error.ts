/** An error as GitHub puts it into the list of a GraphQL answer. */
export interface QueryErrorShape {
  readonly type?: string;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** What a field gives up with: it is null in the answer, and the rest is answered. */
export interface FieldFailure extends Error {
  readonly type: string;
}

/** An error of one field, to be thrown. */
export function fieldFailure(type: string, message: string): FieldFailure {
  return Object.assign(new Error(message), { type });
}

export function isFieldFailure(error: unknown): error is FieldFailure {
  return error instanceof Error && "type" in error;
}
