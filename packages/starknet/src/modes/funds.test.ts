import { describe, expect, it } from 'vitest';
import { publicKeyOf } from '../../test/keys.ts';
import { connectTo, sender, transfer } from '../../test/scripted-node.ts';
import { accountClasses } from '../account/classes.ts';

/**
 * The most that the transaction of the script may cost, by hand: 1.5 * 1,000,000 gas of layer 2 at 1.5 * 8 * 10^9 FRI, and 2 * 224 gas for data at
 * 1.5 * 3 * 10^9 FRI.
 */
const fees = 1_500_000n * 12_000_000_000n + 448n * 4_500_000_000n;
const coin = 10n ** 18n;

async function encode(balance: bigint, intent: object = transfer, accounts: object = { [sender]: {} }) {
  const { chain } = connectTo('starknet', { strk: { [sender]: balance }, accounts: accounts as never });
  const { status, transaction } = await chain.encode(intent, {});
  return { status, transaction, data: transaction.data };
}

describe('what an account has to hold', () => {
  it('is the amount and the most that the fees may be', async () => {
    const { status, data, transaction } = await encode(coin + fees);
    expect(status).toMatchObject({ errors: [], warnings: [] });
    expect(data).toMatchObject({ amount: coin.toString(), fees: fees.toString(), gas: '1500000' });
    expect(transaction.encoded).toHaveLength(1);
  });

  it('is not one less', async () => {
    const { status, transaction } = await encode(coin + fees - 1n);
    expect(status.errors).toMatchObject([
      {
        code: 'balance.insufficient',
        field: 'transaction.data.amount',
        context: { available: '1018002015999999999', amount: coin.toString(), fees: fees.toString() },
      },
    ]);
    expect(transaction.encoded).toEqual([]);
    expect(transaction.data.params).toBeUndefined();
  });

  it('is more than the amount', async () => {
    const { status } = await encode(coin - 1n);
    expect(status.errors).toMatchObject([{ code: 'balance.insufficient', field: 'transaction.data.amount' }]);
  });

  it('may be more than 2^128', async () => {
    const { status } = await encode(2n ** 200n, { ...transfer, amount: String(2n ** 190n) });
    expect(status.errors).toEqual([]);
  });
});

describe('all that an account has', () => {
  const all = { ...transfer, amount: undefined, useMaxAmount: true };

  it.each([fees + 1n, coin, 2n ** 130n])('is sent without the fees: %s', async (balance) => {
    const { status, data } = await encode(balance, all);
    expect(status.errors).toEqual([]);
    expect(data).toMatchObject({ amount: String(balance - fees), fees: fees.toString() });
    // What is usual: without any margin.
    const likely = 1_000_000n * 8_000_000_000n + 224n * 3_000_000_000n;
    expect(status.warnings.find(({ code }) => code === 'fee.likely')).toMatchObject({
      context: { likely: likely.toString(), fees: fees.toString() },
    });
  });

  it('usually costs what the estimate leaves out, too', async () => {
    const { classHash, surcharge } = accountClasses['openzeppelin-1.0.0'];
    expect(surcharge).toBe(200_000n);
    const account = { classHash, functions: { get_public_key: [publicKeyOf()] } };
    const { status, data } = await encode(coin, all, { [sender]: account });
    const likely = 1_200_000n * 8_000_000_000n + 224n * 3_000_000_000n;
    expect(status.warnings).toMatchObject([{ code: 'fee.likely', context: { likely: likely.toString() } }]);
    expect(data.fees).toBe(String(1_800_000n * 12_000_000_000n + 448n * 4_500_000_000n));
  });

  it.each([fees, 1n, 0n])('is nothing if the fees take it: %s', async (balance) => {
    const { status, transaction } = await encode(balance, all);
    expect(status.errors).toMatchObject([{ code: 'balance.nothingToSend', field: 'transaction.data.amount' }]);
    expect(transaction.encoded).toEqual([]);
  });
});

describe('a deployment', () => {
  const deploy = { mode: 'deployAccount', senderPubKey: publicKeyOf() };

  it('is paid by the account itself', async () => {
    expect((await encode(fees, deploy, {})).status.errors).toEqual([]);
    const { status, transaction } = await encode(fees - 1n, deploy, {});
    expect(status.errors).toMatchObject([
      { code: 'balance.insufficientForFees', context: { fees: fees.toString(), available: String(fees - 1n) } },
    ]);
    expect(transaction.encoded).toEqual([]);
    // The request has no other field that names the account.
    expect(status.errors[0]?.field).toBe('transaction.data.senderPubKey');
  });
});
