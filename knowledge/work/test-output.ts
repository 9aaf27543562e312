import type { SandboxEnd } from "../ports/sandbox.ts";

const utf8 = new TextEncoder();

/** What a command printed, in order; what was not kept of its middle is counted in its place. */
export function testOutput({ head, tail, bytes }: Pick<SandboxEnd, "head" | "tail" | "bytes">): string {
  const left = bytes - utf8.encode(head).length - utf8.encode(tail).length;
  return left > 0 ? `${head}\n[… ${left} bytes left out …]\n${tail}` : head + tail;
}
