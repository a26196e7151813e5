import { describe, expect, it } from 'vitest';
import { connectTo, sender, transfer } from '../../test/scripted-node.ts';

async function encode(nonce: string | undefined, next = 5n) {
  const { chain, askedFor } = connectTo('starknet', { accounts: { [sender]: { nonce: next } } });
  const { status, transaction } = await chain.encode({ ...transfer, ...(nonce === undefined ? {} : { nonce }) }, {});
  return { status, transaction, estimates: askedFor('starknet_estimateFee') };
}

const field = 'transaction.data.nonce';

describe('the nonce', () => {
  it('is that of the account', async () => {
    const { transaction, status } = await encode(undefined);
    expect(transaction.data.nonce).toBe('5');
    expect(status).toMatchObject({ errors: [], warnings: [] });
    expect((await encode(undefined, 0n)).transaction.data.nonce).toBe('0');
    expect((await encode(undefined, 2n ** 70n)).transaction.data.nonce).toBe(String(2n ** 70n));
  });

  it('may be wished for', async () => {
    expect((await encode('5')).status).toMatchObject({ errors: [], warnings: [] });
  });

  it('may be ahead: the transaction waits', async () => {
    for (const nonce of ['6', '205']) {
      const { transaction, status, estimates } = await encode(nonce);
      expect(transaction.data.nonce).toBe(nonce);
      expect(status).toMatchObject({
        errors: [],
        warnings: [{ code: 'nonce.gap', field, context: { nonce, next: '5' } }],
      });
      // Nodes estimate with the next nonce alone.
      expect(estimates).toMatchObject([{ params: { request: [{ nonce: '0x5' }] } }]);
    }
  });

  it('cannot be further ahead than nodes take', async () => {
    for (const nonce of ['206', '99999999999999999999999']) {
      const { transaction, status, estimates } = await encode(nonce);
      expect(status.errors).toMatchObject([
        { code: 'wish.invalid', field, message: expect.stringContaining('nodes take 205 at most') },
      ]);
      expect(transaction.encoded).toEqual([]);
      expect(estimates).toEqual([]);
    }
  });

  it('cannot be a used one', async () => {
    for (const nonce of ['4', '0']) {
      const { transaction, status } = await encode(nonce);
      expect(status.errors).toMatchObject([{ code: 'nonce.used', field, context: { nonce, next: '5' } }]);
      expect(transaction.encoded).toEqual([]);
    }
  });

  it.each(['-1', '1.5', '0x5', 'next'])('cannot be %s', async (nonce) => {
    await expect(encode(nonce)).rejects.toMatchObject({ problems: [{ code: 'wish.invalid', field }] });
  });
});
