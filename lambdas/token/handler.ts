import type { Context } from "aws-lambda";
import { METRICS } from "../metric-names.ts";
import { packedSettings } from "../shared/packed-settings.ts";
import { readEnv } from "../shared/read-env.ts";
import { telemetry } from "../shared/telemetry.ts";
import { answerRequest } from "./answer-request.ts";
import type { TokenAnswer } from "./event.ts";
import { gitToken } from "./git-token.ts";
import { GITHUB_API } from "./github-api.ts";
import { mintToken } from "./mint-token.ts";
import { parameter } from "./parameter.ts";
import { purposeOf } from "./purpose-of.ts";

const { logger, metrics } = telemetry("token");

/** Answers with a token narrowed to the purpose of the alias that was called, which each caller's role names (ADR 28). */
export async function handler(event: unknown, context: Context): Promise<TokenAnswer> {
  logger.addContext(context);
  const purpose = purposeOf(context.invokedFunctionArn);
  const env = readEnv(["ASSAY_APP_ID", "ASSAY_APP_KEY"]);
  const api = process.env.ASSAY_GITHUB_API || GITHUB_API;
  try {
    const answer = await answerRequest(event, {
      purpose,
      watching: await packedSettings().watching(),
      async mint(narrowed, { organisation, forge }) {
        const now = Date.now();
        if (forge.kind === "git") return gitToken(organisation, narrowed, now);
        const key = await parameter(env.ASSAY_APP_KEY, now);
        return mintToken({ id: env.ASSAY_APP_ID, key, api }, narrowed);
      },
    });
    const given = answer.kind === "token" || answer.kind === "checked";
    metrics.addMetric(given ? METRICS.minted : METRICS.notMinted, "Count", 1);
    logger.info("token", { purpose, answer: answer.kind, why: "why" in answer ? answer.why : null });
    return answer;
  } finally {
    metrics.publishStoredMetrics();
  }
}
