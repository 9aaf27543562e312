import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { ModelSettings } from "../../../knowledge/config/config.ts";
import { ANTHROPIC_PROTOCOL } from "./anthropic-protocol.ts";
import { BEDROCK_PROTOCOL } from "./bedrock-protocol.ts";
import { record } from "./json-reads.ts";
import type { ModelProtocol, ModelProtocolName, ModelRequest, ScriptedReply } from "./model-script.ts";
import { OPENAI_PROTOCOL } from "./openai-protocol.ts";
import { refusedRequest } from "./refused-request.ts";

/** A queue of replies, or what is said to each request; requests count from 0. */
export type ModelScript =
  | readonly ScriptedReply[]
  | ((request: ModelRequest, index: number) => ScriptedReply | Promise<ScriptedReply>);

export interface StartedModel {
  /** What the configuration says of it. */
  readonly settings: ModelSettings;
  /** The keys that open it. */
  readonly env: Readonly<Record<string, string>>;
  /** Every request that reached the script, in order. */
  readonly requests: readonly ModelRequest[];
  /** All requests, also those that the double refused by itself. */
  readonly seen: readonly { readonly path: string; readonly status: number | null }[];
  close(): Promise<void>;
}

const PROTOCOLS: Readonly<Record<ModelProtocolName, ModelProtocol>> = {
  anthropic: ANTHROPIC_PROTOCOL,
  "openai-compatible": OPENAI_PROTOCOL,
  bedrock: BEDROCK_PROTOCOL,
};

/** Starts a model that speaks the protocol over HTTP on this machine and answers by the script. */
export async function startModel({
  protocol: name,
  script,
  model,
}: {
  readonly protocol: ModelProtocolName;
  readonly script: ModelScript;
  readonly model?: string;
}): Promise<StartedModel> {
  const protocol = PROTOCOLS[name];
  const asked = model ?? protocol.defaultModel;
  const requests: ModelRequest[] = [];
  const seen: { path: string; status: number | null }[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      send(response, 418, protocol.writeError(418, `the script failed: ${String(error)}`));
    });
  });

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = incoming.url ?? "";
    const refuse = (status: number, message: string) => {
      seen.push({ path, status });
      send(response, status, protocol.writeError(status, message));
    };
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    if (incoming.method !== "POST" || path !== protocol.path(asked))
      return refuse(404, `${incoming.method} ${path}: there is no such path or model`);
    if (!protocol.opens(incoming.headers)) return refuse(name === "bedrock" ? 403 : 401, "invalid key");
    const body = record(JSON.parse(Buffer.concat(chunks).toString()));
    const request: ModelRequest = { path, headers: incoming.headers, body, ...protocol.read(body, path) };
    if (request.model !== asked) return refuse(404, `model: ${request.model}`);
    const fault = refusedRequest(request);
    if (fault !== null) return refuse(400, fault);

    const index = requests.push(request) - 1;
    const reply = typeof script === "function" ? await script(request, index) : script[index];
    if (reply === undefined) return refuse(418, `the script has no reply to request ${index + 1}`);
    if ("lost" in reply) {
      seen.push({ path, status: null });
      response.destroy();
      return;
    }
    const status = "error" in reply || "raw" in reply ? (reply.status ?? 200) : 200;
    seen.push({ path, status });
    if ("error" in reply)
      return send(response, status, protocol.writeError(status, reply.error), reply.headers);
    if ("raw" in reply) return send(response, status, reply.raw, reply.headers);
    if (reply.afterMs !== undefined) await wait(reply.afterMs, undefined, { ref: false });
    send(response, 200, protocol.write(reply, { model: asked, number: index }));
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: {
      provider: name,
      model: asked,
      url: protocol.url(origin),
      region: null,
      maxOutputTokens: 4_096,
    },
    env: protocol.env,
    requests,
    seen,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
) {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}
