import { describe, expect, test } from "vitest";
import { isHeld, isMine, leaseFor, leaseStanding } from "../../../knowledge/ledger/lease.ts";

const NOW = Date.UTC(2026, 2, 1);
const asker = (now: number, gone: readonly string[] = []) => ({
  holder: "one",
  now,
  isGone: (name: string) => gone.includes(name),
});

describe("a lease", () => {
  test("is free, mine, held or expired for one who asks", () => {
    const others = leaseFor("other", NOW, 60_000);
    expect(leaseStanding(null, asker(NOW))).toBe("free");
    expect(leaseStanding(others, asker(NOW + 59_999))).toBe("held");
    expect(leaseStanding(others, asker(NOW + 60_000))).toBe("expired");
    expect(leaseStanding(others, asker(NOW, ["other"]))).toBe("expired");
    expect(leaseStanding(leaseFor("one", NOW, 0), asker(NOW + 60_000, ["one"]))).toBe("mine");
  });

  test("that was given back holds nobody off, and stays its holder's until another takes it", () => {
    const back = leaseFor("other", NOW, 0);
    expect(back).toEqual({ holder: "other", until: "2026-03-01T00:00:00.000Z" });
    expect(isHeld(back, asker(NOW))).toBe(false);
    expect(isMine(back, "other")).toBe(true);
    expect(isMine(null, "other")).toBe(false);
  });
});
