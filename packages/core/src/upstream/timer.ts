/** Resolves after a while; early if the signal says that nobody waits any more. */
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
 * Runs a task with a time limit, and ends it when a signal says so. The task is told by its own signal, but is not trusted to obey: what it
 * does after its end is ignored.
 *
 * @param errors - What is thrown when the time is up, and when the signal ends it.
 */
export function withLimit<T>(
  ms: number,
  sleep: Sleep,
  signal: AbortSignal,
  errors: { readonly expired: () => Error; readonly ended: () => Error },
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // One promise, and not a race of several: it stands around every request.
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(errors.ended());
      return;
    }
    const work = new AbortController();
    const timer = new AbortController();
    const finish = () => {
      signal.removeEventListener('abort', end);
      // Without a reason one would be made: an error with a stack.
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
      // It also wakes when it is needed no more: errors are costly to make, and nobody would hear of this one.
      if (!timer.signal.aborted) fail(errors.expired());
    });
    task(work.signal).then((value) => {
      finish();
      resolve(value);
    }, fail);
  });
}

/** Waits for a promise, but no longer than until a signal says that it is over. */
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
