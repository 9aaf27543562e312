import { ledgerTable } from "#knowledge/adapters/dynamodb/ledger-table";

/** ARNs of the table's indexes, each by its name. */
export function indexArns({ tableArn }: { readonly tableArn: string }): readonly string[] {
  return ledgerTable.indexes.map(({ name }) => `${tableArn}/index/${name}`);
}
