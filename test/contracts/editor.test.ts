import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { fileDrafts } from "../../knowledge/adapters/files/drafts.ts";
import { shellEditor } from "../../knowledge/adapters/shell/editor.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const { PATH = "" } = process.env;

/** An editor that runs this shell text with the file as `$1`. */
function editing(script: string, env: Readonly<Record<string, string>> = {}, isTerminal = true) {
  return shellEditor({ env: { PATH, EDITOR: `sh -c '${script}' --`, ...env }, isTerminal });
}

describe("a person's editor", () => {
  test("gives what was saved, from a private file of that name, which is gone afterwards", async () => {
    const said = `${temporaryFolder()}/said`;
    const saved = await editing(
      `echo "$1" > ${said}; stat -c %a "$(dirname "$1")" >> ${said}; echo more >> "$1"`,
    ).edit("fact_1.md", "text\n");
    expect(saved).toBe("text\nmore\n");
    const [file = "", mode] = readFileSync(said, "utf8").split("\n");
    expect(file).toMatch(/\/fact_1\.md$/);
    expect(mode).toBe("700");
    expect(existsSync(dirname(file))).toBe(false);
  });

  test("an unchanged file is null, and VISUAL goes before EDITOR", async () => {
    expect(await editing("true").edit("a.md", "text")).toBeNull();
    const saved = await editing("exit 9", { VISUAL: `sh -c 'printf new > "$1"' --` }).edit("a.md", "text");
    expect(saved).toBe("new");
  });

  test("without an editor or a terminal it is refused, with the flag that helps", async () => {
    for (const editor of [
      shellEditor({ env: { PATH }, isTerminal: true }),
      editing("echo changed > $1", {}, false),
    ])
      await expect(editor.edit("a.md", "text")).rejects.toMatchObject({
        code: "editor_missing",
        hint: expect.stringContaining("--claim TEXT"),
      });
  });

  test("one that fails leaves what was written, and says where", async () => {
    const failed = await editing(`echo mine > "$1"; exit 3`)
      .edit("a.md", "text")
      .catch((error: { code: string; data: { draft: string } }) => error);
    expect(failed).toMatchObject({ code: "editor_failed", data: { reason: "it ended with 3" } });
    const { data } = failed as { data: { draft: string } };
    expect(readFileSync(data.draft, "utf8")).toBe("mine\n");
    await expect(
      shellEditor({ env: { PATH, EDITOR: "/nowhere/ed" }, isTerminal: true }).edit("a.md", "text"),
    ).rejects.toMatchObject({ code: "editor_failed" });
  });
});

describe("drafts", () => {
  test("each is kept beside the ones before it, for its writer alone, out of git's sight", async () => {
    const top = temporaryFolder();
    const drafts = fileDrafts(top);
    expect(await drafts.keep("fact_1.md", "one")).toBe(".assay/local/drafts/fact_1.md");
    expect(await drafts.keep("fact_1.md", "two")).toBe(".assay/local/drafts/fact_1-2.md");
    expect(readFileSync(`${top}/.assay/local/drafts/fact_1.md`, "utf8")).toBe("one");
    expect(readFileSync(`${top}/.assay/local/drafts/fact_1-2.md`, "utf8")).toBe("two");
    expect(statSync(`${top}/.assay/local/drafts/fact_1.md`).mode & 0o777).toBe(0o600);
    expect(readFileSync(`${top}/.assay/local/.gitignore`, "utf8")).toBe("*\n");
  });
});
