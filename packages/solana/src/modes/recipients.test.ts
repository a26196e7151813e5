import type { News } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { someAddress } from '../../test/addresses.ts';
import { dataOf } from '../../test/lies/account-data.ts';
import { alice } from '../../test/lies/world.ts';
import { accountOf, snapshotWith } from '../../test/snapshot.ts';
import { contextOf } from '../context.ts';
import type { Account } from '../upstream/rpc.ts';
import { programs } from '../well-known.ts';
import { minimumProblems, recipientProblems, recipientWarnings } from './recipients.ts';

const context = contextOf('solana');
// The address of a key, so that nothing is said about its curve.
const recipient = alice.address;
const around = (account?: Account) => snapshotWith(account === undefined ? {} : { [recipient]: account });

const holding = dataOf('token', { mint: someAddress(1), owner: someAddress(2), amount: 1n, state: 1 });
const mint = dataOf('mint', { supply: 1n, decimals: 6, isInitialized: 1 });
/** One of one, initialised. Source: solana-program/token, interface/src/state.rs (Multisig, 355 bytes). */
const multisig = Uint8Array.from({ length: 355 }, (_, i) => (i < 3 ? 1 : 0));

describe('minimumProblems', () => {
  const minimumOf = (amount: bigint, account?: Account) =>
    minimumProblems(context, around(account), recipient, amount).map(({ code, context: numbers }: News) => [
      code,
      numbers?.held,
      numbers?.minimum,
    ]);

  it('requires the rent minimum for a new account', () => {
    expect(minimumOf(890_880n)).toEqual([]);
    expect(minimumOf(890_879n)).toEqual([['recipient.belowMinimum', '0', '890880']]);
  });

  it('counts the present balance, and the price of the data', () => {
    // 208 bytes at 6,960 lamports are 1,447,680.
    const nonce = accountOf(programs.system, 100n, new Uint8Array(80));
    expect(minimumOf(1_447_580n, nonce)).toEqual([]);
    expect(minimumOf(1_447_579n, nonce)).toEqual([['recipient.belowMinimum', '100', '1447580']]);
    expect(minimumOf(1n, accountOf(programs.system, 890_879n))).toEqual([]);
    expect(minimumOf(1n, accountOf(programs.system, 890_878n))).toEqual([['recipient.belowMinimum', '890878', '2']]);
  });
});

describe('recipientProblems', () => {
  const whatOf = (asset: 'coins' | 'tokens', account: Account) =>
    recipientProblems(around(account), recipient, asset).map(({ context: told }: News) => told?.what);

  it.each([programs.token, programs.token2022])('tells the accounts of the program %s apart', (program) => {
    const of = (data: Uint8Array) => accountOf(program, 1n, data);
    for (const asset of ['coins', 'tokens'] as const) {
      expect(whatOf(asset, of(holding))).toEqual([]);
      expect(whatOf(asset, of(new Uint8Array(9)))).toEqual(['an account of a token program that is not set up']);
    }
    expect(whatOf('coins', of(mint))).toEqual(['a token (its mint)']);
    expect(whatOf('tokens', of(mint))).toEqual([]);
    expect(whatOf('coins', of(multisig))).toEqual(['a multisig of a token program']);
    expect(whatOf('tokens', of(multisig))).toEqual([]);
  });
});

describe('recipientWarnings', () => {
  const warningOf = (account?: Account, address: string = recipient) =>
    recipientWarnings(address === recipient ? around(account) : snapshotWith({}), address).map(
      ({ code, context: told }: News) => told?.what ?? code,
    );

  it('gives no warning about wallets', () => {
    expect(warningOf()).toEqual([]);
    expect(warningOf(accountOf(programs.system, 1n))).toEqual([]);
  });

  it('names the kind of other accounts', () => {
    const nonce = 'a nonce account: only its authority gets coins out of it';
    expect(warningOf(accountOf(programs.system, 1n, new Uint8Array(80)))).toEqual([nonce]);
    expect(warningOf(accountOf(programs.system, 1n, new Uint8Array(1)))).toEqual([nonce]);
    expect(warningOf(accountOf(programs.stake, 1n))).toEqual([
      'an account of the program Stake11111111111111111111111111111111111111',
    ]);
    expect(warningOf(accountOf(programs.token, 1n, holding))).toEqual([
      'a token account: coins come out of it only by closing it',
    ]);
    expect(warningOf(accountOf(programs.token, 1n, multisig))).toEqual(['a multisig of a token program']);
  });
});
