import { integer, string } from "@oclif/core/flags";
import { AssayError } from "#knowledge";

/** What has to be proved for: an item, a task of an epic, or a standalone execution. */
export const subjectFlags = {
  item: string({ helpValue: "KEY", description: "an item, as in SHOP-12", exclusive: ["execution"] }),
  task: integer({
    min: 1,
    helpValue: "N",
    description: "one task of the item, an epic",
    dependsOn: ["item"],
  }),
  execution: string({ helpValue: "ID", description: "a plan execution of its own, as in exec-7k3f9x2m0a" }),
};

interface SubjectFlags {
  readonly item?: string | undefined;
  readonly task?: number | undefined;
  readonly execution?: string | undefined;
}

/** The subject that the flags name. Errors: usage_invalid where they name none. */
export function subjectOf({ item, task, execution }: SubjectFlags, command: string) {
  if (item !== undefined)
    return task === undefined
      ? ({ kind: "item", item_id: item } as const)
      : ({ kind: "task", epic_id: item, task_num: task } as const);
  if (execution !== undefined) return { kind: "execution", execution_id: execution } as const;
  throw new AssayError("usage_invalid", { problem: "name a subject: --item or --execution", command });
}
