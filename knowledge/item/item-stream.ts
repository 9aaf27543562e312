/** The stream that an item and its tasks live in. */
export function itemStream(key: string): string {
  return `item/${key}`;
}
