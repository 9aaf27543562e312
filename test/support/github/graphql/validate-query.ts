import type { FieldSelection, Operation, QueryDocument, Selection, Value } from "./parse-query.ts";
import type { QueryErrorShape } from "./query-error.ts";
import { type QueryType, SCALARS } from "./query-type.ts";
import { schema } from "./schema.ts";

/** What is wrong with an operation before it is carried out; empty where nothing is. */
export function validateQuery(document: QueryDocument, operation: Operation): QueryErrorShape[] {
  const errors: QueryErrorShape[] = [];
  const used = new Set<string>();
  const defined = new Map(operation.variables.map(({ name, type }) => [name, type]));
  const title = `${operation.kind}${operation.name === null ? "" : ` ${operation.name}`}`;
  const fault = (
    code: string,
    message: string,
    path: readonly (string | number)[],
    field?: FieldSelection,
  ): void => {
    const locations = field === undefined ? [] : [{ line: field.line, column: field.column }];
    errors.push({ path, extensions: { code }, locations, message });
  };
  const seeValue = (value: Value, path: readonly string[], field: FieldSelection, wanted?: string): void => {
    if (value.kind === "list") for (const item of value.items) seeValue(item, path, field);
    if (value.kind === "object") for (const item of value.fields.values()) seeValue(item, path, field);
    if (value.kind !== "variable") return;
    used.add(value.name);
    const type = defined.get(value.name);
    const words = `Variable $${value.name} is used by ${title} but not declared`;
    if (type === undefined) fault("variableNotDefined", words, path, field);
    else if (wanted !== undefined && type !== wanted && type !== `${wanted}!`)
      fault(
        "variableMismatch",
        `Type mismatch on variable $${value.name} (${type} / ${wanted})`,
        path,
        field,
      );
  };
  const see = (type: QueryType, selections: readonly Selection[], path: readonly string[]): void => {
    for (const selection of selections) {
      if (selection.kind !== "field") {
        const part = selection.kind === "inline" ? selection : document.fragments.get(selection.name);
        const on = part === undefined ? undefined : part.on === null ? type : schema.get(part.on);
        if (part === undefined || on === undefined)
          fault("undefinedType", "No such fragment, or no such type of one", path);
        else see(on, part.selections, [...path, `... on ${on.name}`]);
        continue;
      }
      if (selection.name === "__typename") continue;
      const here = [...path, selection.key];
      const field = type.fields[selection.name];
      if (field === undefined) {
        const message = `Field '${selection.name}' doesn't exist on type '${type.name}'`;
        fault("undefinedField", message, here, selection);
        continue;
      }
      for (const [name, value] of selection.args) {
        const wanted = field.args?.[name];
        if (wanted === undefined)
          fault(
            "argumentNotAccepted",
            `Field '${selection.name}' doesn't accept argument '${name}'`,
            here,
            selection,
          );
        seeValue(value, here, selection, wanted);
      }
      for (const [name, wanted] of Object.entries(field.args ?? {}))
        if (wanted.endsWith("!") && !selection.args.has(name))
          fault(
            "missingRequiredArguments",
            `Field '${selection.name}' is missing required arguments: ${name}`,
            here,
            selection,
          );
      const leaf = SCALARS.has(field.type);
      if (leaf !== (selection.selections.length === 0))
        fault(
          "selectionMismatch",
          leaf
            ? `Selections can't be made on scalars (field '${selection.name}' returns ${field.type} but has selections)`
            : `Field must have selections (field '${selection.name}' returns ${field.type} but has no selections)`,
          here,
          selection,
        );
      if (!leaf) see(schema.get(field.type)!, selection.selections, here);
    }
  };
  see(schema.get(operation.kind === "query" ? "Query" : "Mutation")!, operation.selections, [title]);
  for (const { name } of operation.variables)
    if (!used.has(name))
      fault("variableNotUsed", `Variable $${name} is declared by ${title} but not used`, [title]);
  return errors;
}

/** Variables as they count, or what is wrong with them. */
export function readVariables(
  operation: Operation,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | QueryErrorShape {
  const values: Record<string, unknown> = {};
  for (const { name, type, fallback } of operation.variables) {
    const value = given[name] ?? (fallback?.kind === "plain" ? fallback.value : undefined);
    const wrong =
      value == null
        ? type.endsWith("!")
        : /^(?:String|ID|GitObjectID)!?$/.test(type) && typeof value !== "string";
    if (wrong)
      return {
        extensions: {
          value: value ?? null,
          problems: [{ path: [], explanation: "Expected value to not be null" }],
        },
        message: `Variable $${name} of type ${type} was provided invalid value`,
      };
    values[name] = value;
  }
  return values;
}
