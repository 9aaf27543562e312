import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as a service of AWS gets it. */
export interface AwsRequest {
  /** `PutItem`, or the method where the service has no operations by name. */
  readonly operation: string;
  /** The JSON body; empty where there is none. */
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * `before`: the service never hears of the request; `after`: it carried it out, and only the answer is lost; `late`: it
 * carries it out when it is told to, after whoever asked has given up.
 */
export type Fault =
  | { readonly kind: "throttled" }
  | { readonly kind: "error" | "dropped"; readonly when: "before" | "after" | "late" };

type Item = Readonly<Record<string, unknown>>;

export interface AwsProxy {
  readonly endpoint: string;
  readonly requests: readonly AwsRequest[];
  /** The next requests of the operation meet these faults, in order; null lets one through. */
  fail(operation: string, faults: readonly (Fault | null)[]): void;
  /** Carries out what came late, in order. */
  land(): Promise<void>;
  /** Until it is called with null, an index shows only the items that `shows` says. */
  showInIndexes(shows: ((item: Item) => boolean) | null): void;
  close(): Promise<void>;
}

/** Stands between a client and a service that speaks HTTP, passes on what it gets, and fails where it was told to. */
export async function startAwsProxy(target: string): Promise<AwsProxy> {
  const requests: AwsRequest[] = [];
  const faults = new Map<string, (Fault | null)[]>();
  const late: { readonly from: IncomingMessage; readonly body: Buffer }[] = [];
  let shows: ((item: Item) => boolean) | null = null;

  const server = createServer(async (from, to) => {
    const body = await bytesOf(from);
    const asked = readRequest(from, body);
    requests.push(asked);
    const fault = faults.get(asked.operation)?.shift() ?? null;
    if (fault?.kind === "throttled") return refuse(to, 400, "ProvisionedThroughputExceededException");
    if (fault?.when === "late") late.push({ from, body });
    else if (fault?.when !== "before") {
      const answer = await passOn(target, from, body);
      if (fault === null) {
        const isIndex = "IndexName" in asked.input && shows !== null;
        to.writeHead(answer.status, isIndex ? withoutLength(answer.headers) : answer.headers);
        return to.end(isIndex && shows !== null ? shownOf(answer.body, shows) : answer.body);
      }
    }
    if (fault?.kind === "error") return refuse(to, 500, "InternalServerError");
    return to.socket?.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fail: (operation, next) => void faults.set(operation, [...next]),
    async land() {
      for (const { from, body } of late.splice(0)) await passOn(target, from, body);
    },
    showInIndexes(next) {
      shows = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function readRequest(from: IncomingMessage, body: Buffer): AwsRequest {
  const target = from.headers["x-amz-target"];
  if (typeof target !== "string") return { operation: from.method ?? "", input: {} };
  return { operation: target.split(".")[1] ?? "", input: JSON.parse(body.toString()) };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

function passOn(target: string, from: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method, headers, url = "/" } = from;
    const onward = request(new URL(url, target), { method, headers }, async (answer) => {
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: await bytesOf(answer) });
    });
    onward.on("error", reject);
    onward.end(body);
  });
}

function refuse(to: ServerResponse, status: number, code: string): void {
  to.writeHead(status, { "content-type": "application/x-amz-json-1.0" });
  to.end(
    JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${code}`, message: "as the test wants it" }),
  );
}

function shownOf(body: Buffer, shows: (item: Item) => boolean): string {
  const answer = JSON.parse(body.toString()) as { Items?: readonly Item[] };
  const items = answer.Items?.filter(shows) ?? [];
  return JSON.stringify({ ...answer, Items: items, Count: items.length });
}

function withoutLength(headers: IncomingMessage["headers"]): IncomingMessage["headers"] {
  const { "content-length": _, "x-amz-crc32": __, ...kept } = headers;
  return kept;
}
