import { expect, test } from "vitest";
import { subjectOf, temporaryNames } from "../../../../src/core/policy/code/temporary-names.ts";

test.each([
  ["d = tempfile.mkdtemp()", ["d"]],
  ["fd, path = tempfile.mkstemp()", ["path"]],
  ["const d = await fs.mkdtemp(x)", ["d"]],
  ["with tempfile.TemporaryDirectory() as tmp:", ["tmp"]],
  ["def test_a(tmp_path):", ["tmp_path"]],
  ['d = tempfile.mkdtemp()\nf = os.path.join(d, "x")', ["d", "f"]],
  ['def test_a(tmp_path):\n  f = tmp_path / "a" / "b"', ["tmp_path", "f"]],
  ["d = tempfile.mkdtemp()\nd = home", []],
  ['d = tempfile.mkdtemp()\nf = d + "/../x"', ["d"]],
  ['f = home / "x"', []],
])("%s: %j", (code, names) => expect(temporaryNames(code)).toEqual(names));

test.each(["a:", "a.", "mkdtemp"])("one long run of %s is searched once", (piece) => {
  // A search from each of its letters would take minutes; the test's own time limit is the judge.
  expect(temporaryNames(piece.repeat(1_000_000 / piece.length))).toEqual([]);
});

test.each([
  ["os.remove(f)", "f"],
  ["os.unlink(f.name)", "f"],
  ["shutil.rmtree(d, ignore_errors=True)", "d"],
  ['rmtree(os.path.join(d, "x"))', "d"],
  ["f.unlink()", "f"],
  ["f.unlink(missing_ok=True)", "f"],
  ['rmtree(d + "/../x")', ""],
  ["rmtree(d + x)", ""],
])("%s works on %s", (code, name) => {
  const start = code.lastIndexOf("(", code.includes("join") ? code.indexOf("(") : undefined);
  expect(subjectOf(code, start, code.length)).toBe(name);
});
