/** Bytes that are kept of what a command printed. */
const TAIL_BYTES = 64 * 1024;

/** Keeps the last {@link TAIL_BYTES} of what is written to it, as text: where the beginning is cut, from a whole line on. */
export function outputTail(): { write(chunk: Buffer): void; text(): string } {
  let chunks: Buffer[] = [];
  let size = 0;
  let isCut = false;
  return {
    write(chunk) {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= 2 * TAIL_BYTES) return;
      const kept = Buffer.concat(chunks).subarray(-TAIL_BYTES);
      chunks = [Buffer.from(kept)];
      size = kept.length;
      isCut = true;
    },
    text() {
      const all = Buffer.concat(chunks);
      if (!isCut && all.length <= TAIL_BYTES) return all.toString("utf8");
      const kept = all.subarray(-TAIL_BYTES);
      const lineEnd = kept.indexOf(0x0a);
      return wholeCharacters(lineEnd === -1 ? kept : kept.subarray(lineEnd + 1)).toString("utf8");
    },
  };
}

/** Without the bytes of a character whose beginning was cut off. */
function wholeCharacters(bytes: Buffer): Buffer {
  let from = 0;
  while (from < bytes.length && (bytes[from]! & 0xc0) === 0x80) from++;
  return bytes.subarray(from);
}
