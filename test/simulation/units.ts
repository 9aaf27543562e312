import type { Item } from "../../knowledge/adapters/dynamodb/batch-item.ts";

/** Requests to DynamoDB and the request units that they take. */
export interface TableUse {
  readonly requests: number;
  readonly read: number;
  readonly written: number;
}

export const NO_USE: TableUse = { requests: 0, read: 0, written: 0 };

export function sumOfUse(one: TableUse, other: TableUse): TableUse {
  return {
    requests: one.requests + other.requests,
    read: one.read + other.read,
    written: one.written + other.written,
  };
}

/** Bytes of an item as DynamoDB counts them: its names and values. */
export function bytesOf(item: Item): number {
  return Object.entries(item).reduce((sum, [name, value]) => {
    const { S, N, B } = value;
    const size = S !== undefined ? Buffer.byteLength(S) : B !== undefined ? B.length : numberBytes(N ?? "0");
    return sum + name.length + size;
  }, 0);
}

/** A number takes a byte for each two digits, without zeros at its end, and one more. */
function numberBytes(text: string): number {
  const digits = text.replace(/^-|\./g, "").replace(/0+$/, "");
  if (digits === "") return 1;
  const trailing = text.length - digits.length;
  const isAligned = digits.length % 2 !== 0 || trailing % 2 !== 0;
  return 1 + Math.ceil(digits.length / 2) + (isAligned ? 0 : 1);
}

/** One strongly consistent request for so many bytes: a unit for each 4 KB, and one where nothing is there. */
export function reading(bytes: number): TableUse {
  return { requests: 1, read: Math.max(1, Math.ceil(bytes / 4_096)), written: 0 };
}

/** One put of so many bytes: a unit for each KB, and one for each index that it stands in with its keys. */
export function writing(bytes: number, indexes = 0): TableUse {
  return { requests: 1, read: 0, written: Math.ceil(bytes / 1_024) + indexes };
}
