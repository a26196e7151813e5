/** From the least to the most important; `silent` writes nothing. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

export type LogLevel = (typeof logLevels)[number];

/** Writes one event. Fields hold what a machine may want to search for; errors are written with their stack. */
export type Log = (
  level: Exclude<LogLevel, 'silent'>,
  message: string,
  fields?: Readonly<Record<string, unknown>>,
) => void;

/**
 * Makes a log of one JSON object a line.
 *
 * @param threshold - Events below it are dropped.
 * @param write - Takes a line without its end.
 */
export function createLog(threshold: LogLevel, write: (line: string) => void): Log {
  const least = logLevels.indexOf(threshold);
  return (level, message, fields = {}) => {
    if (logLevels.indexOf(level) < least) return;
    const entry = { time: new Date().toISOString(), level, message, ...fields };
    // A replacer is called for every value, which takes longer than all the rest. Most lines need none.
    write(Object.values(fields).some(needsReplacer) ? JSON.stringify(entry, plain) : JSON.stringify(entry));
  };
}

function needsReplacer(value: unknown): boolean {
  return typeof value === 'bigint' || (typeof value === 'object' && value !== null);
}

function plain(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (!(value instanceof Error)) return value;
  const { name, message, stack, cause } = value;
  return { name, message, stack, ...(cause === undefined ? {} : { cause }) };
}
