/** Text encodings of reports and logs; `binary` is no text at all. Other names are those of TextDecoder. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "utf-32le" | "utf-32be" | "binary" | (string & {});

/** A decoder fed bytes piece by piece; malformed bytes become U+FFFD, a byte order mark is dropped. */
export interface Decoder {
  write(bytes: Uint8Array): string;
  end(): string;
}

const MAGIC = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x25, 0x50, 0x44, 0x46],
  [0x7f, 0x45, 0x4c, 0x46],
  [0x50, 0x4b, 0x03, 0x04],
  [0x1f, 0x8b],
  [0x28, 0xb5, 0x2f, 0xfd],
  [0x1a, 0x45, 0xdf, 0xa3],
  [0xca, 0xfe, 0xba, 0xbe],
  [0x00, 0x61, 0x73, 0x6d],
  [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66],
] as const;

/**
 * The encoding of a file from its first bytes (give at least a few hundred where there are as many): byte
 * order mark, then the zero bytes of UTF-16 and UTF-32, then the XML declaration, then UTF-8 unless the bytes
 * are none, in which case windows-1252.
 */
export function detectEncoding(bytes: Uint8Array): Encoding {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? "utf-32le" : "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return "utf-32be";
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (MAGIC.some((magic) => magic.every((byte, at) => bytes[at] === byte))) return "binary";
  const zeros = [0, 0, 0, 0];
  const seen = Math.min(bytes.length, 4096);
  for (let at = 0; at < seen; at += 1) if (bytes[at] === 0) zeros[at % 4]! += 1;
  const most = (seen / 4) * 0.4;
  const [z0, z1, z2, z3] = zeros.map((zero) => seen >= 4 && zero > most) as [
    boolean,
    boolean,
    boolean,
    boolean,
  ];
  if (!z0 && z1 && z2 && z3) return "utf-32le";
  if (z0 && z1 && z2 && !z3) return "utf-32be";
  if (!z0 && z1 && !z2 && z3) return "utf-16le";
  if (z0 && !z1 && z2 && !z3) return "utf-16be";
  if (zeros.reduce((sum, zero) => sum + zero, 0) > seen * 0.1) return "binary";
  return declared(bytes) ?? (isUtf8(bytes) ? "utf-8" : hasControls(bytes) ? "binary" : "windows-1252");
}

function declared(bytes: Uint8Array): Encoding | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 200)).trimStart();
  if (!start.startsWith("<?xml")) return undefined;
  const label = /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.:-]*)["']/.exec(start)?.[1];
  // The bytes of the declaration were read as ASCII: a declared UTF-16 or UTF-32 is a lie (a re-encoded file).
  if (label === undefined || /^(utf-?8|utf-?16|utf-?32|ucs)/i.test(label)) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** Control bytes that no text has, in more than one byte of fifty: noise, or something packed. */
function hasControls(bytes: Uint8Array): boolean {
  const seen = bytes.subarray(0, 4096);
  let controls = 0;
  for (const byte of seen)
    if (byte < 7 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32)) controls += 1;
  return controls > seen.length / 50;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** A decoder for what {@link detectEncoding} found; binary is read as UTF-8. */
export function decoderOf(encoding: Encoding): Decoder {
  if (encoding === "utf-8" || encoding === "binary") return utf8Decoder();
  if (encoding === "utf-32le" || encoding === "utf-32be") return utf32Decoder(encoding === "utf-32le");
  const decoder = new TextDecoder(encoding);
  return {
    write: (bytes) => decoder.decode(bytes, { stream: true }),
    end: () => decoder.decode(),
  };
}

/** Whole pieces are decoded at once, which is several times faster than TextDecoder's own streaming. */
function utf8Decoder(): Decoder {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let held = new Uint8Array(0);
  let first = true;
  const decode = (bytes: Uint8Array): string => {
    const text = decoder.decode(bytes);
    if (!first || text === "") return text;
    first = false;
    return text.startsWith("\ufeff") ? text.slice(1) : text;
  };
  return {
    write(bytes) {
      const all = held.length === 0 ? bytes : joined(held, bytes);
      const whole = all.length - openTail(all);
      held = all.slice(whole);
      return decode(all.subarray(0, whole));
    },
    end() {
      const rest = held;
      held = new Uint8Array(0);
      return decode(rest);
    },
  };
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}

/** Bytes at the end that begin a UTF-8 sequence and lack its rest. */
function openTail(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

function utf32Decoder(little: boolean): Decoder {
  let held = new Uint8Array(0);
  let first = true;
  return {
    write(bytes) {
      const all = held.length === 0 ? bytes : joined(held, bytes);
      const view = new DataView(all.buffer, all.byteOffset, all.byteLength);
      const units: string[] = [];
      let at = 0;
      for (; at + 4 <= all.length; at += 4) {
        const point = view.getUint32(at, little);
        const known = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
        if (!(first && at === 0 && point === 0xfeff))
          units.push(known ? String.fromCodePoint(point) : "\ufffd");
      }
      if (at > 0) first = false;
      held = all.slice(at);
      return units.join("");
    },
    end: () => (held.length === 0 ? "" : "\ufffd"),
  };
}
