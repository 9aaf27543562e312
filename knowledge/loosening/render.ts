import type { Expr, Stmt } from "./code.ts";

/** An expression as one line that is equal for two that differ in layout, comments, quotes or waiting alone. */
export function render(expr: Expr): string {
  switch (expr.kind) {
    case "literal":
      return expr.type === "string"
        ? JSON.stringify(expr.value)
        : expr.type === "number"
          ? plainNumber(expr.value)
          : expr.value;
    case "name":
      return expr.name;
    case "member":
      return `${render(expr.of)}.${expr.name}`;
    case "index":
      return `${render(expr.of)}[${render(expr.at)}]`;
    case "call":
      return `${expr.makes ? "new " : ""}${render(expr.callee)}(${renderAll(expr.args)})`;
    case "named":
      return `${expr.name}: ${render(expr.value)}`;
    case "operation":
      return expr.operands.length === 1
        ? `${expr.op}${expr.operands.map(render)}`
        : `(${expr.operands.map(render).join(` ${expr.op} `)})`;
    case "await":
      return render(expr.of);
    case "function":
      return `(${renderAll(expr.params)}) => ${renderBody(expr.body)}`;
    case "list":
      return `[${renderAll(expr.items)}]`;
    case "map":
      return `{${expr.items.map(render).sort().join(", ")}}`;
    case "other":
      return expr.parts.length === 0 ? expr.type : `${expr.type}(${renderAll(expr.parts)})`;
  }
}

export function renderAll(exprs: readonly Expr[]): string {
  return exprs.map(render).join(", ");
}

/** Statements as one line. A body of one value is that value. */
export function renderBody(body: readonly Stmt[]): string {
  const [only] = body;
  if (body.length === 1 && only?.kind === "leave" && only.how === "return" && only.value !== null)
    return render(only.value);
  if (body.length === 1 && only?.kind === "expression") return render(only.expr);
  return `{${body.map(renderStatement).join("; ")}}`;
}

function renderStatement(stmt: Stmt): string {
  switch (stmt.kind) {
    case "expression":
      return render(stmt.expr);
    case "bind":
      return `${render(stmt.target)} ${stmt.op} ${render(stmt.value)}`;
    case "branch":
      return `if ${render(stmt.test)} ${renderBody(stmt.body)} else ${renderBody(stmt.otherwise)}`;
    case "loop":
      return `for ${stmt.target === null ? "" : render(stmt.target)} of ${render(stmt.over)} ${renderBody(stmt.body)}`;
    case "attempt":
      return `try ${renderBody(stmt.body)} ${stmt.catches.map(({ types, body }) => `catch ${types} ${renderBody(body)}`)} ${renderBody(stmt.last)}`;
    case "with":
      return `with ${renderAll(stmt.items.map(({ value }) => value))} ${renderBody(stmt.body)}`;
    case "leave":
      return `${stmt.how} ${stmt.value === null ? "" : render(stmt.value)}`;
    case "function":
      return `function ${stmt.name}(${renderAll(stmt.params)}) ${renderBody(stmt.body)}`;
    case "class":
      return `class ${stmt.name} ${renderBody(stmt.body)}`;
    case "assert":
      return `assert ${render(stmt.test)}`;
    case "import":
      return `import ${stmt.from}`;
    case "block":
      return renderBody(stmt.body);
  }
}

function plainNumber(text: string): string {
  const value = Number(text);
  return Number.isNaN(value) ? text : String(value);
}
