import * as z from "zod/mini";
import { linkItem } from "../../item/decisions/link-item.ts";
import { ItemRow } from "../../item/row-schemas.ts";
import type { Deps } from "../../ports/deps.ts";
import { operation } from "../operation.ts";
import { requestOf, responseOf } from "../qa/envelope.ts";
import { answerItem, headHere, type ItemDeps } from "./answer-item.ts";
import { placeOfItem } from "./item-place.ts";
import { linkFields } from "./link-payload.ts";

const Input = z.lazy(() => requestOf(z.strictObject(linkFields())));
const Output = z.lazy(() => responseOf(z.object({ item: ItemRow })));

/**
 * Links an item to its issue, branch or pull request, and records what is checked out there as what its gates take.
 * Errors: those of `answerItem` and of the repository.
 */
export const itemLink = operation({
  id: "item.link",
  title: "Link an item to its issue, branch or pull request, and record its head",
  input: Input,
  output: Output,
  writes: true,
  async run(deps: ItemDeps & Pick<Deps, "repository">, request) {
    const { sha = null, ...links } = request.payload;
    const head = await headHere(deps);
    return answerItem(deps, {
      function: "item.link",
      request,
      place: placeOfItem("item.link", request.target),
      said: Object.entries(links).map(([name, value]) => [`the ${name}`, value] as const),
      choose(state, context, { key }) {
        const decided = linkItem(state, { key, links, sha, head }, context);
        return decided.kind === "refused" ? decided : { ...decided, result: { item: decided.result } };
      },
    });
  },
});
