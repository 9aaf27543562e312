import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { Deps } from "../../ports/deps.ts";
import { findRun } from "../../qa/decisions/find-row.ts";
import { WAY_OUT } from "../../qa/decisions/way-out.ts";
import { operation } from "../operation.ts";
import { refused, told } from "./answer-once.ts";
import { artifactPlace } from "./artifact-place.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { jsonObject, text } from "./payload-parts.ts";
import { placeOfRow } from "./place-of.ts";
import { projectName } from "./project-name.ts";
import { readSubject } from "./read-subject.ts";

/** Seconds for which an upload may begin. */
const SECONDS = 900;

const Input = z.lazy(() =>
  requestOf(
    z.strictObject({
      filename: text(200),
      content_type: z._default(text(200), "application/octet-stream"),
    }),
  ),
);
export const ArtifactPresigned = z.lazy(() =>
  responseOf(
    z.object({
      url: z.string().check(z.describe("takes the bytes by PUT, with that content type")),
      content_type: z.string(),
      expires_in_seconds: z.int(),
      handle: jsonObject().check(z.describe("for qa.artifact.add, once they are uploaded")),
    }),
  ),
);
export type ArtifactPresigned = z.output<typeof ArtifactPresigned>;

/** A place that a client may upload a run's evidence to by itself. Errors: those of the ledger and the store. */
export const qaArtifactPresign = operation({
  id: "qa.artifact.presign",
  title: "Give a place to upload evidence to",
  input: Input,
  output: ArtifactPresigned,
  writes: false,
  async run(
    deps: Pick<Deps, "clock" | "configFile" | "ids" | "ledger" | "qaArtifacts" | "repository">,
    { target, payload: { filename, content_type } },
  ): Promise<ArtifactPresigned> {
    const place = placeOfRow("qa.artifact.presign", target, "run");
    if (place.kind === "refused") return refused(place);
    const read = await readSubject(deps.ledger, place.stream);
    if (read.kind === "refused") return refused(read);
    const found = findRun(read.qa, place.id);
    if (found.kind === "refused") return refused(found);
    const unique = createHash("sha256").update(deps.ids.random(16)).digest("hex");
    const key = artifactPlace(await projectName(deps), place.id, filename, unique);
    const given = await deps.qaArtifacts.presign(key, content_type, SECONDS);
    if (given === null)
      return refused({
        kind: "refused",
        code: "precondition_failed",
        why: "evidence is kept as files here, which takes no uploads: hand over the file itself",
        recover: WAY_OUT.addArtifact(place.id),
      });
    return told({
      url: given.url,
      content_type,
      expires_in_seconds: SECONDS,
      handle: { ...given.handle },
    });
  },
});
