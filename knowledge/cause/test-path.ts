const FOLDER =
  /(?:^|[\s/\\("'`:[])(?:src[/\\](?:test|it|integrationTest|androidTest|testFixtures)|tests?|__tests__|specs?|e2e)[/\\][\w./\\@-]{1,200}\.\w{1,6}\b/i;
const NAME =
  /(?:^|[\s/\\("'`:[])(?:test_[\w-]{1,80}\.py|conftest\.py|[\w.-]{1,80}(?:[._-](?:test|spec|cy|e2e)\.[cm]?[jt]sx?|_(?:test|spec)\.(?:go|py|rb|cc|cpp|exs?|dart)|(?:Tests?|IT|Spec|TestCase)\.(?:java|kt|scala|groovy|cs|swift|php)))\b/;

/** True where the line names a file that, by the customs of its language, holds test code. Linear. */
export function namesTestFile(text: string): boolean {
  return NAME.test(text) || FOLDER.test(text);
}
