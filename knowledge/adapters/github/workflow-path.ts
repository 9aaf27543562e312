/** Path of a workflow's file; one that is required from elsewhere is told with its ref: `path@refs/heads/main`. */
export function workflowPath(path: string): string {
  return path.replace(/@.*$/, "");
}
