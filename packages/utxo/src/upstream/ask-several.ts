import { UpstreamError } from '@isochain/core';
import type { Source } from './sources.ts';

/** How many endpoints are asked: if one lies, the two others agree. */
export const maxAsked = 3;

/**
 * Asks the first few of some endpoints side by side, each once.
 *
 * @param hear - Called with each answer. It returns true to stop waiting for the rest.
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
