import { describe, expect, test } from "vitest";
import { CONCLUSIONS, conclusionWord, readConclusion } from "../../../knowledge/cause/read-conclusion.ts";

describe("the word of a CI", () => {
  test("is read in any case and with any joint", () => {
    for (const word of CONCLUSIONS) {
      expect(conclusionWord(word)).toBe(word);
      expect(conclusionWord(word.toUpperCase())).toBe(word);
      expect(conclusionWord(` ${word.replaceAll("_", "-")} `)).toBe(word);
    }
    expect(conclusionWord("canceled")).toBe("cancelled");
    expect(conclusionWord("Timed out")).toBe("timed_out");
  });

  test("is null where no CI says it", () => {
    for (const word of ["", "broken", "timedout!", "failure_2", "__proto__"])
      expect(conclusionWord(word)).toBeNull();
  });

  test("that only says failed says nothing of the cause, unless a step of the runner's own failed", () => {
    expect(readConclusion({ conclusion: "FAILURE" })).toBeNull();
    expect(readConclusion({})).toBeNull();
    expect(readConclusion({ conclusion: "failure", step: " Initialize containers " })?.rule).toBe(
      "step/runner",
    );
    expect(readConclusion({ conclusion: "failure", step: "Run tests" })).toBeNull();
  });
});
