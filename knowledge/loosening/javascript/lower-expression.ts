import type { SyntaxNode } from "../../ports/syntax-trees.ts";
import type { Expr, Stmt } from "../code.ts";
import { REST } from "../rest-values.ts";
import { childOf, childOfType, partsOf, placeOf } from "../syntax.ts";

/** What expressions need of statements: the body of a function. */
export type LowerBody = (node: SyntaxNode) => Stmt[];

/** An expression of JavaScript or TypeScript in the form for all languages. */
export function lowerJavascriptExpression(node: SyntaxNode, text: string, lowerBody: LowerBody): Expr {
  const place = placeOf(node);
  const raw = text.slice(node.start, node.end);
  const lower = (child: SyntaxNode) => lowerJavascriptExpression(child, text, lowerBody);
  const inner = () => {
    const first = partsOf(node)[0];
    return first === undefined ? other() : lower(first);
  };
  const other = (): Expr => ({ kind: "other", type: node.type, parts: partsOf(node).map(lower), ...place });
  const at = (field: string): Expr => {
    const child = childOf(node, field);
    return child === undefined ? { kind: "other", type: "missing", parts: [], ...place } : lower(child);
  };
  switch (node.type) {
    case "identifier":
    case "shorthand_property_identifier_pattern":
    case "this":
    case "super":
      return { kind: "name", name: raw, ...place };
    case "undefined":
    case "null":
      return { kind: "literal", type: "nothing", value: raw, ...place };
    case "number":
      return { kind: "literal", type: "number", value: raw.replaceAll("_", ""), ...place };
    case "true":
    case "false":
      return { kind: "literal", type: "boolean", value: raw, ...place };
    case "string":
      return { kind: "literal", type: "string", value: raw.slice(1, -1), ...place };
    case "regex":
      return { kind: "literal", type: "pattern", value: raw, ...place };
    case "template_string":
      return childOfType(node, "template_substitution") === undefined
        ? { kind: "literal", type: "string", value: raw.slice(1, -1), ...place }
        : {
            kind: "other",
            type: `template ${raw.replace(/\$\{[^}]*\}/g, "{}")}`,
            parts: partsOf(node)
              .filter(({ type }) => type === "template_substitution")
              .flatMap((part) => partsOf(part).map(lower)),
            ...place,
          };
    case "parenthesized_expression":
    case "as_expression":
    case "satisfies_expression":
    case "non_null_expression":
      return inner();
    case "type_assertion": {
      const last = partsOf(node).at(-1);
      return last === undefined ? other() : lower(last);
    }
    case "required_parameter":
    case "optional_parameter":
      return childOf(node, "value") === undefined
        ? at("pattern")
        : { kind: "operation", op: "=", operands: [at("pattern"), at("value")], ...place };
    case "rest_pattern":
      return { kind: "other", type: REST, parts: partsOf(node).map(lower), ...place };
    case "assignment_pattern":
    case "object_assignment_pattern":
      return { kind: "operation", op: "=", operands: [at("left"), at("right")], ...place };
    case "member_expression":
      return {
        kind: "member",
        of: at("object"),
        name: text.slice(childOf(node, "property")?.start ?? 0, childOf(node, "property")?.end ?? 0),
        ...place,
      };
    case "subscript_expression": {
      const index = at("index");
      return index.kind === "literal" && index.type === "string"
        ? { kind: "member", of: at("object"), name: index.value, ...place }
        : { kind: "index", of: at("object"), at: index, ...place };
    }
    case "call_expression":
    case "new_expression": {
      const callee = at(node.type === "new_expression" ? "constructor" : "function");
      const list = childOf(node, "arguments");
      const args =
        list === undefined ? [] : list.type === "template_string" ? [lower(list)] : partsOf(list).map(lower);
      const makes = node.type === "new_expression";
      // With type arguments the grammar puts `await f<T>()` as a call of `await f`.
      if (callee.kind === "await")
        return { kind: "await", of: { kind: "call", callee: callee.of, args, makes, ...place }, ...place };
      return { kind: "call", callee, args, makes, ...place };
    }
    case "await_expression":
      return { kind: "await", of: inner(), ...place };
    case "array":
    case "array_pattern":
      return { kind: "list", items: partsOf(node).map(lower), ...place };
    case "object":
    case "object_pattern":
      return {
        kind: "map",
        items: partsOf(node).map((part): Expr => {
          const partPlace = placeOf(part);
          const partText = text.slice(part.start, part.end);
          if (part.type.startsWith("shorthand_property"))
            return {
              kind: "named",
              name: partText,
              value: { kind: "name", name: partText, ...partPlace },
              ...partPlace,
            };
          const key = childOf(part, "key") ?? childOf(part, "name") ?? childOf(part, "left");
          const value = childOf(part, "value");
          if (key === undefined) return lower(part);
          const name = text.slice(key.start, key.end).replace(/^(['"])(.*)\1$/s, "$2");
          return {
            kind: "named",
            name,
            value:
              part.type === "method_definition"
                ? lowerFunction(part)
                : value === undefined
                  ? { kind: "name", name, ...partPlace }
                  : lower(value),
            ...partPlace,
          };
        }),
        ...place,
      };
    case "arrow_function":
    case "function_expression":
    case "generator_function":
      return lowerFunction(node);
    case "binary_expression":
      return operation([at("left"), at("right")]);
    case "unary_expression": {
      const argument = at("argument");
      return operator() === "-" && argument.kind === "literal"
        ? { ...argument, value: `-${argument.value}`, ...place }
        : operation([argument]);
    }
    case "ternary_expression":
      return {
        kind: "operation",
        op: "?:",
        operands: [at("condition"), at("consequence"), at("alternative")],
        ...place,
      };
    case "assignment_expression":
    case "augmented_assignment_expression":
      return { kind: "operation", op: "=", operands: [at("left"), at("right")], ...place };
    case "predefined_type":
    case "type_identifier":
      return { kind: "literal", type: "type", value: raw, ...place };
    default:
      return node.children.length === 0
        ? { kind: "other", type: `${node.type} ${raw}`, parts: [], ...place }
        : other();
  }

  function operator(): string {
    const found = node.children.find(({ field }) => field === "operator");
    return found === undefined ? "" : text.slice(found.start, found.end);
  }
  function operation(operands: readonly Expr[]): Expr {
    return { kind: "operation", op: operator(), operands, ...place };
  }
  function lowerFunction(fn: SyntaxNode): Expr {
    const list = childOf(fn, "parameters");
    const single = childOf(fn, "parameter");
    const params = list === undefined ? (single === undefined ? [] : [single]) : partsOf(list);
    const body = childOf(fn, "body");
    return {
      kind: "function",
      params: params.map(lower),
      body: body === undefined ? [] : lowerBody(body),
      ...(childOfType(fn, "async") === undefined ? {} : { waits: true as const }),
      ...placeOf(fn),
    };
  }
}
