import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { AWS_ACCOUNT } from "./aws-account.ts";
import { listenOn } from "./listen-on.ts";

/** SQS, Parameter Store and Lambda as the functions ask them: their own protocols over HTTP, on a free port. */
export interface AwsServices {
  readonly endpoint: string;
  queueUrl(name: string): string;
  /** Bodies in a queue, with their attributes, oldest first. */
  readonly queues: ReadonlyMap<string, readonly QueuedMessage[]>;
  /** Values of parameters, by name. */
  readonly parameters: Map<string, string>;
  /** Functions by name or ARN, with the alias. What one throws is told as its failure. */
  readonly functions: Map<string, (payload: unknown) => unknown>;
  /** Asked before each request is carried out: an error's name and status that is answered in its place, or null. */
  trouble: (target: string) => { readonly name: string; readonly status: number } | null;
  /** Asked for each entry of a batch: the code with which it is not taken, or null. */
  refuse: (body: string) => string | null;
  /** What was asked, in order: `AmazonSQS.SendMessage`, … */
  readonly asked: string[];
  close(): Promise<void>;
}

export interface QueuedMessage {
  readonly body: string;
  readonly attributes: Readonly<Record<string, string>>;
}

interface Entry {
  readonly Id: string;
  readonly MessageBody: string;
  readonly MessageAttributes?: Readonly<Record<string, { readonly StringValue: string }>>;
}

export interface ServicesOptions {
  /** 0, a free one, unless told. */
  readonly port?: number;
  /** Takes what is sent to a queue and gives its id, in place of `queues`. */
  readonly take?: (queue: string, message: QueuedMessage) => string;
}

export async function startServices({ port = 0, take }: ServicesOptions = {}): Promise<AwsServices> {
  const queues = new Map<string, QueuedMessage[]>();
  const keep = (name: string, message: QueuedMessage): string => {
    queues.set(name, [...(queues.get(name) ?? []), message]);
    return `m-${queues.get(name)?.length}`;
  };
  const put = (url: string, { MessageBody, MessageAttributes = {} }: Omit<Entry, "Id">) => {
    const name = url.split("/").at(-1) ?? url;
    const attributes = Object.fromEntries(
      Object.entries(MessageAttributes).map(([key, { StringValue }]) => [key, StringValue]),
    );
    const MessageId = (take ?? keep)(name, { body: MessageBody, attributes });
    const MD5OfMessageBody = createHash("md5").update(MessageBody).digest("hex");
    return { MessageId, MD5OfMessageBody };
  };
  const targets: Readonly<Record<string, (input: never) => unknown>> = {
    "AmazonSQS.SendMessage": (input: Omit<Entry, "Id"> & { readonly QueueUrl: string }) =>
      put(input.QueueUrl, input),
    "AmazonSQS.SendMessageBatch": (input: {
      readonly QueueUrl: string;
      readonly Entries: readonly Entry[];
    }) => {
      const refused = input.Entries.map(({ MessageBody }) => services.refuse(MessageBody));
      return {
        Successful: input.Entries.flatMap((entry, index) =>
          refused[index] === null ? [{ Id: entry.Id, ...put(input.QueueUrl, entry) }] : [],
        ),
        Failed: input.Entries.flatMap(({ Id }, index) =>
          refused[index] === null ? [] : [{ Id, Code: refused[index], SenderFault: false }],
        ),
      };
    },
    "AmazonSSM.GetParameter": (input: { readonly Name: string }) => {
      const Value = services.parameters.get(input.Name);
      return Value === undefined ? null : { Parameter: { Name: input.Name, Type: "SecureString", Value } };
    },
  };
  const server = createServer(async (request, response) => {
    const text = await read(request);
    const invoked = /^\/2015-03-31\/functions\/([^/]+)\/invocations/.exec(request.url ?? "")?.[1];
    const target = invoked === undefined ? String(request.headers["x-amz-target"]) : "Lambda.Invoke";
    services.asked.push(target);
    const reply = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
      response.writeHead(status, { "content-type": "application/x-amz-json-1.0", ...headers });
      response.end(JSON.stringify(body));
    };
    const trouble = services.trouble(target);
    if (trouble !== null)
      return reply(trouble.status, { __type: trouble.name }, { "x-amzn-errortype": trouble.name });
    if (invoked !== undefined) {
      const run = services.functions.get(decodeURIComponent(invoked));
      if (run === undefined) return reply(404, {}, { "x-amzn-errortype": "ResourceNotFoundException" });
      try {
        return reply(200, await run(JSON.parse(text)));
      } catch (error) {
        return reply(200, { errorMessage: String(error) }, { "x-amz-function-error": "Unhandled" });
      }
    }
    const answer = targets[target]?.(JSON.parse(text) as never) ?? null;
    if (answer === null) return reply(400, { __type: "ParameterNotFound" });
    return reply(200, answer);
  });
  const endpoint = await listenOn(server, port);
  const services: AwsServices = {
    endpoint,
    queueUrl: (name) => `${endpoint}/${AWS_ACCOUNT}/${name}`,
    queues,
    parameters: new Map(),
    functions: new Map(),
    trouble: () => null,
    refuse: () => null,
    asked: [],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return services;
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}
