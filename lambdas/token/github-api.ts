/** The API that the App's tokens are for: where `forge.api` of an organisation's settings is another, none would be. */
export const GITHUB_API = "https://api.github.com";
