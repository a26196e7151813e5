import type { CompletedData } from '@isochain/core';
import { fromHex } from '@isochain/core';
import {
  AccountRole,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  type Instruction,
} from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { itemsOfData, messageOf } from '../../test/made.ts';
import { recordedEncode } from '../../test/recordings.ts';
import { seededAccount } from '../../test/seeds.ts';
import { addressOf } from '../../test/vectors.ts';
import { associatedTokenAccount } from '../address/pda.ts';
import { bytesOf } from '../layouts/bytes.ts';
import { programs, sysvars } from '../well-known.ts';
import { decodeMessage } from './message.ts';

const blockhash = 'Hx4LeLPCqw1JRTFMsNBRPCgPoAvzHFwB6LKaCKbDVjUP';
const sender = 'kU9cUgRW9BY8mk5pCMowmkYQuTkPm1GMr3yAcBm4NSU';
const recipient = 'DA9TotRZzVQaPE5f4h9to31B5zwL89YFt5KEdJDF1uFB';
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const vote = 'CcaHc2L43ZWjwCHART3oZoJvHLAe9hzT2DJNUpBzoTN1';
const common = { profile: 'compat', blockhash, lastValidBlockHeight: '390000000', expiresAt: '1787000000000' };

function data(fields: Record<string, unknown>): CompletedData {
  return { senderAddress: sender, fees: '5000', params: common, ...fields } as unknown as CompletedData;
}

const transfer = data({ mode: 'transfer', recipientAddress: recipient, amount: '123456' });

const token = {
  program: programs.token,
  source: associatedTokenAccount(sender, usdc, programs.token).address,
  destination: associatedTokenAccount(recipient, usdc, programs.token).address,
  create: false,
};

const transferToken = data({
  mode: 'transferToken',
  tokenId: usdc,
  recipientAddress: recipient,
  amount: '12345',
  params: { ...common, token },
});

/** An independent decoder's view: instructions with addresses and roles. */
function decompile(completed: CompletedData): readonly Instruction[] {
  const compiled = getCompiledTransactionMessageDecoder().decode(messageOf(completed));
  return decompileTransactionMessage(compiled as never).instructions as readonly Instruction[];
}

const hex = (bytes: ArrayLike<number> | undefined) => Buffer.from(bytes ?? []).toString('hex');
const keysOf = (completed: CompletedData) => decodeMessage(messageOf(completed))?.keys;
const u64At = (instruction: Instruction | undefined, offset: number) =>
  bytesOf(new Uint8Array(instruction?.data ?? [])).u64(offset);

describe('assemble makes the bytes of recorded answers', () => {
  it.each(['transfer_max', 'transfer_amount'])('%s', (name) => {
    const { data: recorded, encoded } = recordedEncode(name);
    const found = decodeMessage(fromHex(encoded[0]?.raw.value ?? '') ?? new Uint8Array());
    const completed = { ...recorded, params: { profile: 'compat', blockhash: found?.blockhash } };
    expect(itemsOfData(completed as unknown as CompletedData)).toEqual(encoded);
  });

  it.each(['token_transfer', 'token_transfer_self'])('%s', (name) => {
    const { data: recorded, encoded } = recordedEncode(name);
    const found = decodeMessage(fromHex(encoded[0]?.raw.value ?? '') ?? new Uint8Array());
    const { senderAddress, recipientAddress, tokenId } = recorded as unknown as Record<string, string>;
    const account = (owner = '') => associatedTokenAccount(owner, tokenId ?? '', programs.token).address;
    const recordedToken = { ...token, source: account(senderAddress), destination: account(recipientAddress) };
    const params = { profile: 'compat', blockhash: found?.blockhash, token: recordedToken };
    expect(itemsOfData({ ...recorded, params } as unknown as CompletedData)).toEqual(encoded);
  });
});

describe('assemble', () => {
  it('makes one item without a hash', () => {
    expect(itemsOfData(transfer)).toEqual([
      { raw: { format: 'BORSH', value: expect.stringMatching(/^01[0-9a-f]+$/) } },
    ]);
  });

  it('makes a transfer that kit reads as the intent', () => {
    const [instruction, ...more] = decompile(transfer);
    expect(more).toEqual([]);
    expect(instruction?.programAddress).toBe(programs.system);
    expect(instruction?.accounts?.map(({ address, role }) => [address, role])).toEqual([
      [sender, AccountRole.WRITABLE_SIGNER],
      [recipient, AccountRole.WRITABLE],
    ]);
    expect(hex(instruction?.data)).toBe('0200000040e2010000000000');
  });

  it('puts nonce, budget and memo before the transfer', () => {
    const nonceAccount = addressOf(8);
    const params = { profile: 'compat', blockhash, nonceAccount, computeUnitPrice: '1000' };
    const full = { ...transfer, memo: 'Grüße', gas: '1000', fees: '5001', params } as CompletedData;
    const instructions = decompile(full);
    expect(instructions.map(({ programAddress, data: bytes }) => [programAddress, hex(bytes)])).toEqual([
      [programs.system, '04000000'],
      [programs.computeBudget, '02e8030000'],
      [programs.computeBudget, '03e803000000000000'],
      [programs.memo, hex(new TextEncoder().encode('Grüße'))],
      [programs.system, '0200000040e2010000000000'],
    ]);
    expect(instructions[0]?.accounts?.map(({ address }) => address)).toEqual([
      nonceAccount,
      sysvars.recentBlockhashes,
      sender,
    ]);
    expect(keysOf(full)?.[1]).toBe(recipient);
  });

  it('makes a token account right before memo and transfer', () => {
    const withAccount = { ...transferToken, memo: 'x', params: { ...common, token: { ...token, create: true } } };
    const instructions = decompile(withAccount as CompletedData);
    expect(instructions.map(({ programAddress, data: bytes }) => [programAddress, hex(bytes)])).toEqual([
      [programs.associatedToken, '01'],
      [programs.memo, '78'],
      [programs.token, '033930000000000000'],
    ]);
    expect(instructions[0]?.accounts?.map(({ address }) => address)).toEqual([
      sender,
      token.destination,
      recipient,
      usdc,
      programs.system,
      programs.token,
    ]);
    expect(keysOf(withAccount as CompletedData)?.[1]).toBe(token.destination);
  });

  it.each([
    ['Token-2022', { ...common, token: tokenOf(programs.token2022) }],
    ['the hardware profile', { ...common, profile: 'hardware', token: { ...token, decimals: '6' } }],
  ])('makes a checked transfer for %s', (_, params) => {
    const [instruction, ...more] = decompile({ ...transferToken, params } as CompletedData);
    expect(more).toEqual([]);
    expect(hex(instruction?.data)).toBe('0c393000000000000006');
    expect(instruction?.accounts?.[1]).toMatchObject({ address: usdc, role: AccountRole.READONLY });
  });

  function tokenOf(program: string) {
    const account = (owner: string) => associatedTokenAccount(owner, usdc, program).address;
    return { ...token, program, decimals: '6', source: account(sender), destination: account(recipient) };
  }

  it('sends straight to the recipient if it is a token account', () => {
    const to = { ...transferToken, recipientAddress: token.destination } as CompletedData;
    expect(messageOf(to)).toEqual(messageOf(transferToken));
  });

  it('makes a checked transfer between accounts that are not associated accounts', () => {
    const [source, destination] = [addressOf(21), addressOf(22)];
    const params = { ...common, token: { ...token, source, destination, decimals: '6' } };
    const [instruction] = decompile({ ...transferToken, recipientAddress: destination, params } as CompletedData);
    expect(hex(instruction?.data)).toBe('0c393000000000000006');
    expect(instruction?.accounts?.[1]).toMatchObject({ address: usdc });
  });

  it("makes the sender's token account for enableToken", () => {
    const params = { ...common, token: { program: token.program, destination: token.source, create: true } };
    const [instruction, ...more] = decompile(data({ mode: 'enableToken', tokenId: usdc, params }));
    expect(more).toEqual([]);
    expect(instruction?.accounts?.slice(0, 4).map(({ address }) => address)).toEqual([
      sender,
      token.source,
      sender,
      usdc,
    ]);
  });

  const account = seededAccount(sender, blockhash, vote, '2000000000');
  const stake = data({
    mode: 'stake',
    targetValidatorAddress: vote,
    amount: '2000000000',
    params: { ...common, newStake: { account } },
  });

  it('makes a stake in the layout that public verifiers read', () => {
    const bytes = messageOf(stake);
    expect(decodeMessage(bytes)?.keys.slice(0, 5)).toEqual([sender, account, programs.system, vote, programs.stake]);
    // adamik-sdk, src/decoders/solana.ts: the amount stands at byte 334.
    expect(bytes[3]).toBe(9);
    expect(bytesOf(bytes).u64(334)).toBe(2_000_000_000n);
    const instructions = decompile(stake);
    expect(instructions.map(({ programAddress, data: part }) => [programAddress, hex(part?.slice(0, 4))])).toEqual([
      [programs.system, '02000000'],
      [programs.system, '09000000'],
      [programs.stake, '00000000'],
      [programs.stake, '02000000'],
    ]);
    expect(instructions[3]?.accounts?.map(({ address }) => address).slice(0, 2)).toEqual([account, vote]);
    expect(bytesOf(new Uint8Array(instructions[2]?.data ?? [])).address(4)).toBe(sender);
    expect(bytesOf(new Uint8Array(instructions[2]?.data ?? [])).address(36)).toBe(sender);
  });

  it('makes a stake in the layout that hardware wallets show', () => {
    const params = { ...common, profile: 'hardware', newStake: { account } };
    const instructions = decompile({ ...stake, params } as CompletedData);
    expect(instructions.map(({ programAddress, data: part }) => [programAddress, hex(part?.slice(0, 4))])).toEqual([
      [programs.system, '03000000'],
      [programs.stake, '00000000'],
      [programs.stake, '02000000'],
    ]);
    expect(u64At(instructions[0], 4 + 32 + 8 + 32)).toBe(2_000_000_000n);
  });

  const stakeId = addressOf(21);
  const unstake = data({ mode: 'unstake', validatorAddress: vote, stakeId, amount: '1500000000' });

  it('ends a whole stake', () => {
    const [instruction, ...more] = decompile(unstake);
    expect(more).toEqual([]);
    expect(hex(instruction?.data)).toBe('05000000');
    expect(instruction?.accounts?.map(({ address }) => address)).toEqual([stakeId, sysvars.clock, sender]);
  });

  it('ends a part of a stake, in a new account', () => {
    const part = seededAccount(sender, blockhash, stakeId, '1500000000');
    const params = { ...common, newStake: { account: part, deposit: '2282880' } };
    const instructions = decompile({ ...unstake, params } as CompletedData);
    expect(instructions.map(({ programAddress, data: part }) => [programAddress, hex(part?.slice(0, 4))])).toEqual([
      [programs.system, '02000000'],
      [programs.system, '09000000'],
      [programs.stake, '03000000'],
      [programs.stake, '05000000'],
    ]);
    expect(u64At(instructions[0], 4)).toBe(2_282_880n);
    expect(u64At(instructions[2], 4)).toBe(1_500_000_000n);
    expect(instructions[3]?.accounts?.[0]?.address).toBe(part);
  });

  it('withdraws to the sender', () => {
    const [instruction, ...more] = decompile(data({ mode: 'withdraw', validatorAddress: vote, stakeId, amount: '7' }));
    expect(more).toEqual([]);
    expect(hex(instruction?.data)).toBe('040000000700000000000000');
    expect(instruction?.accounts?.map(({ address }) => address)).toEqual([
      stakeId,
      sender,
      sysvars.clock,
      sysvars.stakeHistory,
      sender,
    ]);
  });

  it.each([
    ['fees', { fees: '5001' }],
    ['fees', { fees: '10000' }],
    ['gas', { gas: '1400001' }],
    ['params', { params: undefined }],
    ['params', { params: { ...common, more: 1 } }],
    ['params', { params: { ...common, profile: 'other' } }],
    ['params', { params: { ...common, blockhash: 'abc' } }],
    ['params', { params: { ...common, computeUnitPrice: '1000' } }],
    ['amount', { amount: (2n ** 64n).toString() }],
    ['params', { params: { ...common, token } }],
  ])('refuses data whose %s contradicts the rest', (_, change) => {
    expect(() => itemsOfData({ ...transfer, ...change } as unknown as CompletedData)).toThrowError(
      expect.objectContaining({ code: 'data.altered' }),
    );
  });

  it.each([
    ['wish.invalid', { gas: '-1' }],
    ['amount.invalid', { amount: '1.5' }],
    ['amount.missing', { amount: undefined }],
    ['mode.unsupported', { mode: 'claimRewards' }],
  ])('has %s for a field that means nothing by itself', (code, change) => {
    expect(() => itemsOfData({ ...transfer, ...change } as unknown as CompletedData)).toThrowError(
      expect.objectContaining({ code }),
    );
  });

  it.each([
    [
      'another destination',
      { ...transferToken, params: { ...common, token: { ...token, destination: addressOf(3) } } },
    ],
    ['another recipient', { ...transferToken, recipientAddress: addressOf(3) }],
    ['another token', { ...transferToken, tokenId: addressOf(3) }],
    [
      'another token program',
      { ...transferToken, params: { ...common, token: { ...token, program: programs.token2022 } } },
    ],
    [
      'a token program that is none',
      { ...transferToken, params: { ...common, token: { ...token, program: programs.stake } } },
    ],
    ['no source', { ...transferToken, params: { ...common, token: { ...token, source: undefined } } }],
    ['no token', { ...transferToken, params: common }],
    [
      'more decimals than a byte holds',
      {
        ...transferToken,
        params: { ...common, profile: 'hardware', token: { ...token, decimals: '256' } },
      },
    ],
    ['decimals that are not said', { ...transferToken, params: { ...common, token: { ...token, decimals: '6' } } }],
    ['a checked transfer without decimals', { ...transferToken, params: { ...common, profile: 'hardware', token } }],
    [
      'a deposit of more than 64 bits',
      { ...unstake, params: { ...common, newStake: { account, deposit: (2n ** 64n).toString() } } },
    ],
    ['another stake account', { ...stake, params: { ...common, newStake: { account: stakeId } } }],
    [
      'a stake account of another blockhash',
      { ...stake, params: { ...common, blockhash: addressOf(4), newStake: { account } } },
    ],
    ['a stake account of another amount', { ...stake, amount: '2000000001' }],
    ['a stake account of another validator', { ...stake, targetValidatorAddress: addressOf(4) }],
    ['a stake account of another memo', { ...stake, memo: 'second' }],
    ['no stake account', { ...stake, params: common }],
    ['a new account of a transfer', { ...transfer, params: { ...common, newStake: { account } } }],
    ['a deposit of a whole stake', { ...stake, params: { ...common, newStake: { account, deposit: '1' } } }],
    ['no deposit for a part', { ...unstake, params: { ...common, newStake: { account } } }],
    ['a position that is no address', { ...unstake, stakeId: 'abc' }],
    ['no position', { ...unstake, stakeId: undefined }],
  ])('refuses %s', (_, altered) => {
    expect(() => itemsOfData(altered as unknown as CompletedData)).toThrowError(
      expect.objectContaining({ code: 'data.altered' }),
    );
  });
});
