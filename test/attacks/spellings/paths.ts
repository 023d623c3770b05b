import { call, calls, type Family, family, paths, pick } from "./family.ts";

const parent = (path: string): string => path.replace(/\/+[^/]*\/*$/, "") || "/";
const last = (path: string): string => path.replace(/\/+$/, "").replace(/^.*\//, "");
const hasName = (path: string): boolean => /^\/.*[A-Za-z\d]$/.test(path) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(path);

/** A name as a pattern that it fits. */
const pattern = (name: string): readonly [string, ...string[]] => [
  `${name.slice(0, -1)}?`,
  `${name.slice(0, -1)}[${name.slice(-1)}]`,
  `[${name.slice(0, 1)}]${name.slice(1)}`,
  `${name.slice(0, -1)}[a-z]`,
];

/** How one gets to a directory, and what it is called from there. */
const WAYS = [
  "cd DIRECTORY; ⇒ .",
  "cd DIRECTORY && ⇒ .",
  "pushd DIRECTORY > /dev/null; ⇒ .",
  "cd DIRECTORY; cd /tmp; cd -; ⇒ .",
  'd=DIRECTORY; cd "$d"; ⇒ .',
  "env -C DIRECTORY ⇒ .",
  "f() { cd DIRECTORY; }; f; ⇒ .",
  "cd -P -- DIRECTORY; ⇒ $PWD",
  "cd DIRECTORY; ⇒ ~+",
  "cd DIRECTORY; cd /tmp; ⇒ ~-",
  "cd DIRECTORY; cd /tmp; ⇒ $OLDPWD",
  "pushd DIRECTORY; pushd /tmp; ⇒ ~1",
  "pushd /tmp; pushd DIRECTORY; ⇒ ~0",
  "pushd DIRECTORY; pushd /tmp; ⇒ ~-1",
  "pushd DIRECTORY; ⇒ ${DIRSTACK[0]}",
  "pushd DIRECTORY; pushd /tmp; ⇒ ${DIRSTACK[1]}",
  "pushd DIRECTORY; pushd /tmp; popd; ⇒ .",
  'pushd DIRECTORY; pushd /tmp; d=$(dirs -l +1); ⇒ "$d"',
  'CDPATH=DIRECTORY/.. cd "$(basename DIRECTORY)"; ⇒ .',
  "dirs -c; pushd -n DIRECTORY; popd; ⇒ .",
] as const;

/** A call with one place, reached from the directory that it lies in. */
const fromElsewhere = calls((name, args, means) => {
  const [path, ...others] = args.filter((arg) => hasName(arg));
  // Another relative path would mean another file from there.
  const isElsewhere = args.some((arg) => arg !== path && /^[^-/~$'"][^=:]*\/|^\./.test(arg));
  if (path === undefined || others.length > 0 || isElsewhere || /[/]|^(?:mk|rm)dir$/.test(name)) return undefined;
  const [way = "", spelled = ""] = pick(means, ...WAYS)
    .replaceAll("DIRECTORY", parent(path))
    .split(" ⇒ ");
  return [way, name, ...args.map((arg) => (arg === path ? `${spelled}/${last(path)}` : arg))].join(" ");
});

/** The same places and programs, by other paths. */
export const PATHS: readonly Family[] = [
  family(
    "doubled slashes",
    paths((path, means) => path.replaceAll("/", () => pick(means, "//", "///", "/"))),
  ),
  family(
    "dots",
    paths((path, means) => path.replace("/", () => pick(means, "/./", "/./././", "//.//"))),
  ),
  family(
    "ways up",
    paths((path, means) =>
      pick(
        means,
        `/usr/..${path}`,
        `/usr/bin/../..${path}`,
        `/..${path}`,
        `/../..${path}`,
        `../../../../..${path}`,
        `/tmp/../${path}`,
        `/usr/bin/.././..${path}`,
      ),
    ),
  ),
  family(
    "ways down and up",
    paths((path) =>
      hasName(path)
        ? `${parent(path)}/../${last(parent(path))}/${last(path)}`.replace(/^\/{1,2}\.\./, "/..")
        : undefined,
    ),
  ),
  family(
    "links to the root",
    paths(
      (path, means) =>
        `${pick(means, "/proc/self/root", "/proc/self/root/proc/self/root", "/proc/$$/root", "/proc/thread-self/root", "/proc/self/../self/root", "/proc/1/root".replace("1", "self"))}${path}`,
    ),
  ),
  family(
    "links to the directory",
    paths(
      (path, means) =>
        `${pick(means, "/proc/self/cwd", "$PWD", "/proc/$$/cwd", "~+", "/proc/self/cwd/.")}/../../../../../..${path}`,
    ),
  ),
  family(
    "patterns of places",
    paths((path, means) =>
      hasName(path) && last(path).length > 1
        ? `${parent(path).replace(/\/$/, "")}/${pick(means, ...pattern(last(path)))}`
        : undefined,
    ),
  ),
  family(
    "values of places",
    paths((path, means) =>
      pick(
        means,
        `\${HOME:0:1}${path.slice(1)}`,
        `\${PWD:0:1}${path.slice(1)}`,
        `"$(echo /)"${path.slice(1)}`,
        `"$(dirname /x)"${path.slice(1)}`,
        `"$(realpath -m /x/..)"${path.slice(1)}`,
        `"\${PWD%%[!/]*}"${path.slice(1)}`,
      ),
    ),
  ),
  family("from another directory", fromElsewhere),
  family(
    "places in variables",
    calls((name, args) => {
      const at = args.findIndex((arg) => hasName(arg));
      const path = args[at];
      if (path === undefined) return undefined;
      return `d=${parent(path)} b=${last(path)}; ${[name, ...args.map((arg, index) => (index === at ? '"${d%/}/$b"' : arg))].join(" ")}`;
    }),
  ),
  family(
    "paths of programs",
    calls((name, args, means) =>
      name.includes("/")
        ? undefined
        : [
            pick(
              means,
              `${means.bin}/${name}`,
              `/${means.bin}/${name}`,
              `${means.bin}/./${name}`,
              `/proc/self/root${means.bin}/${name}`,
              `${means.bin}/../${last(means.bin)}/${name}`,
              `'${means.bin}'/${name}`,
              `/tmp/../${means.bin}/${name}`,
            ),
            ...args,
          ].join(" "),
    ),
  ),
  family(
    "patterns of programs",
    calls((name, args, means) =>
      name.includes("/") || name.length < 2
        ? undefined
        : [`${means.bin}/${pick(means, ...pattern(name))}`, ...args].join(" "),
    ),
  ),
  family(
    "a path of its own",
    call(
      "PATH=$PATH:/nacre CALL",
      'PATH="$PATH"; CALL',
      "$(command -v NAME) ARGS",
      '"$(type -P NAME)" ARGS',
      "$(which NAME) ARGS",
      "hash -r; CALL",
      "cp $(command -v NAME) ./x; ./x ARGS",
      "ln -s $(command -v NAME) x; ./x ARGS",
      "n=$(command -v NAME); $n ARGS",
      "hash -p $(command -v NAME) k; k ARGS",
    ),
  ),
];
