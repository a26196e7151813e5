import { turns } from '@isochain/dial';
import { type Address, createNoopSigner, getAddressDecoder, type Instruction as KitInstruction } from '@solana/kit';
import { getSetComputeUnitLimitInstruction, getSetComputeUnitPriceInstruction } from '@solana-program/compute-budget';
import { getAddMemoInstruction } from '@solana-program/memo';
import * as officialStake from '@solana-program/stake';
import * as officialSystem from '@solana-program/system';
import * as officialToken from '@solana-program/token';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { programs, stakeConfig, sysvars } from '../../well-known.ts';
import { readInstruction } from '../instructions.ts';
import type { Instruction } from '../message.ts';
import { createIdempotent } from './associated-token.ts';
import { setComputeUnitLimit, setComputeUnitPrice } from './compute-budget.ts';
import { memo } from './memo.ts';
import * as stake from './stake.ts';
import * as system from './system.ts';
import * as token from './token.ts';

// Our instructions beside those of the clients that the programs' own developers publish: docs/decisions/0020-bytes-of-solana.md.

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => getAddressDecoder().decode(bytes));

/** Whatever an instruction can be made of. */
const anything = fc.record({
  keys: fc.uniqueArray(key, { minLength: 4, maxLength: 4 }),
  amount: fc.bigInt(0n, 2n ** 64n - 1n),
  text: fc.string({ unit: 'binary', minLength: 1 }),
  seed: fc.string({ unit: 'grapheme-ascii', maxLength: 32 }),
  small: fc.nat(255),
  units: fc.nat(1_400_000),
  space: fc.nat(10_485_760),
  tokenProgram: fc.constantFrom(programs.token, programs.token2022),
});

type Anything = typeof anything extends fc.Arbitrary<infer T> ? T : never;
type Parts = Omit<Anything, 'keys'> & Record<'a' | 'b' | 'c' | 'd', Address>;

interface Case {
  readonly ours: Instruction;
  readonly theirs: KitInstruction;
  /** Accounts that ours names and theirs does not. */
  readonly besides?: readonly Address[];
  /** What is read from theirs. */
  readonly read?: Readonly<Record<string, string>>;
}

const cases: Readonly<Record<string, (parts: Parts) => Case>> = {
  'system transfer': ({ a, b, amount }) => ({
    ours: system.transfer(a, b, amount),
    theirs: officialSystem.getTransferSolInstruction({ source: createNoopSigner(a), destination: b, amount }),
    read: { coinsFrom: a, coinsTo: b, coins: `${amount}` },
  }),
  'account with a seed': ({ a, b, c, seed, space, amount }) => ({
    ours: system.createAccountWithSeed({ address: b, base: a, seed, space, owner: c }, amount),
    theirs: officialSystem.getCreateAccountWithSeedInstruction({
      ...{ payer: createNoopSigner(a), newAccount: b, base: a, seed, amount, space, programAddress: c },
    }),
  }),
  'space with a seed': ({ a, b, c, seed, space }) => ({
    ours: system.allocateWithSeed({ address: b, base: a, seed, space, owner: c }),
    theirs: officialSystem.getAllocateWithSeedInstruction({
      ...{ newAccount: b, baseAccount: createNoopSigner(a), base: a, seed, space, programAddress: c },
    }),
  }),
  'the next nonce': ({ a, b }) => ({
    ours: system.advanceNonce(b, a),
    theirs: officialSystem.getAdvanceNonceAccountInstruction({ nonceAccount: b, nonceAuthority: createNoopSigner(a) }),
    read: { nonceAccount: b },
  }),
  'token transfer': ({ a, b, c, amount, tokenProgram: program }) => ({
    ours: token.transfer({ program, source: b, destination: c, owner: a, amount }),
    theirs: officialToken.getTransferInstruction(
      { source: b, destination: c, authority: createNoopSigner(a), amount },
      { programAddress: program },
    ),
    read: { source: b, destination: c, tokens: `${amount}` },
  }),
  'checked token transfer': ({ a, b, c, d, amount, small, tokenProgram: program }) => ({
    ours: token.transferChecked({ program, source: b, destination: c, owner: a, amount }, d, small),
    theirs: officialToken.getTransferCheckedInstruction(
      { source: b, mint: d, destination: c, authority: createNoopSigner(a), amount, decimals: small },
      { programAddress: program },
    ),
    read: { source: b, tokenId: d, destination: c, tokens: `${amount}`, decimals: `${small}` },
  }),
  'token account': ({ a, b, c, d, tokenProgram }) => ({
    ours: createIdempotent({ payer: a, account: b, owner: c, mint: d, tokenProgram }),
    theirs: officialToken.getCreateAssociatedTokenIdempotentInstruction({
      ...{ payer: createNoopSigner(a), ata: b, owner: c, mint: d, tokenProgram },
    }),
    read: { createdTokenAccount: b, tokenOwner: c, tokenId: d, tokenProgram },
  }),
  'limit of units': ({ units }) => ({
    ours: setComputeUnitLimit(units),
    theirs: getSetComputeUnitLimitInstruction({ units }),
    read: { units: `${units}` },
  }),
  'price of units': ({ amount }) => ({
    ours: setComputeUnitPrice(amount),
    theirs: getSetComputeUnitPriceInstruction({ microLamports: amount }),
    read: { computeUnitPrice: `${amount}` },
  }),
  memo: ({ text }) => ({
    ours: memo(text),
    // The client's own address belongs to the newer program.
    theirs: getAddMemoInstruction({ memo: text }, { programAddress: programs.memo }),
    read: { memo: new TextDecoder().decode(new TextEncoder().encode(text)) },
  }),
  'new stake account': ({ a, b }) => ({
    ours: stake.initialize(b, a),
    theirs: officialStake.getInitializeInstruction({
      stake: b,
      arg0: { staker: a, withdrawer: a },
      arg1: { unixTimestamp: 0n, epoch: 0n, custodian: programs.system },
    }),
    besides: [sysvars.rent],
  }),
  stake: ({ a, b, c }) => ({
    ours: stake.delegate(b, c, a),
    theirs: officialStake.getDelegateStakeInstruction({ stake: b, vote: c, stakeAuthority: createNoopSigner(a) }),
    besides: [sysvars.clock, sysvars.stakeHistory, stakeConfig],
    read: { delegated: b, voteAccount: c },
  }),
  'part of a stake': ({ a, b, c, amount }) => ({
    ours: stake.split(b, c, a, amount),
    theirs: officialStake.getSplitInstruction({
      ...{ stake: b, splitStake: c, stakeAuthority: createNoopSigner(a), args: amount },
    }),
    read: { splitFrom: b, splitTo: c, split: `${amount}` },
  }),
  'end of a stake': ({ a, b }) => ({
    ours: stake.deactivate(b, a),
    theirs: officialStake.getDeactivateInstruction({ stake: b, stakeAuthority: createNoopSigner(a) }),
    besides: [sysvars.clock],
    read: { deactivated: b },
  }),
  withdrawal: ({ a, b, c, amount }) => ({
    ours: stake.withdraw(b, c, a, amount),
    theirs: officialStake.getWithdrawInstruction({
      ...{ stake: b, recipient: c, withdrawAuthority: createNoopSigner(a), args: amount },
    }),
    besides: [sysvars.clock, sysvars.stakeHistory],
    read: { withdrawnFrom: b, withdrawnTo: c, withdrawn: `${amount}` },
  }),
};

/** Program, accounts with their roles (bits: 1 writable, 2 signer), and data. */
function spellTheirs({ programAddress, accounts = [], data = new Uint8Array() }: KitInstruction) {
  const used = accounts.map(({ address, role }) => [address, role] as const);
  return { program: programAddress, accounts: used, data: Buffer.from(data as Uint8Array).toString('hex') };
}

function spellOurs({ program, accounts, data }: Instruction) {
  const used = accounts.map(
    ({ address, signer, writable }) => [address, (signer ? 2 : 0) + (writable ? 1 : 0)] as const,
  );
  return { program, accounts: used, data: Buffer.from(data).toString('hex') };
}

it.each(Object.entries(cases))('makes and reads the same as the official client: %s', (_, make) => {
  fc.assert(
    fc.property(anything, ({ keys: [a, b, c, d], ...parts }) => {
      const { ours, theirs, besides = [], read = {} } = make({ a, b, c, d, ...parts } as Parts);
      const spelled = spellOurs(ours);
      expect(spelled.accounts.flatMap(([address, role]) => (besides.includes(address) ? [role] : []))).toEqual(
        besides.map(() => 0),
      );
      const shared = spelled.accounts.filter(([address]) => !besides.includes(address));
      expect({ ...spelled, accounts: shared }).toEqual(spellTheirs(theirs));

      const used = theirs.accounts ?? [];
      const keys = [theirs.programAddress, ...used.map(({ address }) => address)];
      const indices = used.map((__, i) => i + 1);
      const facts = readInstruction(keys, 0, indices, Uint8Array.from(theirs.data ?? []));
      expect(facts).toMatchObject({ program: theirs.programAddress, ...read });
    }),
    { numRuns: turns(50) },
  );
});
