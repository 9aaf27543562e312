import type { QaRefusal } from "../../qa/refusal.ts";

/** The refusal that a response holds, to be passed on. */
export function refusalOf(
  errors: readonly { readonly code: string; readonly message: string; readonly recover: string }[],
): QaRefusal {
  const [error] = errors;
  if (error === undefined) throw new Error("a response without a result and without an error");
  return {
    kind: "refused",
    code: error.code as QaRefusal["code"],
    why: error.message,
    recover: error.recover,
  };
}
