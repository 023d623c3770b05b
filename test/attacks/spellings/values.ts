import { call, type Family, family, word } from "./family.ts";

/** The same words, put together from values. */
export const VALUES: readonly Family[] = [
  family("variables", word("VAR=WORD; ⇒ $VAR", 'VAR=WORD; ⇒ "$VAR"', 'VAR=WORD; ⇒ "${VAR}"', "VAR='WORD'; ⇒ ${VAR}")),
  family("pieces in variables", word('VARa=HEAD VARb=TAIL; ⇒ "$VARa$VARb"', 'VAR=HEAD; ⇒ "${VAR}TAIL"')),
  family(
    "values that grow",
    word('VAR=HEAD; VAR+=TAIL; ⇒ "$VAR"', 'VAR=TAIL; VAR=HEAD$VAR; ⇒ "$VAR"', 'VAR=(x); VAR+=(WORD); ⇒ "${VAR[1]}"'),
  ),
  family(
    "arrays of the call",
    call(
      'nacre_a=(CALL); "${nacre_a[@]}"',
      "nacre_a=(CALL); ${nacre_a[*]}",
      'nacre_a=(x CALL); "${nacre_a[@]:1}"',
      'declare -a nacre_a=(CALL); "${nacre_a[@]}"',
    ),
  ),
  family(
    "elements of arrays",
    word(
      'VAR=(x WORD); ⇒ "${VAR[1]}"',
      'VAR=(x WORD); ⇒ "${VAR[-1]}"',
      'VAR=([5]=WORD); ⇒ "${VAR[2+3]}"',
      'VAR[3]=WORD; ⇒ "${VAR[3]}"',
    ),
  ),
  family(
    "associative arrays",
    word(
      'declare -A VAR=([k]=WORD); ⇒ "${VAR[k]}"',
      'declare -A VAR; VAR[k]=WORD; ⇒ "${VAR[k]}"',
      'declare -A VAR=([WORD]=1); ⇒ "${!VAR[@]}"',
    ),
  ),
  family(
    "name references",
    word(
      'VAR=WORD; declare -n VARr=VAR; ⇒ "$VARr"',
      'declare -n VARr=VAR; VARr=WORD; ⇒ "$VAR"',
      'VAR=(x WORD); declare -n VARr=VAR[1]; ⇒ "$VARr"',
      'f() { local -n r=$1; r=WORD; }; f VAR; ⇒ "$VAR"',
    ),
  ),
  family("indirection", word('VAR=WORD; VARp=VAR; ⇒ "${!VARp}"', 'VAR=(x WORD); VARp=VAR[1]; ⇒ "${!VARp}"')),
  family(
    "defaults",
    word("${VAR:-WORD}", '"${VAR-WORD}"', "${VAR:=WORD}", '"${VAR=WORD}"', ': "${VAR:=WORD}"; ⇒ $VAR'),
  ),
  family("alternatives", word('VAR=1; ⇒ "${VAR:+WORD}"', "VAR=; ⇒ ${VAR+WORD}")),
  family(
    "slices",
    word(
      'VAR=xyWORDzz; ⇒ "${VAR:2:LENGTH}"',
      'VAR=xyWORDzz; ⇒ "${VAR: 2: -2}"',
      'VAR=xyWORDzz; ⇒ "${VAR:$((4-2)):$((LENGTH))}"',
      'VAR=xyWORD; ⇒ "${VAR: -LENGTH}"',
    ),
  ),
  family("letters of an alphabet", word("nacre_l='ALPHABET'; ⇒ LETTERS", "nacre_l='ALPHABET'; VAR=LETTERS; ⇒ $VAR")),
  family("replaced letters", word("VAR='SPREAD'; ⇒ \"${VAR//\\~/}\"", "VAR='SPREAD'; ⇒ \"${VAR//[~]}\"")),
  family(
    "replaced pieces",
    word(
      'VAR=XXWORD; ⇒ "${VAR/XX}"',
      'VAR=XXWORD; ⇒ "${VAR/#XX/}"',
      'VAR=WORDXX; ⇒ "${VAR/%XX/}"',
      'VAR=XX; ⇒ "${VAR/XX/ESCAPED}"',
      'VAR=XX VARw=WORD; ⇒ "${VAR/XX/$VARw}"',
    ),
  ),
  family(
    "cut ends",
    word(
      'VAR=qqWORD; ⇒ "${VAR#qq}"',
      "VAR=WORD~x; ⇒ \"${VAR%%'~'*}\"",
      "VAR=x~WORD; ⇒ \"${VAR##*'~'}\"",
      'VAR=WORDqq; ⇒ "${VAR%??}"',
    ),
  ),
  family(
    "letter case",
    word(
      'VAR=UPPER; ⇒ "${VAR,,}"',
      'VAR=UPPER; ⇒ "${VAR@L}"',
      'declare -l VAR=UPPER; ⇒ "$VAR"',
      'declare -l VAR; VAR=UPPER; ⇒ "$VAR"',
      'VAR=UPPER; ⇒ "${VAR,,[A-Z]}"',
    ),
  ),
  family(
    "what is printed",
    word(
      "$(printf %s WORD)",
      "$(echo WORD)",
      '"$(echo -n WORD)"',
      "`echo WORD`",
      "$(cat <<< WORD)",
      "$(printf 'OCTAL')",
      "$(echo -e 'ZEROES')",
      "$(printf %b 'ZEROES')",
      "$(printf %s HEAD; echo TAIL)",
    ),
  ),
  family(
    "what tools print",
    word(
      "$(tr A-Z a-z <<< UPPER)",
      "$(echo WORD | cat)",
      "$(rev <<< $(rev <<< WORD))",
      "$(sed 's/^qq//' <<< qqWORD)",
      "$(echo WORD x | cut -d' ' -f1)",
      "$(awk '{print $2}' <<< 'x WORD')",
      "$(head -n1 <<< WORD)",
      "$(echo x,WORD | tr , '\\n' | tail -n1)",
    ),
  ),
  family(
    "printf -v",
    word(
      'printf -v VAR %s WORD; ⇒ "$VAR"',
      "printf -v VAR 'OCTAL'; ⇒ \"$VAR\"",
      "printf -v VAR '%s%s' 'HEAD' TAIL; ⇒ $VAR",
      "printf -v VAR %b 'ZEROES'; ⇒ $VAR",
    ),
  ),
  family(
    "read",
    word(
      'read VAR <<< WORD; ⇒ "$VAR"',
      'read -r VAR < <(echo WORD); ⇒ "$VAR"',
      'IFS= read -r VAR <<< "WORD"; ⇒ "$VAR"',
      'read -r nacre_x VAR <<< "x WORD"; ⇒ "$VAR"',
      'mapfile -t VAR <<< WORD; ⇒ "${VAR[0]}"',
      'readarray -t VAR < <(echo WORD); ⇒ "$VAR"',
      'read <<< WORD; VAR=$REPLY; ⇒ "$VAR"',
      'read VAR <<E\nWORD\nE\n ⇒ "$VAR"',
    ),
  ),
  family(
    "read the call",
    call(
      'read -ra nacre_a <<< "CALL"; "${nacre_a[@]}"',
      "mapfile -t nacre_a < <(printf '%s\\n' CALL); \"${nacre_a[@]}\"",
      'while read -r c; do $c; done <<< "CALL"',
      'while read -r n a; do $n $a; done <<< "CALL"',
      'IFS=, read -ra nacre_a <<< COMMAS; "${nacre_a[@]}"',
      "echo CALL | while read -r c; do $c; done",
    ),
  ),
  family(
    "positional parameters",
    call(
      'set -- CALL; "$@"',
      "set -- CALL; $*",
      'set x CALL; "${@:2}"',
      'set -- CALL; n=$1; shift; "$n" "$@"',
      'set -- CALL; eval "$@"',
      "set -- CALL; ${*}",
    ),
  ),
  family(
    "arguments of a function",
    call(
      'f() { "$@"; }; f CALL',
      'f() { NAME "$@"; }; f ARGS',
      'f() { "$1" "${@:2}"; }; f CALL',
      "f() { local n=$1; shift; $n $*; }; f CALL",
      'f() { eval "$*"; }; f CALL',
      'function f { command "$@"; }; f CALL',
      'f() { g "$@"; }; g() { "$@"; }; f CALL',
    ),
  ),
  family(
    "what a function prints",
    word(
      "VAR() { echo WORD; }; ⇒ $(VAR)",
      'VAR() { printf %s WORD; }; ⇒ "$(VAR)"',
      "VAR() { echo $1; }; ⇒ $(VAR WORD)",
      "VAR() { VARv=WORD; }; VAR; ⇒ $VARv",
    ),
  ),
  family(
    "IFS",
    call(
      "IFS=,; c=COMMAS; $c",
      "IFS=,; set -- COMMAS; $1",
      'c=COMMAS; IFS=,; a=($c); "${a[@]}"',
      'c=COMMAS; eval "${c//,/ }"',
      'IFS=,; c=\'COMMAS\'; for w in $c; do a+=("$w"); done; "${a[@]}"',
    ),
  ),
  family(
    "declarations",
    word(
      'declare VAR=WORD; ⇒ "$VAR"',
      'typeset VAR=WORD; ⇒ "$VAR"',
      'readonly VAR=WORD; ⇒ "$VAR"',
      'export VAR=WORD; ⇒ "$VAR"',
      'declare -x VAR=WORD; ⇒ "$VAR"',
      'eval VAR=WORD; ⇒ "$VAR"',
      'declare "VAR=WORD"; ⇒ "$VAR"',
      'VARn=VAR; declare "$VARn=WORD"; ⇒ "$VAR"',
      'builtin declare VAR=WORD; ⇒ "$VAR"',
      'command export VAR=WORD; ⇒ "$VAR"',
      "source /dev/stdin <<< VAR=WORD; ⇒ $VAR",
    ),
  ),
  family(
    "values of branches",
    word(
      'for VAR in WORD; do :; done; ⇒ "$VAR"',
      'for VAR in x WORD; do :; done; ⇒ "$VAR"',
      'case x in x) VAR=WORD;; esac; ⇒ "$VAR"',
      'if true; then VAR=WORD; fi; ⇒ "$VAR"',
      'true && VAR=WORD; ⇒ "$VAR"',
      '{ VAR=WORD; }; ⇒ "$VAR"',
      'false || VAR=WORD; ⇒ "$VAR"',
      'VAR=x; [[ $VAR == x ]] && VAR=WORD; ⇒ "$VAR"',
    ),
  ),
  family(
    "transformations",
    word(
      "VAR='OCTAL'; ⇒ \"${VAR@E}\"",
      "VAR='$(echo WORD)'; ⇒ \"${VAR@P}\"",
      "VAR='${nacre_u:-WORD}'; ⇒ \"${VAR@P}\"",
      'VAR=WORD; eval VARe=${VAR@Q}; ⇒ "$VARe"',
      'VAR=WORD; eval "${VAR@A}"; ⇒ "$VAR"',
    ),
  ),
  family(
    "words of the environment",
    call(
      "n=NAME bash -c '$n ARGS'",
      "env n=NAME bash -c '\"$n\" ARGS'",
      "export n=NAME; bash -c '$n ARGS'",
      "c='CALL' bash -c '$c'",
      "c='CALL' bash -c 'eval \"$c\"'",
      "bash -c '\"$@\"' x CALL",
      "bash -c '$0 ARGS' NAME",
      "bash -c '$*' x CALL",
    ),
  ),
  family(
    "arithmetic",
    word(
      "SUM",
      'VAR=(x y WORD); ((VARi=1+1)); ⇒ "${VAR[VARi]}"',
      'VAR=(WORD); ⇒ "${VAR[1-1]}"',
      'VAR=xxWORD; let VARi=4/2; ⇒ "${VAR:VARi}"',
    ),
  ),
  family(
    "tests that match",
    word(
      '[[ +WORD+ =~ [+](.*)[+] ]]; VAR=${BASH_REMATCH[1]}; ⇒ "$VAR"',
      '[[ qWORD =~ [^q].* ]]; VAR=$BASH_REMATCH; ⇒ "$VAR"',
      '[[ +WORD =~ ^.(.+) ]] && VAR=${BASH_REMATCH[1]}; ⇒ "$VAR"',
    ),
  ),
  family("the last argument", word('true x WORD; VAR=$_; ⇒ "$VAR"', ': WORD; VAR="$_"; ⇒ $VAR')),
  family("getopts", word('set -- -o WORD; OPTIND=1; getopts o: x; VAR=$OPTARG; shift 2; ⇒ "$VAR"')),
  family("a pipe that ends in read", word("shopt -s lastpipe; echo WORD | read VAR; ⇒ $VAR")),
];
