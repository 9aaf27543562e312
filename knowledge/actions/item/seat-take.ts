import * as z from "zod/mini";
import { takeSeat } from "../../item/decisions/take-seat.ts";
import { COVER, SEAT, seatStream } from "../../item/seat.ts";
import { operation } from "../operation.ts";
import { answerOnce } from "../qa/answer-once.ts";
import { requestOf } from "../qa/envelope.ts";
import { type SeatDeps, SeatOut, seatName } from "./seat-parts.ts";

const Input = z.lazy(() =>
  requestOf(
    z.strictObject({
      name: seatName(),
      covers: z
        ._default(z.array(z.string().check(z.regex(COVER))).check(z.maxLength(500)), [])
        .check(z.describe("items (`SHOP-12`) and prefixes (`SHOP-*`); empty for those it covered before")),
      take_over: z
        ._default(z.boolean(), false)
        .check(z.describe("takes it from whoever sits on it; a person may, an agent may not")),
    }),
  ),
);

/** Takes a seat from which items are steered. Errors: those of `answerOnce`. */
export const seatTake = operation({
  id: "seat.take",
  title: "Take a seat from which items are steered",
  input: Input,
  output: SeatOut,
  writes: true,
  async run(deps: SeatDeps, request) {
    const { name, covers, take_over: takesOver } = request.payload;
    return answerOnce(deps, {
      function: "seat.take",
      stream: seatStream(name),
      projection: SEAT,
      request,
      choose({ state }, acting) {
        const decided = takeSeat(state, { name, covers, takesOver }, acting);
        return decided.kind === "refused" ? decided : { ...decided, result: { seat: decided.result } };
      },
    });
  },
});
