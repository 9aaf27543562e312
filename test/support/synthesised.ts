import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { ORGANISATIONS } from "./organisations.ts";
import { synthesise } from "./synthesise.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The assembly of the app for the organisations of the fixtures, and how large each bundle is. */
    readonly synthesised: {
      readonly folder: string;
      readonly bundles: readonly {
        readonly name: string;
        readonly bytes: number;
        readonly sdkBytes: number;
      }[];
    };
  }
}

/** Before any test of functions and infrastructure: everything bundled and synthesised once. */
export async function setup(project: TestProject): Promise<() => void> {
  const root = await mkdtemp(join(tmpdir(), "assay-synth-"));
  const { folder, bundles } = await synthesise(root, ORGANISATIONS, { alarmEmail: "people@acme.test" });
  project.provide("synthesised", {
    folder,
    bundles: bundles.map(({ lambda, bytes, sdkBytes }) => ({ name: lambda.name, bytes, sdkBytes })),
  });
  return () => rmSync(root, { recursive: true, force: true });
}
