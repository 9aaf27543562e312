/** Characters of a sentence that is taken; a longer one is no sentence. */
const LONGEST = 1_000;

/**
 * The sentences of a text of Markdown, in order: a paragraph and an item of a list by its full stops, a row of a
 * table and a line of code as they are. White space is collapsed, marks of lists, quotes and check boxes are off;
 * all other characters stay, so that a sentence can be quoted verbatim.
 */
export function intentSentences(text: string): readonly string[] {
  return blocksOf(text)
    .flatMap(({ text: block, whole }) => (whole ? [block] : splitSentences(block)))
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence) && sentence.length <= LONGEST);
}

interface Block {
  readonly text: string;
  /** Not to be split. */
  readonly whole: boolean;
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: string[] = [];
  let inFence = false;
  const close = () => {
    if (open.length > 0) blocks.push({ text: open.join(" "), whole: false });
    open = [];
  };
  for (const raw of text.split(/\r?\n/)) {
    if (/^\s*(?:`{3,}|~{3,})/.test(raw)) {
      close();
      inFence = !inFence;
      continue;
    }
    const line = raw.replace(/^\s*(?:>\s?)+/, "");
    const item = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(line)?.[1];
    if (inFence || /^\s*\|/.test(line)) {
      close();
      blocks.push({ text: line, whole: true });
    } else if (line.trim() === "") close();
    else if (item !== undefined) {
      close();
      open = [item];
    } else open.push(line.trim());
  }
  close();
  return blocks;
}

/** Short forms whose full stop ends nothing. */
const SHORT = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|no|nr|incl|excl|min|max|resp|z\.b|d\.h)\.$/i;

/** Splits where a full stop, `!` or `?` is followed by a blank and something that begins a sentence. */
function splitSentences(block: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const end of block.matchAll(/[.!?]["'”’)\]`*]*(?=\s+["'“‘([`*]*[\p{Lu}\p{N}])/gu)) {
    const upTo = end.index + end[0].length;
    if (SHORT.test(block.slice(from, end.index + 1))) continue;
    sentences.push(block.slice(from, upTo));
    from = upTo;
  }
  return [...sentences, block.slice(from)];
}
