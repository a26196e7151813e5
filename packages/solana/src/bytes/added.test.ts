import { RefusedError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { testKey } from '../../test/keys.ts';
import { addressOf } from '../../test/vectors.ts';
import { addedTo } from './added.ts';
import { compileMessage, encodeMessage, encodeTransaction, type Instruction } from './message.ts';
import { setComputeUnitLimit, setComputeUnitPrice } from './programs/compute-budget.ts';
import { instruction } from './programs/instruction.ts';
import { memo } from './programs/memo.ts';
import { transfer } from './programs/system.ts';
import { readSignature } from './signature.ts';

// Phantom adds a price and a limit of compute units (https://docs.phantom.com/recipes/transactions/add-priority-fees), and checks of Lighthouse.

const [sender, recipient] = [addressOf(1), addressOf(2)];
const payment = transfer(sender, recipient, 1_000n);
const lighthouse = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95' as typeof sender;
const check = instruction(lighthouse, [], Uint8Array.of(1));
const message = (instructions: readonly Instruction[], payer = sender) =>
  encodeMessage(compileMessage({ payer, blockhash: addressOf(9), instructions }, []));

describe('what a wallet added', () => {
  it.each<[string, Instruction[], Instruction[], RegExp]>([
    [
      'a priority fee with a limit',
      [payment],
      [setComputeUnitPrice(100_000n), setComputeUnitLimit(450), payment],
      /compute budget program; these offer a priority fee of 45 lamports; /,
    ],
    [
      'a priority fee without a limit, for 200,000 units of each instruction',
      [payment, memo('hi')],
      [setComputeUnitPrice(1_000_000n), payment, memo('hi')],
      /a priority fee of 400000 lamports; /,
    ],
    [
      'checks of Lighthouse',
      [payment],
      [payment, check],
      /^the wallet added instructions of Lighthouse, [^;]*; have it/,
    ],
    [
      'another price',
      [setComputeUnitPrice(1n), payment],
      [setComputeUnitPrice(5_000_000n), payment],
      /1000000 lamports/,
    ],
    ['a second payment', [payment], [payment, payment], /instructions of 1{32}; /],
  ])('is said: %s', (_, ours, theirs, said) => {
    expect(addedTo(message(ours), message(theirs))).toMatch(said);
  });

  it.each<[string, Instruction[], Instruction[]]>([
    ['nothing was', [payment], [payment]],
    ['our payment is another one', [payment], [setComputeUnitPrice(1n), transfer(sender, recipient, 2_000n)]],
    ['our memo is gone', [payment, memo('hi')], [payment]],
  ])('is not said if %s', (_, ours, theirs) => {
    expect(addedTo(message(ours), message(theirs))).toBeUndefined();
  });

  it('stands in the refusal of the signed transaction', async () => {
    const key = await testKey(new Uint8Array(32).fill(7));
    const own = transfer(key.address, recipient, 1_000n);
    const theirs = message([setComputeUnitPrice(100_000n), setComputeUnitLimit(450), own], key.address);
    const wire = encodeTransaction({ signatures: [await key.sign(theirs)], message: theirs });
    const read = () => readSignature(Buffer.from(wire).toString('hex'), message([own], key.address), key.address);
    expect(read).toThrow(RefusedError);
    expect(read).toThrowError(
      expect.objectContaining({
        problems: [
          expect.objectContaining({ code: 'signature.otherTransaction' }),
          expect.objectContaining({ message: expect.stringContaining('a priority fee of 45 lamports') }),
        ],
      }),
    );
  });
});
