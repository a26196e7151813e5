import { type News, type Problem, RefusedError } from '@isochain/core';

/** Gathers all mistakes, so that an operator reads them at once. */
export class Mistakes {
  readonly #problems: Problem[] = [];

  get problems(): readonly Problem[] {
    return this.#problems;
  }

  /** Whether something is wrong with a setting or a part of it, under any of these names. */
  concern(...settings: readonly string[]): boolean {
    return this.#problems.some(({ context }: News) =>
      settings.some((name) => String(context?.setting).startsWith(name)),
    );
  }

  add(...problems: readonly Problem[]): void {
    this.#problems.push(...problems);
  }

  /** The result of a step. If the step is refused, keeps the refusal and returns undefined. */
  async gather<T>(step: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.add(...error.problems);
      return undefined;
    }
  }

  /** @throws RefusedError with all mistakes, if there are any. */
  end(): void {
    const [first, ...rest] = this.#problems;
    if (first !== undefined) throw new RefusedError([first, ...rest]);
  }
}
