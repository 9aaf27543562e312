import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commitKey, keyLine, keyOfMessage } from "../../../knowledge/proposal/commit-key.ts";
import { evidenceHash } from "../../../knowledge/proposal/evidence-hash.ts";
import { requestBody, type ToldRequest } from "../../../knowledge/proposal/request-body.ts";
import { type Evidence, RequestContent } from "../../../knowledge/proposal/request-content.ts";
import {
  requestBranchName,
  requestFingerprint,
  requestLabels,
  requestStream,
} from "../../../knowledge/proposal/request-identity.ts";
import { isUnedited, markBody, readMark } from "../../../knowledge/proposal/request-mark.ts";
import { requestTitle } from "../../../knowledge/proposal/request-title.ts";

const place = { repository: "Acme/Shop", kind: "knowledge" } as const;
const mask = <Value>(value: Value): Value => value;
const item: Evidence = {
  anchor: "page:/cart",
  claim: "Pay leads to /thanks",
  cause: null,
  files: [".assay/proposals/prop_1.yaml"],
  why: null,
  links: [],
  log: [],
};
const told: ToldRequest = {
  kind: "knowledge",
  intro: null,
  evidence: [item],
  files: [{ path: ".assay/proposals/prop_1.yaml", before: null, after: "a\nb\n" }],
  waiting: 0,
  mask,
  quotesLogs: true,
};

describe("identity", () => {
  test("is the same for a repository and kind, however it is spelled, and fits branches, labels and streams", () => {
    const same = { ...place, repository: "acme/shop" } as const;
    expect(requestFingerprint(same)).toBe(requestFingerprint(place));
    expect(requestFingerprint({ ...place, kind: "sweep" })).not.toBe(requestFingerprint(place));
    expect(requestBranchName(place)).toBe(`assay/knowledge/${requestFingerprint(place)}`);
    expect(requestLabels(place, "x")[1]?.length).toBeLessThanOrEqual(50);
    expect(requestStream(place)).toBe("request/acme.shop.knowledge");
  });

  test("of evidence covers anchor, claim and cause, and nothing else", () => {
    const other = {
      ...item,
      files: ["x"],
      why: "run 7",
      links: [{ text: "run", url: "https://x.example" }],
      log: ["1"],
    };
    expect(evidenceHash(other)).toBe(evidenceHash(item));
    expect(evidenceHash({ ...item, claim: " Pay  leads\nto /thanks " })).toBe(evidenceHash(item));
    const changed = [{ anchor: "page:/a" }, { claim: "Pay leads to /paid" }, { cause: "flaky_test" }];
    const hashes = changed.map((change) => evidenceHash({ ...item, ...change }));
    expect(new Set([...hashes, evidenceHash(item)]).size).toBe(4);
  });

  test("a commit's key is found at the end of its message and nowhere else", () => {
    const key = commitKey({ branch: "b", base: "c", head: null, files: [{ path: "p", text: "t" }] });
    expect(keyOfMessage(`Propose a change\n\n${keyLine(key)}\n`)).toBe(key);
    expect(keyOfMessage(`${keyLine(key)}\nCo-authored-by: Ada <ada@shop.example>`)).toBeNull();
  });

  test("a mark is read back from the end, is of one request only, and tells an edited body", () => {
    const hashes = [evidenceHash(item)];
    const body = markBody(place, "what\nand why", hashes);
    expect(readMark(place, body)?.items).toEqual(hashes);
    expect(isUnedited(place, body.replaceAll("\n", "\r\n"))).toBe(true);
    expect(isUnedited(place, body.replace("why", "how"))).toBe(false);
    expect(readMark({ ...place, kind: "sweep" }, body)).toBeNull();
    expect(readMark(place, `${body}\nmore`)).toBeNull();
  });
});

describe("a body", () => {
  test("says what and why in three lines, then evidence, files, and what merging and closing do", () => {
    expect(requestBody({ ...told, waiting: 2 })).toMatchInlineSnapshot(`
      "**What:** 1 change of what is remembered about this repository's tests.
      **Why:** runs of CI showed it, and what CI learns is merged by people.
      **Yours to decide:** nothing changes until somebody merges it; 2 more wait for the next one.

      | about | what it says | cause | seen in |
      | --- | --- | --- | --- |
      | page:/cart | Pay leads to /thanks | – | – |

      <details><summary>1 file: 1 new</summary>

      - new: .assay/proposals/prop\\_1.yaml (+2 −0)

      </details>

      **Merging** accepts what it proposes. Records count from then on. Of the files in \`.assay/proposals\`, the next local run carries out those that CI could not decide by itself (\`reason: ci-mode\`), as the word of whoever merged, and removes them; those that a check kept wait for \`assay proposal apply\`.
      **Closing** declines it: none of these is proposed again until its evidence is another. \`assay proposal request refresh --again\` asks for it again.
      **A commit of yours** on this branch is never overwritten: nothing more is written here then, and what is new waits for the next request."
    `);
  });

  test("what others wrote makes no mention, reference, link, mark-up, mark or HTML, and ends no row of the table", () => {
    const nasty =
      "@ada fixes #12 <img src=x> | [x](http://evil.example) <!-- assay:request --> `x` **b**\n| new | row |";
    const body = requestBody({
      ...told,
      intro: nasty,
      evidence: [
        {
          ...item,
          anchor: nasty,
          claim: nasty,
          cause: nasty,
          why: nasty,
          links: [{ text: nasty, url: "javascript:x" }],
        },
      ],
      files: [{ path: `.assay/proposals/${nasty}`, before: null, after: "" }],
    });
    expect(body).not.toMatch(/@ada|#12|<img|<!--|http:\/\/|javascript:x\)/);
    const table = body.split("\n").filter((line) => line.startsWith("| "));
    expect(table).toHaveLength(3);
  });

  test("a link is one only where it leads to a plain page that notes no links", () => {
    const urls = [
      "https://ci.example/runs/1",
      "https://github.com/acme/shop/pull/3",
      "https://x.example/a b",
      "http://x.example/)",
    ];
    const body = requestBody({
      ...told,
      evidence: [{ ...item, links: urls.map((url, at) => ({ text: `run ${at}`, url })) }],
    });
    expect(body).toContain("[run 0](https://ci.example/runs/1), run 1, run 2, run 3");
  });

  test("logs are folded where they may be quoted, in a fence that they cannot close, and named where not", () => {
    const logged = { ...told, evidence: [{ ...item, log: ["```", "</details>", "Error: boom"] }] };
    const quoted = requestBody(logged);
    expect(quoted).toContain("````\n```\n</details>\nError: boom\n````");
    const silent = requestBody({ ...logged, quotesLogs: false });
    expect(silent).not.toContain("boom");
    expect(silent).toContain("Logs are not quoted here, because the repository is public");
  });

  test("secrets are masked everywhere", () => {
    const secret = "hunter2secret";
    const hide = ((value: string) => value.replaceAll(secret, "***")) as ToldRequest["mask"];
    const leaky = {
      ...item,
      anchor: secret,
      claim: secret,
      cause: secret,
      why: secret,
      log: [secret],
      links: [{ text: secret, url: `https://x.example/${secret}` }],
    };
    const body = requestBody({
      ...told,
      mask: hide,
      intro: secret,
      evidence: [leaky],
      files: [{ path: secret, before: null, after: "" }],
    });
    expect(body).not.toContain(secret);
    expect(requestTitle("sweep", 1, { given: secret, mask: hide })).toBe("***");
  });

  test("stays under 60,000 characters with its mark, whatever it tells", () => {
    const text = fc.oneof(
      fc.string({ maxLength: 50 }),
      fc.constantFrom("@#<&".repeat(600), "|".repeat(3_000)),
    );
    const evidence = fc.record({
      anchor: text,
      claim: text,
      cause: fc.option(text),
      files: fc.constant<string[]>(["x"]),
      why: fc.option(text),
      links: fc.array(fc.record({ text, url: fc.constant(`https://x.example/${"a".repeat(480)}`) }), {
        maxLength: 5,
      }),
      log: fc.array(text, { maxLength: 200 }),
    });
    fc.assert(
      fc.property(
        fc.array(evidence, { minLength: 1, maxLength: 100 }),
        fc.array(text, { maxLength: 300 }),
        (found, paths) => {
          const files = paths.map((path) => ({ path, before: null, after: "x" }));
          const body = requestBody({ ...told, evidence: found, files });
          expect(markBody(place, body, Array(100).fill("0123456789abcdef")).length).toBeLessThan(60_000);
        },
      ),
      { seed: 26, numRuns: 40 },
    );
  });
});

describe("a title", () => {
  test("counts, or says what its source calls it, closing nothing and calling nobody", () => {
    expect(requestTitle("knowledge", 1, { given: null, mask })).toBe(
      "Assay: 1 change of what is known about the tests",
    );
    const given = "Week 48: fixes #12, closes GH-3, @ada, https://github.com/a/b/issues/1";
    expect(requestTitle("sweep", 1, { given, mask })).toBe(
      "Week 48: fixes # 12, closes GH - 3, @ ada, https: //github.com/a/b/issues/1",
    );
    expect(requestTitle("sweep", 1, { given: "x".repeat(400), mask })).toHaveLength(200);
  });
});

describe("what is handed over", () => {
  const content = {
    files: [{ path: ".assay/proposals/a.yaml", text: "a" }],
    evidence: [{ ...item, files: [".assay/proposals/a.yaml"] }],
  };
  const accepts = (value: unknown) => RequestContent.safeParse(value).success;
  const at = (path: string) => ({ files: [{ path, text: "a" }], evidence: [{ ...item, files: [path] }] });

  test("goes to the folders of knowledge, proposals and sweeps alone", () => {
    expect(accepts(content)).toBe(true);
    expect(
      [".assay/knowledge/cart/x-1/fact_1.md", ".assay/sweeps/2026-W48/a.svg"].map((path) =>
        accepts(at(path)),
      ),
    ).toEqual([true, true]);
    const refused = [
      ".assay/config.yaml",
      ".github/workflows/ci.yml",
      ".assay/proposals/../config.yaml",
      "/etc/passwd",
      ".assay/knowledge/",
      ".assay/knowledge//x",
      ".assay/proposals/a\n.yaml",
      ".assay/local/secrets",
      "src/a.ts",
    ];
    expect(refused.filter((path) => accepts(at(path)))).toEqual([]);
  });

  test("has evidence for each file, and each file once", () => {
    expect(accepts({ ...content, evidence: [] })).toBe(false);
    expect(accepts({ ...content, files: [] })).toBe(false);
    expect(accepts({ ...content, files: [...content.files, ...content.files] })).toBe(false);
  });
});
