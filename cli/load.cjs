"use strict";

const { mkdirSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { Script } = require("node:vm");
const { crc32 } = require("node:zlib");

const CHECKSUM = 4;

/**
 * Runs a module of the bundle and those that it requires, with V8's code cache in `folder`. Node's own
 * (`module.enableCompileCache`) is made before a module runs and so lacks every function that is compiled at
 * its first call: most of them. `folder` is of this very build, as V8 compares no more of the text than its
 * length, and a cache ends in a checksum, as V8 crashes on a damaged one. Without a writable folder a start is
 * slower, and that is all.
 */
module.exports = function load(file, folder) {
  const modules = new Map();
  const uncached = [];

  function run(path) {
    const known = modules.get(path);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(path, module);
    const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(path, "utf8")}\n})`;
    const cache = join(folder, path.slice(__dirname.length + 1).replace(/\W/g, "_"));
    const cachedData = read(cache);
    const script = new Script(source, { filename: path, cachedData });
    if (cachedData === undefined || script.cachedDataRejected) uncached.push({ cache, script });
    const requireFrom = (id) => (id.startsWith(".") ? run(join(dirname(path), id)) : require(id));
    script.runInThisContext()(
      module.exports,
      Object.assign(requireFrom, { resolve: require.resolve, main: require.main }),
      module,
      path,
      dirname(path),
    );
    return module.exports;
  }

  process.once("exit", () => {
    try {
      if (uncached.length > 0) mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (const { cache, script } of uncached) {
        const data = script.createCachedData();
        const checksum = Buffer.alloc(CHECKSUM);
        checksum.writeUInt32LE(crc32(data));
        writeFileSync(`${cache}.${process.pid}`, Buffer.concat([data, checksum]), { mode: 0o600 });
        renameSync(`${cache}.${process.pid}`, cache);
      }
    } catch {
      // A start without a cache is only slower.
    }
  });
  return run(file);
};

/** Undefined where there is no cache, or a damaged one. */
function read(path) {
  try {
    const file = readFileSync(path);
    const data = file.subarray(0, -CHECKSUM);
    return crc32(data) === file.readUInt32LE(data.length) ? data : undefined;
  } catch {
    return undefined;
  }
}
