import type { SyntaxNode } from "../../ports/syntax-trees.ts";
import type { Expr, Stmt } from "../code.ts";
import { asArray, REST } from "../rest-values.ts";
import { childOf, childOfType, childrenOf, partsOf, placeOf } from "../syntax.ts";

const COLLECTIONS = /^((Linked|Tree)?HashMap|TreeMap|LinkedHashMap|ArrayList|LinkedList)(<.*>)?$/s;
const LISTS =
  /^(List\.of|Arrays\.asList|ImmutableList\.of|Collections\.(singletonList|emptyList)|Lists\.newArrayList)$/;

/** An expression of Java in the form for all languages. `lowerBody` lowers the block of a lambda. */
export function lowerJavaExpression(
  node: SyntaxNode,
  text: string,
  lowerBody: (node: SyntaxNode) => Stmt[],
): Expr {
  const place = placeOf(node);
  const raw = text.slice(node.start, node.end);
  const lower = (child: SyntaxNode) => lowerJavaExpression(child, text, lowerBody);
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
  const textAt = (field: string) => {
    const child = childOf(node, field);
    return child === undefined ? "" : text.slice(child.start, child.end);
  };
  const argsOf = (list: SyntaxNode | undefined) => (list === undefined ? [] : partsOf(list).map(lower));
  const operator = () => {
    const found = node.children.find(({ field }) => field === "operator");
    return found === undefined ? "" : text.slice(found.start, found.end);
  };
  switch (node.type) {
    case "identifier":
    case "this":
    case "super":
      return { kind: "name", name: raw, ...place };
    case "type_identifier":
    case "generic_type":
    case "scoped_type_identifier":
      return literal("type", raw.replace(/<.*>/s, ""));
    case "null_literal":
      return literal("nothing", "null");
    case "true":
    case "false":
      return literal("boolean", raw);
    case "decimal_integer_literal":
    case "decimal_floating_point_literal":
    case "hex_integer_literal":
      return literal("number", raw.replaceAll("_", "").replace(/(?<!^0x.*)[lLfFdD]$/, ""));
    case "string_literal":
      return literal("string", raw.startsWith('"""') ? raw.slice(3, -3) : raw.slice(1, -1));
    case "character_literal":
      return literal("string", raw.slice(1, -1));
    case "class_literal":
      return literal("type", raw.replace(/\.class$/, ""));
    case "parenthesized_expression":
      return parts[0] === undefined ? other() : lower(parts[0]);
    case "cast_expression":
      return at("value");
    case "spread_parameter": {
      const declarator = childOfType(node, "variable_declarator");
      const name = declarator === undefined ? undefined : childOf(declarator, "name");
      return { kind: "other", type: REST, parts: name === undefined ? [] : [lower(name)], ...place };
    }
    case "formal_parameter":
      return at("name");
    case "field_access":
      return { kind: "member", of: at("object"), name: textAt("field"), ...place };
    case "array_access":
      return { kind: "index", of: at("array"), at: at("index"), ...place };
    case "method_invocation": {
      const name = childOf(node, "name") ?? node;
      const callee: Expr =
        childOf(node, "object") === undefined
          ? { kind: "name", name: textAt("name"), ...placeOf(name) }
          : {
              kind: "member",
              of: at("object"),
              name: textAt("name"),
              start: node.start,
              end: name.end,
              line: name.line,
            };
      const args = argsOf(childOf(node, "arguments"));
      // The library's makers of lists give what they are given.
      if (LISTS.test(`${raw.slice(0, raw.indexOf("("))}`))
        return { kind: "list", items: args.length === 1 ? args.map(asArray) : args, ...place };
      return { kind: "call", callee, args, makes: false, ...place };
    }
    case "object_creation_expression":
      // A collection of the library's that is empty still.
      if (COLLECTIONS.test(textAt("type")) && argsOf(childOf(node, "arguments")).length === 0)
        return { kind: /Map/.test(textAt("type")) ? "map" : "list", items: [], ...place };
      return {
        kind: "call",
        callee: { kind: "name", name: textAt("type").replace(/<.*>/s, ""), ...place },
        args: argsOf(childOf(node, "arguments")),
        makes: true,
        ...place,
      };
    case "method_reference":
      return {
        kind: "function",
        params: [],
        body: [
          { kind: "expression", expr: { kind: "literal", type: "type", value: raw, ...place }, ...place },
        ],
        ...place,
      };
    case "annotation":
    case "marker_annotation": {
      const list = childOf(node, "arguments");
      return {
        kind: "call",
        callee: { kind: "name", name: textAt("name").replace(/^.*\./, ""), ...place },
        args: argsOf(list),
        makes: false,
        ...place,
      };
    }
    case "element_value_pair":
      return { kind: "named", name: textAt("key"), value: at("value"), ...place };
    case "element_value_array_initializer":
    case "array_initializer":
      return { kind: "list", items: parts.map(lower), ...place };
    case "array_creation_expression":
      return childOf(node, "value") === undefined ? other() : at("value");
    case "binary_expression":
      return { kind: "operation", op: operator(), operands: [at("left"), at("right")], ...place };
    case "instanceof_expression":
      return { kind: "operation", op: "instanceof", operands: [at("left"), at("right")], ...place };
    case "unary_expression": {
      const operand = at("operand");
      return operator() === "-" && operand.kind === "literal"
        ? { ...operand, value: `-${operand.value}`, ...place }
        : { kind: "operation", op: operator(), operands: [operand], ...place };
    }
    case "ternary_expression":
      return {
        kind: "operation",
        op: "?:",
        operands: [at("condition"), at("consequence"), at("alternative")],
        ...place,
      };
    case "lambda_expression": {
      const list = childOf(node, "parameters");
      const params = list === undefined ? [] : list.type === "identifier" ? [list] : partsOf(list);
      const body = childOf(node, "body");
      return {
        kind: "function",
        params: params.map(lower),
        body: body === undefined ? [] : lowerBody(body),
        ...place,
      };
    }
    case "variable_declarator":
      return at("value");
    case "assignment_expression":
      return { kind: "operation", op: "=", operands: [at("left"), at("right")], ...place };
    case "resource":
      return at(childrenOf(node, "value").length > 0 ? "value" : "name");
    default:
      return other();
  }
}
