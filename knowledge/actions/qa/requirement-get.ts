import * as z from "zod/mini";
import type { Deps } from "../../ports/deps.ts";
import { findRow } from "../../qa/decisions/find-row.ts";
import { operation } from "../operation.ts";
import { refused, told } from "./answer-once.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { placeOfRow } from "./place-of.ts";
import { readSubject } from "./read-subject.ts";
import { viewRequirements } from "./view-requirements.ts";
import { RunOut } from "./views/qa-rows.ts";
import { RequirementView } from "./views/requirement-view.ts";

const Input = z.lazy(() => requestOf(z.strictObject({})));
export const RequirementShown = z.lazy(() =>
  responseOf(
    z.object({
      stream: z.string(),
      seq: z.int(),
      requirement: RequirementView,
      history: z.array(RunOut).check(z.describe("every run of it, in the order in which they began")),
    }),
  ),
);
export type RequirementShown = z.output<typeof RequirementShown>;

/** One requirement with every run of it and how it stands now. Errors: input_invalid, config_invalid, those of the ports. */
export const qaRequirementGet = operation({
  id: "qa.requirement.get",
  title: "Show a requirement with every run of it",
  input: Input,
  output: RequirementShown,
  writes: false,
  async run(
    deps: Pick<Deps, "clock" | "configFile" | "ledger" | "projectFiles">,
    { target },
  ): Promise<RequirementShown> {
    const place = placeOfRow("qa.requirement.get", target, "requirement");
    if (place.kind === "refused") return refused(place);
    const read = await readSubject(deps.ledger, place.stream);
    if (read.kind === "refused") return refused(read);
    const found = findRow(read.qa, place.id);
    if (found.kind === "refused") return refused(found);
    const [requirement] = await viewRequirements(deps, read, [found]);
    const { stream, seq } = read;
    return told({ stream, seq, requirement: requirement!, history: [...found.runs] });
  },
});
