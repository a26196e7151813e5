import { fromHex } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { recordedEncode } from '../../../test/recordings.ts';
import { addressOf, spell, trustWalletVector } from '../../../test/vectors.ts';
import type { Address } from '../../address/address.ts';
import { bytesOf } from '../../layouts/bytes.ts';
import { programs } from '../../well-known.ts';
import { decodeMessage } from '../message.ts';
import { createIdempotent } from './associated-token.ts';
import { setComputeUnitLimit, setComputeUnitPrice } from './compute-budget.ts';
import { memo } from './memo.ts';
import * as stake from './stake.ts';
import * as system from './system.ts';
import * as token from './token.ts';

// Expected instructions come from signed transactions of other tools (fixtures/README.md), or from the programs' sources.

const keysOf = (name: string) => trustWalletVector(name).staticAccounts as Address[];
const [a, b, c] = [1, 2, 3].map(addressOf) as [Address, Address, Address];

describe('system', () => {
  it('transfers', () => {
    const [from, to] = keysOf('transfer') as [Address, Address];
    expect([spell(system.transfer(from, to, 42n))]).toEqual(trustWalletVector('transfer').instructions);
  });

  it('advances a nonce', () => {
    const vector = trustWalletVector('transfer_with_durable_nonce');
    const [payer, to, nonce] = ['sp6VUq', '3UVYmE', 'ALAaqq'].map((start) =>
      vector.staticAccounts.find((key) => key.startsWith(start)),
    ) as [Address, Address, Address];
    expect([spell(system.advanceNonce(nonce, payer)), spell(system.transfer(payer, to, 1000n))]).toEqual(
      vector.instructions,
    );
  });

  it('allocates with a seed', () => {
    // SystemInstruction::AllocateWithSeed is the tenth variant: base, seed (length as u64), space (u64), owner; accounts: the allocated one,
    // the base (anza-xyz/solana-sdk, system-interface/src/instruction.rs).
    const account = { address: b, base: a, seed: 'a seed', space: 200, owner: programs.stake };
    expect(spell(system.allocateWithSeed(account))).toEqual({
      program: programs.system,
      accounts: [b, a],
      dataHex: [
        '09000000',
        '01'.repeat(32),
        '0600000000000000612073656564',
        'c800000000000000',
        '06a1d8179137542a983437bdfe2a7ab2557f535c8a78722b68a49dc000000000',
      ].join(''),
    });
  });

  it('refuses an amount of more than 64 bits instead of cutting it', () => {
    expect(() => system.transfer(a, b, 2n ** 64n)).toThrow(RangeError);
    expect(() => system.transfer(a, b, -1n)).toThrow(RangeError);
  });
});

describe('stake', () => {
  it('makes, initialises and delegates an account with a seed', () => {
    const vector = trustWalletVector('delegate_stake_no_stake_account_5zrqgk1');
    const base = 'GcQQ1qx822KK14zyfTkMLQMLEZ4a9d88HnKepaA2XbmW' as Address;
    const address = 'GwsvFPgX5Gp6efJ9zZXJfeLuxJeaZ9z8FahGrxcAqFEv' as Address;
    const vote = vector.staticAccounts.find((key) => key.startsWith('BWkvyt')) as Address;
    const seed = '6ocSmEiuSHkN5yKDUaQrJHCzWCYXuFk3';
    const amount = bytesOf(fromHex(vector.instructions[0]?.dataHex ?? '') ?? new Uint8Array()).u64(4 + 32 + 8 + 32);
    const [create, ...others] = [
      system.createAccountWithSeed({ address, base, seed, space: 200, owner: programs.stake }, amount),
      stake.initialize(address, base),
      stake.delegate(address, vote, base),
    ].map(spell);
    const [theirs, ...otherTheirs] = vector.instructions;
    expect(others).toEqual(otherTheirs);
    // They name the base once more; the program takes the payer for it.
    expect(create).toEqual({ ...theirs, accounts: theirs?.accounts.slice(0, 2) });
  });

  it('deactivates', () => {
    const [sender, account] = keysOf('deactivate_stake') as [Address, Address];
    expect([spell(stake.deactivate(account, sender))]).toEqual(trustWalletVector('deactivate_stake').instructions);
  });

  it('withdraws', () => {
    const [sender, account] = keysOf('withdraw_stake') as [Address, Address];
    expect([spell(stake.withdraw(account, sender, sender, 42n))]).toEqual(
      trustWalletVector('withdraw_stake').instructions,
    );
  });

  it('splits', () => {
    // StakeInstruction::Split(u64) is the fourth variant; accounts: stake, split stake, authority (solana-program/stake, instruction.rs).
    expect(spell(stake.split(a, b, c, 0x0102n))).toEqual({
      program: programs.stake,
      accounts: [a, b, c],
      dataHex: '030000000201000000000000',
    });
  });
});

describe('token', () => {
  it.each(['token_transfer', 'transfer_token_2022'])('makes a checked transfer: %s', (name) => {
    const vector = trustWalletVector(name);
    const [theirs] = vector.instructions;
    const [source, mint, destination, owner] = (theirs?.accounts ?? []) as [Address, Address, Address, Address];
    const bytes = bytesOf(fromHex(theirs?.dataHex ?? '') ?? new Uint8Array());
    const program = theirs?.program as Address;
    const transfer = { program, source, destination, owner, amount: bytes.u64(1) };
    expect(spell(token.transferChecked(transfer, mint, bytes.u8(9)))).toEqual(theirs);
  });

  it('makes the plain transfer of a recorded answer', () => {
    const { value } = recordedEncode('token_transfer').encoded[0]?.raw ?? {};
    const recorded = decodeMessage(fromHex(value ?? '') ?? new Uint8Array());
    const [owner, destination, source] = (recorded?.keys ?? []) as [Address, Address, Address];
    const ours = token.transfer({ program: programs.token, source, destination, owner, amount: 12345n });
    expect(ours.data).toEqual(recorded?.instructions[0]?.data);
    expect(ours.accounts.map(({ address }) => recorded?.keys.indexOf(address))).toEqual(
      recorded?.instructions[0]?.accounts,
    );
  });

  it('makes a token account, or keeps an existing one', () => {
    // The same accounts as Trust Wallet's older form, which names the rent sysvar besides; tag 1 is CreateIdempotent
    // (solana-program/associated-token-account, interface/src/instruction.rs).
    const [theirs] = trustWalletVector('create_token_account').instructions;
    const [payer, account, owner, mint, , tokenProgram] = (theirs?.accounts ?? []) as Address[] as [
      Address,
      Address,
      Address,
      Address,
      Address,
      Address,
    ];
    expect(spell(createIdempotent({ payer, account, owner, mint, tokenProgram }))).toEqual({
      ...theirs,
      accounts: theirs?.accounts.slice(0, 6),
      dataHex: '01',
    });
  });
});

it('makes a memo', () => {
  const [theirs] = trustWalletVector('transfer_with_memo_and_references').instructions;
  expect(spell(memo('HelloSolanaMemo'))).toEqual(theirs);
});

it('sets limit and price of compute units', () => {
  const [price, limit] = trustWalletVector('transfer_with_priority_fee').instructions;
  expect(spell(setComputeUnitPrice(2n))).toEqual(price);
  expect(spell(setComputeUnitLimit(2000))).toEqual(limit);
});
