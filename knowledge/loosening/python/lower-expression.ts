import type { SyntaxNode } from "../../ports/syntax-trees.ts";
import type { Expr } from "../code.ts";
import { REST } from "../rest-values.ts";
import { childOf, childOfType, childrenOf, partsOf, placeOf } from "../syntax.ts";

/** An expression of Python in the form for all languages. */
export function lowerPythonExpression(node: SyntaxNode, text: string): Expr {
  const place = placeOf(node);
  const raw = text.slice(node.start, node.end);
  const lower = (child: SyntaxNode) => lowerPythonExpression(child, text);
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
  switch (node.type) {
    case "identifier":
      return { kind: "name", name: raw, ...place };
    case "none":
      return literal("nothing", "None");
    case "true":
    case "false":
      return literal("boolean", node.type);
    case "integer":
    case "float":
      return literal("number", raw.replaceAll("_", ""));
    case "string": {
      const opening = childOfType(node, "string_start");
      const closing = childOfType(node, "string_end");
      const start = text.slice(opening?.start ?? node.start, opening?.end ?? node.start);
      if (childOfType(node, "interpolation") !== undefined)
        return {
          kind: "other",
          type: `template ${raw.replace(/\{[^}]*\}/g, "{}")}`,
          parts: parts
            .filter(({ type }) => type === "interpolation")
            .flatMap((part) => partsOf(part).map(lower)),
          ...place,
        };
      return literal(
        "string",
        (/b/i.test(start) ? "b:" : "") + text.slice(opening?.end ?? node.start, closing?.start ?? node.end),
      );
    }
    case "concatenated_string":
      return literal(
        "string",
        parts
          .map(lower)
          .map((part) => (part.kind === "literal" ? part.value : "{}"))
          .join(""),
      );
    case "parenthesized_expression":
    case "expression_statement":
      return parts.length === 1
        ? lower(parts[0] as SyntaxNode)
        : { kind: "list", items: parts.map(lower), ...place };
    case "list_splat_pattern":
      return { kind: "other", type: REST, parts: parts.map(lower), ...place };
    case "typed_parameter":
      return parts[0] === undefined ? other() : lower(parts[0]);
    case "default_parameter":
    case "typed_default_parameter":
      return { kind: "operation", op: "=", operands: [at("name"), at("value")], ...place };
    case "yield":
      return { kind: "other", type: "yield", parts: parts.map(lower), ...place };
    case "attribute": {
      const name = childOf(node, "attribute");
      return {
        kind: "member",
        of: at("object"),
        name: text.slice(name?.start ?? 0, name?.end ?? 0),
        ...place,
      };
    }
    case "subscript": {
      const index = childrenOf(node, "subscript").map(lower);
      return {
        kind: "index",
        of: at("value"),
        at: index.length === 1 ? (index[0] as Expr) : { kind: "list", items: index, ...place },
        ...place,
      };
    }
    case "call": {
      const list = childOf(node, "arguments");
      const args =
        list === undefined ? [] : list.type === "argument_list" ? partsOf(list).map(lower) : [lower(list)];
      return { kind: "call", callee: at("function"), args, makes: false, ...place };
    }
    case "keyword_argument":
      return {
        kind: "named",
        name: text.slice(childOf(node, "name")?.start ?? 0, childOf(node, "name")?.end ?? 0),
        value: at("value"),
        ...place,
      };
    case "await":
      return parts[0] === undefined ? other() : { kind: "await", of: lower(parts[0]), ...place };
    case "list":
    case "tuple":
    case "set":
    case "pattern_list":
    case "tuple_pattern":
    case "list_pattern":
    case "expression_list":
      return { kind: "list", items: parts.map(lower), ...place };
    case "dictionary":
      return {
        kind: "map",
        items: parts.map((part): Expr => {
          const key = childOf(part, "key");
          const value = childOf(part, "value");
          if (key === undefined || value === undefined) return lower(part);
          const lowered = lower(key);
          return {
            kind: "named",
            name: lowered.kind === "literal" ? lowered.value : text.slice(key.start, key.end),
            value: lower(value),
            ...placeOf(part),
          };
        }),
        ...place,
      };
    case "comparison_operator": {
      const operators = node.children
        .filter(({ field }) => field === "operators")
        .map((op) => text.slice(op.start, op.end).replace(/\s+/g, " "));
      const operands = node.children
        .filter((child) => child.named && child.field !== "operators" && !child.type.includes("comment"))
        .map(lower);
      const pairs = operators.map(
        (op, index): Expr => ({
          kind: "operation",
          op,
          operands: operands.slice(index, index + 2),
          ...place,
        }),
      );
      return pairs.length === 1
        ? (pairs[0] as Expr)
        : { kind: "operation", op: "&&", operands: pairs, ...place };
    }
    case "boolean_operator": {
      const op = node.children.find(({ field }) => field === "operator");
      return {
        kind: "operation",
        op: op?.type === "and" ? "&&" : "||",
        operands: [at("left"), at("right")],
        ...place,
      };
    }
    case "not_operator":
      return { kind: "operation", op: "!", operands: [at("argument")], ...place };
    case "binary_operator":
    case "unary_operator": {
      const found = node.children.find(({ field }) => field === "operator");
      const op = found === undefined ? "" : text.slice(found.start, found.end);
      if (node.type === "binary_operator")
        return { kind: "operation", op, operands: [at("left"), at("right")], ...place };
      const argument = at("argument");
      return op === "-" && argument.kind === "literal"
        ? { ...argument, value: `-${argument.value}`, ...place }
        : { kind: "operation", op, operands: [argument], ...place };
    }
    case "conditional_expression": {
      const [then, test, otherwise] = parts.map(lower);
      return then === undefined || test === undefined || otherwise === undefined
        ? other()
        : { kind: "operation", op: "?:", operands: [test, then, otherwise], ...place };
    }
    case "named_expression":
      return at("value");
    case "lambda": {
      const params = childOf(node, "parameters");
      const body = at("body");
      return {
        kind: "function",
        params: params === undefined ? [] : partsOf(params).map(lower),
        body: [
          { kind: "leave", how: "return", value: body, start: body.start, end: body.end, line: body.line },
        ],
        ...place,
      };
    }
    default:
      return other();
  }
}
