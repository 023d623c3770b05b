import { expect, test } from "vitest";
import { sendsToRepository } from "../../../../../../src/core/policy/tools/machine/storage/remote-repository.ts";
import { FILE } from "../../../../../../src/core/policy/values/abstract-text.ts";
import { callOf } from "../../../../../support/tool-call.ts";

test.each([
  ["sftp:user@a.example:/b", "user@a.example:/b"],
  ["rest:https://a.example/b", "rest:https://a.example/b"],
  ["user@a.example:b", "user@a.example:b"],
])("files go to %s", (address, to) => {
  expect(sendsToRepository(callOf(`restic -r ${address} backup src`))).toEqual([{ kind: "sends", to, data: FILE }]);
});

test.each(["/mnt/backup", "file:///mnt/backup", "backup"])("files stay here in %s", (address) => {
  expect(sendsToRepository(callOf(`restic -r ${address} backup src`))).toEqual([]);
});
