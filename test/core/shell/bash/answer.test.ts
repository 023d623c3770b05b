import { expect, test } from "vitest";
import { asBytes, asText, readAnswer, trapsIn } from "../../../../src/core/shell/bash/answer.ts";

const [NONCE, MARK] = ["nonce", "mark"];

const PIPES = 'declare -a PIPESTATUS=([0]="1" [1]="3")';

/** A whole record, as the last line of a turn says it. */
const record = (status = "0", traps = ""): string =>
  [traps, NONCE, "/home", "2", `${status}/braceexpand:xtrace/${PIPES}/a/b`, "", ""].join("\0");

test("an answer has everything that the next text can see", () => {
  expect(readAnswer(record("3", "trap -- 'echo $?' EXIT\ntrap -- ':' DEBUG\n"), NONCE, MARK)).toEqual({
    status: 3,
    last: "a/b",
    options: ["braceexpand", "xtrace"],
    pipeStatus: [1, 3],
    cwd: "/home",
    place: undefined,
    aliases: 2,
    disabled: [],
    debugTrap: "':'",
    exitTrap: "'echo $?'",
    hasReturnTrap: false,
    hasTraps: true,
    movedStreams: false,
  });
});

test("no answer is read of a part of one", () => {
  const whole = record();
  for (let length = 0; length < whole.length; length++)
    expect(readAnswer(whole.slice(0, length), NONCE, MARK), whole.slice(0, length)).toBeUndefined();
  expect(readAnswer(whole, NONCE, MARK)).toBeDefined();
});

test("what a text wrote to the socket itself is no answer", () => {
  expect(readAnswer(record(), "another", MARK)).toBeUndefined();
  expect(readAnswer(record("no number"), NONCE, MARK)).toBeUndefined();
  expect(readAnswer(record("7").replace(NONCE, "other") + record("4"), NONCE, MARK)?.status).toBe(4);
});

test("a state that was said before the record is not taken for traps", () => {
  const state = `\0${MARK}\0trap -- 'in the state' EXIT\n\0${MARK}\0`;
  expect(readAnswer(state + record("0", "trap -- 'now' EXIT\n"), NONCE, MARK)?.exitTrap).toBe("'now'");
});

test("builtins that are switched off are read in front of the traps", () => {
  const said = "enable -n printf\nenable -n cd\ntrap -- 'a' EXIT\n";
  expect(readAnswer(record("0", said), NONCE, MARK)).toMatchObject({ disabled: ["printf", "cd"], exitTrap: "'a'" });
});

test("a trap is read to its end, whatever its commands look like", () => {
  const commands = "'echo a\ntrap -- '\\''no'\\'' EXIT\n'";
  expect(trapsIn(`trap -- ${commands} ERR\ntrap -- \\' USR1\ntrap -- '' SIGINT\n`)).toEqual([
    { name: "ERR", commands },
    { name: "USR1", commands: "\\'" },
    { name: "SIGINT", commands: "''" },
  ]);
  expect([trapsIn(""), trapsIn("trap -- 'open")]).toEqual([[], []]);
});

test("a text survives as bytes, also one that is no UTF-8", () => {
  expect(asText(asBytes("aé€😀"))).toBe("aé€😀");
  expect(asBytes("é")).toBe("\u00c3\u00a9");
  expect(asText("\u00ff")).toBe("\ufffd");
});
