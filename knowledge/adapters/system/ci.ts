/** Variables that a CI sets on every job and nobody sets on a desk; each vendor documents its own. */
const VENDORS = [
  "GITHUB_ACTIONS",
  "GITLAB_CI",
  "JENKINS_URL",
  "TF_BUILD",
  "CIRCLECI",
  "TRAVIS",
  "BUILDKITE",
  "TEAMCITY_VERSION",
  "BITBUCKET_BUILD_NUMBER",
  "CODEBUILD_BUILD_ID",
  "TASKCLUSTER_ROOT_URL",
  "APPVEYOR",
  "DRONE",
  "CIRRUS_CI",
  "SEMAPHORE",
  "WOODPECKER",
] as const;

/**
 * Whether this process runs in CI. `CI` counts unless unset, empty, `0` or `false`; where it is one of the
 * last two it decides, and where it is unset or empty the vendors' variables do, by the same reading.
 */
export function isCi(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env.CI) return counts(env.CI);
  return VENDORS.some((name) => counts(env[name]));
}

function counts(value: string | undefined): boolean {
  return value !== undefined && value !== "" && value !== "0" && value.toLowerCase() !== "false";
}
