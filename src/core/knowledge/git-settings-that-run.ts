import { nameList } from "./name-list.ts";

/**
 * Settings of git by section and key, in small letters and without what stands between them (`tar.x.command` is
 * `tar.command`); `section.*` is every key of it.
 */

/** Git runs the value. The policy judges it as a command; the sandbox disarms it in what commands made. */
export const GIT_RUNS: readonly string[] = nameList(`
  core.pager core.editor core.sshcommand core.fsmonitor core.askpass core.gitproxy core.alternaterefscommand
  alias.* pager.* man.* browser.* web.* help.browser instaweb.* guitool.* difftool.* mergetool.*
  diff.external diff.command diff.textconv merge.driver filter.clean filter.smudge filter.process
  sequence.editor interactive.difffilter trailer.* tar.command hook.* credential.helper gpg.program gpg.defaultkeycommand
  uploadpack.packobjectshook remote.uploadpack remote.receivepack remote.vcs submodule.update
  gc.recentobjectshook sendemail.* imap.* svn.* lfs.path lfs.args lfs.clean lfs.smudge lfs.standalonetransferagent
`);

/** Git obeys a file, a directory or a helper that the value names. The policy asks; the sandbox disarms it. */
export const GIT_OBEYS: readonly string[] = nameList(`
  core.hookspath core.worktree core.attributesfile include.* includeif.* init.templatedir protocol.allow
  http.savecookies
`);

/**
 * Keys of any section that are most likely to name a program: those of other tools that keep their settings in git's
 * files, and those that a later git may know. What git knows under such a name and does not run stands before it.
 */
export const SOUNDS_LIKE_RUNNING: RegExp =
  /^(?!advice\.|rebase\.reschedulefailedexec$).*\.[^.]*(?:command|cmd|program|hook|helper|script|exec)$/s;

/** Of these, the value is a path from the top of the work tree. */
export const GIT_LOOKS_IN: readonly string[] = ["core.hookspath", "core.attributesfile"];

/**
 * The value names a tool whose command stands in another setting. Only the sandbox disarms it: it is no reason to ask
 * before `git config merge.tool p4merge`.
 */
export const GIT_NAMES_TOOL: readonly string[] = nameList("diff.tool diff.guitool merge.tool merge.guitool");

/**
 * Git then trusts, reads or accepts something else, and runs nothing. Only the policy asks: the sandbox would remove a
 * proxy that a project needs.
 */
export const GIT_TRUSTS: readonly string[] = nameList(`
  core.excludesfile ssh.variant uploadpack.* receive.* remote.proxy url.insteadof url.pushinsteadof http.proxy
  http.sslverify http.sslcainfo http.cookiefile safe.directory rebase.instructionformat maintenance.*
`);

/** The filter of git-lfs is the only one that ordinary repositories set. */
export const LFS_FILTER: RegExp = /^git-lfs (?:clean|smudge|filter-process)\b[\w %.-]*$/;

/** One expression for such a list, to be tried on a key in small letters without its middle. */
export const gitKeys = (keys: readonly string[]): RegExp =>
  new RegExp(`^(?:${keys.join("|").replaceAll(".", "\\.").replaceAll("*", ".*")})$`, "s");

/** For a look at a repository as it is: git then runs none of its programs. */
export const GIT_RUNS_NOTHING = "-c core.fsmonitor=false -c core.hooksPath=/dev/null";
