/** Class and method of a .NET test. */
export interface DotnetName {
  readonly className?: string;
  readonly name: string;
}

/**
 * Splits `Namespace.Class.Method(args)` before the method: at the last point that stands neither in
 * parentheses nor in a string. A name without such a point is all method.
 */
export function splitDotnetName(full: string): DotnetName {
  let depth = 0;
  let quoted = false;
  let point = -1;
  for (let at = 0; at < full.length; at++) {
    const char = full[at];
    if (char === "\\" && quoted) at++;
    else if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (char === "(" || char === "<") depth++;
    else if ((char === ")" || char === ">") && depth > 0) depth--;
    else if (char === "." && depth === 0) point = at;
  }
  if (point <= 0 || point === full.length - 1) return { name: full };
  return { className: full.slice(0, point), name: full.slice(point + 1) };
}

/** `Tests.dll` of `C:\build\bin\Tests.dll`: an assembly's path differs from machine to machine. */
export function assemblyName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}
