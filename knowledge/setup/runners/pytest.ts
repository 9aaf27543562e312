import { firstOf, type Project } from "../project.ts";
import type { Runner } from "../runner.ts";

const SETTINGS = ["pytest.ini", ".pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg"];
const REQUIREMENTS = [
  "requirements.txt",
  "requirements-dev.txt",
  "requirements-test.txt",
  "dev-requirements.txt",
];
const LOCKS = [
  ["poetry.lock", "poetry run "],
  ["uv.lock", "uv run "],
  ["Pipfile.lock", "pipenv run "],
] as const;
const REPORT = "test-results/pytest.xml";

export const pytest = {
  id: "pytest",
  title: "pytest",
  reads: [...SETTINGS, ...REQUIREMENTS, "Pipfile"],
  edits: [],
  ownFiles: [],
  find(project) {
    const because = reason(project);
    if (because === null) return null;
    const said = reportOf(project);
    const [, prefix = ""] = LOCKS.find(([lock]) => project.names.has(lock)) ?? [];
    return {
      because,
      recorder: null,
      reports: [said ?? REPORT],
      command: `${prefix}python -m pytest${said === null ? ` --junitxml=${REPORT}` : ""}`,
    };
  },
} as const satisfies Runner;

function reason(project: Project): string | null {
  const own = firstOf(project, ["pytest.ini", ".pytest.ini", "conftest.py"]);
  if (own !== null) return own;
  const naming = [...SETTINGS, ...REQUIREMENTS, "Pipfile"].find((file) =>
    /^[^#\n]*\bpytest\b/m.test(project.texts.get(file) ?? ""),
  );
  return naming ?? null;
}

/** The report that the project's settings already ask for. */
function reportOf({ texts }: Project): string | null {
  for (const file of SETTINGS) {
    const [, path] = /^[^#\n]*--junit-?xml[= ]([\w./-]+)/m.exec(texts.get(file) ?? "") ?? [];
    if (path !== undefined && !path.startsWith("/") && !path.split("/").includes("..")) return path;
  }
  return null;
}
