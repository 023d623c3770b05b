// A stand-in for docker and kubectl, which tests cannot have: node engine-stand-in.mjs PROGRAM WORDS…
// It takes the words that the real program takes here and no others, and runs the command behind them on this machine.
import { spawn } from "node:child_process";

const [program, verb, ...words] = process.argv.slice(2);
const NAME = /^[a-z0-9][\w./:-]*$/;
const FLAGS = {
  "docker run": { alone: ["--rm"], with: ["-v"], joined: ["--network", "--memory"], target: "an image" },
  "docker exec": { alone: [], with: ["-w"], joined: ["--user"], target: "a container" },
  "kubectl exec": { alone: [], with: ["-c"], joined: ["--namespace"], target: "a pod" },
};

function refuse(why) {
  process.stderr.write(`stand-in for ${program}: ${why}\n`);
  process.exit(125);
}

const known = FLAGS[`${program} ${verb}`] ?? refuse(`it knows no ${verb}`);
let isInteractive = false;
while (words[0]?.startsWith("-") && words[0] !== "--") {
  const flag = words.shift();
  if (flag === "-i") isInteractive = true;
  else if (known.with.includes(flag)) {
    if (words.shift() === undefined) refuse(`${flag} needs a value`);
  } else if (!known.alone.includes(flag) && !known.joined.includes(flag.split("=")[0])) refuse(`unknown flag: ${flag}`);
}
if (!isInteractive) refuse("without -i the command would have no stdin");
if (!NAME.test(words.shift() ?? "")) refuse(`${known.target} is missing`);
if (program === "kubectl" && words.shift() !== "--") refuse("-- is missing before the command");
const [file, ...args] = words;
if (file === undefined) refuse("there is no command");
const child = spawn(file, args, { stdio: "inherit" });
child.on("error", ({ message }) => refuse(message));
child.on("exit", (code, signal) => process.exit(signal === null ? code : 137));
