import { AssayError } from "../../errors.ts";

const SEGMENT = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,199}$/;
const LONGEST = 900;

/** Folder of all evidence of QA runs. */
export const QA_ARTIFACTS = "qa-artifacts";

/** Whether it is `qa-artifacts/<project>/<subject>/<run>/<filename>`, of segments that are the same on every system. */
export function isSafeKey(key: string): boolean {
  const [first, ...rest] = key.split("/");
  return (
    first === QA_ARTIFACTS &&
    rest.length === 4 &&
    key.length <= LONGEST &&
    rest.every((part) => SEGMENT.test(part))
  );
}

/** Errors: artifact_key_unsafe. */
export function expectSafeKey(key: string): void {
  if (!isSafeKey(key)) throw new AssayError("artifact_key_unsafe", { key: key.slice(0, 200) });
}
