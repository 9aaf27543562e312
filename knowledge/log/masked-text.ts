/** Replaces what differs between two runs of the same failure by marks: times, ids, paths, numbers. */
export function maskText(text: string): string {
  return text
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<id>")
    .replace(/\b0x[0-9a-f]+\b/gi, "<n>")
    .replace(/\b(?=[a-f]*\d)[0-9a-f]{7,64}\b/gi, "<n>")
    .replace(/(?:[A-Za-z]:)?(?:[\\/]{1,2}[\w.@+~-]+){2,}[\\/]?/g, fileOf)
    .replace(/\d+(?:[.,:]\d+)*/g, "<n>")
    .replace(/<n>\s*(?:ms|s|sec|secs|seconds|min|mins|minutes|h|hours)\b/g, "<time>")
    .replace(/\s+/g, " ")
    .trim();
}

/** An absolute path keeps its last part: checkouts and temporary folders move, the file stays. */
function fileOf(path: string): string {
  const parts = path.split(/[\\/]+/).filter((part) => part !== "");
  return `<path>/${parts.at(-1) ?? ""}`;
}
