import { describe, expect, it } from 'vitest';
import {
  accountOf,
  connectTo,
  recipient,
  type ScriptedAccount,
  sender,
  transfer,
} from '../../../test/scripted-node.ts';

const zero = `${'A'.repeat(52)}Y5HFKQ`;

/** What encode says about a payment if a node tells this of the sender, and another one the truth. */
async function encode(lie: ScriptedAccount, ...others: readonly ScriptedAccount[]) {
  const algod = [lie, ...others].map((account) => ({ accounts: { [sender]: account, [recipient]: {} } }));
  const { chain, asked } = connectTo({ algod, indexer: [] });
  const { status, transaction } = await chain.encode(transfer as never);
  const used = new Set(asked.filter(({ path }) => path.includes(sender)).map(({ endpoint }) => endpoint));
  const codes = [...status.errors, ...status.warnings].map(({ code }) => code);
  return { codes, data: transaction.data, used: [...used] };
}

const truth = {};

describe('what a node says of an account', () => {
  it.each<[string, ScriptedAccount]>([
    ['another address', { changed: { address: recipient } }],
    ['more ALGO than there are', { amount: 10n ** 16n + 1n }],
    ['an amount of 64 bits', { amount: 2n ** 64n - 1n }],
    ['a negative amount', { changed: { amount: -1 } }],
    ['a broken amount', { changed: { amount: 1.5 } }],
    ['an amount as a text', { changed: { amount: '10000000' } }],
    ['no amount', { changed: { amount: undefined } }],
    ['no minimum balance', { changed: { 'min-balance': undefined } }],
    ['a minimum balance beyond all ALGO', { minBalance: 10n ** 16n + 1n }],
    ['a negative minimum balance', { changed: { 'min-balance': -100_000 } }],
    ['an unknown status', { changed: { status: 'Retired' } }],
    ['a broken authorizing address', { changed: { 'auth-addr': recipient.toLowerCase() } }],
    ['a broken count', { changed: { 'total-assets-opted-in': '0' } }],
    ['no object', { changed: { address: null } }],
  ])('is not believed if it is %s: another one is asked', async (_, lie) => {
    expect(await encode(lie, truth)).toMatchObject({ codes: [], used: ['algod 0', 'algod 1'] });
  });

  it('fails if no other one is there', async () => {
    await expect(encode({ amount: 10n ** 16n + 1n })).rejects.toMatchObject({ name: 'UpstreamError' });
  });

  it('counts to the last microAlgo of all that exist', async () => {
    const { codes, used } = await encode({ amount: 10n ** 16n });
    expect([codes, used]).toEqual([[], ['algod 0']]);
  });

  it.each([
    ['the account itself', sender],
    ['the zero address', zero],
  ])('means no rekeying if the authorizing address is %s', async (_, authAddr) => {
    const { codes, data, used } = await encode({ authAddr });
    expect([codes, used]).toEqual([[], ['algod 0']]);
    expect(data).not.toHaveProperty('params.authAddr');
  });

  it('has the shape of the script', () => {
    expect(accountOf(sender)).toMatchObject({ address: sender, 'min-balance': 100_000n, status: 'Offline' });
  });
});
