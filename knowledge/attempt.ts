import type { Messages } from "./ports/messages.ts";
import { tellError } from "./tell-error.ts";

/** What `work` gives, or `otherwise` where it fails for any reason, which is told. */
export async function attempt<T>(
  { messages }: { readonly messages: Messages },
  otherwise: T,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    messages.tell({ kind: "note", text: tellError(error) });
    return otherwise;
  }
}
