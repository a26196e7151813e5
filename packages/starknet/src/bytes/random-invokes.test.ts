import fc from 'fast-check';
import { expect, it } from 'vitest';
import { judgedInvoke } from '../../test/judge.ts';
import { calldataOf, type InvokeKind, invokeData, invokeKinds, itemsOfData } from '../../test/made.ts';
import { address, numbers, runs } from '../../test/random-numbers.ts';

// Random transactions of all modes, hashed by @scure/starknet (test/judge.ts).

const kind = fc.constantFrom(...(Object.keys(invokeKinds) as InvokeKind[]));

/** Amounts of each length, and both ends. Those of staking have 128 bits, and leave room for what was waiting before. */
const amountOf = (of: InvokeKind) =>
  fc
    .integer({ min: 1, max: of === 'transfer' || of === 'token' ? 256 : 127 })
    .chain((bits) => fc.bigInt(1n, 2n ** BigInt(bits) - 1n));

const anyParties = fc.record({
  sender: address,
  recipient: address,
  token: address,
  pool: address,
  sourcePool: address,
  staker: address,
  sourceStaker: address,
});

/** A stake moves to another pool. */
const parties = anyParties.filter(({ pool, sourcePool }) => pool !== sourcePool);

it(`${runs} random invokes have the hash that the judge finds`, () => {
  const seen = new Set<InvokeKind>();
  fc.assert(
    fc.property(
      kind.chain((of) => fc.tuple(fc.constant(of), amountOf(of))),
      parties,
      numbers,
      fc.bigInt(0n, 2n ** 64n),
      fc.constantFrom('starknet', 'starknet-sepolia'),
      ([of, amount], who, { tip, bounds }, nonce, chainId) => {
        seen.add(of);
        const items = itemsOfData(invokeData(of, { who, amount, tip, bounds, nonce }), chainId);
        const expected = judgedInvoke({
          chain: chainId === 'starknet' ? 'SN_MAIN' : 'SN_SEPOLIA',
          sender: who.sender,
          nonce,
          tip,
          l1Gas: bounds[0],
          l2Gas: bounds[1],
          l1DataGas: bounds[2],
          calldata: calldataOf(of, who, amount),
        });
        expect(items).toEqual([{ hash: { format: 'pedersen', value: expected.toString(16).padStart(64, '0') } }]);
      },
    ),
    { numRuns: runs },
  );
  expect(seen.size).toBe(Object.keys(invokeKinds).length);
});
