import type { FileHandle } from "node:fs/promises";

const CHUNK = 1_048_576;

/**
 * Reads an open file front to back, whatever it is: a file that grows, a pipe, `<(…)`. Each piece is memory
 * of its own, so that a consumer may keep it. The handle is left open.
 */
export async function* fileChunks(handle: FileHandle): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafeSlow(CHUNK), 0, CHUNK, null);
    if (bytesRead === 0) return;
    // A pipe gives a few KB at a time: a small piece must not hold a large buffer.
    yield bytesRead < CHUNK / 2 ? Buffer.from(buffer.subarray(0, bytesRead)) : buffer.subarray(0, bytesRead);
  }
}
