import { crc32, deflateRawSync } from "node:zlib";

/** An entry of {@link zip}; everything but the name has an honest default, so that a test can lie about one thing. */
export interface ZipEntry {
  readonly name: string;
  readonly data?: string | Uint8Array;
  readonly store?: boolean;
  /** Method written into the headers; what is stored does not change. */
  readonly method?: number;
  readonly flags?: number;
  /** Unix mode, e.g. 0o120777 for a link. */
  readonly mode?: number;
  /** Uncompressed size as stated. */
  readonly size?: number;
  /** Compressed bytes as stated. */
  readonly packedSize?: number;
  /** Offset of the local header as stated. */
  readonly offset?: number;
  /** States sizes and offset in a zip64 extra field. */
  readonly zip64?: boolean;
}

const MAX32 = 0xffffffff;

/** A zip archive, byte by byte (APPNOTE 6.3), honest or hostile. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const data = Buffer.from(entry.data ?? "");
    const packed = entry.store === true ? data : deflateRawSync(data);
    const name = Buffer.from(entry.name);
    const method = entry.method ?? (entry.store === true ? 0 : 8);
    const size = entry.size ?? data.length;
    const packedSize = entry.packedSize ?? packed.length;
    const offset = entry.offset ?? at;
    const extra = entry.zip64 === true ? zip64Extra(size, packedSize, offset) : Buffer.alloc(0);
    const stated = (value: number): number => (entry.zip64 === true ? MAX32 : value);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE((entry.flags ?? 0) | 0x800, 6);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(crc32(data), 14);
    local.writeUInt32LE(packedSize, 18);
    local.writeUInt32LE(size, 22);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE((3 << 8) | 45, 4);
    central.writeUInt16LE(45, 6);
    central.writeUInt16LE((entry.flags ?? 0) | 0x800, 8);
    central.writeUInt16LE(method, 10);
    central.writeUInt32LE(crc32(data), 16);
    central.writeUInt32LE(stated(packedSize), 20);
    central.writeUInt32LE(stated(size), 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt16LE(extra.length, 30);
    central.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 38);
    central.writeUInt32LE(stated(offset), 42);
    locals.push(local, name, packed);
    directory.push(central, name, extra);
    at += local.length + name.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, central, end]);
}

function zip64Extra(size: number, packedSize: number, offset: number): Buffer {
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(24, 2);
  extra.writeBigUInt64LE(BigInt(size), 4);
  extra.writeBigUInt64LE(BigInt(packedSize), 12);
  extra.writeBigUInt64LE(BigInt(offset), 20);
  return extra;
}
