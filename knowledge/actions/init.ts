import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { AssayError } from "../errors.ts";
import type { Deps } from "../ports/deps.ts";
import type { FileChange, ProjectFiles } from "../ports/project-files.ts";
import type { Project } from "../setup/project.ts";
import { operation } from "./operation.ts";
import { unifiedDiff } from "./views/unified-diff.ts";

const Input = z.lazy(() =>
  z.object({
    remove: z._default(z.boolean(), false).check(z.describe("take out what an earlier init put in")),
    plan: z
      .optional(z.string().check(z.minLength(1)))
      .check(z.describe("the plan to carry out, as an answer named it; without one nothing is written")),
  }),
);

const found = () => z.array(z.object({ title: z.string(), because: z.string().check(z.describe("a file")) }));

export const Setup = z.lazy(() =>
  z.object({
    result: z.enum(["planned", "done", "unchanged"]),
    plan: z.string().check(z.describe("names these changes; another state of the files has another")),
    manager: z.nullable(z.string()).check(z.describe("package manager of a JavaScript project")),
    runners: found(),
    ci: found(),
    changes: z.array(
      z.object({
        path: z.string().check(z.describe("relative to the top of the work tree")),
        kind: z.enum(["create", "edit", "delete"]),
        diff: z.string().check(z.describe("unified")),
      }),
    ),
    steps: z
      .array(z.object({ file: z.nullable(z.string()), why: z.string(), text: z.nullable(z.string()) }))
      .check(z.describe("what a person has to do, in order")),
  }),
);
export type Setup = z.output<typeof Setup>;

/**
 * Finds test runners and CI and plans how to wire them, or how to take out what an earlier init put in. Writes only
 * with the name of a plan, and only if it still is the plan. Errors: setup_changed, project_file_refused,
 * project_files_unavailable.
 */
export const init = operation({
  id: "init",
  title: "Wire a project: recorder, settings, git and CI",
  input: Input,
  output: Setup,
  writes: true,
  async run({ projectFiles }: Pick<Deps, "projectFiles">, { remove, plan: wanted }): Promise<Setup> {
    const [{ planSetup }, { planRemoval }] = await Promise.all([
      import("../setup/plan-setup.ts"),
      import("../setup/plan-removal.ts"),
    ]);
    const project = await readProject(projectFiles);
    const { changes, ...rest } = remove ? planRemoval(project) : planSetup(project);
    const plan = nameOf(changes);
    if (wanted !== undefined) {
      if (wanted !== plan) throw new AssayError("setup_changed", { files: "what init looks at" });
      const changed = await projectFiles.write(changes);
      if (changed.length > 0) throw new AssayError("setup_changed", { files: changed.join(", ") });
    }
    return {
      result: changes.length === 0 ? "unchanged" : wanted === undefined ? "planned" : "done",
      plan,
      ...rest,
      runners: [...rest.runners],
      ci: [...rest.ci],
      steps: [...rest.steps],
      changes: await Promise.all(
        changes.map(async (change) => ({
          path: change.path,
          kind: kindOf(change),
          diff: await unifiedDiff(change),
        })),
      ),
    };
  },
});

async function readProject(files: ProjectFiles): Promise<Project> {
  const { PROJECT_FOLDERS, PROJECT_TEXTS } = await import("../setup/project-reads.ts");
  const names = new Set<string>();
  for (const folder of PROJECT_FOLDERS)
    for (const name of await files.list(folder)) names.add(folder === "" ? name : `${folder}/${name}`);
  const texts = new Map<string, string>();
  for (const path of PROJECT_TEXTS) {
    const text = names.has(path) ? await files.read(path) : null;
    if (text !== null) texts.set(path, text);
  }
  return { names, texts };
}

function nameOf(changes: readonly FileChange[]): string {
  const all = JSON.stringify(changes.map(({ path, before, after }) => [path, before, after]));
  return createHash("sha256").update(all).digest("hex").slice(0, 16);
}

function kindOf({ before, after }: FileChange): "create" | "edit" | "delete" {
  if (before === null) return "create";
  return after === null ? "delete" : "edit";
}
