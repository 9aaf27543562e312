import type { Rule } from "../rule.ts";

/** Python itself: imports, syntax, uncaught errors. */
export const python = [
  {
    id: "python/import-name",
    stage: "compile",
    cause: "app_bug",
    confidence: 0.82,
    signs: [
      { has: "cannot import name", re: /ImportError: cannot import name '?([\w.]{1,80})/ },
      { has: "partially initialized module", re: /partially initialized module '([\w.]{1,80})'/ },
    ],
    nextAction:
      "See whether {1} still exists where it is imported from (renamed, removed, or a circular import).",
    hits: [
      "ImportError: cannot import name 'parse' from 'app.reader' (/src/app/reader.py)",
      "AttributeError: partially initialized module 'app' has no attribute 'run' (most likely due to a circular import)",
    ],
    misses: ["you cannot import name lists", "ImportError: No module named foo"],
  },
  {
    id: "python/shared-library",
    stage: "environment",
    cause: "environment",
    confidence: 0.9,
    signs: [
      {
        has: "cannot open shared object file",
        re: /(?<!\S)(\S{1,120}\.so[\w.]{0,20}): cannot open shared object file/,
      },
      { has: "image not found", re: /Library not loaded: (\S{1,160})/ },
      { has: "library not loaded", re: /Library not loaded: (\S{1,160})/ },
      { has: "dll load failed", re: /DLL load failed(?: while importing (\w{1,60}))?/ },
      { has: "glibc", re: /version [`'](GLIBC(?:XX)?_[\d.]{1,10})' not found/ },
      { has: "cannot find -l", re: /cannot find (-l[\w{1,40}.-]{1,60})/ },
      { has: "no suitable image found", re: /(no suitable image found)/ },
    ],
    nextAction: "Install the library on the machine, in a version that fits: {1}.",
    hits: [
      "ImportError: libGL.so.1: cannot open shared object file: No such file or directory",
      "dyld: Library not loaded: /usr/lib/libfoo.dylib Reason: image not found",
      "dyld[4211]: Library not loaded: @rpath/libfoo.dylib",
      "ImportError: DLL load failed while importing _core: The specified module could not be found.",
      "/lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.34' not found (required by ./app)",
      "/usr/bin/ld: cannot find -lssl: No such file or directory",
      "OSError: dlopen: no suitable image found. Did find:",
    ],
    misses: ["docker image not found", "library loaded", "glibc 2.31"],
  },
  {
    id: "python/module",
    stage: "environment",
    cause: "environment",
    confidence: 0.74,
    signs: [
      { has: "no module named", re: /(?:ModuleNotFoundError|ImportError): No module named '?([\w.]{1,80})/ },
      { has: "no module named", re: /python\S{0,6}: No module named '?([\w.]{1,80})/ },
    ],
    nextAction:
      "Install {1} in the job's environment (is it in the requirements?), or correct the import or PYTHONPATH.",
    hits: ["ModuleNotFoundError: No module named 'yaml'", "/usr/bin/python3: No module named pytest"],
    misses: ["raises 'No module named' on purpose", "named module found"],
  },
  {
    id: "python/syntax",
    stage: "compile",
    cause: "app_bug",
    confidence: 0.84,
    signs: [
      {
        has: "syntaxerror:",
        re: /^(?:##\[error\])?(?:E\s{1,8})?\s{0,8}SyntaxError: (invalid |unterminated|unexpected|EOL|EOF|expected|'\S{1,10}' was never closed|f-string|cannot assign|positional argument|future feature|leading zeros|Missing parentheses|unmatched|'return' outside|'await' outside)/,
      },
      { has: "indentationerror:", re: /^(?:E\s{1,8})?\s{0,8}(IndentationError): / },
      { has: "taberror:", re: /^(?:E\s{1,8})?\s{0,8}(TabError): / },
    ],
    nextAction:
      "Correct the syntax at the place named above it ({1}); mind the Python versions that must be supported.",
    hits: [
      "SyntaxError: invalid syntax",
      "E     IndentationError: unexpected indent",
      "TabError: inconsistent use of tabs and spaces in indentation",
    ],
    misses: ["with pytest.raises(SyntaxError):", "raises IndentationError: never", "no tab error here"],
  },
  {
    id: "python/test-fault",
    stage: "assertion",
    cause: "test_bug",
    confidence: 0.72,
    signs: [
      { has: "fixture '", re: /^E\s{1,8}fixture '([\w.]{1,80})' not found/ },
      { has: "called directly. fixtures are not meant", re: /Fixture "([\w.]{1,80})" called directly/ },
      {
        has: "does not have the attribute",
        re: /AttributeError: <.{1,120}> does not have the attribute '(\w{1,80})'/,
      },
      { has: "found no collectors for", re: /found no collectors for (\S{1,120})/ },
      { has: "duplicate parametrization", re: /(duplicate parametrization)/i },
      { has: "not found in `markers`", re: /'([\w.]{1,60})' not found in `markers`/ },
      { has: "import file mismatch", re: /(import file mismatch)/ },
    ],
    nextAction: "Correct the test's own set-up: {1}.",
    hits: [
      "E       fixture 'client' not found",
      'Fixture "client" called directly. Fixtures are not meant to be called directly',
      "AttributeError: <module 'app.mail' from '/src/app/mail.py'> does not have the attribute 'sendd'",
      "ERROR: found no collectors for /src/tests/test_a.py::test_missing",
      "ValueError: duplicate parametrization of 'name'",
      "E   'slow' not found in `markers` configuration option",
      "import file mismatch:",
    ],
    misses: [
      "fixture 'client' set up",
      "E fixture 'x' is found",
      "user does not have the attribute",
      "parametrization ok",
    ],
  },
] as const satisfies readonly Rule[];
