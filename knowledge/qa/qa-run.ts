/** What a completed run said. `undetermined` is a verdict of its own: it never satisfies and is never read as another. */
export const VERDICTS = ["pass", "fail", "undetermined", "error"] as const;
export type QaVerdict = (typeof VERDICTS)[number];

/** Who carries out and who judges; independent of the kind. */
export const PERFORMERS = [
  "agent",
  "agent_mission",
  "shell",
  "playwright",
  "manual",
  "github-actions",
] as const;
export type Performer = (typeof PERFORMERS)[number];

/** One attempt at a requirement (spec: qa_runs). Times are ISO 8601, UTC. */
export interface QaRun {
  readonly id: string;
  readonly qa_requirement_id: string;
  readonly performed_by: Performer;
  /** The requirement's, as it was. */
  readonly qa_kind: string;
  /** Null: started, not completed. */
  readonly verdict: QaVerdict | null;
  readonly verdict_reason: string | null;
  readonly score: number | null;
  /** 0.0 to 1.0. */
  readonly confidence: number | null;
  readonly raw_result: RawResult;
  readonly duration_ms: number | null;
  readonly started_at: string;
  readonly completed_at: string | null;
  readonly created_at: string;
  /** Whose word the verdict is: a rule of code, a model, or a person; null until there is one. */
  readonly decided_by: "code" | "model" | "person" | null;
  /** Person or session that recorded it. */
  readonly recorded_by: string;
  /** Plan execution that it belongs to, or null. */
  readonly plan_run_id: string | null;
  readonly artifacts: readonly QaArtifact[];
  /** A capture's run that this one judges, or null. */
  readonly judges_run_id: string | null;
}

/** Facts of a run. What was frozen at its start is kept through its end. */
export interface RawResult {
  /** `method_config` as it was executed, or null where nothing was. */
  readonly method_config: Readonly<Record<string, unknown>> | null;
  readonly method_config_revision: number;
  /** Digest of the target: environment snapshot and base URL. Null where there is none. */
  readonly execution_target_digest: string | null;
  readonly code_identity: { readonly branch: string | null; readonly sha: string } | null;
  readonly sign_in: { readonly profile: string | null; readonly authenticated: boolean } | null;
  /** What the runner reports beside: exit_code, http_status, metrics, checks. JSON, small; large values are artifacts. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Where an artifact's bytes are. A bare path is none. */
export type ArtifactHandle =
  | { readonly backend: "local"; readonly path: string; readonly content_type?: string }
  | { readonly backend: "s3"; readonly bucket: string; readonly key: string; readonly content_type?: string };

/** What a run left behind. */
export interface QaArtifact {
  readonly id: string;
  readonly qa_run_id: string;
  readonly artifact_kind: "screenshot" | "trace" | "har" | "log" | "diff" | "report" | "transcript" | "other";
  readonly handle: ArtifactHandle;
  /** SHA-256 of the bytes as they are kept, hexadecimal. */
  readonly digest: string;
  readonly bytes: number;
  readonly description: string;
  readonly created_at: string;
  /** Since when its bytes are gone; absent while they are kept. */
  readonly pruned_at?: string;
}
