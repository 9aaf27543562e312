/** A kind of XML file that is known by its root element. */
export interface XmlKind {
  /** Lower-case local name of the root. */
  readonly root: string;
  /** Something that the root's opening tag holds, where the name alone is not enough. The first match counts. */
  readonly tag?: RegExp;
  /** What the file is, to stand after "this is". */
  readonly what: string;
  /** Set where it does report tests, in a format that is not read: what to do instead. */
  readonly instead?: string;
}

const JUNIT_TOO = "let the tool write JUnit XML beside it";

/** Coverage, analysis, build and configuration files that lie among test reports, and reports that are not read. */
export const XML_KINDS = [
  {
    root: "coverage",
    tag: /\s(?:line-rate|branch-rate|lines-valid)=/,
    what: "a Cobertura coverage report",
  },
  {
    root: "coverage",
    tag: /\s(?:generated|clover)=/,
    what: "a Clover coverage report",
  },
  {
    root: "coverage",
    tag: /\sversion="1"/,
    what: "a generic coverage report for SonarQube",
  },
  { root: "coverage", what: "a coverage report" },
  {
    root: "report",
    tag: /\stoolsversion=/i,
    what: "a ReSharper inspection report",
  },
  { root: "report", tag: /\sname=/, what: "a JaCoCo coverage report" },
  { root: "coveragesession", what: "an OpenCover coverage report" },
  { root: "coveragedspriv", what: "a Visual Studio coverage report" },
  { root: "coveragereport", what: "a coverage summary" },
  {
    root: "results",
    tag: /\smodules|<results>/,
    what: "a coverage or analysis report",
  },
  { root: "results", tag: /\sversion=/, what: "a Cppcheck report" },
  { root: "checkstyle", what: "a Checkstyle report" },
  { root: "bugcollection", what: "a SpotBugs report" },
  { root: "pmd", what: "a PMD report" },
  { root: "pmd-cpd", what: "a report of duplicated code" },
  { root: "duplicates", what: "a report of duplicated code" },
  { root: "issues", what: "an Android lint report" },
  { root: "lint", what: "a lint report" },
  { root: "jslint", what: "a lint report" },
  { root: "csslint", what: "a lint report" },
  { root: "smells", what: "a detekt baseline" },
  { root: "stylecopviolations", what: "a StyleCop report" },
  { root: "codeanalysis", what: "a code analysis report" },
  { root: "defects", what: "a code analysis report" },
  { root: "mutations", what: "a PIT mutation report" },
  { root: "valgrindoutput", what: "a Valgrind report" },
  { root: "analysis", what: "a dependency check report" },
  { root: "bom", what: "a bill of materials (CycloneDX)" },
  {
    root: "failsafe-summary",
    what: "a Failsafe summary (the tests are in the TEST-*.xml files beside it)",
  },
  {
    root: "project",
    tag: /maven\.apache\.org|xmlns=""/,
    what: "a Maven project file",
  },
  {
    root: "project",
    tag: /\s(?:sdk|toolsversion|defaulttargets)=/i,
    what: "an MSBuild project file",
  },
  { root: "project", what: "a build project file" },
  { root: "metadata", what: "Maven repository metadata" },
  { root: "settings", what: "a settings file" },
  { root: "assembly", what: "an assembly descriptor" },
  { root: "configuration", what: "a configuration file" },
  { root: "config", what: "a configuration file" },
  { root: "properties", what: "a properties file" },
  { root: "beans", what: "a Spring configuration file" },
  { root: "web-app", what: "a web application descriptor" },
  { root: "manifest", what: "an Android manifest" },
  { root: "resources", what: "an Android resource file" },
  { root: "module", what: "a module or rules file" },
  { root: "ruleset", what: "a rules file" },
  { root: "suppressions", what: "a suppression file" },
  { root: "plist", what: "a property list" },
  {
    root: "phpunit",
    tag: /\s(?:bootstrap|colors|xsi:nonamespaceschemalocation)=/i,
    what: "a PHPUnit configuration file",
  },
  { root: "suite", what: "a TestNG suite definition, not its results" },
  { root: "doc", what: "generated documentation" },
  { root: "html", what: "an HTML page" },
  { root: "svg", what: "a picture (SVG)" },
  { root: "rss", what: "a news feed" },
  { root: "feed", what: "a news feed" },
  { root: "error", what: "an error page of a server" },
  { root: "listbucketresult", what: "a listing of a storage bucket" },
  {
    root: "robot",
    what: "a Robot Framework output file",
    instead: "run `rebot --xunit report.xml` on it and pass that file",
  },
  {
    root: "test-suite",
    tag: /allure/i,
    what: "an Allure 1 result",
    instead: JUNIT_TOO,
  },
  {
    root: "catch",
    what: "a Catch2 report",
    instead: "use its `junit` reporter",
  },
  {
    root: "catch2testrun",
    what: "a Catch2 report",
    instead: "use its `junit` reporter",
  },
  {
    root: "doctest",
    what: "a doctest report",
    instead: "use its `junit` reporter",
  },
  {
    root: "testlog",
    what: "a Boost.Test log",
    instead: "use `--log_format=JUNIT`",
  },
  {
    root: "testresult",
    what: "a Boost.Test report",
    instead: "use `--log_format=JUNIT`",
  },
  {
    root: "site",
    what: "a CTest dashboard file",
    instead: "use `ctest --output-junit report.xml`",
  },
  {
    root: "testcase",
    tag: /^<testcase\s/i,
    what: "a Qt Test report",
    instead: "use `-o report.xml,junitxml`",
  },
  {
    root: "testexecutions",
    what: "a generic test execution report for SonarQube",
    instead: JUNIT_TOO,
  },
  { root: "testresults", what: "a JMeter result", instead: JUNIT_TOO },
  {
    root: "phpunit",
    what: "a PHPUnit report of its own format",
    instead: "use `--log-junit report.xml`",
  },
] as const satisfies readonly XmlKind[];

/** The first kind whose root and tag match, if any. `root` in lower case; `tag` the root's opening tag as written. */
export function xmlKindOf(root: string, tag: string): XmlKind | undefined {
  const kinds: readonly XmlKind[] = XML_KINDS;
  return kinds.find((kind) => kind.root === root && (kind.tag === undefined || kind.tag.test(tag)));
}
