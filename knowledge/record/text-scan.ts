/** Kinds of text that must not be remembered as it stands. */
export type ScanFinding =
  | "prompt-injection"
  | "role-hijack"
  | "rule-bypass"
  | "exfiltration"
  | "secret-reading"
  | "ssh-backdoor"
  | "invisible-text";

export interface ScanHit {
  readonly finding: ScanFinding;
  /** Offsets in UTF-16 units; `end` is behind the last. */
  readonly start: number;
  readonly end: number;
  /** What stands there. */
  readonly text: string;
}

/**
 * Every place of a text that reads as an instruction to a machine, reaches for secrets, or cannot be seen; in
 * order of place. Made for claims and names about an application under test, so sentences of that trade pass:
 * it looks for commands, not for words. Linear in the length of the text. A guard in depth: what passes is still
 * served as quoted data only.
 */
export function scanText(text: string): readonly ScanHit[] {
  const hits: ScanHit[] = [];
  for (const [finding, pattern] of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      hits.push({ finding, start: match.index, end: match.index + match[0].length, text: match[0] });
    }
  }
  return hits.sort((a, b) => a.start - b.start || b.end - a.end || (a.finding < b.finding ? -1 : 1));
}

/** Where a command begins: "The form posts a token" tells, "Post the token" asks. */
const COMMAND = String.raw`(?:^|[.!?:;,\n]\s{0,4}|\b(?:and|then|please|now|always|you (?:must|should|will|can|may))\s{1,4})`;
const ARTICLE = String.raw`(?:(?:all|any|every|the|your|of|these|those|my)\s{1,4}){0,4}`;
const SECRETS = String.raw`(?:secrets?|(?:access )?tokens?|api[ _-]?keys?|passwords?|credentials?|(?:private|ssh) keys?|environment variables?|env vars?|cookies|\.env)\b`;
const KEY_FILES = String.raw`(?:\.ssh\/|id_(?:rsa|ed25519|ecdsa|dsa)\b|\.aws\/credentials|\.netrc\b|\.npmrc\b|\.pypirc\b|\.git-credentials|\.kube\/config|etc\/shadow)`;
const MACHINE = String.raw`(?:AI|LLM|language model|chatbot|DAN|hacker|root shell|shell|terminal|interpreter|uncensored|unrestricted|jailbroken)\b`;

const SOURCES: readonly (readonly [ScanFinding, ...string[]])[] = [
  [
    "prompt-injection",
    String.raw`\b(?:ignore|disregard|forget|override)\s{1,4}${ARTICLE}(?:previous|prior|earlier|above|preceding|foregoing|existing|original|initial|system)\s{1,4}(?:system\s{1,4}|safety\s{1,4})?(?:instructions?|prompts?|rules?|directions?|guidelines?|directives?)\b`,
    String.raw`\b(?:ignore|disregard|forget)\s{1,4}(?:everything|all|what)\s{1,4}(?:that\s{1,4})?(?:above\b|(?:you|I)\s{1,4}(?:were|was|have been|are|had been|said|told)\b)`,
    String.raw`\bnew\s{1,4}(?:system\s{1,4})?instructions?\s{0,4}:`,
    String.raw`<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?system(?:_prompt)?>`,
    String.raw`\b(?:reveal|print|repeat|show|output|leak)\s{1,4}(?:me\s{1,4})?(?:your|the\s{1,4}(?:hidden|full|initial|original|entire))\s{1,4}(?:system|developer|hidden)\s{1,4}(?:prompt|instructions?|message)\b`,
    String.raw`\bfrom now on,?\s{1,4}(?:you|always|never|only)\b`,
    String.raw`${COMMAND}(?:do not|don't|never)\s{1,4}(?:tell|inform|alert|warn|notify|mention\s{1,4}(?:this|it)\s{1,4}to)\s{1,4}(?:the\s{1,4}|any\s{1,4})?(?:user|human|developer|person|reviewer|operator)s?\b`,
    String.raw`\b(?:if|when|once|after)\s{1,4}you\s{1,4}(?:read|see|process|receive)\s{1,4}this(?:\s{1,4}(?:message|text|note|instruction|record|memory))?\s{0,4}[,:]`,
    String.raw`\b(?:attention|note (?:to|for)|message (?:to|for)|instructions? (?:to|for)),?\s{1,4}(?:all\s{1,4}|the\s{1,4}|any\s{1,4})?(?:AI|LLMs?|language models?)\b`,
  ],
  [
    "role-hijack",
    String.raw`\byou(?: are|'re) now\s{1,4}(?:an?\s{1,4}|the\s{1,4}|my\s{1,4})?(?:\w{1,20}\s{1,4}){0,2}${MACHINE}`,
    String.raw`\bpretend\s{1,4}(?:that\s{1,4})?you(?:'re| are)\b`,
    String.raw`\bact\s{1,4}as\s{1,4}(?:if|though)\s{1,4}you\b`,
    String.raw`\b(?:act\s{1,4}as|pretend\s{1,4}to\s{1,4}be)\s{1,4}(?:an?|the|my)\s{1,4}(?:\w{1,20}\s{1,4}){0,2}${MACHINE}`,
    String.raw`\b(?:enable|enter|activate|switch\s{1,4}to)\s{1,4}(?:DAN|jailbreak|god|unrestricted|unfiltered)\s{1,4}mode\b|\bdo anything now\b`,
    String.raw`\byour\s{1,4}(?:new|real|true|actual|only)\s{1,4}(?:role|task|goal|purpose|identity|objective|instructions?|job)\s{1,4}(?:is|are)\b`,
    String.raw`\byou\s{1,4}(?:must|shall|will)\s{1,4}(?:now\s{1,4})?(?:obey|follow\s{1,4}(?:my|these)\s{1,4}(?:orders|instructions|commands))\b`,
  ],
  [
    "rule-bypass",
    String.raw`\b(?:bypass|disable|turn off|circumvent|override|skip|evade|ignore|remove)\s{1,4}(?:all\s{1,4}(?:of\s{1,4})?)?(?:your|these|all|any)\s{1,4}(?:(?:safety|security|content|moderation|permission|approval|policy|review)\s{1,4})?(?:checks|filters|rules|guardrails?|restrictions|policies|guidelines|safeguards)\b`,
    String.raw`${COMMAND}(?:run|execute|merge|push|commit|delete|approve|deploy|proceed|install|send|publish|continue)\b[^.\n]{0,60}\bwithout\s{1,4}(?:asking|requesting|waiting|seeking|getting|needing)\s{1,4}(?:for\s{1,4})?(?:any\s{1,4}|the\s{1,4}|user\s{1,4}|human\s{1,4})?(?:confirmation|approval|permission|consent)\b`,
    String.raw`--no-verify\b|--dangerously-skip-permissions\b`,
    String.raw`\byou\s{1,4}(?:have\s{1,4}no|are\s{1,4}(?:not|no\s{1,4}longer)\s{1,4}bound\s{1,4}by(?:\s{1,4}any)?)\s{1,4}(?:rules|restrictions|limits|guidelines|policies)\b`,
    String.raw`${COMMAND}(?:mark|report|treat|classify)\s{1,4}(?:all|every|any|each|this|these)\s{1,4}[^.\n]{0,40}\bas\s{1,4}(?:passed|passing|green|successful)\b`,
  ],
  [
    "exfiltration",
    String.raw`\b(?:curl|wget)\b[^\n]{0,300}?(?:\$\(|${"`"}\s{0,2}(?:cat|env)|\$\{?[A-Z_]{0,40}(?:TOKEN|KEY|SECRET|PASS)|(?:-d|-F|-T|--data[a-z-]{0,12}|--form|--upload-file|--post-file)[ =]{0,2}['"]?(?:\w{1,30}=)?@?[~\/]|(?:-d|-F|--data[a-z-]{0,12}|--form)[ =]{0,2}['"]?(?:\w{1,30}=)?@|\|\s{0,4}(?:sudo\s{1,4})?(?:ba|z|da|k)?sh\b|\|\s{0,4}(?:python3?|node|perl|ruby)\b)`,
    String.raw`\b(?:cat|env|printenv|tar|base64)\b[^|\n]{0,120}\|\s{0,4}(?:curl|wget|nc|ncat|netcat)\b`,
    String.raw`${COMMAND}(?:send|post|upload|forward|e?-?mail|exfiltrate|transmit|leak|submit|copy)\s{1,4}[^.\n]{0,60}?${SECRETS}[^.\n]{0,40}\bto\s{1,4}(?:https?:|\S{1,80}@|[\w-]{1,60}\.[a-z]|me\b|us\b|this\b|my\b|the\s{1,4}attacker)`,
    String.raw`!\[[^\]\n]{0,80}\]\(https?:[^)\s{<]{0,300}(?:\{|<)`,
    String.raw`\/dev\/tcp\/|\bnc(?:at)?\s{1,4}-[a-z]{0,6}e\b`,
  ],
  [
    "secret-reading",
    String.raw`\b(?:cat|less|head|tail|cp|base64|xxd|strings|grep\s{1,4}\S{1,40})\s{1,4}\S{0,80}?(?:\.env\b|etc\/passwd|${KEY_FILES})`,
    String.raw`${COMMAND}(?:read|open|print|dump|show|load|fetch|copy)\s{1,4}(?:me\s{1,4})?(?:the\s{1,4})?(?:contents?\s{1,4}of\s{1,4})?(?:the\s{1,4})?(?:files?\s{1,4})?\S{0,80}?${KEY_FILES}`,
    String.raw`\b(?:reveal|dump|leak|print|output|hand over|give me|tell me|send me)\s{1,4}(?:me\s{1,4})?(?:all\s{1,4}(?:of\s{1,4})?)?your\s{1,4}(?:\w{1,20}\s{1,4}){0,2}?${SECRETS}`,
    String.raw`\bprintenv\b|\/proc\/(?:self|\d{1,7})\/environ\b|\b169\.254\.169\.254\b|\bgh\s{1,4}auth\s{1,4}token\b|\.ssh\/id_(?:rsa|ed25519|ecdsa|dsa)\b`,
  ],
  [
    "ssh-backdoor",
    String.raw`\bauthorized_keys\b`,
    String.raw`\bssh-(?:rsa|ed25519|dss)\s{1,4}AAAA[0-9A-Za-z+\/]{20}`,
    String.raw`\bssh\s[^\n]{0,60}?-[fNn]{0,3}R\s{0,4}\d{1,5}:`,
    String.raw`\bssh-copy-id\b|\bPermitRootLogin\s{1,4}yes\b`,
  ],
];

/** Marks of direction, zero-width characters, isolates, and the tag characters that spell hidden ASCII. */
const INVISIBLE = /[\u200b-\u200d\u2060\ufeff\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]+/gu;

const PATTERNS: readonly (readonly [ScanFinding, RegExp])[] = [
  ...SOURCES.flatMap(([finding, ...sources]) =>
    sources.map((source) => [finding, new RegExp(source, "gim")] as const),
  ),
  ["invisible-text", INVISIBLE],
];
