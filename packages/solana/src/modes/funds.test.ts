import type { News } from '@isochain/core';
import { isOffCurveAddress } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { someAddress } from '../../test/addresses.ts';
import { alice } from '../../test/lies/world.ts';
import { accountOf, snapshotWith } from '../../test/snapshot.ts';
import { contextOf } from '../context.ts';
import { programs } from '../well-known.ts';
import { fundsProblems, type Spending, senderProblems } from './funds.ts';

const sender = someAddress(1);

// The runtime wants an account to end with nothing, or with the rent minimum: 128 bytes at 6,960 lamports
// (solana rent 0). Sources: anza-xyz/agave, svm/src/rent_calculator.rs; anza-xyz/solana-sdk, rent/src/lib.rs.
const reserve = 890_880n;
const fees = 5_000n;

function problemsOf(held: bigint, spending: Omit<Spending, 'fees'> = {}) {
  const snapshot = snapshotWith({ [sender]: accountOf(programs.system, held) });
  return fundsProblems(contextOf('solana'), snapshot, sender, { fees, ...spending });
}

describe('fundsProblems', () => {
  const amount = 1_000_000n;
  const deposit = { lamports: 2_039_280n, what: 'an account' };
  const rich = fees + reserve;

  it.each<[string, bigint, Omit<Spending, 'fees'>]>([
    ['the fees, and nothing else', fees, {}],
    ['the fees and the reserve', rich, {}],
    ['the fees and the reserve, and sends the reserve', rich, { amount: reserve }],
    ['just enough to empty the account', fees + amount, { amount }],
    ['enough to leave the reserve', rich + amount, { amount }],
    ['enough for a deposit, and to leave nothing', fees + deposit.lamports, { deposit }],
    ['enough for a deposit, and to leave the reserve', rich + deposit.lamports, { deposit }],
  ])('has none with %s', (_, held, spending) => {
    expect(problemsOf(held, spending)).toEqual([]);
  });

  it.each<[string, bigint, Omit<Spending, 'fees'>, string, Record<string, string>]>([
    ['with no coins', 0n, {}, 'balance.insufficientForFees', {}],
    ['with a lamport', 1n, {}, 'balance.insufficientForFees', { fees: '5000', available: '1' }],
    ['with a lamport less than the fees', fees - 1n, {}, 'balance.insufficientForFees', { available: '4999' }],
    ['with a lamport more than the fees', fees + 1n, { amount: 1n }, 'balance.unspendable', { reserve: '890880' }],
    ['with a lamport less than fees and reserve', rich - 1n, {}, 'balance.unspendable', { available: '895879' }],
    ['that lacks a lamport', fees + amount - 1n, { amount }, 'balance.insufficient', { needed: '1005000' }],
    ['that leaves a lamport', fees + amount + 1n, { amount }, 'balance.remainderTooLow', { left: '1' }],
    ['that breaks the reserve', rich + amount - 1n, { amount }, 'balance.remainderTooLow', { left: '890879' }],
    [
      'that lacks a lamport of a deposit',
      fees + deposit.lamports - 1n,
      { deposit },
      'balance.insufficientForDeposit',
      { needed: '2044280', deposit: '2039280' },
    ],
    [
      'that leaves a lamport beside a deposit',
      fees + deposit.lamports + 1n,
      { deposit },
      'balance.insufficientForDeposit',
      { needed: '2935160' },
    ],
    [
      'that breaks the reserve with a deposit',
      rich + deposit.lamports + 6n,
      { amount: 7n, deposit },
      'balance.insufficientForDeposit',
      { needed: '2935167' },
    ],
    [
      'that breaks the reserve, with a deposit of nothing',
      rich,
      { amount: 1n, deposit: { ...deposit, lamports: 0n } },
      'balance.remainderTooLow',
      { left: '890879' },
    ],
  ])('refuses an account %s', (_, held, spending, code, context) => {
    expect(problemsOf(held, spending)).toMatchObject([{ code, context }]);
  });
});

describe('senderProblems', () => {
  const reasonOf = (account?: ReturnType<typeof accountOf>, address: string = alice.address) =>
    senderProblems(snapshotWith(account === undefined ? {} : { [address]: account }), address).map(
      ({ context }: News) => context?.reason,
    );

  // helium/helium-program-library#1232: the vault of a Squads multisig holds SOL and belongs to the system program.
  it('refuses addresses off the curve, as nobody can sign for them', () => {
    const vault = 'BzKVzqkRYMcqXAFq5dhjHq3conWysJEvRGhXeCT3PPPL';
    expect(isOffCurveAddress(vault as Parameters<typeof isOffCurveAddress>[0])).toBe(true);
    const reason = 'its address has no private key: only a program signs for it';
    expect(reasonOf(accountOf(programs.system, 5_000_000_000n), vault)).toEqual([reason]);
    expect(reasonOf(undefined, vault)).toEqual([reason]);
  });

  it('takes wallets, and accounts that do not exist yet', () => {
    expect(reasonOf()).toEqual([]);
    expect(reasonOf(accountOf(programs.system, 1n))).toEqual([]);
  });

  it('names other accounts that cannot pay', () => {
    const data = (length: number) => new Uint8Array(length);
    expect(reasonOf(accountOf(programs.system, 1n, data(80)))).toEqual(['it is a nonce account']);
    expect(reasonOf(accountOf(programs.system, 1n, data(1)))).toEqual(['it is a nonce account']);
    expect(reasonOf(accountOf(programs.token, 1n, data(165)))).toEqual(['it is a token account']);
    expect(reasonOf(accountOf(programs.token2022, 1n, data(170)))).toEqual(['it is a token account']);
    expect(reasonOf(accountOf(programs.stake, 1n, data(200)))).toEqual([
      'it belongs to the program Stake11111111111111111111111111111111111111',
    ]);
    expect(reasonOf({ ...accountOf(programs.token, 1n), executable: true })).toEqual(['it is a program']);
  });
});
