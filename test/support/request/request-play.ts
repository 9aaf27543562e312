import { memoryArtifacts } from "../../../knowledge/adapters/memory/artifacts.ts";
import { memoryLedger } from "../../../knowledge/adapters/memory/ledger.ts";
import type { Forge } from "../../../knowledge/ports/forge.ts";
import { carryOutRequest } from "../../../knowledge/proposal/carry-out-request.ts";
import type { RequestContent } from "../../../knowledge/proposal/request-content.ts";
import { type RequestPlace, requestBranchName } from "../../../knowledge/proposal/request-identity.ts";
import { wantRequest } from "../../../knowledge/proposal/want-request.ts";
import { movingClock } from "../moving-clock.ts";
import { type RequestWorld, requestWorld } from "./request-world.ts";

/** A file to propose with its evidence; another claim makes it another piece of evidence. */
export function proposes(...items: readonly (readonly [name: string, claim?: string])[]): RequestContent {
  return {
    title: null,
    intro: null,
    files: items.map(([name, claim = name]) => ({ path: pathOf(name), text: `claim: ${claim}\n` })),
    evidence: items.map(([name, claim = name]) => ({
      anchor: `page:/${name}`,
      claim,
      cause: null,
      files: [pathOf(name)],
      why: null,
      links: [],
      log: [],
    })),
  };
}

export function pathOf(name: string): string {
  return `.assay/proposals/prop_${name}.yaml`;
}

/** Requests over one repository in memory, with a ledger, artifacts and a clock of their own. */
export function requestPlay(world: RequestWorld = requestWorld({ "README.md": "shop\n" })) {
  const place: RequestPlace = { repository: world.repository, kind: "knowledge" };
  const clock = movingClock();
  const ledger = memoryLedger(clock);
  const deps = {
    artifacts: memoryArtifacts(),
    changeRequests: world.changeRequests,
    clock,
    forge: world.forge as Forge,
    ledger,
    requestBranch: world.requestBranch,
  };
  const branch = requestBranchName(place);
  const mask = <Value>(value: Value): Value => value;
  return {
    world,
    place,
    clock,
    deps,
    branch,
    want: (source: string, content: RequestContent) =>
      wantRequest(deps, place, { source, by: "assay", content, mask }),
    carryOut: (asking: { readonly again?: string; readonly dryRun?: boolean } = {}) =>
      carryOutRequest(deps, place, {
        mask,
        label: "assay:proposal",
        quotesInPublic: false,
        again: asking.again ?? null,
        dryRun: asking.dryRun ?? false,
      }),
    /** What the branch has and the default branch has not. */
    proposed: () =>
      Object.fromEntries(
        Object.entries(world.files(branch)).filter(([path, text]) => world.files("main")[path] !== text),
      ),
  };
}

export type RequestPlay = ReturnType<typeof requestPlay>;
