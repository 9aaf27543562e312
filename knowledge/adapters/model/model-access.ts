import type { ModelSettings } from "../../config/config.ts";
import { AssayError } from "../../errors.ts";

/** What opens a provider. */
export type ModelAccess =
  | { readonly provider: "anthropic"; readonly key: string }
  | { readonly provider: "openai-compatible"; readonly key: string | null; readonly url: string }
  | { readonly provider: "bedrock"; readonly region: string; readonly by: BedrockKey };

export type BedrockKey =
  | { readonly kind: "bearer"; readonly token: string }
  | { readonly kind: "pair"; readonly id: string; readonly secret: string; readonly session: string | null };

export type ModelEnv = Readonly<Record<string, string | undefined>>;

/** Variables of the environment whose values are never shown. */
const SECRETS = [
  "ANTHROPIC_API_KEY",
  "ASSAY_MODEL_KEY",
  "AWS_BEARER_TOKEN_BEDROCK",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
] as const;

/** The values of keys that the environment holds. */
export function keysOf(env: ModelEnv): readonly string[] {
  return SECRETS.flatMap((name) => env[name]?.trim() || []);
}

/**
 * Keys of a provider from the environment: ANTHROPIC_API_KEY; ASSAY_MODEL_KEY, which a server of one's own may do
 * without; for Bedrock AWS_BEARER_TOKEN_BEDROCK, or AWS_ACCESS_KEY_ID with AWS_SECRET_ACCESS_KEY and perhaps
 * AWS_SESSION_TOKEN, and the region of the settings, AWS_REGION or AWS_DEFAULT_REGION. Errors: model_denied, naming
 * what is missing.
 */
export function modelAccess(settings: ModelSettings, env: ModelEnv): ModelAccess {
  const model = `${settings.provider}/${settings.model}`;
  const deny = (reason: string, way: string): never => {
    throw new AssayError("model_denied", { model, reason, way, billed: "no" });
  };
  const read = (name: string): string | null => {
    const value = env[name]?.trim() || null;
    if (value !== null && !/^[\x21-\x7e]+$/.test(value))
      return deny(`${name} holds what no key holds, such as a blank`, `set ${name} to the key alone`);
    return value;
  };
  const need = (name: string): string =>
    read(name) ?? deny(`there is no key (${name} is not set)`, `set ${name} in the environment`);

  if (settings.url !== null && !/^https?:$/.test(URL.parse(settings.url)?.protocol ?? ""))
    deny("the url of the settings is none of http or https", "correct `model.url` in .assay/config.yaml");
  switch (settings.provider) {
    case "anthropic":
      return { provider: "anthropic", key: need("ANTHROPIC_API_KEY") };
    case "openai-compatible": {
      const url = settings.url ?? deny("the settings name no url", "set `model.url` in .assay/config.yaml");
      return { provider: "openai-compatible", key: read("ASSAY_MODEL_KEY"), url };
    }
    case "bedrock": {
      const region =
        settings.region ??
        read("AWS_REGION") ??
        read("AWS_DEFAULT_REGION") ??
        deny("there is no region", "set `model.region` in .assay/config.yaml, or AWS_REGION");
      const token = read("AWS_BEARER_TOKEN_BEDROCK");
      if (token !== null) return { provider: "bedrock", region, by: { kind: "bearer", token } };
      const id = read("AWS_ACCESS_KEY_ID");
      const secret = read("AWS_SECRET_ACCESS_KEY");
      if (id === null || secret === null)
        return deny(
          "there is no key (neither AWS_BEARER_TOKEN_BEDROCK nor AWS_ACCESS_KEY_ID with AWS_SECRET_ACCESS_KEY is set)",
          "set one of them in the environment, e.g. by `aws configure export-credentials --format env`",
        );
      return {
        provider: "bedrock",
        region,
        by: { kind: "pair", id, secret, session: read("AWS_SESSION_TOKEN") },
      };
    }
  }
}
