import { lstatSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { Steps } from "../../base/slices.ts";
import { gitDirectoryNamedBy } from "../../files/git-pointer.ts";
import { realKindAt } from "../../files/kind-at.ts";
import { isInside } from "../../files/path-inside.ts";
import { inDirectory } from "../../files/pinned-directory.ts";
import { GUARDED_IN_GIT, SEALED_NAMES } from "../../knowledge/guarded-places.ts";
import type { Seal } from "../view/seal.ts";
import { CommandMadeSecrets } from "./command-made-secrets.ts";
import { GIT_CONFIGS } from "./git-run-points.ts";
import type { GuardOptions } from "./guard-options.ts";
import { MadeRepositories } from "./made-repositories.ts";
import { refuseTooMany } from "./refuse-unsealable.ts";
import { Removals } from "./removals.ts";
import { SealRegistry } from "./seal-registry.ts";
import { DirectoryChanges } from "./search/directory-changes.ts";
import { LookScope } from "./search/look-scope.ts";
import { NameWatch } from "./search/name-watch.ts";
import type { WorkspaceFinds } from "./search/workspace-scan.ts";
import { WorkspaceSearch } from "./search/workspace-search.ts";
import { UserGitConfigs } from "./user-git-configs.ts";
import { isOpened, openingsIn } from "./writable-exceptions.ts";

/** Whether a directory is to be looked at. */
type Scope = (directory: string) => boolean;

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
  readonly search: WorkspaceSearch;
  readonly #seals: SealRegistry;
  readonly #changes = new DirectoryChanges();
  readonly #commandMade = new CommandMadeSecrets();
  readonly #configs = new UserGitConfigs();
  /** Links with guarded names that were there before nacre: they cannot be sealed, and are not nacre's to take away. */
  readonly #links = new Set<string>();
  readonly #repositories = new Set<string>();
  /** What the user's configurations have git obey or run. */
  readonly #targets = new Set<string>();
  readonly #made: MadeRepositories;
  #hasScanned = false;
  readonly removals: Removals;
  readonly #watch: NameWatch;
  readonly scope: LookScope;
  #disarming: Promise<readonly string[]> = Promise.resolve([]);

  constructor(options: GuardOptions) {
    this.#options = options;
    this.search = new WorkspaceSearch(options.workspace);
    this.#seals = new SealRegistry(options.workspace);
    this.removals = new Removals(options);
    this.#made = new MadeRepositories({
      changes: this.#changes,
      isInPlace: (gitDirectory) => this.#kindOf(gitDirectory) === "directory",
      isGuarded: (gitDirectory) => this.#repositories.has(gitDirectory),
      remove: (path, why) => this.removals.take(path, why),
      onDisarmed: (path, settings) => this.removals.noteDisarmed(path, settings),
    });
    this.#watch = new NameWatch((path) => {
      // Only what a command makes is urgent; what the user makes is sealed before the next command.
      if (options.isIdle()) return;
      this.#sealOrRemove(path);
      this.#refresh((directory) => directory === dirname(path));
      if (this.#seals.takeChanged()) options.onChanged();
    });
    this.#watch.add(options.workspace, SEALED_NAMES);
    const [search, watch, repositories] = [this.search, this.#watch, this.#repositories];
    this.scope = new LookScope({ workspace: options.workspace, search, watch, repositories });
    for (const path of options.guard ?? []) this.#seals.addWithWay(path);
  }

  /** Seals what the user's configurations have git obey or run; what is missing as yet is guarded by its name. */
  async followConfigs(): Promise<void> {
    const { workspace, write } = this.#options;
    for (const path of await this.#configs.takeTargets(workspace)) {
      if (isOpened(path, write) || this.#seals.has(path)) continue;
      this.#targets.add(path);
      if (this.#kindOf(path) === "link") this.#links.add(path);
      else if (this.#kindOf(path) !== "missing") this.#seals.addWithWay(path);
    }
  }

  /** Looks everywhere before the first command: what lies there is the user's. A fault when it cannot all be sealed. */
  *begin(): Steps<void> {
    yield* this.search.sweep({ onFound: () => undefined });
    this.sealAll();
    for (const path of this.#repositories) for (const name of GIT_CONFIGS) this.#configs.remember(join(path, name));
    this.#hasScanned = true;
  }

  /** Looks everywhere, and protects what is new. Opens what a command closed if `takesRights`. */
  *lookEverywhere(takesRights: boolean): Steps<void> {
    if (!this.#hasScanned) return yield* this.begin();
    const { hasChanged, closed, opened } = yield* this.search.sweep({
      onFound: (finds) => this.#protectFound(finds),
      takesRights,
    });
    if (takesRights) this.removals.noteClosed(closed);
    this.removals.noteOpened(opened);
    if (hasChanged || this.scope.isSmall) this.#refresh();
    if (this.#made.markChanged(() => true)) this.#seals.markChanged();
  }

  /** Seals everything that was found, before a shell starts. A fault when there is more than can be sealed. */
  sealAll(): void {
    const finds = this.search.finds();
    refuseTooMany(finds);
    const { write } = this.#options;
    for (const path of finds.links) this.#links.add(path);
    for (const path of finds.gitDirectories) {
      if (this.#hasScanned && !this.#repositories.has(path)) this.#markArmed(path);
      this.#watchRepository(path);
    }
    for (const path of [...finds.gitDirectories, ...finds.between]) this.#seals.add(path, "fixed");
    for (const path of finds.guarded) if (!isOpened(path, write)) this.#seals.add(path, "read-only");
    for (const path of finds.secret) this.#hide(path);
  }

  /** Everything that must be sealed now, outer directories first. */
  seals(): readonly Seal[] {
    if (this.scope.isSmall) this.#refresh();
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
  *lookBefore(): Steps<void> {
    yield* this.search.sweep({ onFound: (finds) => this.#protectFound(finds), only: this.scope.near() });
    this.lookAtOnce();
    const secrets = this.#commandMade.notAsLeft(this.search.secrets()).filter((path) => !this.#seals.has(path));
    for (const path of secrets.length > 0 && this.#options.looksIdle() ? secrets : []) this.#hide(path);
  }

  /** The part of a look that takes no time, however much lies in the workspace. */
  lookAtOnce(): void {
    const scope = this.scope.directories();
    this.#refresh(scope);
    this.#sealOrRemoveNew(scope);
    this.removals.forgive(this.#options.isIdle);
  }

  /**
   * Call after a command: the command made what is new. Looks everywhere in a small workspace, else at its top and where
   * the watch saw something. Returns whether git did something in a repository: there may be a new submodule, and the user's git looks into each
   * submodule and obeys the settings it finds there.
   */
  *lookAfter(takesRights: boolean): Steps<boolean> {
    const seen = this.#watch.takeSeen();
    const scope = this.scope.directories(seen);
    const indexes = [...this.#repositories]
      .filter(scope)
      .map((path) => join(path, "index"))
      .filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
    const isGitAtWork = this.#changes.sinceAny(indexes);
    this.#changes.markSeen(indexes);
    this.#refresh(scope);
    if (this.scope.isSmall) yield* this.lookEverywhere(takesRights);
    else yield* this.search.sweep({ onFound: (finds) => this.#protectFound(finds), only: this.scope.near(seen) });
    if (this.#made.markChanged(scope)) this.#seals.markChanged();
    this.#commandMade.rememberAll(this.search.secrets());
    this.#sealOrRemoveNew(scope);
    return isGitAtWork;
  }

  #protectFound({ gitPointers, links }: WorkspaceFinds): void {
    const pointers = [...gitPointers, ...links.filter((path) => basename(path) === ".git")];
    for (const pointer of pointers) this.#protectRepository(pointer);
  }

  /**
   * Takes out of the repositories that commands made whatever git would run by itself. They are sealed first, so that
   * it stays out.
   */
  disarm(): Promise<readonly string[]> {
    // One at a time: two would undo each other's work on one file.
    this.#disarming = this.#disarming.then(async () => {
      await this.#made.disarm();
      await this.followConfigs();
      const { workspace, endWork } = this.#options;
      return [...this.removals.takeNotices(), ...(await this.#configs.disarm(workspace, endWork))];
    });
    return this.#disarming;
  }

  /** Marks a repository that must be looked into. */
  #markArmed(gitDirectory: string): void {
    this.#made.add(gitDirectory);
    this.#seals.markChanged();
  }

  close(): void {
    this.#watch.close();
    this.#seals.close();
  }

  /** Treats another file under the path of a sealed one as new. */
  #refresh(scope: Scope = () => true): void {
    const displaced = this.#seals.refresh(scope);
    for (const path of this.#seals.takeReplaced()) this.#configs.onReplaced(path, this.#options.isIdle());
    for (const path of displaced) {
      const isRepository = this.#repositories.delete(path);
      if (this.#seals.has(path)) continue; // it came back with its repository
      if (isRepository || basename(path) === ".git") this.#protectRepository(path);
      else if ([...SEALED_NAMES, ...GUARDED_IN_GIT].includes(basename(path))) this.#sealOrRemove(path);
    }
  }

  #sealOrRemoveNew(scope: Scope): void {
    const { workspace } = this.#options;
    const changed = (places: readonly string[]): readonly string[] =>
      places.filter((place) => scope(place) && this.#changes.since(place));
    const repositories = [...this.#repositories];
    const tops = repositories.map((path) => dirname(path)).filter((path) => isInside(path, workspace));
    const places = changed([...new Set([workspace, ...tops])]);
    for (const place of places) for (const name of SEALED_NAMES) this.#sealOrRemove(join(place, name));
    const gitDirectories = changed(repositories);
    for (const one of gitDirectories) for (const name of GUARDED_IN_GIT) this.#sealOrRemove(join(one, name));
    this.#changes.markSeen([...places, ...gitDirectories]);
    for (const path of this.#targets) this.#sealOrRemove(path);
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
      return this.removals.take(path, "people's tools run or obey it without asking");
    if (stat.isSymbolicLink()) this.#links.add(path);
    else this.#seals.add(path, "read-only");
  }

  /** Protects a repository that a command made: git must not run anything in it, and no command may change that. */
  #protectRepository(pointer: string): void {
    const stat = lstatSync(pointer, { throwIfNoEntry: false });
    if (stat === undefined || this.#repositories.has(pointer) || this.#seals.has(pointer) || this.#links.has(pointer))
      return;
    if (stat.isSymbolicLink()) return this.removals.take(pointer, "it is a link in the place of a repository");
    if (this.#kindOf(pointer) === "link") return; // a parent is a link: the repository lies elsewhere
    const gitDirectory = stat.isDirectory() ? pointer : gitDirectoryNamedBy(pointer);
    if (gitDirectory === undefined || !isInside(gitDirectory, this.#options.workspace))
      return this.removals.take(pointer, "it leads to a repository outside the workspace");
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

  #kindOf(path: string): ReturnType<typeof realKindAt> {
    return realKindAt(this.#options.workspace, relative(this.#options.workspace, path));
  }
}
