/** More than this is cut off by terminals. */
const MOST = 74_994;

/**
 * The sequence that puts text into the clipboard of the person's terminal (OSC 52), wrapped where tmux or screen
 * stands between, and how that was done. Whether the terminal listens cannot be known.
 */
export function copySequence(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): { readonly sequence: string; readonly how: string } | null {
  const encoded = Buffer.from(text, "utf8").toString("base64");
  if (encoded.length > MOST) return null;
  const osc = `\u001b]52;c;${encoded}\u0007`;
  if (env.TMUX)
    return {
      sequence: `\u001bPtmux;${osc.replaceAll("\u001b", "\u001b\u001b")}\u001b\\`,
      how: "sent to the terminal through tmux (OSC 52; needs `set -g allow-passthrough on`)",
    };
  if (env.TERM?.startsWith("screen") && env.STY)
    return { sequence: `\u001bP${osc}\u001b\\`, how: "sent to the terminal through screen (OSC 52)" };
  return { sequence: osc, how: "sent to the terminal (OSC 52); select it here if yours does not listen" };
}
