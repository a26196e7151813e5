import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import process from 'node:process';
import { settings } from '@isochain/dial';
import type { Reporter, SerializedError, TestCase, TestModule, Vitest } from 'vitest/node';
import { type Entry, journalVariable, readEntries, workerOf, writeEntry } from './journal.ts';
import { silenceMs, Watchdog } from './watchdog.ts';

const lookEveryMs = 5_000;

/** Beside vitest's own reporter: writes the journal, and ends files that hang. */
export default class Checks implements Reporter {
  readonly #watchdog = new Watchdog(() => performance.now());
  #root = process.cwd();
  #journal = '';
  #looking: ReturnType<typeof setInterval> | undefined;

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root;
    const given = process.env[journalVariable];
    // vitest.config.ts gives the run a place of its own for temporary files, which goes with it.
    this.#journal = given ?? join(tmpdir(), 'journal');
    // Workers get the environment of this process.
    process.env[journalVariable] = this.#journal;
    vitest.onClose(() => clearInterval(this.#looking));
  }

  onTestRunStart(): void {
    if (settings.exhaustive) console.error(`Exhaustive run: nothing is left out. TEST_SEED=${settings.seed}`);
    this.#looking ??= setInterval(() => this.#look(), lookEveryMs).unref();
  }

  onTestModuleQueued(module: TestModule): void {
    this.#watchdog.begin(this.#pathOf(module));
  }

  onTestModuleCollected(module: TestModule): void {
    this.#watchdog.hear(this.#pathOf(module));
  }

  onTestCaseReady({ module }: TestCase): void {
    this.#watchdog.hear(this.#pathOf(module));
  }

  onTestCaseResult({ module }: TestCase): void {
    this.#watchdog.hear(this.#pathOf(module));
  }

  onHookStart({ entity }: { entity: { type: string; module?: TestModule } }): void {
    if (entity.module !== undefined) this.#watchdog.hear(this.#pathOf(entity.module));
  }

  onTestModuleEnd(module: TestModule): void {
    const file = this.#pathOf(module);
    this.#watchdog.end(file);
    const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
    const milliseconds = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
    const tests = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const test of module.children.allTests()) tests[test.result().state] += 1;
    const { pending, ...counts } = tests;
    this.#write({
      event: 'ended',
      file,
      project: module.project.name,
      failed: !module.ok() || pending > 0,
      seconds: milliseconds / 1000,
      tests: counts,
    });
  }

  onTestRunEnd(_: readonly TestModule[], errors: readonly SerializedError[]): void {
    clearInterval(this.#looking);
    this.#looking = undefined;
    // What the pool tells is that a worker ended: the journal has its file.
    for (const { message, VITEST_TEST_PATH: path } of errors) {
      if (message.startsWith('[vitest-pool]')) continue;
      const file = typeof path === 'string' ? this.#pathOf({ moduleId: path }) : undefined;
      this.#write({ event: 'error', file, message });
    }
  }

  #pathOf({ moduleId }: { moduleId: string }): string {
    return relative(this.#root, moduleId).split(sep).join('/');
  }

  #write(entry: Entry): void {
    writeEntry(this.#journal, entry);
  }

  #look(): void {
    for (const file of this.#watchdog.takeSilent()) {
      console.error(`HANGS: ${file}: nothing was heard from it for ${silenceMs / 1000} s.`);
      const pid = workerOf(readEntries(this.#journal), file);
      if (pid === undefined) continue;
      console.error(`Its worker, process ${pid}, is ended.`);
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has just ended by itself.
      }
    }
  }
}
