import { describe, expect, test } from "vitest";
import { statementEffects } from "../../../../../../src/core/policy/tools/cloud/databases/sql-statements.ts";

const kindsOf = (sql: string): readonly string[] =>
  statementEffects(sql).map((effect) => (effect.kind === "acts" ? effect.rule : effect.kind));

describe("a statement", () => {
  test.each([
    ["\\! id", ["code"]],
    ["select 1 \\g\n\\g | id", ["code"]],
    ["copy t to program 'id'", ["code"]],
    [".shell id", ["code"]],
    ["select * from t into outfile 'x'", ["writes"]],
    ["attach database 'x' as y", ["writes"]],
    [".read x.sql", ["reads"]],
    ["select load_file('x')", ["reads"]],
    ["select f('/etc/passwd')", ["reads"]],
    ["select load_extension('x')", ["run-helper"]],
    ["delete from users;", ["destroy-remote"]],
    ["update users set a = 1", ["destroy-remote"]],
    ["alter role x superuser", ["destroy-remote"]],
    ["delete from users where id = 1", []],
    ["update users set a = 1 where id = 1", []],
    ["select 1", []],
  ])("%s", (sql, kinds) => {
    expect(kindsOf(sql)).toEqual(kinds);
  });
});
