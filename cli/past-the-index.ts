import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "esbuild";

/**
 * Sends each name that the CLI or a Lambda takes from `#knowledge` straight to the file that declares it. Chunks are
 * cut by file: through the index every command or function would carry every operation. The build fails where a value would
 * still come through the index.
 */
export function pastTheIndex(root: string): Plugin {
  return {
    name: "past-the-index",
    async setup({ onLoad }) {
      const index = await readFile(join(root, "knowledge/index.ts"), "utf8");
      const homes = new Map(
        [...index.matchAll(/export \{([^}]+)\} from "([^"]+)"/g)].flatMap(([, names = "", file = ""]) =>
          namesIn(names).map((name) => [name, join(root, "knowledge", file)] as const),
        ),
      );
      onLoad({ filter: /[\\/](?:cli|lambdas)[\\/].*\.tsx?$/ }, async ({ path }) => {
        const text = await readFile(path, "utf8");
        const lost: string[] = [];
        const contents = text.replace(/import \{([^}]+)\} from "#knowledge";/g, (_, names: string) =>
          namesIn(names)
            .map((item) => {
              const home = homes.get(item.split(" as ", 1)[0] ?? item);
              if (home === undefined) lost.push(`knowledge/index.ts has no line for ${item}`);
              return `import { ${item} } from ${JSON.stringify(home ?? "#knowledge")};`;
            })
            .join(" "),
        );
        for (const [left] of contents.matchAll(VALUE_IMPORT)) lost.push(`not read past the index: ${left}`);
        const errors = lost.map((words) => ({ text: words, location: { file: path } }));
        return { contents, errors, loader: path.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
}

/** What takes values from the index: not `import type`, which leaves nothing behind. */
const VALUE_IMPORT =
  /^\s*(?:import|export)(?! type\b)[^;"']*["']#knowledge["']|\b(?:import|require)\(["']#knowledge["']\)/gm;

function namesIn(list: string): string[] {
  return list
    .split(",")
    .flatMap((item) => (item.trim() === "" || item.trim().startsWith("type ") ? [] : [item.trim()]));
}
