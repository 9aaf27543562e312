import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Proposals } from "../../knowledge/ports/proposals.ts";

export interface ProposalsAdapter {
  readonly name: string;
  /** An empty store of the running test; every call sees the same one, as another process would. */
  store(): () => Proposals;
}

export const proposalId = (n: number) => `prop_01KDVDNA00000000000000000${n}`;
const digest = (text: string) => createHash("sha256").update(text).digest("hex");

/** What every adapter of the proposals keeps. */
export function proposalsContract({ name, store }: ProposalsAdapter): void {
  describe(`proposals in ${name}`, () => {
    test("a folder that nobody has written to reads as empty", async () => {
      const proposals = store()();
      expect(await proposals.list()).toEqual([]);
      expect(await proposals.strays()).toEqual([]);
      expect(await proposals.read(proposalId(1))).toBeNull();
      expect(await proposals.remove(proposalId(1), digest("a"))).toBe("gone");
    });

    test("what was added reads back byte for byte, in order of id, and is never written over", async () => {
      const connect = store();
      const text = "\ufeff# \u{1F600}\r\nid: é\r\n";
      for (const n of [3, 1, 2]) expect(await connect().add(proposalId(n), text)).toBe("written");
      expect(await connect().add(proposalId(1), "other")).toBe("there");
      expect(await connect().read(proposalId(1))).toEqual({
        id: proposalId(1),
        text,
        digest: digest(text),
      });
      expect((await connect().list()).map(({ id }) => id)).toEqual([1, 2, 3].map(proposalId));
    });

    test("only what its reader saw is removed, once", async () => {
      const connect = store();
      await connect().add(proposalId(1), "a");
      expect(await connect().remove(proposalId(1), digest("b"))).toBe("changed");
      expect(await connect().list()).toHaveLength(1);
      const both = [1, 2].map(() => connect().remove(proposalId(1), digest("a")));
      expect((await Promise.all(both)).sort()).toEqual(["gone", "removed"]);
      expect(await connect().list()).toEqual([]);
    });

    test("of two that add one proposal, one writes it", async () => {
      const connect = store();
      const both = ["a", "b"].map((text) => connect().add(proposalId(1), text));
      expect((await Promise.all(both)).sort()).toEqual(["there", "written"]);
    });

    test("what is no proposal's id is refused", async () => {
      const proposals = store()();
      for (const id of ["", "prop_", "../prop_01KD", "prop_01KD/x", "fact_01KD", "prop_01KD.yaml"]) {
        const refused = { code: "proposal_path_refused" };
        await expect(proposals.read(id)).rejects.toMatchObject(refused);
        await expect(proposals.add(id, "a")).rejects.toMatchObject(refused);
        await expect(proposals.remove(id, "a")).rejects.toMatchObject(refused);
      }
    });
  });
}
