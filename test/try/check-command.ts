import type { Command } from "./act.ts";
import { type Ended, type Place, run } from "./run.ts";

/** Throws where a command did not do what its act says that it should. */
export function checkCommand(act: Command, ended: Ended, place: Place): void {
  const { status = 0, says = [], saysNot = [], changedFiles, should } = act;
  const text = `${ended.stdout}\n${ended.stderr}`;
  const fail = (what: string): never => {
    throw new Error(`${what}${should === undefined ? "" : ` (${should})`}. It printed:\n${text}`);
  };
  if (ended.status !== status) fail(`the command should end with ${status} and ended with ${ended.status}`);
  for (const pattern of says) if (!pattern.test(text)) fail(`it should print ${pattern}`);
  for (const pattern of saysNot) if (pattern.test(text)) fail(`it should not print ${pattern}`);
  if (changedFiles === undefined) return;
  const changed = run(["git", "status", "--porcelain", "--untracked-files=all", "--", ".assay"], place, {
    mustPass: true,
  });
  const some = changed.stdout !== "";
  if (some !== (changedFiles === "some"))
    fail(
      some
        ? `no file of .assay should have changed:\n${changed.stdout}`
        : "files of .assay should have changed",
    );
}
