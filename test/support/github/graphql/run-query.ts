import type { FieldSelection, Operation, QueryDocument, Selection, Value } from "./parse-query.ts";
import { isFieldFailure, type QueryErrorShape } from "./query-error.ts";
import type { QueryContext, QueryType } from "./query-type.ts";
import { SCALARS } from "./query-type.ts";
import { schema } from "./schema.ts";

export interface QueryRun {
  readonly data: Readonly<Record<string, unknown>>;
  readonly errors: readonly QueryErrorShape[];
}

/**
 * Carries out an operation that was validated. A field that fails is null with an error beside it. Above `most`
 * objects, the rest is null and one error says so.
 */
export function runQuery(
  document: QueryDocument,
  operation: Operation,
  variables: Readonly<Record<string, unknown>>,
  context: QueryContext,
  most: number,
): QueryRun {
  const errors: QueryErrorShape[] = [];
  let left = most;
  const complete = (
    value: unknown,
    field: FieldSelection,
    type: string,
    path: readonly (string | number)[],
  ): unknown => {
    if (value === null || value === undefined) return null;
    if (Array.isArray(value))
      return value.map((item, index) => complete(item, field, type, [...path, index]));
    if (SCALARS.has(type)) return value;
    const declared = schema.get(type)!;
    const actual = schema.get(declared.typeOf?.(value) ?? type)!;
    left -= 1;
    if (left < 0) return null;
    return select(value, actual, field.selections, path);
  };
  const select = (
    source: unknown,
    type: QueryType,
    selections: readonly Selection[],
    path: readonly (string | number)[],
  ): Record<string, unknown> => {
    const answer: Record<string, unknown> = {};
    for (const field of flat(document, type, selections)) {
      if (field.name === "__typename") {
        answer[field.key] = type.name;
        continue;
      }
      const known = type.fields[field.name]!;
      const here = [...path, field.key];
      try {
        const args = Object.fromEntries(
          [...field.args].map(([name, value]) => [name, plain(value, variables)]),
        );
        answer[field.key] = complete(known.resolve(source, args, context), field, known.type, here);
      } catch (error) {
        if (!isFieldFailure(error)) throw error;
        answer[field.key] = null;
        const { line, column } = field;
        errors.push({ type: error.type, path: here, locations: [{ line, column }], message: error.message });
      }
    }
    return answer;
  };
  const root = schema.get(operation.kind === "query" ? "Query" : "Mutation")!;
  const data = select({}, root, operation.selections, []);
  if (left < 0)
    errors.push({
      type: "RESOURCE_LIMITS_EXCEEDED",
      message: "Resource limits for this query exceeded.",
    });
  return { data, errors };
}

/** Fields of a selection that fit a type, fragments unfolded. */
function flat(
  document: QueryDocument,
  type: QueryType,
  selections: readonly Selection[],
): readonly FieldSelection[] {
  return selections.flatMap((selection) => {
    if (selection.kind === "field") return [selection];
    const part = selection.kind === "inline" ? selection : document.fragments.get(selection.name)!;
    const fits = part.on === null || part.on === type.name || schema.get(part.on)?.typeOf !== undefined;
    return fits ? flat(document, type, part.selections) : [];
  });
}

function plain(value: Value, variables: Readonly<Record<string, unknown>>): unknown {
  if (value.kind === "variable") return variables[value.name];
  if (value.kind === "plain") return value.value;
  if (value.kind === "list") return value.items.map((item) => plain(item, variables));
  return Object.fromEntries([...value.fields].map(([name, item]) => [name, plain(item, variables)]));
}
