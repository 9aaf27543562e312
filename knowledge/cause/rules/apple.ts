import type { Rule } from "../rule.ts";

/** Xcode, Swift packages and CocoaPods: signing, dependencies, simulators. */
export const apple = [
  {
    id: "apple/signing",
    stage: "config",
    cause: "config",
    confidence: 0.88,
    signs: [
      { has: "requires a development team", re: /(Signing for "[^"]{1,80}" requires a development team)/ },
      { has: "no signing certificate", re: /(No signing certificate "[^"]{1,80}") found/ },
      { has: "no profiles for", re: /(No profiles for '[^']{1,120}') were found/ },
      {
        has: "doesn't include signing certificate",
        re: /(doesn't include signing certificate "[^"]{1,120}")/,
      },
      { has: "errsecinternalcomponent", re: /(errSecInternalComponent)/ },
    ],
    nextAction:
      "Give the job the team, certificate and profile that it signs with, or sign nothing in this job: {1}.",
    hits: [
      'error: Signing for "Shop" requires a development team. Select a development team in the editor.',
      'error: No signing certificate "iOS Distribution" found: no certificate matching team ID "ABCDE12345"',
      "error: No profiles for 'org.example.shop' were found: Xcode couldn't find any iOS App Development profiles",
      'error: Provisioning profile "shop" doesn\'t include signing certificate "Apple Distribution: Example".',
      "/tmp/Shop.app: errSecInternalComponent",
    ],
    misses: ["the form requires a development team name", "no profiles for now", "signing certificate found"],
  },
  {
    id: "apple/pods",
    stage: "config",
    cause: "config",
    confidence: 0.86,
    signs: [
      {
        has: "cocoapods could not find compatible versions for pod",
        re: /could not find compatible versions for pod "([^"]{1,80})"/,
      },
      {
        has: "the sandbox is not in sync with the podfile.lock",
        re: /(sandbox is not in sync with the Podfile\.lock)/,
      },
      {
        has: "unable to find a specification for",
        re: /Unable to find a specification for [`'"]([^`'"]{1,80})/,
      },
    ],
    nextAction: "Run pod install (with --repo-update where specs are old) and commit Podfile.lock: {1}.",
    hits: [
      '[!] CocoaPods could not find compatible versions for pod "Alamofire":',
      "error: The sandbox is not in sync with the Podfile.lock. Run 'pod install' or update your CocoaPods installation.",
      "[!] Unable to find a specification for `Alamofire (~> 9.0)`",
    ],
    misses: ["Pod installation complete!", "unable to find a specification for it"],
  },
  {
    id: "apple/packages",
    stage: "config",
    cause: "config",
    confidence: 0.84,
    signs: [
      {
        has: "dependencies could not be resolved because",
        re: /Dependencies could not be resolved because (.{1,80})/,
      },
      {
        has: "is using swift tools version",
        re: /(using Swift tools version \S{1,12}) but the installed version is/,
      },
    ],
    nextAction: "Correct Package.swift, Package.resolved or the Swift version of the job: {1}.",
    hits: [
      "error: Dependencies could not be resolved because root depends on 'swift-nio' 9.0.0..<10.0.0.",
      "error: package 'shop' is using Swift tools version 5.9.0 but the installed version is 5.7.1",
    ],
    misses: ["it is using swift tools version 5.9", "dependencies were resolved"],
  },
  {
    id: "apple/simulator",
    stage: "environment",
    cause: "environment",
    confidence: 0.82,
    signs: [
      {
        has: "unable to find a destination matching",
        re: /(Unable to find a (?:device|destination) matching the provided destination specifier)/i,
      },
      { has: "unable to boot device", re: /(Unable to boot (?:the )?(?:device|simulator).{0,60})/i },
    ],
    nextAction: "Name a simulator that this machine's Xcode has (xcrun simctl list): {1}.",
    hits: [
      "xcodebuild: error: Unable to find a destination matching the provided destination specifier:",
      "An error was encountered: Unable to boot device in current state: Booted",
    ],
    misses: ["unable to find a destination matching your dates", "unable to boot the cluster"],
  },
] as const satisfies readonly Rule[];
