/** Runs tasks one after the other, in the order of the calls. A task that fails does not stop the next. */
export function createTurns(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const next = last.then(act);
    last = next.catch(() => {});
    return next;
  };
}
