import { describe, expect, test } from "vitest";
import { judge } from "../../../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../../../attacks/shared-corpus.ts";

const rulesOf = (command: string): readonly string[] => judge(command, PLACE).findings.map(({ rule }) => rule);

describe("a place of the machine in a container", () => {
  test.each([
    "docker run -v /etc:/x alpine",
    "docker run -v /etc/shadow:/x:ro alpine",
    "docker run -v /var/run/docker.sock:/x:ro alpine",
    "docker run --mount type=bind,source=/,target=/x,readonly alpine",
    "docker -c run run -v /:/x alpine",
    "docker container run -v /:/x alpine",
    "docker compose run -v /:/x web",
    "buildah bud -v /:/x .",
  ])("%s: holds the machine", (command) => {
    expect(rulesOf(command)).toContain("container-escape");
  });

  test.each([
    "docker run -v data:/x alpine",
    "docker run -v /etc/localtime:/x:ro alpine",
    "docker run -v /usr/lib:/x:ro alpine",
    "docker run --mount type=volume,source=data,target=/x alpine",
    "docker run -v ./src:/src alpine",
  ])("%s: is ordinary", (command) => {
    expect(rulesOf(command)).toEqual(["ordinary"]);
  });

  test("is written where it lies", () => {
    expect(rulesOf("docker run -v /opt/app:/x alpine")).toContain("write-outside");
  });
});
