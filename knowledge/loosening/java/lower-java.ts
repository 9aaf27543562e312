import type { SyntaxNode } from "../../ports/syntax-trees.ts";
import type { Expr, Stmt } from "../code.ts";
import { childOf, childOfType, childrenOf, partsOf, placeOf } from "../syntax.ts";
import { lowerJavaExpression } from "./lower-expression.ts";

/** The statements of a Java file in the form for all languages. */
export function lowerJava(root: SyntaxNode, text: string): Stmt[] {
  const textOf = (node: SyntaxNode | undefined) =>
    node === undefined ? "" : text.slice(node.start, node.end);
  const lower = (node: SyntaxNode): Expr => lowerJavaExpression(node, text, bodyOf);
  const exprAt = (node: SyntaxNode, field: string): Expr => {
    const child = childOf(node, field);
    return child === undefined
      ? { kind: "literal", type: "nothing", value: "null", ...placeOf(node) }
      : lower(child);
  };
  const statementsOf = (node: SyntaxNode) => partsOf(node).flatMap((child) => statement(child));
  /** Annotations, and the words that keep a runner from running it. */
  const marksOf = (node: SyntaxNode): Expr[] => {
    const modifiers = childOfType(node, "modifiers");
    if (modifiers === undefined) return [];
    const words = modifiers.children.filter(({ type }) => /^(private|abstract|static)$/.test(type));
    return [
      ...partsOf(modifiers)
        .filter(({ type }) => type.endsWith("annotation"))
        .map(lower),
      ...words.map((word): Expr => ({ kind: "name", name: word.type, ...placeOf(word) })),
    ];
  };

  return statementsOf(root);

  function bodyOf(node: SyntaxNode | undefined): Stmt[] {
    if (node === undefined) return [];
    if (/^block$|_body$|^switch_block$/.test(node.type)) return statementsOf(node);
    if (/_statement$|_declaration$/.test(node.type)) return statement(node);
    return [{ kind: "leave", how: "return", value: lower(node), ...placeOf(node) }];
  }

  function statement(node: SyntaxNode): Stmt[] {
    const place = placeOf(node);
    switch (node.type) {
      case "class_declaration":
      case "record_declaration":
      case "interface_declaration":
      case "enum_declaration":
        return [
          {
            kind: "class",
            name: textOf(childOf(node, "name")),
            bases: [
              childOf(node, "superclass"),
              ...partsOf(childOf(node, "interfaces") ?? { ...node, children: [] }),
            ]
              .flatMap((part) => (part === undefined ? [] : partsOf(part)))
              .map(textOf),
            marks: marksOf(node),
            body: bodyOf(childOf(node, "body")),
            ...place,
          },
        ];
      case "method_declaration":
      case "constructor_declaration":
        return [
          {
            kind: "function",
            name: textOf(childOf(node, "name")),
            params: partsOf(childOf(node, "parameters") ?? node).map(lower),
            body: bodyOf(childOf(node, "body")),
            marks: [
              ...marksOf(node),
              ...partsOf(childOf(node, "parameters") ?? { ...node, children: [] })
                .flatMap(marksOf)
                .filter(({ kind }) => kind === "call"),
            ],
            ...place,
          },
        ];
      case "field_declaration":
      case "local_variable_declaration":
        return childrenOf(node, "declarator").flatMap((part): Stmt[] => {
          const value = childOf(part, "value");
          const marks = marksOf(node).filter(({ kind }) => kind === "call");
          const type = {
            kind: "literal",
            type: "type",
            value: textOf(childOf(node, "type")),
            ...place,
          } as const;
          // What an annotation such as @Mock puts into a field.
          if (value === undefined && marks.length === 0) return [];
          return [
            {
              kind: "bind",
              target: exprAt(part, "name"),
              value:
                value === undefined
                  ? { ...(marks[0] as Extract<Expr, { kind: "call" }>), args: [type] }
                  : lower(value),
              op: ":=",
              ...place,
            },
          ];
        });
      case "expression_statement": {
        const expr = partsOf(node)[0];
        if (expr === undefined) return [];
        if (expr.type === "assignment_expression") {
          const op = textOf(expr.children.find(({ field }) => field === "operator"));
          return [
            {
              kind: "bind",
              target: exprAt(expr, "left"),
              value: exprAt(expr, "right"),
              op: op === "=" ? "=" : "+=",
              ...place,
            },
          ];
        }
        if (expr.type === "switch_expression") return statement(expr);
        return [{ kind: "expression", expr: lower(expr), ...place }];
      }
      case "block":
      case "labeled_statement":
      case "synchronized_statement":
        return [{ kind: "block", body: statementsOf(node), ...place }];
      case "if_statement":
        return [
          {
            kind: "branch",
            test: exprAt(node, "condition"),
            body: bodyOf(childOf(node, "consequence")),
            otherwise: bodyOf(childOf(node, "alternative")),
            ...place,
          },
        ];
      case "enhanced_for_statement":
        return [
          {
            kind: "loop",
            key: null,
            target: exprAt(node, "name"),
            over: exprAt(node, "value"),
            body: bodyOf(childOf(node, "body")),
            ...place,
          },
        ];
      case "for_statement":
      case "while_statement":
      case "do_statement": {
        const initial = childOf(node, "init");
        return [
          ...(initial?.type === "local_variable_declaration" ? statement(initial) : []),
          {
            kind: "loop",
            key: null,
            target: null,
            over: exprAt(node, "condition"),
            body: bodyOf(childOf(node, "body")),
            ...place,
          },
        ];
      }
      case "try_statement":
      case "try_with_resources_statement":
        return [tryStatement(node)];
      case "switch_expression":
        return partsOf(childOf(node, "body") ?? node).map((part) => ({
          kind: "branch",
          test: {
            kind: "operation",
            op: "case",
            operands: [
              exprAt(node, "condition"),
              ...partsOf(part)
                .filter(({ type }) => type === "switch_label")
                .flatMap((label) => partsOf(label).map(lower)),
            ],
            ...placeOf(part),
          },
          body: partsOf(part)
            .filter(({ type }) => type !== "switch_label")
            .flatMap(statement),
          otherwise: [],
          ...placeOf(part),
        }));
      case "return_statement":
      case "throw_statement": {
        const value = partsOf(node)[0];
        return [
          {
            kind: "leave",
            how: node.type === "return_statement" ? "return" : "throw",
            value: value === undefined ? null : lower(value),
            ...place,
          },
        ];
      }
      case "break_statement":
      case "continue_statement":
        return [
          {
            kind: "leave",
            how: node.type === "break_statement" ? "break" : "continue",
            value: null,
            ...place,
          },
        ];
      case "assert_statement": {
        const test = partsOf(node)[0];
        return test === undefined ? [] : [{ kind: "assert", test: lower(test), ...place }];
      }
      case "import_declaration": {
        const path = textOf(childOfType(node, "scoped_identifier", "identifier"));
        const name = path.replace(/^.*\./, "");
        const all = childOfType(node, "asterisk") !== undefined;
        return [
          { kind: "import", from: path, names: all ? [] : [{ local: name, imported: name }], ...place },
        ];
      }
      case "package_declaration":
      case "static_initializer":
        return node.type === "static_initializer" ? statementsOf(node) : [];
      default:
        return [{ kind: "expression", expr: lower(node), ...place }];
    }
  }

  function tryStatement(node: SyntaxNode): Stmt {
    const parts = partsOf(node);
    const resources = partsOf(childOf(node, "resources") ?? { ...node, children: [] }).map(
      (resource): Stmt => ({
        kind: "bind",
        target: exprAt(resource, "name"),
        value: exprAt(resource, "value"),
        op: ":=",
        ...placeOf(resource),
      }),
    );
    return {
      kind: "attempt",
      body: [...resources, ...bodyOf(childOf(node, "body"))],
      catches: parts
        .filter(({ type }) => type === "catch_clause")
        .map((part) => ({
          types: textOf(childOfType(childOfType(part, "catch_formal_parameter") ?? part, "catch_type"))
            .split(/[|\s]+/)
            .filter((name) => name !== ""),
          name: textOf(childOf(childOfType(part, "catch_formal_parameter") ?? part, "name")) || null,
          body: bodyOf(childOf(part, "body")),
        })),
      last: parts
        .filter(({ type }) => type === "finally_clause")
        .flatMap((part) => partsOf(part).flatMap((block) => bodyOf(block))),
      ...placeOf(node),
    };
  }
}
