/**
 * Who may import whom. Each rule says in its comment what it protects; test/arch/boundaries.test.ts plants
 * a violation of each and fails when this file does not see it.
 */
const domain =
  "^knowledge/(text|config|record|telling|evidence|log|cause|explain|learn|store|run|acts|plan|qa|ci|review|budget|proposal|ledger|setup|loosening|model|engineer|change|watch|triage|sweep|pull|work|item|execute)/";
const plugins = [
  ["evidence", "readers"],
  ["log", "frameworks"],
  ["log", "ci"],
  ["cause", "rules"],
  ["setup", "runners"],
  ["setup", "snippets"],
  ["loosening", "languages"],
  ["plan", "methods"],
  ["qa", "policies"],
  ["qa", "exports"],
  ["execute", "runners"],
];

/** rooms[i] may import rooms of its own layer's left side only. */
const layers = [
  ["text", "ledger"],
  ["record", "evidence", "log", "config"],
  ["telling"],
  ["cause", "plan", "setup"],
  ["explain", "budget"],
  ["learn", "qa", "ci", "review", "proposal", "loosening", "model"],
  ["store", "change", "watch", "item"],
  ["acts", "engineer"],
  ["run"],
  ["work", "triage", "sweep", "pull", "execute"],
];

const layerRules = layers.map((rooms, index) => {
  const above = layers.slice(index + 1).flat();
  return rooms.map((room) => ({
    name: `layer-${room}`,
    comment: `${room} may not know the rooms above it or beside it`,
    severity: "error",
    from: { path: `^knowledge/${room}/` },
    to: {
      path: `^knowledge/(${[...above, ...rooms.filter((other) => other !== room), "actions"].join("|")})/`,
    },
  }));
});

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "a cycle means that two rooms are one",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    ...layerRules.flat(),
    ...plugins.map(([room, folder]) => ({
      name: `no-sideways-${room}-${folder}`,
      comment: "a plug-in file knows its contract, never another plug-in",
      severity: "error",
      from: { path: `^knowledge/${room}/${folder}/(?!index)` },
      to: { path: `^knowledge/${room}/${folder}/` },
    })),
    {
      name: "domain-is-pure",
      comment: "the domain has no disk, clock, network, process or environment; node:crypto only hashes",
      severity: "error",
      from: { path: domain },
      to: { dependencyTypes: ["core"], pathNot: "^(node:)?crypto$" },
    },
    {
      name: "actions-touch-ports-only",
      comment: "an operation reaches the outside through the ports in its signature",
      severity: "error",
      from: { path: "^knowledge/actions/" },
      to: { dependencyTypes: ["core"], pathNot: "^(node:)?crypto$" },
    },
    {
      name: "ports-are-interfaces",
      comment: "a port imports no room",
      severity: "error",
      from: { path: "^knowledge/ports/" },
      to: { path: "^knowledge/(?!ports/|errors)" },
    },
    {
      name: "adapters-only-from-compose",
      comment:
        "only the two compose.ts and their parts pick adapters; the form of the ledger's table is data that infra deploys",
      severity: "error",
      from: {
        path: "^(knowledge|cli|lambdas|infra)/",
        pathNot: "^(cli|lambdas/shared)/compose(\\.ts$|/)|^knowledge/adapters/",
      },
      to: { path: "^knowledge/adapters/", pathNot: "^knowledge/adapters/dynamodb/ledger-table\\.ts$" },
    },
    {
      name: "adapters-do-not-decide",
      comment: "an adapter carries out; rooms that decide never stand below it",
      severity: "error",
      from: { path: "^knowledge/adapters/" },
      to: {
        path: "^knowledge/(actions|telling|cause|explain|learn|store|run|acts|qa|ci|review|proposal|setup|loosening|model|engineer|change|watch|triage|sweep|pull|work|budget|item|execute)/",
      },
    },
    {
      name: "cli-through-the-front-door",
      comment: "cli meets knowledge through #knowledge and #knowledge/adapters/*",
      severity: "error",
      from: { path: "^cli/" },
      to: { path: "^knowledge/(?!index\\.ts|adapters/)" },
    },
    {
      name: "rooms-do-not-climb",
      comment: "relative paths stay inside a room",
      severity: "error",
      from: { path: "^(cli|lambdas|infra)/" },
      to: { path: "^knowledge/", dependencyTypesNot: ["aliased-subpath-import"] },
    },
    {
      name: "knowledge-knows-no-host",
      comment: "the library does not know who calls it",
      severity: "error",
      from: { path: "^knowledge/" },
      to: { path: "^(cli|lambdas|infra|test)/" },
    },
    {
      name: "product-does-not-import-tests",
      severity: "error",
      from: { path: "^(cli|lambdas|infra)/" },
      to: { path: "^test/" },
    },
    {
      name: "no-dev-dependencies-in-the-product",
      comment: "what is installed with the package; a Lambda is bundled with all that it needs",
      severity: "error",
      from: {
        path: "^(knowledge|cli)/",
        pathNot: "^cli/(?:build|build-recorders|copy-grammars|past-the-index)\\.ts$",
      },
      to: {
        dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"],
        // A peer is the team's own: a recorder runs inside of its test runner.
        dependencyTypesNot: ["type-only", "npm-peer"],
      },
    },
    {
      name: "nothing-unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^test/fixtures/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
