import { expect, test } from "vitest";
import { installCommand } from "../../../../src/core/process/system/install-command.ts";

const on = (
  release: string,
  platform = "linux",
  isRoot = false,
): { release: string; platform: string; isRoot: boolean } => ({
  release,
  platform,
  isRoot,
});

test.each([
  ['NAME="Debian GNU/Linux"\nID=debian\n', "sudo apt-get install perl-base"],
  ['ID=linuxmint\nID_LIKE="ubuntu debian"\n', "sudo apt-get install perl-base"],
  ["ID=fedora\n", "sudo dnf install perl"],
  ['ID="rocky"\nID_LIKE="rhel centos fedora"\n', "sudo dnf install perl"],
  ['ID="amzn"\nID_LIKE="fedora"\n', "sudo dnf install perl"],
  ["ID=alpine\n", "sudo apk add perl"],
  ["ID=arch\n", "sudo pacman -S perl"],
  ["ID=manjaro\nID_LIKE=arch\n", "sudo pacman -S perl"],
  ['ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"\n', "sudo zypper install perl"],
  ['ID="sles"\nID_LIKE="suse"\n', "sudo zypper install perl"],
  ["ID=nixos\n", "install perl with the package manager of this system"],
  ["", "install perl with the package manager of this system"],
])("%j is told: %s", (release, command) => {
  expect(installCommand("perl", on(release))).toBe(command);
});

test("root needs no sudo, and Homebrew wants none", () => {
  expect(installCommand("git", on("ID=alpine\n", "linux", true))).toBe("apk add git");
  expect(installCommand("git", on("", "darwin"))).toBe("brew install git");
});

test("a package has the name that the system gives it", () => {
  expect(installCommand("python3", on("ID=arch\n"))).toBe("sudo pacman -S python");
  expect(installCommand("python3", on("", "darwin"))).toBe("brew install python");
  expect(installCommand("python3", on("ID=debian\n"))).toBe("sudo apt-get install python3");
});
