import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { s3Artifacts } from "../../knowledge/adapters/s3/artifacts.ts";
import { AWS_REGION } from "../support/aws/start-dynamodb.ts";

test("an upload that takes longer than any answer of the ledger may is sent once, and taken", async () => {
  process.env.AWS_ACCESS_KEY_ID ??= "id-of-a-test";
  process.env.AWS_SECRET_ACCESS_KEY ??= "key-of-a-test";
  let sent = 0;
  const server = createServer((asked, answer) => {
    asked.resume();
    if (asked.method !== "PUT") return answer.writeHead(404).end();
    sent += 1;
    setTimeout(() => answer.writeHead(200).end(), 12_000);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const artifacts = s3Artifacts({ region: AWS_REGION, bucket: "evidence", endpoint, pathStyle: true });
  await expect(artifacts.put(new Uint8Array(3_000_000))).resolves.toMatch(/^[0-9a-f]{64}$/);
  expect(sent).toBe(1);
}, 60_000);
