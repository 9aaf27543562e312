import { CONFIG_PATH } from "../config/config.ts";
import type { CiSnippet, CiStep } from "./ci-snippet.ts";
import { configText } from "./config-text.ts";
import { type Draft, draftOf } from "./draft.ts";
import { addBlock } from "./edit/line-block.ts";
import { isSigned, isUnchanged, signFile } from "./edit/own-file.ts";
import { GIT_FILES, HIDES_ALL } from "./git-files.ts";
import { type PackageManager, packageManagerOf } from "./package-manager.ts";
import { manifestOf, type Project } from "./project.ts";
import type { FoundRunner, Runner } from "./runner.ts";
import { RUNNERS } from "./runners/index.ts";
import type { SetupPlan, SetupStep } from "./setup-plan.ts";
import { snippetPath } from "./snippet-path.ts";
import { CI_SNIPPETS } from "./snippets/index.ts";

/** Where recorders leave their files when nothing else is said. */
const RUNS_FOLDER = ".assay/local/runs";

type Found = FoundRunner & Pick<Runner, "id" | "title">;

/** Decides what to wire in a project. Pure; for a project that is wired there are no changes. */
export function planSetup(project: Project): SetupPlan {
  const manager = packageManagerOf(project);
  const runners = RUNNERS.flatMap((runner): Found[] => {
    const found = runner.find(project, manager);
    return found === null ? [] : [{ id: runner.id, title: runner.title, ...found }];
  });
  const draft = draftOf(project);
  const ci = CI_SNIPPETS.flatMap((snippet) => {
    const because = snippet.find(project);
    return because === null ? [] : [{ snippet, because }];
  });
  const steps = [
    ...installStep(project, manager, runners),
    ...runners.flatMap((runner) => wireRecorder(draft, runner)),
    ...writeConfig(draft, [...new Set(runners.flatMap(({ reports }) => reports))]),
    ...wireGit(draft),
    ...unknownSteps(runners),
    ...writeSnippets(draft, ci, ciSteps(runners, manager)),
  ];
  return {
    manager: manager?.id ?? null,
    runners: runners.map(({ title, because }) => ({ title, because })),
    ci: ci.map(({ snippet, because }) => ({ title: snippet.title, because })),
    changes: draft.changes(),
    steps,
  };
}

function installStep(
  project: Project,
  manager: PackageManager | null,
  runners: readonly Found[],
): readonly SetupStep[] {
  const isNeeded = runners.some(({ recorder }) => recorder !== null) && manager !== null;
  if (!isNeeded || manifestOf(project).packages.has("assay")) return [];
  return [{ file: null, why: "the recorder is loaded with the tests", text: `${manager.add} assay` }];
}

function wireRecorder(draft: Draft, { title, recorder, also }: Found): readonly SetupStep[] {
  if (recorder === null) return [];
  const more = also === undefined ? [] : [{ file: null, why: `${title}: ${also}`, text: null }];
  const { file } = recorder;
  if (recorder.kind === "file") {
    writeOwn(draft, file, recorder.body, "//");
    return [];
  }
  const text = draft.read(file) ?? "";
  if (recorder.kind === "hand")
    return text.includes('"assay/') || text.includes("'assay/")
      ? []
      : [{ file, why: `${title}'s recorder goes there by hand`, text: recorder.byHand }, ...more];
  const done = recorder.edit.apply(text, file);
  if (done.kind === "present") return [];
  if (done.kind === "wired") {
    draft.write(file, done.text);
    return more;
  }
  const why = `${title}'s recorder: the file is not plain enough to be edited safely`;
  return [{ file, why, text: recorder.edit.byHand }, ...more];
}

function writeConfig(draft: Draft, reports: readonly string[]): readonly SetupStep[] {
  const text = draft.read(CONFIG_PATH);
  writeOwn(draft, CONFIG_PATH, configText(reports), "#");
  const lacking = reports.filter((pattern) => !draft.read(CONFIG_PATH)?.includes(pattern));
  return text === null || lacking.length === 0
    ? []
    : [
        {
          file: CONFIG_PATH,
          why: "reports that are not among the settings",
          text: `reports: [${lacking.join(", ")}]`,
        },
      ];
}

/** Writes a file of ours, but not over one that somebody else wrote or changed. */
function writeOwn(draft: Draft, path: string, body: string, comment: "#" | "//"): void {
  const text = draft.read(path);
  if (text === null || (isSigned(text) && isUnchanged(text))) {
    const next = signFile(body, comment);
    if (text?.replaceAll("\r\n", "\n") !== next) draft.write(path, next);
  }
}

function wireGit(draft: Draft): readonly SetupStep[] {
  for (const { path, lines, same } of GIT_FILES) {
    const text = draft.read(path);
    if (text === null || !same.test(text)) draft.write(path, addBlock(text, lines));
  }
  return HIDES_ALL.test(draft.read(".gitignore") ?? "")
    ? [
        {
          file: ".gitignore",
          why: "it keeps all of .assay out of git, and with it what is learned: take that line out",
          text: null,
        },
      ]
    : [];
}

function unknownSteps(runners: readonly Found[]): readonly SetupStep[] {
  if (runners.length > 0) return [];
  const why = "no test runner is seen at the top of the repository: name the reports that your tests write";
  return [{ file: CONFIG_PATH, why, text: "reports: [test-results/*.xml]" }];
}

function writeSnippets(
  draft: Draft,
  found: readonly { readonly snippet: CiSnippet; readonly because: string }[],
  steps: readonly CiStep[],
): readonly SetupStep[] {
  if (steps.length === 0) return [];
  return found.flatMap(({ snippet, because }) => {
    const path = snippetPath(snippet);
    const before = draft.read(path);
    writeOwn(draft, path, snippet.text(steps), snippet.comment);
    return draft.read(path) === before
      ? []
      : [{ file: because, why: `put in what stands in ${path}`, text: null }];
  });
}

function ciSteps(runners: readonly Found[], manager: PackageManager | null): readonly CiStep[] {
  const assay = manager === null ? "npx --yes assay" : `${manager.exec} assay`;
  const recorded = runners.filter(({ recorder }) => recorder !== null);
  const reporting = runners.filter(({ recorder }) => recorder === null);
  return [
    ...(recorded.length === 0
      ? []
      : [
          {
            title: recorded.map(({ title }) => title).join(" and "),
            test: null,
            ingest: `${assay} ingest --allow-empty`,
            leaves: [`${RUNS_FOLDER}/*`],
          },
        ]),
    ...reporting.map(({ title, id, command, reports }) => ({
      title,
      test: command,
      ingest: `${assay} ingest --allow-empty --job ${id} ${reports.map(shellWord).join(" ")}`,
      leaves: reports,
    })),
  ];
}

/** A pattern is for us to follow: a shell does not know `**`, and leaves one that names no file as it is. */
function shellWord(pattern: string): string {
  return /[*?{]/.test(pattern) ? `"${pattern}"` : pattern;
}
