import { UpstreamError } from './upstream-error.ts';

/** An answer that is not worth a failure: undefined where no endpoint answers. */
export async function silent<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof UpstreamError) return undefined;
    throw error;
  }
}
