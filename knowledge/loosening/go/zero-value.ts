import type { SyntaxNode } from "../../ports/syntax-trees.ts";
import type { Expr, Place } from "../code.ts";
import { childOf, childOfType, partsOf } from "../syntax.ts";

/** A field of a struct, with its type as it stands in the text. */
interface Field {
  readonly name: string;
  readonly type: SyntaxNode | undefined;
}

/** The structs that a file declares, by their names. */
export function structsIn(root: SyntaxNode, text: string): Map<string, SyntaxNode> {
  const structs = new Map<string, SyntaxNode>();
  const look = (node: SyntaxNode): void => {
    const name = node.type === "type_spec" ? childOf(node, "name") : undefined;
    const type = childOf(node, "type");
    if (name !== undefined && type?.type === "struct_type")
      structs.set(text.slice(name.start, name.end), type);
    node.children.forEach(look);
  };
  look(root);
  return structs;
}

/** The fields of a struct, in order. */
export function fieldsOf(struct: SyntaxNode, text: string): readonly Field[] {
  const list = childOfType(struct, "field_declaration_list");
  return (list === undefined ? [] : partsOf(list)).flatMap((field) =>
    field.children
      .filter(({ type }) => type === "field_identifier")
      .map((name) => ({ name: text.slice(name.start, name.end), type: childOf(field, "type") })),
  );
}

/** The struct of which a literal of a slice, an array or a map holds many: the rows of a table. */
export function structOfRows(
  type: SyntaxNode,
  text: string,
  structs: ReadonlyMap<string, SyntaxNode>,
): SyntaxNode | undefined {
  const element = childOf(type, "element") ?? childOf(type, "value");
  const held = element?.type === "pointer_type" ? partsOf(element)[0] : element;
  if (held === undefined || held.type === "struct_type") return held;
  return held.type === "type_identifier" ? structs.get(text.slice(held.start, held.end)) : undefined;
}

/** What a field holds that a literal does not name. */
export function zeroValue({ type }: Field, text: string, { start, end, line }: Place): Expr {
  const place = { start, end, line };
  const told = type === undefined ? "" : text.slice(type.start, type.end);
  if (told === "string") return { kind: "literal", type: "string", value: "", ...place };
  if (told === "bool") return { kind: "literal", type: "boolean", value: "false", ...place };
  if (/^(u?int\d*|float\d+|byte|rune|time\.Duration)$/.test(told))
    return { kind: "literal", type: "number", value: "0", ...place };
  if (
    /^(error|any)$/.test(told) ||
    /^(pointer|slice|map|function|interface|channel)_type$/.test(type?.type ?? "")
  )
    return { kind: "literal", type: "nothing", value: "nil", ...place };
  return { kind: "other", type: `zero ${told}`, parts: [], ...place };
}
