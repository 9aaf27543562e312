import type { SyntaxNode } from "../../ports/syntax-trees.ts";
import type { Expr, Stmt } from "../code.ts";
import { childOf, childOfType, childrenOf, partsOf, placeOf } from "../syntax.ts";
import { goParameters, lowerGoExpression } from "./lower-expression.ts";
import { structsIn } from "./zero-value.ts";

/** The statements of a Go file in the form for all languages. */
export function lowerGo(root: SyntaxNode, text: string): Stmt[] {
  const textOf = (node: SyntaxNode | undefined) =>
    node === undefined ? "" : text.slice(node.start, node.end);
  const structs = structsIn(root, text);
  const lower = (node: SyntaxNode): Expr => lowerGoExpression(node, text, bodyOf, structs);
  const nothing = (node: SyntaxNode): Expr => ({
    kind: "literal",
    type: "nothing",
    value: "nil",
    ...placeOf(node),
  });
  const exprAt = (node: SyntaxNode, field: string): Expr => {
    const child = childOf(node, field);
    return child === undefined ? nothing(node) : lower(child);
  };

  return statementsOf(root);

  function statementsOf(node: SyntaxNode): Stmt[] {
    return partsOf(node).flatMap((child) => statement(child));
  }

  function bodyOf(node: SyntaxNode | undefined): Stmt[] {
    if (node === undefined) return [];
    return node.type === "block" || node.type === "statement_list" ? statementsOf(node) : statement(node);
  }

  function statement(node: SyntaxNode): Stmt[] {
    const place = placeOf(node);
    switch (node.type) {
      case "statement_list":
        return statementsOf(node);
      case "block":
        return [{ kind: "block", body: statementsOf(node), ...place }];
      case "function_declaration":
      case "method_declaration":
        return [
          {
            kind: "function",
            name: textOf(childOf(node, "name")),
            params: goParameters(childOf(node, "parameters") ?? { ...node, children: [] }).map(lower),
            body: bodyOf(childOf(node, "body")),
            // A method of a suite can take the place of one of a suite that it holds.
            marks:
              childOf(node, "receiver") === undefined
                ? []
                : [
                    {
                      kind: "literal",
                      type: "type",
                      value: `method of ${textOf(childOf(node, "receiver"))}`,
                      ...place,
                    },
                  ],
            ...place,
          },
        ];
      case "const_declaration":
      case "var_declaration":
        return [
          ...partsOf(node),
          ...partsOf(childOfType(node, "var_spec_list") ?? { ...node, children: [] }),
        ].flatMap((spec) =>
          binds(childrenOf(spec, "name").map(lower), childOf(spec, "value"), ":=", placeOf(spec)),
        );
      case "short_var_declaration":
      case "assignment_statement": {
        const left = childOf(node, "left");
        const operator = textOf(node.children.find(({ field }) => field === "operator"));
        const op = node.type === "short_var_declaration" ? ":=" : operator === "=" ? "=" : "+=";
        return left === undefined ? [] : binds(partsOf(left).map(lower), childOf(node, "right"), op, place);
      }
      case "expression_statement":
      case "go_statement":
      case "defer_statement": {
        const expr = partsOf(node)[0];
        if (expr === undefined) return [];
        const lowered = lower(expr);
        if (node.type === "expression_statement") return [{ kind: "expression", expr: lowered, ...place }];
        const parts =
          lowered.kind === "call" && lowered.callee.kind === "function" ? [lowered.callee] : [lowered];
        return [
          {
            kind: "expression",
            expr: {
              kind: "call",
              callee: { kind: "name", name: node.type.slice(0, -10), ...place },
              args: parts,
              makes: false,
              ...place,
            },
            ...place,
          },
        ];
      }
      case "if_statement": {
        const initial = childOf(node, "initializer");
        return [
          ...(initial === undefined ? [] : statement(initial)),
          {
            kind: "branch",
            test: exprAt(node, "condition"),
            body: bodyOf(childOf(node, "consequence")),
            otherwise: bodyOf(childOf(node, "alternative")),
            ...place,
          },
        ];
      }
      case "for_statement":
        return loop(node);
      case "expression_switch_statement":
      case "type_switch_statement":
      case "select_statement":
        return partsOf(node)
          .filter(({ type }) => type.endsWith("_case"))
          .map((part) => ({
            kind: "branch",
            test: {
              kind: "operation",
              op: "case",
              operands: [exprAt(node, "value"), exprAt(part, "value")],
              ...placeOf(part),
            },
            body: partsOf(part)
              .filter(({ type }) => type === "statement_list")
              .flatMap(statementsOf),
            otherwise: [],
            ...placeOf(part),
          }));
      case "return_statement": {
        const value = partsOf(node)[0];
        return [{ kind: "leave", how: "return", value: value === undefined ? null : lower(value), ...place }];
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
      case "import_declaration":
        return [
          ...partsOf(node),
          ...partsOf(childOfType(node, "import_spec_list") ?? { ...node, children: [] }),
        ]
          .filter(({ type }) => type === "import_spec")
          .map((spec) => {
            const from = textOf(childOf(spec, "path")).slice(1, -1);
            return {
              kind: "import",
              from,
              names: [{ local: textOf(childOf(spec, "name")) || from.replace(/^.*\//, ""), imported: "*" }],
              ...placeOf(spec),
            };
          });
      case "labeled_statement":
        return statementsOf(node);
      case "package_clause":
      case "type_declaration":
      case "label_name":
      case "empty_statement":
        return [];
      default:
        return [{ kind: "expression", expr: lower(node), ...place }];
    }
  }

  function loop(node: SyntaxNode): Stmt[] {
    const place = placeOf(node);
    const body = bodyOf(childOf(node, "body"));
    const range = childOfType(node, "range_clause");
    if (range !== undefined) {
      const left = childOf(range, "left");
      const names = left === undefined ? [] : partsOf(left).map(lower);
      // The second name is the element; one name alone is the key.
      return [
        {
          kind: "loop",
          key: names[0] ?? null,
          target: names[1] ?? null,
          over: exprAt(range, "right"),
          body,
          ...place,
        },
      ];
    }
    const clause = childOfType(node, "for_clause");
    const initial = clause === undefined ? undefined : childOf(clause, "initializer");
    const over =
      clause === undefined
        ? partsOf(node).find(({ type }) => type !== "block")
        : childOf(clause, "condition");
    return [
      ...(initial === undefined ? [] : statement(initial)),
      {
        kind: "loop",
        key: null,
        target: null,
        over:
          over === undefined
            ? { ...nothing(node), kind: "literal", type: "boolean", value: "true" }
            : lower(over),
        body,
        ...place,
      },
    ];
  }

  function binds(
    targets: readonly Expr[],
    list: SyntaxNode | undefined,
    op: string,
    place: { start: number; end: number; line: number },
  ): Stmt[] {
    if (list === undefined) return [];
    const values = partsOf(list).map(lower);
    const [value] = values;
    if (value === undefined) return [];
    if (values.length === targets.length)
      return targets.map((target, index) => ({
        kind: "bind",
        target,
        value: values[index] ?? value,
        op,
        ...place,
      }));
    return [{ kind: "bind", target: { kind: "list", items: targets, ...place }, value, op, ...place }];
  }
}
