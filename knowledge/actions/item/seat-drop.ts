import * as z from "zod/mini";
import { dropSeat } from "../../item/decisions/take-seat.ts";
import { SEAT, seatStream } from "../../item/seat.ts";
import { operation } from "../operation.ts";
import { answerOnce } from "../qa/answer-once.ts";
import { requestOf } from "../qa/envelope.ts";
import { type SeatDeps, SeatOut, seatName } from "./seat-parts.ts";

const Input = z.lazy(() => requestOf(z.strictObject({ name: seatName() })));

/** Leaves a seat. Errors: those of `answerOnce`. */
export const seatDrop = operation({
  id: "seat.drop",
  title: "Leave a seat",
  input: Input,
  output: SeatOut,
  writes: true,
  async run(deps: SeatDeps, request) {
    const { name } = request.payload;
    return answerOnce(deps, {
      function: "seat.drop",
      stream: seatStream(name),
      projection: SEAT,
      request,
      choose({ state }, acting) {
        const decided = dropSeat(state, { name }, acting);
        return decided.kind === "refused" ? decided : { ...decided, result: { seat: decided.result } };
      },
    });
  },
});
