/** Writes lines with a small delay. */
export interface LineWriter {
  /** @param text - Without its end. */
  line(text: string): void;
  /** Writes waiting lines. Call it before the process ends. */
  flush(): void;
}

/**
 * Writes the lines of one turn of the event loop together. A write for each line would cost as much as all other logging of a request.
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
