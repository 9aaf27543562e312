/** What an error of the AWS SDK means to a person, and what they can do about it; `fix` goes on as an instruction. */
export interface AwsTrouble {
  readonly reason: string;
  readonly fix: string;
}

/** The place that was asked, in the words of the settings. */
export interface AwsPlace {
  /** `aws.table` or `aws.bucket`. */
  readonly key: string;
  readonly name: string;
  readonly region: string;
  /** The variable that sends the requests elsewhere. */
  readonly endpoint: string;
}

const CREDENTIALS =
  /^(?:CredentialsProviderError|TokenProviderError|ExpiredToken|ExpiredTokenException|UnrecognizedClientException|InvalidAccessKeyId|InvalidClientTokenId|InvalidSignatureException|SignatureDoesNotMatch|MissingAuthenticationToken(?:Exception)?)$/;
const DENIED = /^(?:AccessDenied|AccessDeniedException|Forbidden|403)$/;
const MISSING = /^(?:ResourceNotFoundException|NoSuchBucket)$/;
const ELSEWHERE = /^(?:PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException)$/;
const THROTTLED =
  /^(?:ProvisionedThroughputExceededException|ThrottlingException|Throttling|RequestLimitExceeded|LimitExceededException|SlowDown|TooManyRequestsException)$/;

/** Reads an error of the SDK by its name, which is the code that the service gave. Pure. */
export function awsTrouble(error: unknown, { key, name, region, endpoint }: AwsPlace): AwsTrouble {
  const { name: code = "", message = String(error) } = error as Partial<Error>;
  if (CREDENTIALS.test(code))
    return {
      reason: `no valid credentials: ${message}`,
      fix: "set AWS_PROFILE to a profile that is signed in (`aws sso login`), or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
    };
  if (DENIED.test(code))
    return {
      reason: `access is denied: ${message}`,
      fix: `have the role of your AWS_PROFILE granted ${name} in ${region}`,
    };
  if (MISSING.test(code))
    return {
      reason: `there is no ${name} in ${region}`,
      fix: `correct ${key} and aws.region in .assay/config.yaml, or set AWS_PROFILE to the account that has it`,
    };
  if (ELSEWHERE.test(code))
    return { reason: `${name} is not in ${region}`, fix: "correct aws.region in .assay/config.yaml" };
  if (THROTTLED.test(code))
    return { reason: `it was asked too much at once: ${message}`, fix: "wait a minute" };
  if (code === "ValidationException")
    return { reason: message, fix: `see that ${key} in .assay/config.yaml names a place that Assay made` };
  return {
    reason: message,
    fix: `see that this machine reaches AWS in ${region} (and ${endpoint}, where set)`,
  };
}
