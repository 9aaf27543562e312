/** As many as GitHub narrows one token to. */
export const MOST_REPOSITORIES = 500;
