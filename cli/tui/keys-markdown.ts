import { KEYS, keyName, SCOPES } from "./keymap.ts";

/** The table for people who read it in a browser. */
export function keysMarkdown(): string {
  const parts = SCOPES.map(({ id, title }) => {
    const rows = KEYS.filter(({ scope }) => scope === id).map(
      ({ keys, about, otherwise }) =>
        `| ${keys.map((key) => `\`${keyName(key)}\``).join(" ")} | ${about}${otherwise === undefined ? "" : ` (else: ${otherwise})`} |`,
    );
    return [`## ${title}`, "", "| key | does |", "| --- | --- |", ...rows, ""].join("\n");
  });
  return `# Keys of \`assay\`\n\nMade from the key table (\`cli/tui/keymap.ts\`); \`?\` shows it in the terminal.\n\n${parts.join("\n")}`;
}
