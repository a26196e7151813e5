/** Resolves after `ms`, or as soon as the signal aborts. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

export const sleep: Sleep = (ms, signal) =>
  new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { once: true });
  });

/**
 * Runs a task with a time limit, and ends it when a signal aborts. The task gets a signal of its own. If it goes on anyway, its result is ignored.
 *
 * @param errors - Thrown when the time is up (`expired`), or when the signal aborts (`ended`).
 */
export function withLimit<T>(
  ms: number,
  sleep: Sleep,
  signal: AbortSignal,
  errors: { readonly expired: () => Error; readonly ended: () => Error },
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // One promise instead of a race of several, because every request runs through it.
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(errors.ended());
      return;
    }
    const work = new AbortController();
    const timer = new AbortController();
    const finish = () => {
      signal.removeEventListener('abort', end);
      // `abort` without a reason makes an error with a stack, which is costly.
      timer.abort('over');
    };
    const fail = (error: unknown) => {
      finish();
      reject(error);
      work.abort();
    };
    const end = () => fail(errors.ended());
    signal.addEventListener('abort', end, { once: true });
    void sleep(ms, timer.signal).then(() => {
      // `sleep` also ends after `finish`. No error is made then, because errors are costly.
      if (!timer.signal.aborted) fail(errors.expired());
    });
    task(work.signal).then((value) => {
      finish();
      resolve(value);
    }, fail);
  });
}

/** Waits for a promise, or until a signal aborts. */
export async function untilEnd<T>(signal: AbortSignal, ended: () => Error, promise: Promise<T>): Promise<T> {
  let end = () => {};
  const over = new Promise<never>((_, reject) => {
    end = () => reject(ended());
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
  try {
    return await Promise.race([promise, over]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
