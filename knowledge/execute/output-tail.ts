/** Characters of what a command printed that stand in the row of its run. */
const ROOM = 2_000;

/** The end of an output, from a whole line on where it is cut. Pure. */
export function outputTail(output: string): string {
  if (output.length <= ROOM) return output;
  const kept = output.slice(-ROOM);
  const line = kept.indexOf("\n");
  return line < 0 ? kept : kept.slice(line + 1);
}
