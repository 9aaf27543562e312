interface LogLine {
  readonly message?: string;
  readonly told?: Readonly<Record<string, unknown>>;
  readonly failure?: { readonly code?: string };
  readonly problem?: { readonly repository?: string; readonly code?: string };
  readonly text?: string;
  readonly due?: number;
}

/** What a function's log says that became of its messages, in words: `name=value`, codes, notes. Pure. */
export function toldByLog(output: string): readonly string[] {
  return output.split("\n").flatMap((line) => {
    const said = parse(line);
    switch (said?.message) {
      case "done":
        return [
          ...Object.entries(said.told ?? {})
            .filter(([, value]) => value !== null)
            .map(([name, value]) => `${name}=${value}`),
          ...(said.due === undefined || said.due === 0 ? [] : [`due=${said.due}`]),
        ];
      case "failed":
      case "parked":
        return [`${said.message}: ${said.failure?.code ?? "internal"}`];
      case "problem":
        return [`problem: ${said.problem?.repository ?? ""} ${said.problem?.code ?? ""}`.trim()];
      case "note":
        return [`note: ${said.text ?? ""}`];
      default:
        return [];
    }
  });
}

function parse(line: string): LogLine | null {
  if (!line.startsWith("{")) return null;
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return null;
  }
}
