/** A value of a JSON document with the lines it stands on; what the JSON readers walk. */
export interface JsonNode {
  readonly value: string | number | boolean | null | readonly JsonNode[] | ReadonlyMap<string, JsonNode>;
  /** First and last line in the file, 1-based. */
  readonly line: number;
  readonly endLine: number;
  /** False where the file broke off, or was broken, before the object or array was closed. */
  readonly whole: boolean;
}

/** The member `key`, or undefined where the node is no object or has none. */
export function member(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return node?.value instanceof Map ? node.value.get(key) : undefined;
}

/** The string under `key`; undefined where there is none or it is of another type. */
export function stringAt(node: JsonNode | undefined, key: string): string | undefined {
  const value = member(node, key)?.value;
  return typeof value === "string" ? value : undefined;
}

/** The number under `key`, finite; undefined where there is none or it is of another type. */
export function numberAt(node: JsonNode | undefined, key: string): number | undefined {
  const value = member(node, key)?.value;
  return typeof value === "number" ? value : undefined;
}

/** Whether `key` holds `true`. */
export function isTrue(node: JsonNode | undefined, key: string): boolean {
  return member(node, key)?.value === true;
}

/** The elements of the array under `key`; none where it is no array. */
export function itemsAt(node: JsonNode | undefined, key: string): readonly JsonNode[] {
  const value = member(node, key)?.value;
  return Array.isArray(value) ? (value as readonly JsonNode[]) : [];
}

/** The strings of the array under `key`; other elements are left out. */
export function stringsAt(node: JsonNode | undefined, key: string): readonly string[] {
  return itemsAt(node, key).flatMap((item) => (typeof item.value === "string" ? [item.value] : []));
}

/** A node as the plain value that JSON.parse would give. */
export function plainValue(node: JsonNode): unknown {
  if (node.value instanceof Map)
    return Object.fromEntries([...node.value].map(([key, item]) => [key, plainValue(item)]));
  return Array.isArray(node.value) ? (node.value as readonly JsonNode[]).map(plainValue) : node.value;
}
