/** A test file that is silent for so long hangs. Longer than the limit of a test, which names the test and not only the file. */
export const silenceMs = 300_000;

/** Knows which test files run, and finds those from which nothing was heard for too long. */
export class Watchdog {
  readonly #heard = new Map<string, number>();
  readonly #now: () => number;

  /** @param now - Milliseconds, of a clock that never goes back. */
  constructor(now: () => number) {
    this.#now = now;
  }

  begin(file: string): void {
    this.#heard.set(file, this.#now());
  }

  /** Something was heard from a file: a test of it began or ended. After its end nothing counts: messages may come late. */
  hear(file: string): void {
    if (this.#heard.has(file)) this.#heard.set(file, this.#now());
  }

  end(file: string): void {
    this.#heard.delete(file);
  }

  /** Files that have been silent for too long. Each is told once. */
  takeSilent(): string[] {
    const silent = [...this.#heard].filter(([, at]) => this.#now() - at >= silenceMs).map(([file]) => file);
    for (const file of silent) this.#heard.delete(file);
    return silent;
  }
}
