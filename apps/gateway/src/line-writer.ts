/** Writes lines a little later than it is told them. */
export interface LineWriter {
  /** @param text - Without its end. */
  line(text: string): void;
  /** Writes what waits: before the process ends. */
  flush(): void;
}

/**
 * Writes the lines of one turn of the event loop together: each by itself would cost a request as much as all else that is logged of it.
 *
 * @param write - Takes one or more lines, without the end of the last.
 */
export function createLineWriter(write: (lines: string) => void): LineWriter {
  let waiting: string[] = [];
  const flush = () => {
    const lines = waiting;
    waiting = [];
    if (lines.length > 0) write(lines.join('\n'));
  };
  return {
    line(text) {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push(text);
    },
    flush,
  };
}
