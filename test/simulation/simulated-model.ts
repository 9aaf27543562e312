import type { Model, ModelCall } from "../../knowledge/ports/model.ts";
import { MODEL, MODEL_PRICE } from "./organisations.ts";
import type { Random } from "./random.ts";

/** Characters of a token, about. */
const A_TOKEN = 4;

/** A model that chooses among what it is given, by chance; `spent` hears of whole micro-dollars as they are spent. */
export function simulatedModel(random: Random, spent: (micros: number) => void): Model {
  return {
    name: async () => MODEL,
    async call(request) {
      const input = Math.ceil(lettersOf(request) / A_TOKEN);
      const output = 200 + random.below(request.maxOutputTokens - 200);
      spent(input * MODEL_PRICE.input + output * MODEL_PRICE.output);
      const [tool] = request.tools;
      const choices = (tool?.input.properties ?? {}) as Record<string, { readonly enum?: readonly string[] }>;
      const chosen = Object.entries(choices).map(([key, one]) => [key, random.pick(one.enum ?? [""])]);
      // Now and then an answer that is none.
      const answer = random.chance(0.05) ? { word: "no idea" } : Object.fromEntries(chosen);
      return {
        text: "",
        calls: [{ id: "call-1", name: tool?.name ?? "", input: answer }],
        finish: "tools",
        usage: { input, cacheRead: 0, cacheWrite: 0, output, told: true },
        latencyMs: 4_000,
      };
    },
  };
}

function lettersOf({ system, messages }: ModelCall): number {
  return system.length + messages.reduce((sum, message) => sum + JSON.stringify(message).length, 0);
}
