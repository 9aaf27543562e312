/** Bytes that are kept of each end of a long output. */
const END_BYTES = 8 * 1024 ** 2;

/** Keeps what is written to it, of a long output its two ends, with a line between them that says how much is missing. */
export function wholeOutput(): { write(chunk: Buffer): void; text(): string } {
  const head: Buffer[] = [];
  let headBytes = 0;
  let tail: Buffer[] = [];
  let tailBytes = 0;
  let missing = 0;
  return {
    write(chunk) {
      const first = chunk.subarray(0, END_BYTES - headBytes);
      if (first.length > 0) head.push(first);
      headBytes += first.length;
      const rest = chunk.subarray(first.length);
      if (rest.length === 0) return;
      tail.push(rest);
      tailBytes += rest.length;
      if (tailBytes <= 2 * END_BYTES) return;
      const kept = Buffer.from(Buffer.concat(tail).subarray(-END_BYTES));
      missing += tailBytes - kept.length;
      tail = [kept];
      tailBytes = kept.length;
    },
    text() {
      const parts = [Buffer.concat(head)];
      const last = Buffer.concat(tail);
      const kept = last.subarray(-END_BYTES);
      const left = missing + last.length - kept.length;
      if (left > 0) parts.push(Buffer.from(`\n… ${left} bytes left out …\n`));
      return Buffer.concat([...parts, kept]).toString("utf8");
    },
  };
}
