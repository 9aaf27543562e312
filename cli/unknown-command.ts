import { closest } from "./closest.ts";

export interface UnknownCommand {
  /** What was typed. */
  readonly command: string;
  /** A sentence that names the close ones. */
  readonly suggestion: string;
}

/** The command that `argv` asks for where there is none such, with the closest that exist; otherwise null. */
export function unknownCommand(argv: readonly string[], ids: readonly string[]): UnknownCommand | null {
  const end = argv.findIndex((word) => word.startsWith("-"));
  const words = end === -1 ? argv : argv.slice(0, end);
  const first = words[0];
  if (first === undefined) return null;
  const known = ids.map((id) => id.split(":"));
  if (known.some((path) => path.every((word, at) => word === words[at]))) return null;
  const isTopic = known.some((path) => path.length > 1 && path[0] === first);
  const typed = isTopic ? words.slice(0, 2).join(" ") : first;
  const close = closest(
    typed,
    ids.map((id) => id.replaceAll(":", " ")),
  );
  return {
    command: typed,
    suggestion:
      close.length === 0 ? "" : `did you mean ${close.map((id) => `\`assay ${id}\``).join(" or ")}? `,
  };
}
