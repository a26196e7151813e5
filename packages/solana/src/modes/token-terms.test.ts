import type { News } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { someAddress } from '../../test/addresses.ts';
import { dataOf } from '../../test/lies/account-data.ts';
import { accountOf, snapshotWith } from '../../test/snapshot.ts';
import { contextOf } from '../context.ts';
import { programs } from '../well-known.ts';
import {
  readTokenTerms,
  type TokenTerms,
  tokenAccountDeposit,
  tokenAccountLength,
  transferFee,
} from './token-terms.ts';

const mint = someAddress(1, 20);

function read(program: typeof programs.token | typeof programs.stake | typeof programs.token2022, data: Uint8Array) {
  const snapshot = snapshotWith({ [mint]: accountOf(program, 1n, data) });
  return readTokenTerms(contextOf('solana'), snapshot, mint);
}

const base = { supply: 10n ** 15n, decimals: 6, isInitialized: 1 };

function termsOf(extensions: readonly object[] | undefined): TokenTerms {
  const { terms } =
    extensions === undefined
      ? read(programs.token, dataOf('mint', base))
      : read(programs.token2022, dataOf('mint', { ...base, accountType: 1, extensions }));
  if (terms === undefined) throw new Error('not a token');
  return terms;
}

describe('readTokenTerms', () => {
  it('says why there are no terms', () => {
    const reasonOf = ({ problems }: ReturnType<typeof read>) => problems?.map(({ context }: News) => context?.reason);
    const holding = dataOf('token', { mint, owner: mint, amount: 1n, state: 1 });
    const foreign = 'the account does not belong to a token program';
    expect(reasonOf(readTokenTerms(contextOf('solana'), snapshotWith({}), mint))).toEqual([
      'there is no account at this address',
    ]);
    expect(reasonOf(read(programs.stake, dataOf('mint', base)))).toEqual([foreign]);
    expect(reasonOf(read(programs.token, holding))).toEqual(['the account is not a mint']);
    expect(reasonOf(read(programs.token, dataOf('mint', { ...base, isInitialized: 0 })))).toEqual([
      'the account is not a mint',
    ]);
  });
});

describe('transferFee', () => {
  const older = { epoch: 900n, maximumFee: 50n, basisPoints: 100 };
  const newer = { epoch: 1000n, maximumFee: 7n, basisPoints: 1 };
  const terms = termsOf([{ transferFeeConfig: { older, newer } }]);

  // TransferFee::calculate_fee of token-2022, by hand: rounded up, and no more than the maximum.
  it.each([
    [0n, 1000n, 0n],
    [1n, 1000n, 1n],
    [10_000n, 1000n, 1n],
    [10_001n, 1000n, 2n],
    [60_000n, 1000n, 6n],
    [60_001n, 1000n, 7n],
    [70_000n, 1000n, 7n],
    [70_001n, 1000n, 7n],
    [10_001n, 1001n, 2n],
    [10_001n, 999n, 50n],
    [4_901n, 999n, 50n],
    [4_900n, 999n, 49n],
    [100n, 0n, 1n],
  ])('of %s in epoch %s is %s', (amount, epoch, fee) => {
    expect(transferFee(terms, amount, epoch)).toBe(fee);
  });

  it('is zero for a token without a fee', () => {
    expect(transferFee(termsOf(undefined), 10_000n, 1000n)).toBe(0n);
    expect(transferFee(termsOf([]), 10_000n, 1000n)).toBe(0n);
  });
});

describe('the account of a new holder', () => {
  const fee = { epoch: 900n, maximumFee: 1n, basisPoints: 1 };
  const withFee = { transferFeeConfig: { older: fee, newer: fee } };
  const bound = { nonTransferable: new Uint8Array() };
  const hook = { transferHook: { program: someAddress(9) } };
  const pausable = { pausable: { paused: 0 } };

  // 165 bytes; under Token-2022 one more for the kind, and for each extension four and its value: ImmutableOwner (0),
  // TransferFeeAmount (8), NonTransferableAccount (0), TransferHookAccount (1), PausableAccount (0).
  it.each<[string, readonly object[] | undefined, number]>([
    ['of the Token program', undefined, 165],
    ['of Token-2022', [], 170],
    ['with a fee', [withFee], 182],
    ['that stays where it is', [bound], 174],
    ['with a hook', [hook], 175],
    ['that can be paused', [pausable], 174],
    ['with something that accounts do not have', [{ permanentDelegate: { delegate: someAddress(8) } }], 170],
    ['with all of them', [withFee, bound, hook, pausable], 195],
  ])('of a token %s has its length', (_, extensions, length) => {
    expect(tokenAccountLength(termsOf(extensions))).toBe(length);
  });

  it.each([
    [0n, 2_039_280n],
    [1n, 2_039_279n],
    [2_039_279n, 1n],
    [2_039_280n, 0n],
    [2_039_281n, 0n],
  ])('with %s lamports there costs %s', (held, deposit) => {
    const address = someAddress(3);
    const snapshot = snapshotWith(held === 0n ? {} : { [address]: accountOf(programs.system, held) });
    // 293 bytes at 6,960 lamports. Wallets show this amount for each token account.
    expect(tokenAccountDeposit(snapshot, termsOf(undefined), address)).toBe(deposit);
  });
});
