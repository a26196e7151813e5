import { UpstreamError } from '@isochain/core';
import type { Source } from './sources.ts';

/** So many endpoints are asked: where one lies, the two others agree. */
export const maxAsked = 3;

/**
 * Asks the first few of some endpoints side by side, each once.
 *
 * @param hear - Told of each answer; says whether it has heard enough, so that the rest is not waited for.
 * @returns The failures of those without an answer.
 */
export async function askSeveral<T>(
  sources: readonly Source[],
  ask: (source: Source) => Promise<T>,
  hear: (answer: T) => boolean,
): Promise<readonly UpstreamError[]> {
  const failures: UpstreamError[] = [];
  await new Promise<void>((end, fail) => {
    const answers = sources.slice(0, maxAsked).map(async (source) => {
      try {
        if (hear(await ask(source))) end();
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        failures.push(error);
      }
    });
    Promise.all(answers).then(() => end(), fail);
  });
  return failures;
}
