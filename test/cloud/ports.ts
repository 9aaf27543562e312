/** The ports that are taken from the first of them on: for SQS, Lambda and parameters; DynamoDB; S3. 0: free ones. */
export function portsOf(first: number): readonly [number, number, number] {
  return first === 0 ? [0, 0, 0] : [first, first + 1, first + 2];
}
