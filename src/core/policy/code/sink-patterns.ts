import { SHELL_IN_TEXT, SHELL_NAME } from "../../knowledge/shell-names.ts";

/** Patterns of the calls in source code that the policy judges. */
export const SINKS: {
  readonly run: RegExp;
  readonly runsInput: RegExp;
  readonly runsText: RegExp;
  readonly calls: RegExp;
  readonly veiled: RegExp;
  readonly deletes: RegExp;
  readonly writes: RegExp;
  readonly copies: RegExp;
  readonly moves: RegExp;
  readonly links: RegExp;
  readonly opens: RegExp;
  readonly network: RegExp;
  readonly localData: RegExp;
  readonly evaluates: RegExp;
  readonly shellOut: RegExp;
  readonly socket: RegExp;
  readonly program: RegExp;
} = {
  /** Starts a program. */
  run: /\b(?:os\.(?:system|popen|proc|exec[lv]\w*|spawn\w+|posix_spawnp?|execute|startfile)|subprocess|child_process|pty\.spawn|popen[234]?|Popen|getoutput|getstatusoutput|execSync|execFile(?:Sync)?|execa(?:Sync|Command)?|spawn(?:Sync)?|shelljs|zx|system|passthru|shell_exec|proc_open|pcntl_exec|IO\.popen|Open3|PTY\.spawn|io\.popen|Deno\.(?:run|Command)|Bun\.(?:spawn(?:Sync)?|\$)|shell-command|shell-command-to-string|call-process|start-process|make-process|do shell script|process\.(?:binding|execve)|Runtime\.getRuntime|System\.(?:cmd|shell)|os:cmd|Process\.Start|ProcessBuilder|execvp?e?|std::process|os\/exec|sh\.\w+\(|shell\/sh|process\/shell|execShellCmd|os\/execute|spawn_command_line\w*|os\/exec|e?syscmd|callCommand|invoke\.run|fabric|plumbum|pexpect|sarge|delegator)\b|\.execute\(\)|(?<![.\w])exec\s*[("'\s]/,
  /** The opening of a call that gives its first argument to a shell. */
  runsText:
    /\b(?:system|popen|exec|execSync|shell_exec|passthru|execute|getoutput|getstatusoutput|check_output|check_call|run|call|Popen|spawn)\s*\(?\s*[fFbrRuU]{0,2}$/,
  /** Runs what the caller hands in: an argument, a variable of the environment, a line that was read. */
  runsInput:
    /\b(?:system|popen|exec|execSync|execFileSync|spawnSync|spawn|shell_exec|passthru|execute|getoutput|check_output|run|call)\s*\(?\s*(?:join\s*\(?[^)]*)?(?:process\.(?:env|argv)|sys\.argv|os\.environ|@?ARGV|\$ARGV|\$argv|\$ENV\{|ENV\[|<STDIN>|gets\b|input\s*\(|getenv\s*\()/,
  /** Calls whose literals are one argument list. */
  calls:
    /\b(?:Command|cmd|spawn(?:Sync)?|execFile(?:Sync)?|execa|Popen|run|call|check_call|check_output|exec[lv]p?e?|posix_spawnp?|system|popen)\b(?=\s*\()/g,
  /** Calls whose target the text does not show: reflection, evaluation, foreign functions. */
  veiled:
    /\b(?:getattr|__import__|importlib|globals\(\)|__builtins__|constructor|Reflect|public_send|instance_eval|class_eval|define_method|compile|ctypes|CDLL|dlopen|FFI|ffi|syscall)\b|(?<![.\w])(?:eval|exec|Function|send|assert|create_function|call_user_func|loadstring|load)\s*\(|\$\w+\s*\(\s*['"]/,
  deletes:
    /\b(?:rmtree|remove_tree|rm_rf|rm_r|rm_f|remove_entry(?:_secure)?|remove_dir(?:_all)?|remove_file|removedirs|rmdirSync|rmdir|rmSync|unlinkSync|unlink|removeSync|emptyDirSync|emptyDir|delete_tree|deltree|delTree|remove|removeFile|removeDir(?:ectory)?\w*|removeItem|removeAll|RemoveAll|deleteRecursively|Directory\.Delete|File\.Delete|Files\.delete|deleteIfExists|deleteDir|deleteOnExit|toFile\(\)\.delete|File::delete|Files::delete|deleteTree|deleteDirectory|deleteFile|deleteSync|File\.delete|Dir\.delete|FileUtils\.rm\w*|fs\.rm|promises\.rm|delete-directory(?:\/files)?|delete-file|remove\.all|file\.remove|truncateSync|truncate|shred|file delete|rm(?=\())\b!?(?=\s*[("'\s,)};]|$)/g,
  writes:
    /\b(?:writeFileSync|writeFile|appendFileSync|appendFile|createWriteStream|outputFileSync|outputFile|write_text|write_bytes|File\.write|IO\.write|file_put_contents|Deno\.writeTextFile(?:Sync)?|Bun\.write|spurt|writeLines|write-region|write-file|append-to-file|chmodSync|chmod|chownSync|chown|mkdirSync|makedirs|mkdir_p|utimes)\b/g,
  copies:
    /\b(?:copyFileSync|copyFile|cpSync|copySync|copyfile|copy2|copytree|shutil\.(?:copy|move)|FileUtils\.(?:cp|mv|ln|install)\w*|renameSync|rename|symlinkSync|symlink|linkSync|os\.link|moveSync)\b/g,
  moves: /\b(?:shutil\.move|os\.rename|os\.replace|renameSync|rename|moveSync|File\.rename|FileUtils\.mv)\b/g,
  /** Makes a link: where it leads comes first, or the link is the object. */
  links:
    /\b(?:[sS]ymlink(?:Sync|_to|_file|_dir)?|link(?:Sync|_to)|os\.link|File\.link|hardlink_to|ln_sf?|ln)\b(?=\s*[("'])/g,
  opens: /\b(?:open|fopen|io\.open|File\.(?:open|new)|openSync|os\.open|codecs\.open|gzip\.open|sysopen)\b/g,
  network:
    /\b(?:urlopen|urllib\d?|urlretrieve|requests\.|httpx|aiohttp|http\.client|HTTPConnection|fetch\s*\(|axios|got\(|node-fetch|XMLHttpRequest|WebSocket|https?\.(?:get|request)|net\.(?:connect|createConnection|Socket)|require\(['"](?:node:)?(?:net|dns|tls|dgram|https?|http2)['"]\)|createConnection|socket|Socket|LWP|HTTP::Tiny|Net::HTTP|Net::FTP|open-uri|URI\.open|TCPSocket|UDPSocket|fsockopen|stream_socket_client|curl_exec|curl_init|file_get_contents\s*\(\s*['"]https?|smtplib|ftplib|telnetlib|paramiko|IO::Socket|dns\.(?:resolve|lookup)|gethostbyname|getaddrinfo|dgram|http\.request|socket\.http|Deno\.connect|net\.(?:Dial|Listen)\w*|Tcp(?:Stream|Listener)|TCPServer|ServerSocket|\bcp\s*\(\s*['"]https?|url-retrieve|httr|download\.file|require\(['"]https?['"]\))/,
  localData:
    /\b(?:environ|process\.env|ENV|getenv|open\s*\(|readFile|readFileSync|read_text|File\.read|IO\.read|file_get_contents\s*\(\s*['"](?!https?)|hostname|getuser|getpass|userInfo|platform\.node|slurp|os\.listdir|readdir|walk|check_output|execSync|popen)\b|%ENV|\$ENV|\$_ENV|\$_SERVER/,
  evaluates:
    /(?<![.\w])(?:eval|exec|Function|execfile|loadstring|load|instance_eval|assert|include|require|compile|runInThisContext|runInNewContext|vm\.run\w+|importlib|source)\b(?!\s*=)(?!\(['"][\w@/.:-]+['"]\))|\.then\(\s*eval|\bimport\s*\(\s*['"`]data:/,
  shellOut: new RegExp(
    String.raw`dup2|pty\.spawn|/bin/${SHELL_NAME}\b|STDIN\s*,\s*['"]>&|<&3|cmd\.exe|\b${SHELL_IN_TEXT} -i\b|spawn(?:Sync)?\(\s*['"]${SHELL_NAME}['"]`,
  ),
  /** A connection; with `program` somewhere behind it, it may give another machine a shell. */
  socket: /TCPSocket|TCPServer|IO::Socket|\busing Sockets\b/,
  program: /popen|exec|system|`/,
};
