import type { SyntaxNode } from "../../ports/syntax-trees.ts";
import type { Expr, ImportedName, Place, Stmt } from "../code.ts";
import { childOf, childOfType, partsOf, placeOf } from "../syntax.ts";
import { lowerJavascriptExpression } from "./lower-expression.ts";

/** The statements of a JavaScript or TypeScript file in the form for all languages. */
export function lowerJavascript(root: SyntaxNode, text: string): Stmt[] {
  const textOf = (node: SyntaxNode | undefined) =>
    node === undefined ? "" : text.slice(node.start, node.end);
  const lower = (node: SyntaxNode): Expr => lowerJavascriptExpression(node, text, bodyOf);
  const nothing = (node: SyntaxNode): Expr => ({
    kind: "literal",
    type: "nothing",
    value: "undefined",
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

  /** Of a block, of one statement, or of the expression that an arrow function gives. */
  function bodyOf(node: SyntaxNode | undefined): Stmt[] {
    if (node === undefined) return [];
    if (node.type === "statement_block" || node.type === "class_body") return statementsOf(node);
    if (/_statement$|_declaration$/.test(node.type)) return statement(node);
    return [{ kind: "leave", how: "return", value: lower(node), ...placeOf(node) }];
  }

  function statement(node: SyntaxNode): Stmt[] {
    const place = placeOf(node);
    switch (node.type) {
      case "expression_statement": {
        const expr = partsOf(node)[0];
        return expr === undefined ? [] : [expressionStatement(expr, place)];
      }
      case "lexical_declaration":
      case "variable_declaration":
        return partsOf(node)
          .filter(({ type }) => type === "variable_declarator")
          .flatMap((part) => declarator(part));
      case "if_statement": {
        const otherwise = childOf(node, "alternative");
        return [
          {
            kind: "branch",
            test: exprAt(node, "condition"),
            body: bodyOf(childOf(node, "consequence")),
            otherwise: otherwise === undefined ? [] : statementsOf(otherwise),
            ...place,
          },
        ];
      }
      case "else_clause":
      case "statement_block":
        return [{ kind: "block", body: statementsOf(node), ...place }];
      case "for_in_statement":
        return [
          {
            kind: "loop",
            key: null,
            target: exprAt(node, "left"),
            over: exprAt(node, "right"),
            body: bodyOf(childOf(node, "body")),
            ...place,
          },
        ];
      case "for_statement":
      case "while_statement":
      case "do_statement": {
        const initializer = childOf(node, "initializer");
        const condition = childOf(node, "condition");
        const loop: Stmt = {
          kind: "loop",
          key: null,
          target: null,
          over:
            condition === undefined
              ? nothing(node)
              : lower(
                  partsOf(condition)[0] === undefined || condition.type !== "expression_statement"
                    ? condition
                    : (partsOf(condition)[0] as SyntaxNode),
                ),
          body: bodyOf(childOf(node, "body")),
          ...place,
        };
        return [...(initializer === undefined ? [] : statement(initializer)), loop];
      }
      case "try_statement": {
        const handler = childOf(node, "handler");
        const last = childOf(node, "finalizer");
        return [
          {
            kind: "attempt",
            body: bodyOf(childOf(node, "body")),
            catches:
              handler === undefined
                ? []
                : [
                    {
                      types: [],
                      name: textOf(childOf(handler, "parameter")) || null,
                      body: bodyOf(childOf(handler, "body")),
                    },
                  ],
            last: bodyOf(last === undefined ? undefined : childOf(last, "body")),
            ...place,
          },
        ];
      }
      case "switch_statement":
        return partsOf(childOf(node, "body") ?? node).map((part) => ({
          kind: "branch",
          test: {
            kind: "operation",
            op: "case",
            operands: [exprAt(node, "value"), exprAt(part, "value")],
            ...placeOf(part),
          },
          body: partsOf(part)
            .filter(({ field }) => field === "body")
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
      case "function_declaration":
      case "generator_function_declaration":
      case "method_definition":
        return [
          {
            kind: "function",
            name: textOf(childOf(node, "name")),
            params: partsOf(childOf(node, "parameters") ?? node).map(lower),
            body: bodyOf(childOf(node, "body")),
            marks: [],
            ...(childOfType(node, "async") === undefined ? {} : { waits: true as const }),
            ...place,
          },
        ];
      case "class_declaration":
        return [
          {
            kind: "class",
            name: textOf(childOf(node, "name")),
            bases: [],
            marks: [],
            body: bodyOf(childOf(node, "body")),
            ...place,
          },
        ];
      case "export_statement": {
        const inner = childOf(node, "declaration");
        if (inner === undefined) return [];
        return statement(inner);
      }
      case "import_statement":
        return [
          {
            kind: "import",
            from: textOf(childOf(node, "source")).slice(1, -1),
            names: importedNames(node),
            ...place,
          },
        ];
      case "labeled_statement":
        return bodyOf(childOf(node, "body"));
      case "empty_statement":
      case "hash_bang_line":
        return [];
      default:
        return /type_alias|interface|ambient|enum_/.test(node.type)
          ? []
          : [{ kind: "expression", expr: lower(node), ...place }];
    }
  }

  function expressionStatement(node: SyntaxNode, place: Place): Stmt {
    if (node.type === "assignment_expression" || node.type === "augmented_assignment_expression")
      return {
        kind: "bind",
        target: exprAt(node, "left"),
        value: exprAt(node, "right"),
        op: node.type === "assignment_expression" ? "=" : "+=",
        ...place,
      };
    return { kind: "expression", expr: lower(node), ...place };
  }

  function declarator(node: SyntaxNode): Stmt[] {
    const place = placeOf(node);
    const value = childOf(node, "value");
    const target = exprAt(node, "name");
    if (value === undefined) return [];
    const lowered = lower(value);
    const required = requiredModule(lowered);
    if (required !== null) return [{ kind: "import", from: required, names: namesIn(target), ...place }];
    return [{ kind: "bind", target, value: lowered, op: ":=", ...place }];
  }

  function importedNames(node: SyntaxNode): ImportedName[] {
    const clause = childOfType(node, "import_clause");
    return (clause === undefined ? [] : partsOf(clause)).flatMap((part) => {
      if (part.type === "identifier") return [{ local: textOf(part), imported: "default" }];
      if (part.type === "namespace_import") return [{ local: textOf(partsOf(part)[0]), imported: "*" }];
      return partsOf(part).map((specifier) => {
        const imported = textOf(childOf(specifier, "name"));
        return { local: textOf(childOf(specifier, "alias")) || imported, imported };
      });
    });
  }
}

function requiredModule(value: Expr): string | null {
  if (value.kind !== "call" || value.callee.kind !== "name" || value.callee.name !== "require") return null;
  const [module] = value.args;
  return module?.kind === "literal" ? module.value : null;
}

function namesIn(target: Expr): ImportedName[] {
  if (target.kind === "name") return [{ local: target.name, imported: "*" }];
  if (target.kind !== "map") return [];
  return target.items.flatMap((item) =>
    item.kind === "named" && item.value.kind === "name"
      ? [{ local: item.value.name, imported: item.name }]
      : [],
  );
}
