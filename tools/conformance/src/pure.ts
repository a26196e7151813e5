import { itemsOf, signedOf } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { deepFreeze, throughJson } from './freeze.ts';
import { withPoison } from './poison.ts';
import type { Stage } from './stage.ts';

/** Assemble and finalize: the same bytes every time, from nothing but their arguments. */
export function describePurity(stage: Stage): void {
  describe('pure', () => {
    it.each(stage.examples)('assembles $name from frozen data alone, the same each time', async (example) => {
      const { bare, encoded } = await stage.unsent(example);
      const data = deepFreeze(throughJson(bare));
      const { bytes } = stage.connect().adapter;
      const { value, touched } = await withPoison(() => [itemsOf(bytes, data), itemsOf(bytes, data)]);
      expect(touched).toEqual([]);
      expect(value).toEqual([encoded, encoded]);
    });

    it.each(stage.examples)('assembles $name without memory of having encoded it', async (example) => {
      const { bare, encoded } = await stage.unsent(example);
      const upstream = stage.wire.calls.length;
      expect(itemsOf(stage.connect().adapter.bytes, bare)).toEqual(encoded);
      expect(stage.wire.calls.length, 'upstream requests').toBe(upstream);
    });

    it.each(stage.examples)('assembles $name whatever the order of the fields', async (example) => {
      const { bare, encoded } = await stage.unsent(example);
      expect(itemsOf(stage.connect().adapter.bytes, reversed(bare))).toEqual(encoded);
    });

    it.each(stage.examples)('answers data of $name that survives JSON', async (example) => {
      const { data, encoded } = await stage.unsent(example);
      expect(throughJson(data)).toStrictEqual(data);
      expect(throughJson(encoded)).toStrictEqual(encoded);
    });

    it.each(stage.examples)(
      'finalizes $name from frozen values alone, the same each time and in every form',
      async (example) => {
        const { bare, signatures } = await stage.unsent(example);
        const { bytes } = stage.connect().adapter;
        const data = deepFreeze(throughJson(bare));
        const all: unknown[] = [];
        for (const [form, signature] of Object.entries(signatures)) {
          const { value, touched } = await withPoison(() => signedOf(bytes, data, signature));
          expect(touched, form).toEqual([]);
          expect(value, form).toEqual(await signedOf(bytes, data, signature));
          all.push(value);
        }
        expect(
          new Set(all.map((signed) => JSON.stringify(signed))).size,
          'one transaction, whatever the form of its signature',
        ).toBe(1);
      },
    );
  });
}

/** The same data with all members in the opposite order, as JSON libraries may write it. */
function reversed<T>(value: T): T {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).reverse();
  // Nothing but the order changes.
  return Object.fromEntries(entries.map(([key, member]) => [key, reversed(member)])) as T;
}
