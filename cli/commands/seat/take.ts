import { string } from "@oclif/core/args";
import { boolean, string as text } from "@oclif/core/flags";
import { dispatch, seatTake } from "#knowledge";
import { compose } from "../../compose.ts";
import { formatSeat } from "../../format/seat.ts";
import { QaCommand } from "../../qa-command.ts";
import { callFlags, callOf } from "../qa/call-flags.ts";

export default class SeatTake extends QaCommand {
  static override summary = "Take a seat from which items are steered.";
  static override description =
    "Function seat.take. Who sits on a seat may move and link the items that it covers, whoever works on them, and decide their waivers. It covers items (SHOP-12) and all of a prefix (SHOP-*); taken anew it covers what is named then, or what it covered before. --take-over takes it from whoever sits on it: a person may, an agent may not. Exit 1 where it is refused, with the code and the way out.";
  static override examples = [
    {
      description: "For a release",
      command: "<%= config.bin %> seat take steering --covers SHOP-12 --covers SHOP-13",
    },
    { description: "For all of a product", command: "<%= config.bin %> seat take lead --covers 'SHOP-*'" },
  ];
  static override args = {
    name: string({ description: "the seat's name, such as steering", required: true }),
  };
  static override flags = {
    covers: text({ helpValue: "KEY", multiple: true, description: "an item, or a prefix with -*" }),
    "take-over": boolean({ description: "take it from whoever sits on it" }),
    ...callFlags,
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SeatTake);
    const response = await dispatch(seatTake, compose(), {
      ...callOf(flags),
      payload: {
        name: args.name,
        covers: (flags.covers ?? []).map((one) => one.toUpperCase()),
        take_over: flags["take-over"],
      },
    });
    this.respond(flags.json, "seat.take", response, ({ seat }, view) => formatSeat(seat, view));
  }
}
