import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AssayError } from "../../errors.ts";
import type { Editor } from "../../ports/editor.ts";

export interface EditorProcess {
  readonly env: NodeJS.ProcessEnv;
  /** Whether a person sits at both ends: an editor in a pipe would wait for nobody. */
  readonly isTerminal: boolean;
}

/**
 * The person's editor: `$VISUAL`, else `$EDITOR`, a command line as the shell reads it. The file stands in a
 * folder that only its owner can open, and is left there where the editor fails.
 */
export function shellEditor({ env, isTerminal }: EditorProcess): Editor {
  return {
    async edit(name, text) {
      const editor = env.VISUAL || env.EDITOR;
      if (!editor) throw new AssayError("editor_missing", { reason: "neither VISUAL nor EDITOR is set" });
      if (!isTerminal) throw new AssayError("editor_missing", { reason: "this is no terminal" });
      const folder = await mkdtemp(join(tmpdir(), "assay-edit-"));
      const file = join(folder, name);
      await writeFile(file, text, { mode: 0o600, flag: "wx" });
      const failure = await open(editor, file, env);
      if (failure !== null) throw new AssayError("editor_failed", { editor, reason: failure, draft: file });
      const saved = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
        throw new AssayError("editor_failed", { editor, reason: error.message, draft: folder }, error);
      });
      await rm(folder, { recursive: true });
      return saved === text ? null : saved;
    },
  };
}

/** Null where the editor ended well. A ctrl-c in the editor is the editor's. */
function open(editor: string, file: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const [program, args] =
    process.platform === "win32"
      ? [`${editor} "${file}"`, []]
      : ["sh", ["-c", `${editor} "$@"`, editor, file]];
  const ignore = () => {};
  process.on("SIGINT", ignore);
  return new Promise<string | null>((resolve) => {
    const child = spawn(program, args, { env, stdio: "inherit", shell: process.platform === "win32" });
    child.on("error", (error) => resolve(error.message));
    child.on("close", (status, signal) => {
      if (status === 0) resolve(null);
      else resolve(status === null ? `it was ended by ${signal}` : `it ended with ${status}`);
    });
  }).finally(() => process.off("SIGINT", ignore));
}
