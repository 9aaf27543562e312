import type { LanguageModel } from "ai";
import type { ModelSettings } from "../../config/config.ts";
import type { ModelAccess } from "./model-access.ts";

/** Where Anthropic is asked; given always, for the SDK would else take another address from the environment. */
const ANTHROPIC_URL = "https://api.anthropic.com/v1";
/** Hosts that take `max_completion_tokens` alone from their newer models. */
const NEWER_LIMIT = /(?:^|\.)(?:openai\.com|openai\.azure\.com)$/;

/** The provider's model as the AI SDK calls it, over this fetch. Loads the provider's package. */
export async function languageModel(
  settings: ModelSettings,
  access: ModelAccess,
  fetch: typeof globalThis.fetch,
): Promise<Exclude<LanguageModel, string>> {
  switch (access.provider) {
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ apiKey: access.key, baseURL: settings.url ?? ANTHROPIC_URL, fetch })(
        settings.model,
      );
    }
    case "bedrock": {
      const { createAmazonBedrock } = await import("@ai-sdk/amazon-bedrock");
      const { by, region } = access;
      // An empty key keeps the SDK from taking one from the environment.
      const keys =
        by.kind === "bearer"
          ? { apiKey: by.token }
          : {
              apiKey: "",
              accessKeyId: by.id,
              secretAccessKey: by.secret,
              ...(by.session === null ? {} : { sessionToken: by.session }),
            };
      const place = settings.url === null ? { region } : { region, baseURL: settings.url };
      return createAmazonBedrock({ ...keys, ...place, fetch })(settings.model);
    }
    case "openai-compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const isNewer = NEWER_LIMIT.test(new URL(access.url).hostname);
      return createOpenAICompatible({
        name: "openai-compatible",
        baseURL: access.url,
        fetch,
        ...(access.key === null ? {} : { apiKey: access.key }),
        ...(isNewer ? { transformRequestBody: withNewerLimit } : {}),
      })(settings.model);
    }
  }
}

function withNewerLimit({ max_tokens, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return { ...rest, max_completion_tokens: max_tokens };
}
