import * as z from "zod/mini";
import type { Deps } from "../../ports/deps.ts";
import { operation } from "../operation.ts";
import { refused, told } from "./answer-once.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { placeOfSubject } from "./place-of.ts";
import { readSubject } from "./read-subject.ts";
import { rowsOfSubject } from "./rows-of-subject.ts";
import { viewRequirements } from "./view-requirements.ts";
import { RequirementView } from "./views/requirement-view.ts";

const Input = z.lazy(() => requestOf(z.strictObject({})));
export const RequirementList = z.lazy(() =>
  responseOf(
    z.object({
      stream: z.string(),
      seq: z.int().check(z.describe("where the subject's stream ends, for `expected_seq`")),
      requirements: z.array(RequirementView),
    }),
  ),
);
export type RequirementList = z.output<typeof RequirementList>;

/**
 * What has to be proved for an item (its tasks included), a task or an execution, and how each stands now. Errors:
 * input_invalid, config_invalid, those of the ports.
 */
export const qaRequirementList = operation({
  id: "qa.requirement.list",
  title: "List what has to be proved for a subject and how it stands",
  input: Input,
  output: RequirementList,
  writes: false,
  async run(
    deps: Pick<Deps, "clock" | "configFile" | "ledger" | "projectFiles">,
    { target },
  ): Promise<RequirementList> {
    const place = placeOfSubject("qa.requirement.list", target);
    if (place.kind === "refused") return refused(place);
    const read = await readSubject(deps.ledger, place.stream);
    if (read.kind === "refused") return refused(read);
    const rows = rowsOfSubject(read.qa, place.subject);
    const { stream, seq } = read;
    return told({ stream, seq, requirements: [...(await viewRequirements(deps, read, rows))] });
  },
});
