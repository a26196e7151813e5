import { addChecksum, formatAmount, parseAmount, RefusedError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { findHandIns } from './hand-ins/find.ts';

/** What `toSign` answers on every family, if the types of the family are left out. */
type ToSign = (transaction: { data: object; encoded: readonly unknown[] }) => Readonly<Record<string, unknown>>;

const handIns = await findHandIns();

describe.each(handIns)('the package $packageName, as a program imports it', ({ packageName, knownTransaction }) => {
  const face = (): Promise<{ toSign: ToSign }> =>
    import(/* @vite-ignore */ new URL(`../../../packages/${packageName}/src/index.ts`, import.meta.url).href);
  const { chainId, data, encoded } = knownTransaction;
  const sealed = addChecksum(chainId, data as Parameters<typeof addChecksum>[1]);

  it('reads and writes amounts', async () => {
    expect(await face()).toMatchObject({ formatAmount, parseAmount });
  });

  it('says what to sign: every hash and every message of the known transaction, and nothing else', async () => {
    const { toSign } = await face();
    const shown = new Set(leavesOf(toSign({ data: sealed, encoded })));
    // JSON for wallets is read into objects.
    const signed = encoded.flatMap(({ hash, raw }) => [
      ...(hash === undefined ? [] : [hash.value]),
      ...(raw === undefined || raw.value.startsWith('{') ? [] : [raw.value.replace(/^0x/, '')]),
    ]);
    expect(signed.filter((value) => !shown.has(value))).toEqual([]);
    expect(encoded.length).toBeGreaterThan(0);
  });

  it.each(handIns.filter((other) => other.packageName !== packageName))(
    'refuses a transaction of $packageName',
    async ({ knownTransaction: other }) => {
      const { toSign } = await face();
      const make = () => toSign({ data: sealed, encoded: other.encoded });
      expect(make).toThrow(RefusedError);
      expect(make).toThrow(expect.objectContaining({ code: 'encoded.mismatch' }));
    },
  );

  it('refuses an answer with errors, which has nothing to sign', async () => {
    const { toSign } = await face();
    expect(() => toSign({ data, encoded: [] })).toThrow(expect.objectContaining({ code: 'encoded.mismatch' }));
  });
});

/** All texts in a value; bytes in hex, and hex without 0x. */
function leavesOf(value: unknown): string[] {
  if (value instanceof Uint8Array) return [Buffer.from(value).toString('hex')];
  if (typeof value === 'string') return [value.replace(/^0x/, '')];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}
