import { expect } from 'vitest';
import { playChanged } from './judge.ts';
import { lieAbout } from './liar.ts';
import { type Outcome, play } from './outcome.ts';
import type { LieScene, LiesHandIn, Price } from './setup.ts';

/** The code of the warning that fees are far above the usual ones. */
const unusual = 'fee.unusual';

/** Ten times a number, in the form that it has: a number, a bigint, or a text in decimals or hex. */
export function tenfold(value: unknown): unknown {
  if (typeof value === 'number') return value * 10;
  if (typeof value === 'bigint') return value * 10n;
  if (typeof value !== 'string') throw new TypeError(`${String(value)} is no price`);
  if (/^0x[0-9a-f]+$/i.test(value)) return `0x${(BigInt(value) * 10n).toString(16)}`;
  const [, whole, fraction = ''] = /^([0-9]+)(?:\.([0-9]+))?$/.exec(value) ?? [];
  if (whole === undefined) throw new TypeError(`${value} is no price`);
  const digits = String(BigInt(`${whole}${fraction}`) * 10n).padStart(fraction.length + 1, '0');
  return fraction === '' ? digits : `${digits.slice(0, -fraction.length)}.${digits.slice(-fraction.length)}`;
}

/** The truth is no reason for a warning, wherever it is told. */
export function expectUsual({ warnings }: Outcome): void {
  expect(warnings.filter(({ code }) => code === unusual)).toEqual([]);
}

/** Tells one node's price ten times over. It must be refused, or warned of with both numbers. */
export async function tellTenfold(
  handIn: LiesHandIn,
  scene: LieScene,
  { field, tell = tenfold }: Price,
): Promise<void> {
  let told = 0;
  const honest = await play(scene, scene.upstream());
  const outcome = await playChanged(handIn, scene, scene.upstream(), (fetch, names) =>
    lieAbout(fetch, names, field, (value, indices) => {
      told += 1;
      return tell(value as never, indices);
    }),
  );
  expect(told, 'how often the lie was told').toBeGreaterThan(0);
  if (outcome.errors.length > 0) return;
  const warning = outcome.warnings.find(({ code }) => code === unusual);
  expect(warning, JSON.stringify({ honest: feesIn(honest), told: feesIn(outcome) })).toBeDefined();
  const { fees, usual, factor } = (warning?.context ?? {}) as Readonly<Record<string, string>>;
  expect(BigInt(fees ?? 0)).toBeGreaterThan(BigInt(usual ?? 0) * BigInt(factor ?? 0));
}

function feesIn({ answer }: Outcome): unknown {
  return (answer as { transaction?: { data?: { fees?: unknown } } })?.transaction?.data?.fees;
}
