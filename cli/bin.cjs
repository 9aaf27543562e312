#!/usr/bin/env node
"use strict";

// The one file that an old Node must be able to parse: ES5 only.
var MINIMUM = [22, 16];

var need = "error: assay needs Node " + MINIMUM.join(".") + " or newer";
var way = "  try: install a newer Node (https://nodejs.org), then run the command again";

var version = process.versions.node;
var major = Number(version.split(".")[0]);
var minor = Number(version.split(".")[1]);

if (major < MINIMUM[0] || (major === MINIMUM[0] && minor < MINIMUM[1])) {
  process.stderr.write(need + "; this is Node " + version + "\n" + way + "\n");
  process.exitCode = 2;
} else {
  // Colour libraries read FORCE_COLOR while they load, and those below oclif never read NO_COLOR.
  if (process.env.NO_COLOR) process.env.FORCE_COLOR = "0";
  start(require("node:path"), require("node:os"));
}

// In the user's own cache: a folder of everybody's /tmp can be filled by somebody else.
function start(path, os) {
  var base = process.env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache");
  var cache = path.join(base, "assay", "compiled", [process.version, process.arch, "BUILD"].join("-"));
  // The build puts both files beside this one and its own digest in the name of the folder.
  require("./load.cjs")(path.join(__dirname, "assay.cjs"), cache);
}
