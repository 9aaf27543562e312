/** Name of a file without its folders and `.yaml`. */
export function stemOf(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1).replace(/\.ya?ml$/i, "");
}
