import type { SyntaxNode } from "../../ports/syntax-trees.ts";
import type { Expr, Stmt } from "../code.ts";
import { childOf, childOfType, childrenOf, partsOf, placeOf } from "../syntax.ts";
import { lowerPythonExpression } from "./lower-expression.ts";

/** The statements of a Python file in the form for all languages. */
export function lowerPython(root: SyntaxNode, text: string): Stmt[] {
  const textOf = (node: SyntaxNode | undefined) =>
    node === undefined ? "" : text.slice(node.start, node.end);
  const lower = (node: SyntaxNode): Expr => lowerPythonExpression(node, text);
  const exprAt = (node: SyntaxNode, field: string): Expr => {
    const child = childOf(node, field);
    return child === undefined
      ? { kind: "literal", type: "nothing", value: "None", ...placeOf(node) }
      : lower(child);
  };
  const bodyOf = (node: SyntaxNode | undefined): Stmt[] =>
    node === undefined ? [] : partsOf(node).flatMap((child) => statement(child, []));

  return bodyOf(root);

  function statement(node: SyntaxNode, marks: readonly Expr[]): Stmt[] {
    const place = placeOf(node);
    switch (node.type) {
      case "expression_statement": {
        const expr = partsOf(node)[0];
        if (expr === undefined || expr.type === "string") return [];
        if (expr.type === "assignment" || expr.type === "augmented_assignment") return assignment(expr);
        return [{ kind: "expression", expr: lower(node), ...place }];
      }
      case "decorated_definition": {
        const decorators = partsOf(node)
          .filter(({ type }) => type === "decorator")
          .flatMap((part) => partsOf(part).map(lower));
        const definition = childOf(node, "definition");
        return definition === undefined ? [] : statement(definition, decorators);
      }
      case "function_definition":
        return [
          {
            kind: "function",
            name: textOf(childOf(node, "name")),
            params: partsOf(childOf(node, "parameters") ?? node).map(lower),
            body: bodyOf(childOf(node, "body")),
            marks,
            ...(childOfType(node, "async") === undefined ? {} : { waits: true as const }),
            ...place,
          },
        ];
      case "class_definition":
        return [
          {
            kind: "class",
            name: textOf(childOf(node, "name")),
            bases: partsOf(childOf(node, "superclasses") ?? { ...node, children: [] }).map(textOf),
            marks,
            body: bodyOf(childOf(node, "body")),
            ...place,
          },
        ];
      case "assert_statement": {
        const [test] = partsOf(node);
        return test === undefined ? [] : [{ kind: "assert", test: lower(test), ...place }];
      }
      case "if_statement":
        return [branch(node, childrenOf(node, "alternative"))];
      case "for_statement":
      case "while_statement":
        return [
          {
            kind: "loop",
            key: null,
            target: node.type === "for_statement" ? exprAt(node, "left") : null,
            over: exprAt(node, node.type === "for_statement" ? "right" : "condition"),
            body: bodyOf(childOf(node, "body")),
            ...place,
          },
        ];
      case "try_statement":
        return attempt(node);
      case "with_statement": {
        const clause = childOfType(node, "with_clause");
        const items = clause === undefined ? [] : partsOf(clause);
        return [
          {
            kind: "with",
            items: items.flatMap((item) => {
              const value = childOf(item, "value");
              if (value === undefined) return [];
              if (value.type !== "as_pattern") return [{ value: lower(value), target: null }];
              const [made, alias] = partsOf(value);
              const name = alias === undefined ? undefined : partsOf(alias)[0];
              return made === undefined
                ? []
                : [{ value: lower(made), target: name === undefined ? null : lower(name) }];
            }),
            body: bodyOf(childOf(node, "body")),
            ...place,
          },
        ];
      }
      case "return_statement":
      case "raise_statement": {
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
      case "import_statement":
      case "import_from_statement":
      case "future_import_statement":
        return [imports(node)];
      case "match_statement":
        return partsOf(childOf(node, "body") ?? node).map((part) => ({
          kind: "branch",
          test: { kind: "other", type: "case", parts: [exprAt(node, "subject")], ...placeOf(part) },
          body: bodyOf(childOf(part, "consequence")),
          otherwise: [],
          ...placeOf(part),
        }));
      case "pass_statement":
      case "global_statement":
      case "nonlocal_statement":
        return [];
      case "block":
        return bodyOf(node);
      default:
        return [{ kind: "expression", expr: lower(node), ...place }];
    }
  }

  function assignment(node: SyntaxNode): Stmt[] {
    const right = childOf(node, "right");
    if (right === undefined) return [];
    const place = placeOf(node);
    const op = node.type === "assignment" ? "=" : "+=";
    // `a = b = value`
    if (right.type === "assignment")
      return [
        ...assignment(right),
        { kind: "bind", target: exprAt(node, "left"), value: exprAt(right, "left"), op, ...place },
      ];
    return [{ kind: "bind", target: exprAt(node, "left"), value: lower(right), op, ...place }];
  }

  function branch(node: SyntaxNode, alternatives: readonly SyntaxNode[]): Stmt {
    const [next, ...rest] = alternatives;
    return {
      kind: "branch",
      test: exprAt(node, "condition"),
      body: bodyOf(childOf(node, "consequence")),
      otherwise:
        next === undefined
          ? []
          : next.type === "elif_clause"
            ? [branch(next, rest)]
            : bodyOf(childOf(next, "body")),
      ...placeOf(node),
    };
  }

  function attempt(node: SyntaxNode): Stmt[] {
    const parts = partsOf(node);
    const blockOf = (part: SyntaxNode) => bodyOf(childOf(part, "body") ?? childOfType(part, "block"));
    const otherwise = parts.filter(({ type }) => type === "else_clause").flatMap(blockOf);
    return [
      {
        kind: "attempt",
        body: [...bodyOf(childOf(node, "body")), ...otherwise],
        catches: parts
          .filter(({ type }) => type === "except_clause" || type === "except_group_clause")
          .map((part) => ({
            types: partsOf(part)
              .filter(({ type }) => type !== "block")
              .flatMap((type) =>
                textOf(type)
                  .replace(/ as \w+$/, "")
                  .split(/[(),\s]+/)
                  .filter((name) => name !== ""),
              ),
            name: / as (\w+)\s*:/.exec(text.slice(part.start, part.end))?.[1] ?? null,
            body: blockOf(part),
          })),
        last: parts.filter(({ type }) => type === "finally_clause").flatMap(blockOf),
        ...placeOf(node),
      },
    ];
  }

  function imports(node: SyntaxNode): Stmt {
    const module = childOf(node, "module_name");
    const names = childrenOf(node, "name").map((name) => {
      const imported = textOf(name.type === "aliased_import" ? childOf(name, "name") : name);
      const local =
        name.type === "aliased_import" ? textOf(childOf(name, "alias")) : (imported.split(".")[0] ?? "");
      return { local, imported };
    });
    return {
      kind: "import",
      from: module === undefined ? (names[0]?.imported ?? "") : textOf(module),
      names,
      ...placeOf(node),
    };
  }
}
