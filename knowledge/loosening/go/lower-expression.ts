import type { SyntaxNode } from "../../ports/syntax-trees.ts";
import type { Expr, Stmt } from "../code.ts";
import { REST } from "../rest-values.ts";
import { childOf, childrenOf, partsOf, placeOf } from "../syntax.ts";
import { fieldsOf, structOfRows, zeroValue } from "./zero-value.ts";

/** An expression of Go in the form for all languages. `lowerBody` lowers the block of a function literal; `structs` are those that the file declares. */
export function lowerGoExpression(
  node: SyntaxNode,
  text: string,
  lowerBody: (node: SyntaxNode) => Stmt[],
  structs: ReadonlyMap<string, SyntaxNode>,
): Expr {
  const place = placeOf(node);
  const raw = text.slice(node.start, node.end);
  const lower = (child: SyntaxNode) => lowerGoExpression(child, text, lowerBody, structs);
  const parts = partsOf(node);
  const other = (): Expr => ({
    kind: "other",
    type: parts.length === 0 ? `${node.type} ${raw}` : node.type,
    parts: parts.map(lower),
    ...place,
  });
  const at = (field: string): Expr => {
    const child = childOf(node, field);
    return child === undefined ? { kind: "other", type: "missing", parts: [], ...place } : lower(child);
  };
  const literal = (type: Extract<Expr, { kind: "literal" }>["type"], value: string): Expr => ({
    kind: "literal",
    type,
    value,
    ...place,
  });
  const operator = () => {
    const found = node.children.find(({ field }) => field === "operator");
    return found === undefined ? "" : text.slice(found.start, found.end);
  };
  switch (node.type) {
    case "identifier":
    case "package_identifier":
    case "blank_identifier":
      return raw === "nil" ? literal("nothing", raw) : { kind: "name", name: raw, ...place };
    case "nil":
      return literal("nothing", raw);
    case "true":
    case "false":
      return literal("boolean", raw);
    case "int_literal":
    case "float_literal":
      return literal("number", raw.replaceAll("_", ""));
    case "interpreted_string_literal":
    case "raw_string_literal":
    case "rune_literal":
      return literal("string", raw.slice(1, -1));
    case "type_identifier":
    case "qualified_type":
    case "slice_type":
    case "map_type":
    case "array_type":
    case "pointer_type":
    case "struct_type":
      return literal("type", raw.replace(/\s+/g, " "));
    case "parenthesized_expression":
    case "literal_element":
      return parts[0] === undefined ? other() : lower(parts[0]);
    case "expression_list":
      return parts.length === 1
        ? lower(parts[0] as SyntaxNode)
        : { kind: "list", items: parts.map(lower), ...place };
    case "variadic_parameter_declaration":
      return { kind: "other", type: REST, parts: [at("name")], ...place };
    case "parameter_declaration":
      return at("name");
    case "selector_expression": {
      const name = childOf(node, "field");
      return {
        kind: "member",
        of: at("operand"),
        name: text.slice(name?.start ?? 0, name?.end ?? 0),
        ...place,
      };
    }
    case "index_expression":
      return { kind: "index", of: at("operand"), at: at("index"), ...place };
    case "call_expression": {
      const list = childOf(node, "arguments");
      return {
        kind: "call",
        callee: at("function"),
        args: list === undefined ? [] : partsOf(list).map(lower),
        makes: false,
        ...place,
      };
    }
    case "composite_literal": {
      const body = childOf(node, "body");
      const type = childOf(node, "type");
      return body === undefined ? other() : literalValue(body, type);
    }
    case "literal_value":
      return literalValue(node, undefined);
    case "func_literal": {
      const list = childOf(node, "parameters");
      const body = childOf(node, "body");
      return {
        kind: "function",
        params: list === undefined ? [] : goParameters(list).map(lower),
        body: body === undefined ? [] : lowerBody(body),
        ...place,
      };
    }
    case "binary_expression":
      return { kind: "operation", op: operator(), operands: [at("left"), at("right")], ...place };
    case "unary_expression": {
      const operand = at("operand");
      if (operator() === "&" || operator() === "*") return operand;
      return operator() === "-" && operand.kind === "literal"
        ? { ...operand, value: `-${operand.value}`, ...place }
        : { kind: "operation", op: operator(), operands: [operand], ...place };
    }
    case "type_assertion_expression":
      return at("operand");
    default:
      return other();
  }

  function literalValue(body: SyntaxNode, type: SyntaxNode | undefined): Expr {
    const rows = type === undefined ? undefined : structOfRows(type, text, structs);
    const struct = type?.type === "struct_type" ? type : rows;
    const fields = struct === undefined ? [] : fieldsOf(struct, text);
    const fieldOf = (name: string, value: Expr): Expr => {
      const { start, end, line } = value;
      return { kind: "named", name, value, start, end, line };
    };
    /** The fields of a struct that are told by their order, and those of a row that are not told. */
    const named = (item: Expr): Expr => {
      if (fields.length === 0) return item;
      if (item.kind === "list" && item.items.length > 0)
        return {
          ...item,
          kind: "map",
          items: item.items.map((value, index) => fieldOf(fields[index]?.name ?? String(index), value)),
        };
      if (rows === undefined || (item.kind !== "map" && item.kind !== "list")) return item;
      const told = new Set(item.items.map((each) => (each.kind === "named" ? each.name : "")));
      const zeros = fields
        .filter(({ name }) => !told.has(name))
        .map((field) => fieldOf(field.name, zeroValue(field, text, item)));
      return { ...item, kind: "map", items: [...item.items, ...zeros] };
    };
    const elements = partsOf(body).map((part): Expr => {
      const key = childOf(part, "key");
      const value = childOf(part, "value");
      if (key === undefined || value === undefined) return named(lower(part));
      const lowered = lower(key);
      const name = lowered.kind === "literal" ? lowered.value : text.slice(key.start, key.end);
      return { kind: "named", name, value: named(lower(value)), ...placeOf(part) };
    });
    const keyed = elements.some(({ kind }) => kind === "named") || type?.type === "map_type";
    return {
      kind: keyed ? "map" : "list",
      items: elements,
      start: body.start,
      end: body.end,
      line: node.line,
    };
  }
}

/** The names of parameters, of which several can share one type. */
export function goParameters(list: SyntaxNode): SyntaxNode[] {
  return partsOf(list).flatMap((part) => {
    const names = part.type === "variadic_parameter_declaration" ? [] : childrenOf(part, "name");
    return names.length > 0 ? names : [part];
  });
}
