import { expect, onTestFinished } from "vitest";
import { begin, type Finished } from "./run-assay.ts";

/** What JSON says, whatever it is. */
type Json = ReturnType<typeof JSON.parse>;

interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * One process of `assay qa call --lines`, which answers calls one after the other. When the running test ends it is
 * closed, and its exit code must be that of the worst answer.
 */
export function callSession({ cwd, env }: Place) {
  const { child, finished } = begin(["qa", "call", "--lines"], { cwd, env });
  const waiting: ((line: string | null) => void)[] = [];
  let worst = 0;
  const decoder = new TextDecoder();
  let open = "";
  child.stdout.on("data", (chunk: Buffer) => {
    const [first = "", ...others] = decoder.decode(chunk, { stream: true }).split("\n");
    open += first;
    for (const next of others) {
      waiting.shift()?.(open);
      open = next;
    }
  });
  const ended = finished.then((end) => {
    for (const answer of waiting.splice(0)) answer(null);
    return end;
  });
  onTestFinished(async () => {
    child.stdin.end();
    expect(await ended).toMatchObject({ status: worst, stderr: "" });
  });

  /** The answer to a document; one that could not be carried out is a failure. */
  return async function ask(document: Json): Promise<Json> {
    const line = await new Promise<string | null>((answer) => {
      waiting.push(answer);
      child.stdin.write(`${JSON.stringify(document)}\n`);
    });
    const { stderr, status }: Partial<Finished> = line === null ? await ended : {};
    if (line === null) throw new Error(`no answer (${status}): ${stderr}`);
    const { line: _, ...told } = JSON.parse(line);
    if (told.kind === "error") throw new Error(line);
    worst = Math.max(worst, told.success ? 0 : 1);
    return told;
  };
}
