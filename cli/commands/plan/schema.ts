import { string } from "@oclif/core/args";
import { evalsJsonSchema, methodJsonSchema, planJsonSchema } from "#knowledge";
import { Command } from "../../command.ts";

const SCHEMAS = { plan: planJsonSchema, method: methodJsonSchema, evals: evalsJsonSchema } as const;

export default class PlanSchema extends Command {
  static override summary = "Print the JSON Schema of a plan's file, for editors.";
  static override description =
    "JSON Schema (2020-12) of .assay/plans/<slug>.yaml, .assay/methods/<id>.yaml or .assay/evals/<name>.yaml. An editor that reads it completes keys and marks what is wrong; `plan validate` also checks what a schema cannot say. With --json it stands in a document, as all answers do.";
  static override examples = [
    { description: "Of plans", command: "<%= config.bin %> plan schema > plan.schema.json" },
    { description: "Of a project's own methods", command: "<%= config.bin %> plan schema method" },
    { description: "Of the eval corpus", command: "<%= config.bin %> plan schema evals" },
  ];
  static override args = {
    of: string({ options: ["plan", "method", "evals"], default: "plan", description: "which file's form" }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(PlanSchema);
    const of = args.of as keyof typeof SCHEMAS;
    const print = ({ schema }: { readonly schema: unknown }) => `${JSON.stringify(schema, null, 2)}\n`;
    this.answer(flags.json, "plan-schema", { of, schema: SCHEMAS[of]() }, print);
  }
}
