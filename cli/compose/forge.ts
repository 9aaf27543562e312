import { latePort } from "#knowledge/adapters/system/late-port";
import type { ForgePlace, ForgePorts } from "./forge-place.ts";

/** The ports of the forge that the settings name, loaded when one is first asked for. */
export function composeForge(place: ForgePlace): ForgePorts {
  const open = async () => {
    const { forge } = await place.settings();
    if (forge.kind === "git") return (await import("./git-forge.ts")).openGit(place, forge);
    return (await import("./github-forge.ts")).openGithub(place, forge);
  };
  let opened: Promise<ForgePorts> | undefined;
  const ports = () => {
    opened ??= open();
    return opened;
  };
  return {
    forge: latePort(async () => (await ports()).forge),
    ciFeed: latePort(async () => (await ports()).ciFeed),
    requestBranch: latePort(async () => (await ports()).requestBranch),
    changeRequests: latePort(async () => (await ports()).changeRequests),
  };
}
