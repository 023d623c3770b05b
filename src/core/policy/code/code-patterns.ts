import type { RuleId } from "../rules/all-rules.ts";

/**
 * A pattern in source code and the rule it triggers. With `first`, the pattern must stand behind the first match of that,
 * and `ends` nowhere behind it.
 */
type CodeFact = {
  readonly first?: RegExp;
  readonly pattern: RegExp;
  readonly ends?: RegExp;
  readonly rule: RuleId;
};

const ENDLESS_LOOP = /\bwhile\s*\(?\s*(?:1|true|True)\b|for\s*\(\s*;\s*;\s*\)|\bloop\b|\bsetInterval\s*\(/;
const LOOP = /\b(?:while|loop|until|redo|itertools\.(?:count|repeat))\b|for\s*\(\s*;\s*;\s*\)|\bsetInterval\s*\(/;
/**
 * What runs a text that it is given, or gives it to a program. A pattern is compiled and searched by methods of that name
 * (`re.compile`, `/x/.exec`), a model evaluated, a statement executed; python's `assert` looks at a value.
 */
const RUNS_TEXT =
  /(?<![.\w])(?:eval|exec|execfile)\b|\.eval\s*\((?!\s*\))|(?<![.\w])compile\s*\(|\b(?:builtins?(?:__)?|globalThis|window|global|self|this|top|vm)\.(?:eval|exec|compile)\b|\b(?:instance|class|module)_eval\b|\bexec(?:Sync|File|v|l|a\b)|\bchild_process\b|\bos\.(?:execute|popen|spawn)|(?<!\bplatform\.)\bsystem\b|\bFunction\s*\(|\b(?:marshal|c?[pP]ickle|dill|cloudpickle)\.loads?\b|\bloadstring\b|\bassert\s*\(\s*[$\w]*(?:decode|gzinflate|str_rot13|pack|chr)|['"]assert['"]|\bgetattr\s*\([^()\n]{0,80}['"]\s*\+\s*['"]|\brunIn(?:This|New)?Context\b|\b(?:popen|shell_exec|passthru|create_function|call_user_func)\b/;
const FORK = /(?:\b|_)fork\b/;

const FACTS: readonly CodeFact[] = [
  {
    first: /\bwhile\b/,
    pattern: /(?:system|execute|popen|exec|spawn)\s*\(?\s*['"][^'"]*&\s*['"]/,
    rule: "fork-bomb",
  },
  { first: /\bwhile\s+1\b/, pattern: /\bexec\s[^\n}]*&\s*[}\n]/, rule: "fork-bomb" },
  { pattern: /\bfn\s+(\w+)\s*->[^\n]{0,200}\bspawn\w*\s*\([^\n]{0,80}\b\1\./, rule: "fork-bomb" },
  { first: FORK, pattern: LOOP, rule: "fork-bomb" },
  { first: LOOP, pattern: FORK, rule: "fork-bomb" },
  { first: /fork\s*\(\)|\b(?:Process|Thread)\(/, pattern: /\biter\(/, rule: "fork-bomb" },
  { first: /for\s*\(\s*;\s*;\s*\)|\bsetInterval\s*\(/, pattern: /fork|spawn/, rule: "fork-bomb" },
  {
    pattern: /function\s+(\w+)\s*\([^)]{0,200}\)\s*\{[^}]{0,400}(?:fork|spawn)\b[^}]{0,400}\b\1\s*\(\)/,
    rule: "fork-bomb",
  },
  {
    first: ENDLESS_LOOP,
    pattern: /append|push|\+=|<<|\.write|malloc|Buffer\.alloc|fork|spawn/,
    ends: /\bbreak\b|\breturn\b|\bexit\s*\(|\blast\b/,
    rule: "exhaust",
  },
  { first: /[.+]=/, pattern: /\bwhile\s+\(?(?:1|true)\b/, rule: "exhaust" },
  {
    pattern:
      /\bbytearray\(\s*10\s*\*\*\s*(?:1[0-9]|[2-9]\d)|\*\s*10\s*\*\*\s*(?:1[1-9]|[2-9]\d)|\brepeat\(\s*1e(?:9|1\d)/,
    rule: "exhaust",
  },
  {
    first: RUNS_TEXT,
    pattern:
      /b64decode|b32decode|a85decode|base64_decode|decode_base64|decode64|atob|fromhex|unhexlify|fromCharCode|fromCodePoint|\bchr\b(?!\s*=)|zlib\.decompress|gzinflate|str_rot13|codecs\.decode|marshal\.loads|Buffer\.from\([^)]{0,4096}['"](?:base64|hex)['"]|pack\s*\(\s*['"]H|unpack1?\s*\(\s*['"][mu]/,
    rule: "run-decoded",
  },
  {
    first: /b64decode|base64_decode|decode_base64|atob|fromCharCode|fromCodePoint|unhexlify|\bmap\s*\(\s*chr\b/,
    pattern: RUNS_TEXT,
    rule: "run-decoded",
  },
  {
    pattern:
      /\bkill(?:pg)?\s*\(?\s*(?:['"]?\w+['"]?\s*,\s*)?(?:-1\b|1\s*[,)]|os\.getppid|getppid|process\.ppid|Process\.ppid)/,
    rule: "kill-guard",
  },
  {
    pattern: /\b(?:os|process|Process)\.kill(?:pg)?\s*\((?!\s*(?:process\.pid|os\.getpid\(\)|\$\$))(?![^)]*,\s*0\s*\))/,
    rule: "kill-process",
  },
  {
    pattern:
      /\b(?:setuid|setreuid|setresuid|seteuid)\s*\(?\s*0|POSIX::setuid\(0\)|Process\.uid\s*=\s*0|Process::(?:UID|Sys)/,
    rule: "raise-privilege",
  },
  {
    first: /\bget(?:user)?sitepackages\b|\bUSER_SITE\b/,
    pattern: /['"][wa]b?\+?['"]|\bwrite_(?:text|bytes)\b|\bcopy/,
    rule: "write-startup",
  },
  {
    first:
      /\bboto3\b|aws-sdk\b|@aws-sdk\/|\bgoogle\.cloud\b|@google-cloud\/|\bazure\.(?:mgmt|storage)\b|\bkubernetes\b/,
    pattern:
      /\.(?:batch_)?(?:delete|terminate|destroy|purge|deregister|empty)\w*\s*\(|\b(?:Delete|Terminate|Purge|Deregister)\w+Command\b/,
    rule: "destroy-remote",
  },
  { pattern: /\b(?:reboot|poweroff|shutdown)\s*\(|RB_AUTOBOOT|LINUX_REBOOT/, rule: "power" },
];

/** The rules that source code triggers. `first` and `pattern` are searched one after the other: one joined expression would take quadratic time. */
export function codeFacts(code: string): readonly RuleId[] {
  return FACTS.flatMap(({ first, pattern, ends, rule }) => {
    const start = first === undefined ? 0 : code.search(first);
    if (start === -1) return [];
    const behind = start === 0 ? code : code.slice(start);
    return pattern.test(behind) && ends?.test(behind) !== true ? [rule] : [];
  });
}
