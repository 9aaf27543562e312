import { option, string } from "@oclif/core/flags";
import { dispatch, QA_WORDS, qaRequirementAdd } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatRequirementDone } from "../../../format/qa/requirement.ts";
import { QaCommand } from "../../../qa-command.ts";
import { callFlags, callOf } from "../call-flags.ts";
import { jsonObject } from "../json-value.ts";
import { subjectFlags, subjectOf } from "../subject-flags.ts";

const COMMAND = "assay qa requirement add";

export default class QaRequirementAdd extends QaCommand {
  static override summary = "Record one thing that has to be proved.";
  static override description =
    "Function qa.requirement.add. For an item, a task of an epic (--task) or a standalone execution: exactly one of them. The kind is free text; known are implementation_review, simulation, smoke, e2e, visual-regression and manual-acceptance. A blocking requirement holds up the transition of its phase until it has a qualifying pass or is discharged; a non_blocking one is only tracked. To record a target needs no right to carry anything out there. --replaces names a failed requirement, which is told what is to take its place. Without --success-policy one qualifying pass satisfies it; with one, the JSON is `type` deterministic (criteria, or check and expected), threshold (metric, threshold, operator), statistical (min_runs, min_pass_rate), composite (rules) or agent_judgment (confidence_pass, confidence_fail, min_runs). Prints the row; exit 1 where it is refused, with the code and the way out.";
  static override examples = [
    {
      description: "Somebody reviews the code",
      command:
        "<%= config.bin %> qa requirement add --item SHOP-12 --qa-kind implementation_review --title 'The code does what the issue says'",
    },
    {
      description: "19 of 20 runs have to pass",
      command: `<%= config.bin %> qa requirement add --item SHOP-12 --qa-kind e2e --title Checkout --success-policy '{"type":"statistical","min_runs":20,"min_pass_rate":0.95}'`,
    },
  ];
  static override flags = {
    ...subjectFlags,
    title: string({ helpValue: "TEXT", required: true, description: "what has to be proved, in a line" }),
    "qa-kind": string({ helpValue: "KIND", required: true, description: "free text, such as e2e" }),
    "qa-phase": option({
      options: QA_WORDS.phases,
      default: "verification" as const,
      description: "when it is due",
    })(),
    "blocking-mode": option({
      options: QA_WORDS.blockingModes,
      default: "blocking" as const,
      description: "whether it holds anything up",
    })(),
    "requirement-source": option({
      options: QA_WORDS.requirementSources,
      default: "explicit" as const,
      description: "whence it comes",
    })(),
    "target-env": string({ helpValue: "NAME", description: "local, or an environment of the settings" }),
    "success-policy": string({ helpValue: "JSON", description: "what satisfies it" }),
    capability: string({ helpValue: "KIND", multiple: true, description: "what carrying it out needs" }),
    "suite-id": string({ helpValue: "ID", description: "suite that the case graduated to" }),
    "method-id": string({ helpValue: "ID", description: "how it is proved; else it is only judged" }),
    "method-config": string({ helpValue: "JSON", description: "what is carried out, as the method has it" }),
    instructions: string({ helpValue: "TEXT", description: "what is to be done" }),
    "expected-outcome": string({ helpValue: "TEXT", description: "what has to be seen" }),
    replaces: string({ helpValue: "ID", description: "a failed requirement whose place it is to take" }),
    ...callFlags,
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaRequirementAdd);
    const object = (flag: "success-policy" | "method-config") => {
      const text = flags[flag];
      return text === undefined ? null : jsonObject(text, flag, COMMAND);
    };
    const response = await dispatch(qaRequirementAdd, compose(), {
      ...callOf(flags),
      target: subjectOf(flags, COMMAND),
      payload: {
        title: flags.title,
        qa_kind: flags["qa-kind"],
        qa_phase: flags["qa-phase"],
        blocking_mode: flags["blocking-mode"],
        requirement_source: flags["requirement-source"],
        target_env: flags["target-env"] ?? null,
        success_policy: object("success-policy"),
        capability_requirements: flags.capability ?? [],
        suite_id: flags["suite-id"] ?? null,
        method_id: flags["method-id"] ?? null,
        method_config: object("method-config"),
        instructions: flags.instructions ?? null,
        expected_outcome: flags["expected-outcome"] ?? null,
        replaces: flags.replaces ?? null,
      },
    });
    this.respond(flags.json, "qa.requirement.add", response, ({ requirement }, view) =>
      formatRequirementDone("recorded", requirement, view),
    );
  }
}
