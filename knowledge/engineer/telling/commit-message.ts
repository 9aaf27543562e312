import type { Verdict } from "../../change/step-verdict.ts";
import { maskText } from "../../record/mask-text.ts";
import type { Telling } from "../../telling/telling.ts";
import { cutLine, plainLine } from "../../text/plain-line.ts";
import { withoutInvisible } from "../../text/terminal-text.ts";

const TRAILER = "Assay-Key";
const WIDTH = 72;

/**
 * The message of a commit of test files: what was changed, why, the sentences that license it, the key as a trailer.
 * Words of others in it mention nobody, close nothing, refer to nothing, are no trailer and skip no CI.
 */
export function testCommitMessage(
  { why, files, quotes }: Extract<Verdict, { readonly word: "TEST CHANGED" | "CHANGED" }>,
  key: string,
  { mask }: Pick<Telling, "mask">,
): string {
  const say = (text: string, room: number) => plainWords(maskText(text, mask), room);
  const [first = "tests"] = files;
  const more = files.length > 1 ? ` and ${files.length - 1} more` : "";
  const subject = cutLine(
    `Mend the tests of the change: ${say(first.split("/").at(-1) ?? first, 80)}${more}`,
    WIDTH,
  );
  const paragraphs = [
    subject,
    wrap(`Why: ${say(why, 1_000)}`),
    ...quotes
      .slice(0, 5)
      .map(({ source, sentence }) => wrap(`Says ${say(source, 200)}: ${say(sentence, 500)}`)),
    `${TRAILER}: ${encodeURI(key.toWellFormed())}`,
  ];
  return `${paragraphs.join("\n\n")}\n`;
}

/** The key in the trailer of a commit's message, or null: only its last paragraph counts. */
export function keyInCommit(message: string): string | null {
  const last =
    message
      .trimEnd()
      .split(/\n[ \t]*\n/)
      .at(-1) ?? "";
  const value = new RegExp(`^${TRAILER}: (\\S+)$`, "m").exec(last)?.[1];
  if (value === undefined) return null;
  try {
    return decodeURI(value);
  } catch {
    return null;
  }
}

/** Words of one line that a forge, a CI or git makes nothing of. */
function plainWords(text: string, room: number): string {
  const line = withoutInvisible(plainLine(text))
    .replace(/\[([^[\]]*)\]/g, "($1)")
    .replace(/[[\]]/g, " ")
    .replace(/\*{2,}/g, "*")
    .replace(/([@#])(?=\S)/g, "$1 ")
    .replace(/\bgh-(?=\d)/gi, "GH ")
    .replace(/:\/\//g, ": //")
    .replace(/\bskip-checks\b/gi, "skip checks")
    .replace(/\bassay-key\b/gi, "assay key");
  return cutLine(line.trim(), room);
}

/** Lines of a paragraph; one that goes on is indented by none, and begins with no trailer, since ours come last. */
function wrap(text: string): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) as string;
    if (line !== "" && line.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.join("\n");
}
