import { UpstreamError } from './upstream-error.ts';

/** Turns an `UpstreamError` into undefined, for answers that are not necessary. */
export async function silent<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof UpstreamError) return undefined;
    throw error;
  }
}
