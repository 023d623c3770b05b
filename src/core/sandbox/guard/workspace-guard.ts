import { existsSync, lstatSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { commonDirectoryNamedBy, gitDirectoryNamedBy } from "../../files/git-pointer.ts";
import { realKindAt } from "../../files/kind-at.ts";
import { untrustedNamesIn } from "../../files/list-untrusted.ts";
import { isInside } from "../../files/path-inside.ts";
import { inDirectory } from "../../files/pinned-directory.ts";
import { GUARDED_IN_GIT, SEALED_NAMES } from "../../knowledge/guarded-places.ts";
import type { Seal } from "../view/seal.ts";
import { CommandMadeSecrets } from "./command-made-secrets.ts";
import { DirectoryChanges } from "./directory-changes.ts";
import { disarmGitConfig } from "./disarm-git-config.ts";
import { armedPlaces, GIT_CONFIGS } from "./git-run-points.ts";
import type { GuardOptions } from "./guard-options.ts";
import { NameWatch } from "./name-watch.ts";
import { Quarantine } from "./quarantine.ts";
import { SealRegistry } from "./seal-registry.ts";
import { UserGitConfigs } from "./user-git-configs.ts";
import { nearGitPointers, scanWorkspace, type WorkspaceScan } from "./workspace-scan.ts";
import { openingsIn } from "./writable-exceptions.ts";

/**
 * Knows what must be sealed in a workspace, and what must not appear in it.
 *
 * A mount can only cover a file that exists, and a placeholder would lie about in the project: git would list it, `git
 * clone .` would refuse. So the guard takes a guarded name away the moment a command creates it, and ends a command
 * that goes on creating it; it seals one that the user creates; and it disarms and seals a repository that appears
 * before the next command. Commands can move and link what the guard looks at: it makes every change by descriptor.
 */
export class WorkspaceGuard {
  readonly #options: GuardOptions;
  readonly #seals: SealRegistry;
  readonly #changes = new DirectoryChanges();
  readonly #commandMade: CommandMadeSecrets;
  readonly #configs = new UserGitConfigs();
  /** Links with guarded names that were there before nacre: they cannot be sealed, and are not nacre's to take away. */
  readonly #links = new Set<string>();
  readonly #repositories = new Set<string>();
  /** Repositories that commands made. A process that was in one before it was sealed may still change it. */
  readonly #made = new Set<string>();
  /** Those of them that must be looked into. */
  readonly #armed = new Set<string>();
  #hasScanned = false;
  readonly #notices: string[] = [];
  readonly #quarantine: Quarantine;
  readonly #watch: NameWatch;
  #disarming: Promise<readonly string[]> = Promise.resolve([]);

  constructor(options: GuardOptions) {
    this.#options = options;
    this.#seals = new SealRegistry(options.workspace);
    this.#commandMade = new CommandMadeSecrets(options.workspace);
    this.#quarantine = new Quarantine(options.workspace, options.quarantine);
    this.#watch = new NameWatch((path) => {
      // Only what a command makes is urgent; what the user makes is sealed before the next command.
      if (options.isIdle()) return;
      this.#sealOrRemove(path);
      this.#refresh();
      if (this.#seals.takeChanged()) options.onChanged();
    });
    this.#watch.add(options.workspace, SEALED_NAMES);
    for (const path of options.guard ?? []) this.#keep(path);
  }

  /** Seals a file and fixes the directories that lead to it: the file is found by its path. */
  #keep(path: string): void {
    this.#seals.add(path, "read-only");
    for (let way = dirname(path); way !== this.#options.workspace; way = dirname(way)) this.#seals.add(way, "fixed");
  }

  /**
   * Seals what a scan found before a shell starts. A command may have made any repository that was not there at the
   * first scan.
   */
  sealScanned(scan: WorkspaceScan): void {
    const { write } = this.#options;
    for (const path of scan.links) this.#links.add(path);
    for (const path of scan.gitDirectories) {
      if (this.#hasScanned && !this.#repositories.has(path)) this.#markArmed(path);
      if (!this.#hasScanned) for (const name of GIT_CONFIGS) this.#configs.remember(join(path, name));
      this.#watchRepository(path);
    }
    for (const path of [...scan.gitDirectories, ...scan.between]) this.#seals.add(path, "fixed");
    for (const path of scan.guarded) if (!isOpened(path, write)) this.#seals.add(path, "read-only");
    for (const path of scan.secret) this.#hide(path);
    this.#hasScanned = true;
  }

  /** Everything that must be sealed now, outer directories first. */
  seals(): readonly Seal[] {
    this.#refresh();
    const seals = this.#seals.list();
    return [...seals, ...openingsIn(seals, this.#options)];
  }

  /** The former path of something that must be sealed and was moved to where it cannot be. */
  get lost(): string | undefined {
    return this.#seals.lost;
  }

  /** Whether something new must be sealed, or looked into, since the last call. */
  takeChanged(): boolean {
    return this.#seals.takeChanged();
  }

  /** Call before a command: the user made what is new, unless something still runs. */
  lookBefore(): readonly string[] {
    const { workspace } = this.#options;
    this.#refresh();
    const secrets = this.#commandMade
      .notAsLeft(this.#changes.since(workspace))
      .filter((path) => !this.#seals.has(path));
    for (const path of secrets.length > 0 && this.#options.looksIdle() ? secrets : []) this.#hide(path);
    this.#sealOrRemoveNew();
    if (this.#quarantine.remembers && this.#options.isIdle()) this.#quarantine.forgive();
    return this.#takeNotices();
  }

  /**
   * Call after a command: the command made what is new. Looks everywhere when the command's text speaks of git, and
   * when an index changed, which may name a new submodule: the user's git looks into each submodule and obeys the
   * settings it finds there.
   */
  lookAfter(command: string): readonly string[] {
    const { workspace } = this.#options;
    const indexes = [...this.#repositories].map((path) => join(path, "index")).filter((path) => existsSync(path));
    const isFar = /\bgit\b|\bgh\b|clone|submodule/.test(command) || this.#changes.sinceAny(indexes);
    const far = isFar ? scanWorkspace(workspace).gitPointers : [];
    this.#changes.markSeen(indexes);
    this.#refresh();
    for (const pointer of new Set([...nearGitPointers(workspace), ...far])) this.#protectRepository(pointer);
    for (const repository of this.#made)
      if (this.#changes.sinceAny(armedPlaces(repository))) this.#markArmed(repository);
    this.#commandMade.rememberAll(this.#changes.since(workspace));
    this.#sealOrRemoveNew();
    return this.#takeNotices();
  }

  /**
   * Takes out of the repositories that commands made whatever git would run by itself. They are sealed first, so that
   * it stays out.
   */
  disarm(): Promise<readonly string[]> {
    // One at a time: two gits would wait in vain for each other's locks.
    this.#disarming = this.#disarming.then(() => this.#disarmAll());
    return this.#disarming;
  }

  async #disarmAll(): Promise<readonly string[]> {
    for (const gitDirectory of this.#armed) {
      this.#armed.delete(gitDirectory);
      if (this.#kindOf(gitDirectory) !== "directory") continue; // moved: the next look finds it where it went
      for (const name of untrustedNamesIn(join(gitDirectory, "hooks"))) {
        if (!name.endsWith(".sample")) this.#remove(join(gitDirectory, "hooks", name), "a git hook runs by itself");
      }
      const common = commonDirectoryNamedBy(gitDirectory);
      if (!this.#repositories.has(common ?? "") && realKindAt(gitDirectory, "commondir") !== "missing")
        this.#remove(join(gitDirectory, "commondir"), "it has git obey settings that nobody guards");
      for (const name of GIT_CONFIGS) {
        if (realKindAt(gitDirectory, name) === "file") await this.#disarmConfig(gitDirectory, name);
      }
      this.#changes.markSeen(armedPlaces(gitDirectory));
    }
    const { workspace, endWork } = this.#options;
    return [...this.#takeNotices(), ...(await this.#configs.disarm(workspace, endWork))];
  }

  async #disarmConfig(gitDirectory: string, name: string): Promise<void> {
    const path = join(gitDirectory, name);
    const removed = await disarmGitConfig(path);
    if (removed === undefined) this.#remove(path, "git cannot read it, or it makes git run a program");
    else if (removed.length > 0) {
      this.#notices.push(
        `the sandbox switched off ${removed.join(", ")} in ${this.#named(path)}: such a setting makes git run a program or work elsewhere`,
      );
    }
  }

  /** Marks a repository that must be looked into. */
  #markArmed(gitDirectory: string): void {
    this.#made.add(gitDirectory);
    this.#armed.add(gitDirectory);
    this.#seals.markChanged();
  }

  close(): void {
    this.#watch.close();
    this.#seals.close();
  }

  /** Treats another file under the path of a sealed one as new. */
  #refresh(): void {
    const displaced = this.#seals.refresh();
    for (const path of this.#seals.takeReplaced()) this.#configs.onReplaced(path, this.#options.isIdle());
    for (const path of displaced) {
      const isRepository = this.#repositories.delete(path);
      if (this.#seals.has(path)) continue; // it came back with its repository
      if (isRepository || basename(path) === ".git") this.#protectRepository(path);
      else if ([...SEALED_NAMES, ...GUARDED_IN_GIT].includes(basename(path))) this.#sealOrRemove(path);
    }
  }

  #sealOrRemoveNew(): void {
    const { workspace } = this.#options;
    const places = new Set([workspace, ...[...this.#repositories].map((path) => dirname(path))]);
    for (const place of places) {
      if (!isInside(place, workspace) || !this.#changes.since(place)) continue;
      for (const name of SEALED_NAMES) this.#sealOrRemove(join(place, name));
    }
    for (const repository of this.#repositories) {
      if (!this.#changes.since(repository)) continue;
      for (const name of GUARDED_IN_GIT) this.#sealOrRemove(join(repository, name));
    }
    this.#changes.markSeen([...places, ...this.#repositories]);
  }

  /** Hides a file of secrets, as far as the operator did not open it. */
  #hide(path: string): void {
    const { read, write } = this.#options;
    if (!isOpened(path, write)) this.#seals.add(path, isOpened(path, read) ? "read-only" : "hidden");
  }

  /** A guarded path that may be new: seals what the user made, takes away what a command made. */
  #sealOrRemove(path: string): void {
    if (this.#seals.has(path) || this.#links.has(path) || isOpened(path, this.#options.write)) return;
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
    const stat = inDirectory(dirname(path), (held) => lstatSync(join(held, basename(path)), { throwIfNoEntry: false }));
    if (stat === undefined) return;
    const isIdle = this.#options.isIdle();
    const isKnown = this.#configs.onReplaced(path, isIdle);
    if (!isIdle && !(isKnown && stat.isFile()))
      return this.#remove(path, "people's tools run or obey it without asking");
    if (stat.isSymbolicLink()) this.#links.add(path);
    else this.#seals.add(path, "read-only");
  }

  /** Protects a repository that a command made: git must not run anything in it, and no command may change that. */
  #protectRepository(pointer: string): void {
    const stat = lstatSync(pointer, { throwIfNoEntry: false });
    if (stat === undefined || this.#repositories.has(pointer) || this.#seals.has(pointer) || this.#links.has(pointer))
      return;
    if (stat.isSymbolicLink()) return this.#remove(pointer, "it is a link in the place of a repository");
    if (this.#kindOf(pointer) === "link") return; // a parent is a link: the repository lies elsewhere
    const gitDirectory = stat.isDirectory() ? pointer : gitDirectoryNamedBy(pointer);
    if (gitDirectory === undefined || !isInside(gitDirectory, this.#options.workspace))
      return this.#remove(pointer, "it leads to a repository outside the workspace");
    if (!this.#repositories.has(gitDirectory) && !this.#options.isIdle()) this.#markArmed(gitDirectory);
    this.#watchRepository(gitDirectory);
    this.#seals.add(gitDirectory, "fixed");
    if (!stat.isDirectory()) this.#seals.add(pointer, "read-only");
    this.#sealAll(gitDirectory, GUARDED_IN_GIT);
    // A clone keeps the guarded names it came with; in the workspace itself they were taken away when they came.
    if (dirname(pointer) !== this.#options.workspace) this.#sealAll(dirname(pointer), SEALED_NAMES);
  }

  #sealAll(directory: string, names: readonly string[]): void {
    for (const name of names) {
      const path = join(directory, name);
      if (["file", "directory"].includes(realKindAt(directory, name)) && !isOpened(path, this.#options.write))
        this.#seals.add(path, "read-only");
    }
  }

  /** Watches a repository, so that the guard sees a guarded name in it at once. */
  #watchRepository(gitDirectory: string): void {
    this.#repositories.add(gitDirectory);
    this.#watch.add(gitDirectory, GUARDED_IN_GIT);
    if (isInside(dirname(gitDirectory), this.#options.workspace)) this.#watch.add(dirname(gitDirectory), SEALED_NAMES);
  }

  #remove(path: string, why: string): void {
    if (this.#quarantine.takeAway(path, why) === "taken") return;
    this.#notices.push(`the sandbox ended what ran, because it kept making ${this.#named(path)}: ${why}`);
    this.#quarantine.forgive();
    this.#options.endWork();
  }

  #takeNotices(): readonly string[] {
    return [...this.#quarantine.takeNotices(), ...this.#notices.splice(0)];
  }

  #kindOf(path: string): ReturnType<typeof realKindAt> {
    return realKindAt(this.#options.workspace, this.#named(path));
  }

  #named(path: string): string {
    return relative(this.#options.workspace, path);
  }
}

const isOpened = (path: string, by: readonly string[]): boolean => by.some((open) => isInside(path, open));
