import { describe, expect, test } from "vitest";
import {
  builtImage,
  composed,
  copiedFile,
  enteredContainer,
  enteredService,
  remoteEngine,
  services,
  startedContainer,
} from "../../../../../../src/core/policy/tools/cloud/containers/container-runs.ts";
import { acts, reads, runs, writes } from "../../../../../../src/core/policy/tools/effect.ts";
import { callOf } from "../../../../../support/tool-call.ts";

const inside = (...argv: readonly string[]): unknown => ({ kind: "runs", argv, contained: true });

describe("a container that is started", () => {
  test.each(["docker run --rm -e A=b alpine ls -l", "docker -H unix:///x container run alpine ls -l"])("%s", (line) => {
    expect(startedContainer(callOf(line))).toEqual([inside("ls", "-l")]);
  });

  test.each([
    "--privileged",
    "--pid=host",
    "--cap-add SYS_ADMIN",
    "--security-opt seccomp=unconfined",
    "--device /dev/a",
  ])("has no walls with %s", (option) =>
    expect(startedContainer(callOf(`docker run ${option} alpine`))).toEqual([acts("container-escape")]),
  );

  test("has walls with a weak capability", () => {
    expect(startedContainer(callOf("docker run --cap-add CHOWN --pid=other alpine"))).toEqual([]);
  });

  test("comes from the host its image names, and runs its entry point", () => {
    expect(startedContainer(callOf("docker run --entrypoint sh a.example:5000/x -c ls"))).toEqual([
      { kind: "fetches", from: "a.example:5000" },
      inside("sh", "-c", "ls"),
    ]);
  });
});

test("a container that is entered runs what stands behind its name", () => {
  expect(enteredContainer(callOf("docker exec -u root web ls"))).toEqual([inside("ls")]);
  expect(enteredContainer(callOf("docker exec --privileged web"))).toEqual([acts("container-escape")]);
});

test("a copy out of a container writes here, one into it reads here", () => {
  expect(copiedFile(callOf("docker cp web:/a b"))).toEqual([writes("b")]);
  expect(copiedFile(callOf("docker cp b web:/a"))).toEqual([reads("b")]);
});

test("a build works here, and fetches an address", () => {
  expect(builtImage(callOf("docker build ."))).toEqual([{ kind: "works" }]);
  expect(builtImage(callOf("docker build https://a.example/x.git"))).toContainEqual({
    kind: "fetches",
    from: "https://a.example/x.git",
  });
});

test("compose is a tool of its own", () => {
  expect(composed(callOf("docker compose up -d"))).toEqual([runs(["docker-compose", "up", "-d"])]);
  expect(enteredService(callOf("docker-compose -p x run -v /etc:/etc web ls"))).toEqual([
    acts("container-escape", "/etc"),
    inside("ls"),
  ]);
});

test("services that no file describes may be anything", () => {
  expect(services(callOf("docker-compose -f /dev/fd/63 up"))).toEqual([acts("container-escape")]);
  expect(services(callOf("docker-compose -f compose.yaml up"))).toEqual([]);
});

test("an engine is reached on another machine, not on this one", () => {
  expect(remoteEngine(callOf("docker -H tcp://a.example:2375 ps"))).toEqual([
    { kind: "fetches", from: "tcp://a.example:2375" },
  ]);
  expect(remoteEngine(callOf("docker -H unix:///var/run/x.sock ps"))).toEqual([]);
});
