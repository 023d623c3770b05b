/** Sizes, switches and properties of a Java machine; its own properties may load code, but for these few. */
const JAVA_OPTION = [
  String.raw`-X(?:m[xsn]|ss)\w+`,
  String.raw`-XX:[+-]\w+`,
  String.raw`-XX:\w*(?:Size|Percentage|Count|Threads|Millis|Space)\w*=[\w.]+`,
  String.raw`-D(?!java\.|javax\.|jdk\.|sun\.|com\.sun\.)[\w.-]+=[\w.:,-]*`,
  String.raw`-Djava\.(?:awt\.headless|net\.preferIPv[46]\w+|io\.tmpdir)=[\w/.-]*`,
  String.raw`--(?:add-opens|add-exports|add-modules|enable-native-access)[= ][\w./,=-]+`,
  "--enable-preview",
  "-ea",
  "-server",
].join("|");

/** Values by which a variable of LOADED_ALWAYS loads nothing after all: whole ones. */
export const TAME_LOADER_VALUES: readonly { readonly names: RegExp; readonly value: RegExp }[] = [
  {
    names: /^(?:JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS)$/,
    value: new RegExp(String.raw`^\s*(?:${JAVA_OPTION})(?:\s+(?:${JAVA_OPTION}))*\s*$`),
  },
  // A class of warnings with a dot in its name is imported.
  {
    names: /^PYTHONWARNINGS$/,
    value: /^(?:[a-z]*(?::[^:,]*(?::\w*(?::[^:,]*(?::\d*)?)?)?)?(?:,|$))+$/,
  },
  { names: /^PYTHONBREAKPOINT$/, value: /^(?:0|i?pdb\.set_trace|pudb\.set_trace)$/ },
  { names: /^PERL5OPT$/, value: /^-[wWtT]$/ },
  { names: /^(?:GIT|SSH|SUDO)_ASKPASS$/, value: /^(?:\/(?:usr\/)?bin\/)?(?:true|false|echo)$/ },
  {
    names: /^TAR_OPTIONS$/,
    value:
      /^(?:\s*--(?:(?:no-)?same-(?:owner|permissions)|(?:owner|group|mtime|sort|warning)=[\w:+-]+|numeric-owner)(?=\s|$))+\s*$/,
  },
  { names: /^ERL_\w*FLAGS$/, value: /^(?:\s*(?:\+[A-Z]\w*(?: [\w:]+)?|-kernel \w+ \w+)(?=\s|$))+\s*$/ },
  { names: /^(?:GIT_CONFIG(?:_GLOBAL|_SYSTEM)?|OPENSSL_CONF|INPUTRC|SCREENRC|R_\w+)$/, value: /^\/dev\/null$/ },
  // A stage, as other programs than shells read it; a shell runs the file of that name, which is judged.
  {
    names: /^ENV$/,
    value: /^(?:dev|development|test|testing|prod|production|staging|stage|local|ci|qa|e2e|preview|sandbox|docker)$/i,
  },
];
