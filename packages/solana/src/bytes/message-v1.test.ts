import { toHex } from '@isochain/core';
import {
  getCompiledTransactionMessageDecoder,
  getTransactionEncoder,
  type SignatureBytes,
  type TransactionMessageBytes,
} from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { addressOf } from '../../test/vectors.ts';
import { version1Message } from '../../test/version1.ts';
import { decodeMessage, decodeTransaction, type Instruction } from './message.ts';
import { decodeMessageV1, maxTransactionLengthV1 } from './message-v1.ts';
import { memo } from './programs/memo.ts';
import { transfer } from './programs/system.ts';

const [payer, recipient, blockhash] = [addressOf(1), addressOf(2), addressOf(3)];
const payment = transfer(payer, recipient, 7n);
const config = {
  computeUnitLimit: 1_400_000,
  heapSize: 65_536,
  loadedAccountsDataSizeLimit: 70_000,
  priorityFeeLamports: 2n ** 40n + 5n,
};
/** A message that @solana/kit wrote. */
const written = (instructions: readonly Instruction[], more: object = config) =>
  version1Message({ payer, blockhash, instructions, config: more });

describe('decodeMessageV1', () => {
  it.each([
    ['a transfer', [payment], config],
    ['no budget', [payment], {}],
    ['a fee alone', [payment], { priorityFeeLamports: 1n }],
    ['a limit without a fee', [payment], { computeUnitLimit: 3, heapSize: 32_768 }],
    ['several instructions, one longer than older ones may be', [memo('x'.repeat(3000)), payment, payment], config],
    ['no instruction', [], config],
  ])('reads %s like kit', (_, instructions, budget) => {
    const bytes = written(instructions, budget);
    const kit = getCompiledTransactionMessageDecoder().decode(bytes);
    if (kit.version !== 1) throw new Error('not of version 1');
    const decoded = decodeMessageV1(bytes);
    expect(decoded).toMatchObject({
      priorityFee: 'priorityFeeLamports' in budget ? budget.priorityFeeLamports : 0n,
      units: 'computeUnitLimit' in budget ? BigInt(budget.computeUnitLimit) : 0n,
    });
    expect(decoded?.message.keys).toEqual(kit.staticAccounts);
    expect(decoded?.message.blockhash).toBe(kit.lifetimeToken);
    expect(decoded?.message.header).toEqual({
      signers: kit.header.numSignerAccounts,
      readonlySigners: kit.header.numReadonlySignerAccounts,
      readonlyOthers: kit.header.numReadonlyNonSignerAccounts,
    });
    expect(decoded?.message.instructions).toEqual(
      kit.instructionPayloads.map(({ instructionAccountIndices, instructionData }, i) => ({
        program: kit.instructionHeaders[i]?.programAccountIndex,
        accounts: instructionAccountIndices,
        data: instructionData,
      })),
    );
    expect(decodeMessage(bytes)).toBeUndefined();
  });

  const sound = written([payment]);
  const changed = (offset: number, byte: number) => Uint8Array.from(sound, (old, i) => (i === offset ? byte : old));
  // 1 version, 3 header, 4 mask, 32 blockhash, 1 instructions, 1 keys.
  const firstKey = 42;

  it.each([
    ['nothing', new Uint8Array()],
    ['one byte less', sound.subarray(0, -1)],
    ['one byte more', Uint8Array.from([...sound, 0])],
    ['a later version', changed(0, 0x82)],
    ['version 0', changed(0, 0x80)],
    ['no signer', changed(1, 0)],
    ['only readonly signers', changed(2, 1)],
    ['more readonly accounts than there are', changed(3, 3)],
    ['half of a fee', changed(4, 0b11110)],
    ['a word in the head that nobody knows', changed(5, 1)],
    [
      'a key twice',
      Uint8Array.from(sound, (old, i) => (i >= firstKey && i < firstKey + 32 ? (sound[i + 32] ?? 0) : old)),
    ],
    ['an index to nothing', changed(sound.length - payment.data.length - 1, 3)],
    ['more than 4,096 bytes with its signature', written([memo('x'.repeat(maxTransactionLengthV1 - 64 - 110))])],
  ])('refuses %s', (_, bytes) => {
    expect(decodeMessageV1(bytes)).toBeUndefined();
  });

  it('takes all that fits into 4,096 bytes, and no more', () => {
    const bare = written([memo('')], {}).length;
    const longest = maxTransactionLengthV1 - 64 - bare;
    expect(decodeMessageV1(written([memo('x'.repeat(longest))], {}))).toBeDefined();
    expect(decodeMessageV1(written([memo('x'.repeat(longest + 1))], {}))).toBeUndefined();
  });

  it('takes as many instructions as a node, and no more', () => {
    const full = written(new Array(64).fill(memo('')), {});
    expect(decodeMessageV1(full)?.message.instructions).toHaveLength(64);
    // One more, of the same program, without accounts and data: @solana/kit would not write it.
    const more = Uint8Array.from([...full, ...full.subarray(-4)]);
    more[firstKey - 2] = 65;
    expect(decodeMessageV1(more)).toBeUndefined();
  });

  it('never throws, whatever it is given', () => {
    for (let i = 0; i < sound.length; i++) {
      for (const byte of [0, 1, 0x7f, 0x80, 0xff]) expect(() => decodeMessageV1(changed(i, byte))).not.toThrow();
      expect(decodeMessageV1(sound.subarray(0, i))).toBeUndefined();
    }
  });
});

describe('a transaction of version 1', () => {
  it('is taken apart, with its signatures after the message', () => {
    const message = written([payment]);
    const signature = new Uint8Array(64).fill(5);
    const transaction = {
      messageBytes: message as unknown as TransactionMessageBytes,
      signatures: { [payer]: signature as SignatureBytes },
    };
    const wire = new Uint8Array(getTransactionEncoder().encode(transaction));
    const taken = decodeTransaction(wire);
    expect(taken && toHex(taken.message)).toBe(toHex(message));
    expect(taken?.signatures).toEqual([signature]);
  });

  it.each([[[0x81]], [[0x81, 0]], [[0x81, 1, ...new Uint8Array(62)]]])('is not %j', (bytes) => {
    expect(decodeTransaction(Uint8Array.from(bytes))).toBeUndefined();
  });
});
