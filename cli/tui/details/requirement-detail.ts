import type { QaArtifact, QaRun, RequirementShown, RequirementView } from "#knowledge";
import { tellTime } from "../../format/time.ts";
import { counted, duration } from "../../terminal/age.ts";
import type { Block } from "../blocks.ts";
import type { Detail, Link } from "../screen.ts";
import { CLAUSE_SIGNS, OPEN_RUN, QA_VERDICT_SIGNS, STANDING_SIGNS } from "./work-words.ts";

type Shown = NonNullable<RequirementShown["result"]>;

const HASH_SHOWN = 12;
/** Runs that are told one by one, the newest; `assay qa run list` tells all. */
const MOST_RUNS = 50;

const DECIDERS = { code: "a rule of code", model: "an agent", person: "a person" } as const;

/**
 * One requirement: how it stands with every clause, what discharged it, what is carried out and its runs, the newest
 * first; beside it what the runs left behind.
 */
export function requirementDetail({ requirement, history }: Shown): Detail {
  const { standing, title, id } = requirement;
  const { symbol, word, tone } = STANDING_SIGNS[standing.word];
  const runs = history.toReversed();
  const whyNot = new Map(standing.unqualified.map(({ run, why }) => [run, why.replaceAll("_", " ")]));
  return {
    path: null,
    blocks: [
      { kind: "title", text: title },
      {
        kind: "text",
        text: `${symbol} ${word}${standing.is_settled ? "" : requirement.blocking_mode === "blocking" ? " · blocking" : " · tracked only"}`,
        tone,
      },
      { kind: "text", text: id, tone: "quiet" },
      ...standingBlocks(requirement),
      ...dischargeBlocks(requirement),
      ...askedBlocks(requirement),
      ...runsBlocks(runs, whyNot, new Set(standing.qualifying)),
    ],
    evidence: evidenceBlocks(runs),
    links: linksOf(requirement, runs),
    tests: [],
  };
}

/** Each clause with what was seen; where a discharge answers there is none. */
function standingBlocks({ standing }: RequirementView): Block[] {
  const { clauses, pass_rate_bounds: bounds, waiver_ended_at } = standing;
  return [
    ...(clauses.length === 0 ? [] : [{ kind: "gap" } as const]),
    ...clauses.map(({ clause, outcome, seen }): Block => {
      const { symbol, word, tone } = CLAUSE_SIGNS[outcome];
      return { kind: "text", text: `${symbol} ${word}: ${clause}${seen === "" ? "" : ` (${seen})`}`, tone };
    }),
    ...(bounds === null
      ? []
      : pair("pass rate", `${bounds.low.toFixed(3)} to ${bounds.high.toFixed(3)} (95% bounds)`)),
    ...pair("waiver", waiver_ended_at && `ended ${tellTime(waiver_ended_at)}: it binds again`),
  ];
}

/** Waiver, supersession and retraction, whether they still hold or not. */
function dischargeBlocks(row: RequirementView): Block[] {
  const blocks = [
    ...(row.waived_at === null
      ? []
      : [
          ...pair("waived", `${tellTime(row.waived_at)} by ${row.waived_by} (${row.waiver_source})`),
          ...pair("reason", row.waiver_rationale),
          ...pair(
            "until",
            row.waiver_expires_at === null ? "it never ends" : tellTime(row.waiver_expires_at),
          ),
        ]),
    ...(row.superseded_at === null
      ? []
      : [
          ...pair(
            "superseded",
            `${tellTime(row.superseded_at)} by ${row.superseded_by_requirement_id} (${row.supersession_source})`,
          ),
          ...pair("reason", row.supersession_rationale),
        ]),
    ...pair(
      "replaced by",
      row.replacement_requirement_id && `${row.replacement_requirement_id}, once that has passed`,
    ),
    ...(row.retracted_at === null
      ? []
      : [...pair("retracted", tellTime(row.retracted_at)), ...pair("reason", row.retraction_reason)]),
  ];
  return blocks.length === 0 ? [] : [{ kind: "gap" }, ...blocks];
}

/** What is asked, as it was frozen. */
function askedBlocks(row: RequirementView): Block[] {
  const { plan_case, plan_currency: currency } = row;
  const currencyWords =
    currency === null || currency.kind === "current"
      ? ""
      : ` · ${currency.kind} against it${currency.fields.length === 0 ? "" : `: ${currency.fields.join(", ")}`}`;
  return [
    { kind: "gap" },
    { kind: "heading", text: "what is asked" },
    ...pair("kind", [row.qa_kind, row.qa_phase, row.blocking_mode.replaceAll("_", "-")].join(" · ")),
    ...pair("task", row.task_num === null ? null : String(row.task_num)),
    ...pair("method", row.method_id ?? "none: it is proved by hand"),
    ...pair(
      "on",
      row.target_env && [row.target_env, row.target_env_snapshot?.base_url].filter(Boolean).join(" · "),
    ),
    ...pair("plan", plan_case && `${plan_case.plan}, case ${plan_case.case_key}${currencyWords}`),
    ...pair("do", row.instructions),
    ...pair("expect", row.expected_outcome),
    ...pair(
      "policy",
      row.success_policy === null ? "one qualifying pass" : JSON.stringify(row.success_policy),
    ),
    ...pair("needs", row.capability_requirements.join(", ")),
    ...pair("source", `${row.requirement_source}, ${tellTime(row.created_at)} by ${row.created_by}`),
    ...configBlocks(row),
  ];
}

function configBlocks({ method_config, method_config_revision }: RequirementView): Block[] {
  if (method_config === null || Object.keys(method_config).length === 0) return [];
  const revision = method_config_revision === 0 ? "" : ` · corrected ${method_config_revision}×`;
  return [
    { kind: "gap" },
    { kind: "heading", text: `config${revision}` },
    ...JSON.stringify(method_config, null, 2)
      .split("\n")
      .map((text): Block => ({ kind: "line", text })),
  ];
}

function runsBlocks(
  runs: readonly QaRun[],
  whyNot: ReadonlyMap<string, string>,
  qualifying: ReadonlySet<string>,
): Block[] {
  const more = runs.length - MOST_RUNS;
  return [
    { kind: "gap" },
    { kind: "heading", text: `runs · ${runs.length}` },
    ...(runs.length === 0 ? [{ kind: "text", text: "None yet: s carries it out." } as const] : []),
    ...runs
      .slice(0, MOST_RUNS)
      .flatMap((run, at): Block[] => [
        ...(at === 0 ? [] : [{ kind: "gap" } as const]),
        ...runBlocks(run, whyNot.get(run.id), qualifying.has(run.id)),
      ]),
    ...(more > 0 ? [{ kind: "text", text: `and ${more.toLocaleString("en")} older runs` } as const] : []),
  ];
}

function runBlocks(run: QaRun, why: string | undefined, counts: boolean): Block[] {
  const { verdict, verdict_reason, decided_by, performed_by, recorded_by, raw_result, judges_run_id } = run;
  const { symbol, word, tone } = verdict === null ? OPEN_RUN : QA_VERDICT_SIGNS[verdict];
  const at = tellTime(run.completed_at ?? run.started_at);
  const code = raw_result.code_identity;
  return [
    {
      kind: "text",
      text: [`${symbol} ${word}`, ...(decided_by === null ? [] : [`by ${DECIDERS[decided_by]}`]), at].join(
        " · ",
      ),
      tone,
    },
    ...pair("run", run.id),
    ...pair("done by", [performed_by, recorded_by].join(" · ")),
    ...pair("commit", code && [code.sha.slice(0, HASH_SHOWN), code.branch].filter(Boolean).join(" on ")),
    ...pair("said", verdict_reason),
    ...pair(
      "measured",
      [
        run.score === null ? "" : `score ${run.score}`,
        run.confidence === null ? "" : `confidence ${run.confidence}`,
      ]
        .filter(Boolean)
        .join(" · "),
    ),
    ...pair("took", run.duration_ms === null ? null : duration(run.duration_ms)),
    ...pair("judges", judges_run_id),
    ...pair("evidence", run.artifacts.length === 0 ? null : counted(run.artifacts.length, "artifact")),
    ...(why === undefined
      ? counts
        ? pair("counts", "yes")
        : []
      : [{ kind: "pair", label: "counts", text: `no: ${why}`, tone: "warn" } as const]),
  ];
}

function evidenceBlocks(runs: readonly QaRun[]): Block[] {
  const artifacts = runs.flatMap((run) => run.artifacts);
  if (artifacts.length === 0)
    return [
      { kind: "heading", text: "evidence" },
      { kind: "text", text: "No run left anything behind." },
    ];
  return [
    { kind: "heading", text: `evidence · ${artifacts.length}` },
    ...artifacts.flatMap((one): Block[] => [
      { kind: "gap" },
      { kind: "text", text: `${one.artifact_kind} · ${bytesWords(one.bytes)}`, tone: "name" },
      { kind: "text", text: one.description },
      { kind: "text", text: placeOf(one), tone: "quiet" },
      { kind: "text", text: one.id, tone: "quiet" },
    ]),
  ];
}

function linksOf({ plan_case, item_id, epic_id, ...row }: RequirementView, runs: readonly QaRun[]): Link[] {
  const key = item_id ?? epic_id;
  const others = [row.superseded_by_requirement_id, row.replacement_requirement_id];
  return [
    ...runs
      .flatMap((run) => run.artifacts)
      .map(
        (one): Link => ({
          label: `${one.artifact_kind}  ${placeOf(one)}`,
          subject:
            one.handle.backend === "local"
              ? { kind: "evidence", id: one.handle.path }
              : { kind: "address", id: placeOf(one) },
        }),
      ),
    ...others.flatMap((id): Link[] =>
      id === null || key === null
        ? []
        : [{ label: `requirement ${id}`, subject: { kind: "requirement", id, item: key } }],
    ),
    ...(plan_case === null
      ? []
      : [
          {
            label: `plan ${plan_case.plan}`,
            subject: { kind: "plan", id: plan_case.plan, isUsable: true },
          } as const,
        ]),
    ...(key === null ? [] : [{ label: `item ${key}`, subject: { kind: "item", id: key } } as const]),
  ];
}

function placeOf({ handle }: QaArtifact): string {
  return handle.backend === "local" ? handle.path : `s3://${handle.bucket}/${handle.key}`;
}

function bytesWords(bytes: number): string {
  if (bytes < 1_000) return counted(bytes, "byte");
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function pair(label: string, text: string | null | undefined): Block[] {
  return text === null || text === undefined || text === "" ? [] : [{ kind: "pair", label, text }];
}
