/** A screen without what differs from run to run: ages, times, ids, ports, and folders of tests. */
export function settledScreen(screen: string): string {
  const blots = (text: string) => "#".repeat(text.length);
  return `${screen
    .replace(/\b\d+[dhmy]\b|(?<!looks? )\bnow\b/g, blots)
    .replace(/\d{4}-\d\d-\d\d[T ][\d:]+(?:Z| UTC)?/g, blots)
    .replace(/\b(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b/g, blots)
    .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:#####")
    .replace(/assay-test-\w{6}/g, "assay-test-######")}\n`;
}
