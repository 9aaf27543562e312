import type { Config } from "./config.ts";
import type { SettingsFault } from "./settings-fault.ts";

/** What is missing of the places on AWS that the settings send the ledger and the artifacts to. Pure. */
export function checkPlaces({ ledger, ledgerRemote, artifacts, aws }: Config): readonly SettingsFault[] {
  const at = (key: string) => (aws === null ? [key] : ["aws"]);
  return [
    ...(ledger === "dynamodb" && ledgerRemote !== null
      ? [
          {
            at: ["ledger_remote"],
            problem: "names a second shared ledger beside the table",
            fix: "take out ledger_remote, or ledger: dynamodb",
          },
        ]
      : []),
    ...(ledger === "dynamodb" && aws?.table == null
      ? [
          {
            at: at("ledger"),
            about: ["aws", "table"],
            problem: "is missing, and ledger is dynamodb",
            fix: "name the table as aws.table, with aws.region, or take out ledger: dynamodb",
          },
        ]
      : []),
    ...(artifacts === "s3" && aws?.bucket == null
      ? [
          {
            at: at("artifacts"),
            about: ["aws", "bucket"],
            problem: "is missing, and artifacts is s3",
            fix: "name the bucket as aws.bucket, with aws.region, or take out artifacts: s3",
          },
        ]
      : []),
  ];
}
