/** What a run of the tests is told by its environment. */
export interface Settings {
  /** True for a run that leaves nothing out. */
  readonly exhaustive: boolean;
  /** True for a run that takes nothing from earlier ones. An exhaustive run never does. */
  readonly noCache: boolean;
  /** Of everything that is drawn. The same number draws the same values. */
  readonly seed: number;
  /** By how much the clock of tests is ahead of the machine's, in milliseconds. Negative: behind. */
  readonly clockShift: number;
  /** Sentences about settings that are wrong, and what was done without them. */
  readonly remarks: readonly string[];
}

const day = 86_400_000;

/** The day on which the seed was chosen, and as good as any other: an ordinary run draws the same values each time. */
const usualSeed = 20_261_121;

/** The variables under which programs of a run inherit settings. */
export const inherited = { ISOCHAIN_EXHAUSTIVE: 'TEST_EXHAUSTIVE', ISOCHAIN_NO_CACHE: 'TEST_NO_CACHE' } as const;

/**
 * Reads the settings of tests. A wrong value is told in `remarks` and counts as absent, so that a run is never lost to it.
 *
 * @param environment - `ISOCHAIN_EXHAUSTIVE` and `ISOCHAIN_NO_CACHE` ("1" or "0"), `TEST_SEED` (an integer from 0 up to 2^31 - 1) and `TEST_DAY` (`YYYY-MM-DD`).
 * @param now - Milliseconds since 1970.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>, now: number): Settings {
  const remarks: string[] = [];
  const read = <T>(name: string, expected: string, parse: (text: string) => T | undefined): T | undefined => {
    const text = environment[name] ?? environment[inherited[name as keyof typeof inherited]];
    if (text === undefined || text === '') return undefined;
    const value = parse(text);
    if (value === undefined)
      remarks.push(`${name} is ${JSON.stringify(text)}. Expected ${expected}. The run goes on without it.`);
    return value;
  };
  const exhaustive = read('ISOCHAIN_EXHAUSTIVE', '1 or 0', parseSwitch);
  const noCache = read('ISOCHAIN_NO_CACHE', '1 or 0', parseSwitch);
  const seed = read('TEST_SEED', 'an integer from 0 to 2147483647', (text) =>
    /^\d{1,10}$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : undefined,
  );
  const start = read('TEST_DAY', 'a day such as 2027-02-28', parseDay);
  return {
    exhaustive: exhaustive ?? false,
    noCache: noCache ?? false,
    seed: seed ?? (exhaustive === true ? seedOfDay(now) : usualSeed),
    // Whole days, so that the time of the day stays what it is.
    clockShift: start === undefined ? 0 : start - Math.floor(now / day) * day,
    remarks,
  };
}

function parseSwitch(text: string): boolean | undefined {
  return text === '1' ? true : text === '0' ? false : undefined;
}

function parseDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  // Date.parse takes 30 February for 2 March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? time : undefined;
}

/** The date in UTC as a number: 20261129. */
function seedOfDay(now: number): number {
  return Number(new Date(now).toISOString().slice(0, 10).replaceAll('-', ''));
}
