import { chainDetail, encodedItem, parseAmount, status, transactionData } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { Stage } from './stage.ts';

/** Checks a value against a schema of the specification, and that it holds nothing beyond it. */
export function expectShape(schema: z.ZodType, value: unknown): void {
  expect(schema.parse(value)).toEqual(value);
}

/** Checks that a text is an amount as the wire contract writes it. */
export function expectAmount(text: unknown, what: string): void {
  const amount = typeof text === 'string' ? parseAmount(text) : undefined;
  expect(amount, `${what} must be a canonical decimal string, not ${JSON.stringify(text)}`).toBeDefined();
}

/** Raw formats whose value is not hex without 0x. */
const isJsonFormat = (format: string) => format === 'WALLET_CONNECT' || format.endsWith('_JSON');

/** What encode answers, whatever the chain. */
export function describeShapes(stage: Stage): void {
  describe('shapes', () => {
    it('describes the chain as the specification says', () => {
      const detail = stage.connect().detail();
      expectShape(chainDetail, detail);
      expect(detail.id).toBe(stage.setup.chainId);
      expect(detail.family).toBe(stage.setup.family.family.name);
    });

    it.each(stage.examples)('answers complete data for $name', async (example) => {
      const { name, mode, max } = example;
      // A scene of its own: the clock of the engine may have moved on since others were made, and with it what can be asked for.
      const wanted = await example.intent(await stage.scene());
      const { chainId, transaction, status: said } = await stage.connect().encode(wanted);
      expect(chainId).toBe(stage.setup.chainId);
      expectShape(status, said);
      expect(said.errors).toEqual([]);
      const { data } = transaction;
      expectShape(transactionData, data);
      // In an intent `params` are wishes. In an answer they are what the bytes follow from.
      const { params: _, ...fields } = wanted;
      expect(data, 'what was asked for comes back unchanged').toMatchObject(fields);
      expect(data.mode).toBe(mode);
      expectAmount(data.fees, 'fees');
      for (const field of ['gas', 'nonce', 'amount'] as const)
        if (data[field] !== undefined) expectAmount(data[field], field);
      // The amount of a stake that is registered stands in its documents, so there is no maximum.
      if (mode !== 'registerStake' && ('amount' in wanted || 'useMaxAmount' in wanted)) {
        if (stage.setup.withoutAmount?.includes(mode) !== true) expectAmount(data.amount, 'amount');
        expect(data.useMaxAmount, `useMaxAmount of ${name}`).toBe(max || wanted.useMaxAmount === true);
      }
    });

    it.each(stage.examples)('answers items to sign for $name', async (example) => {
      const { encoded } = await stage.unsent(example);
      expect(encoded.length).toBeGreaterThan(0);
      for (const item of encoded) {
        expectShape(encodedItem, item);
        expect(item.hash ?? item.raw, 'an item has a hash, a raw transaction or both').toBeDefined();
        if (item.hash) expect(item.hash.value, 'hashes are hex without 0x').toMatch(/^(?:[0-9a-f]{2})+$/);
        if (item.raw) expectRaw(item.raw);
      }
      const hashes = encoded.map(({ hash }) => hash !== undefined);
      if (hashes.includes(true))
        expect(hashes[0], 'where a hash is signed, clients look for it in the first item').toBe(true);
    });
  });
}

/** Formats that are not plain hex: their wallets want another spelling. */
const spellings: Readonly<Record<string, RegExp>> = {
  RLP: /^0x(?:[0-9a-f]{2})+$/,
  XDR: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
};

function expectRaw({ format, value }: { format: string; value: string }): void {
  if (isJsonFormat(format)) expect(typeof JSON.parse(value), format).toBe('object');
  else expect(value, format).toMatch(spellings[format] ?? /^(?:[0-9a-f]{2})+$/);
}
