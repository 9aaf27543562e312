import { outputTail } from "./output-tail.ts";

/** Bytes that are kept of the beginning of what a command printed. */
const HEAD_BYTES = 64 * 1024;

/**
 * Keeps the beginning of what is written to it and the end of what follows, at most 64 KiB each: of short output the
 * beginning is all, and the end is empty. Cut at whole lines where there are some.
 */
export function outputEnds(): {
  write(chunk: Buffer): void;
  ends(): { readonly head: string; readonly tail: string; readonly bytes: number };
} {
  const tail = outputTail();
  const head: Buffer[] = [];
  let kept = 0;
  let bytes = 0;
  return {
    write(chunk) {
      bytes += chunk.length;
      const taken = chunk.subarray(0, HEAD_BYTES - kept);
      if (taken.length > 0) head.push(taken);
      kept += taken.length;
      if (taken.length < chunk.length) tail.write(chunk.subarray(taken.length));
    },
    // A character that is cut in two gives U+FFFD on both sides.
    ends: () => ({ head: Buffer.concat(head).toString("utf8"), tail: tail.text(), bytes }),
  };
}
