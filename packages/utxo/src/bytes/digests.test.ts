import { toHex } from '@isochain/core';
import { turns } from '@isochain/dial';
import { schnorr } from '@noble/curves/secp256k1.js';
import * as bitcoin from 'bitcoinjs-lib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectSoon } from '../../test/expect-soon.ts';
import { bytes, fixture } from '../../test/fixtures.ts';
import { theirDigest } from '../../test/judge.ts';
import { type InputType, inputTypes, keyOf, planOf } from '../../test/plans.ts';
import { planOfTransaction } from '../../test/transactions.ts';
import { createDigests, leafHash } from './digests.ts';
import type { Spend } from './planned-transaction.ts';
import { serialize } from './unsigned.ts';

describe('BIP143', () => {
  const { examples } = fixture<{
    examples: {
      name: string;
      unsigned: string;
      inputs: { script: string; value: string }[];
      signedInput: number;
      sighash: string;
      redeemScript?: string;
    }[];
  }>('bip143-vectors');

  it.each(examples)('$name', ({ unsigned, inputs, signedInput, sighash, redeemScript }) => {
    const spend: Spend =
      redeemScript === undefined ? { type: 'p2wpkh' } : { type: 'p2sh-p2wpkh', redeemScript: bytes(redeemScript) };
    const plan = planOfTransaction(
      unsigned,
      inputs.map((input) => ({ ...input, spend })),
    );
    expect(toHex(serialize(plan))).toBe(unsigned);
    expect(toHex(createDigests(plan)(signedInput))).toBe(sighash);
  });
});

describe('BIP341', () => {
  const { scriptPubKey } = fixture<{
    scriptPubKey: {
      given: { scriptTree: unknown };
      intermediary: { leafHashes?: string[] };
      expected: { scriptPubKey: string };
    }[];
  }>('bip341-wallet-vectors');
  const leaves = scriptPubKey.flatMap(({ given, intermediary }) =>
    [given.scriptTree].flat(3).flatMap((leaf, i) => {
      const { script, leafVersion } = (leaf ?? {}) as { script?: string; leafVersion?: number };
      return leafVersion === 0xc0 && script !== undefined ? [{ script, hash: intermediary.leafHashes?.[i] }] : [];
    }),
  );

  it('hold leaves of tapscript', () => expect(leaves).toHaveLength(11));

  it.each(leaves)('hashes leaf $script', ({ script, hash }) => {
    expect(toHex(leafHash(bytes(script)))).toBe(hash);
  });

  const {
    keyPathSpending: [{ given, inputSpending }],
  } = fixture<{
    keyPathSpending: [
      {
        given: { rawUnsignedTx: string; utxosSpent: { scriptPubKey: string; amountSats: number }[] };
        inputSpending: {
          given: { txinIndex: number; hashType: number };
          intermediary: { sigHash: string };
          expected: { witness: [string] };
        }[];
      },
    ];
  }>('bip341-wallet-vectors');
  const plan = planOfTransaction(
    given.rawUnsignedTx,
    given.utxosSpent.map(({ scriptPubKey: script, amountSats }) => {
      const spend: Spend = script.startsWith('5120')
        ? { type: 'p2tr' }
        : script.startsWith('0014')
          ? { type: 'p2wpkh' }
          : { type: 'p2pkh', isUncompressed: false };
      return { script, value: String(amountSats), spend };
    }),
  );
  const accepted = inputSpending.filter(({ given }) => given.hashType < 2);

  it('hold inputs with SIGHASH_DEFAULT and SIGHASH_ALL', () => {
    expect(accepted.map(({ given }) => given)).toMatchObject([
      { txinIndex: 3, hashType: 1 },
      { txinIndex: 4, hashType: 0 },
    ]);
  });

  it.each(accepted)('input $given.txinIndex', ({ given: { txinIndex, hashType }, intermediary, expected }) => {
    const digest = createDigests(plan)(txinIndex, hashType as 0 | 1);
    expect(toHex(digest)).toBe(intermediary.sigHash);
    const key = plan.inputs[txinIndex]?.script.subarray(2) as Uint8Array;
    expect(schnorr.verify(bytes(expected.witness[0]).subarray(0, 64), digest, key)).toBe(true);
  });
});

describe('createDigests', () => {
  it('agrees with bitcoinjs-lib on any mix of inputs', () => {
    const input = fc.record({
      type: fc.constantFrom<InputType>(...inputTypes),
      key: fc.integer({ min: 0, max: 20 }).map(keyOf),
      value: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
      vout: fc.integer({ min: 0, max: 3 }),
      sequence: fc.integer({ min: 0, max: 0xffff_ffff }),
    });
    const output = fc.record({
      value: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
      script: fc.uint8Array({ maxLength: 80 }),
    });
    const lockTime = fc.integer({ min: 0, max: 0xffff_ffff });
    fc.assert(
      fc.property(
        fc.array(input, { minLength: 1, maxLength: 6 }),
        fc.array(output, { minLength: 1, maxLength: 4 }),
        lockTime,
        (inputs, outputs, lockTime) => {
          const base = planOf(inputs, outputs);
          const planned = base.inputs.map((each, i) => ({ ...each, sequence: inputs[i]?.sequence ?? 0 }));
          const plan = { ...base, lockTime, inputs: planned };
          const digest = createDigests(plan);
          const transaction = bitcoin.Transaction.fromBuffer(serialize(plan));
          planned.forEach((_, i) => {
            expect(toHex(digest(i))).toBe(toHex(theirDigest(transaction, plan, i)));
            expect(toHex(digest(i, 1))).toBe(toHex(theirDigest(transaction, plan, i, 1)));
          });
        },
      ),
      { numRuns: turns(100) },
    );
  });

  it.each(['p2wpkh', 'p2tr', 'p2sh-p2wpkh'] as const)('hashes 1,400 inputs of %s in less than a second', (type) => {
    const key = keyOf(type);
    const plan = planOf(Array.from({ length: 1_400 }, () => ({ type, key })));
    expectSoon(1_000, () => {
      const digest = createDigests(plan);
      expect(new Set(plan.inputs.map((_, i) => toHex(digest(i)))).size).toBe(1_400);
    });
  });

  it('hashes as many inputs of p2pkh as fit into a transaction in a few seconds', () => {
    const key = keyOf('p2pkh');
    const plan = planOf(Array.from({ length: 675 }, () => ({ type: 'p2pkh' as const, key })));
    expectSoon(3_000, () => {
      const digest = createDigests(plan);
      expect(new Set(plan.inputs.map((_, i) => toHex(digest(i)))).size).toBe(675);
    });
  });
});
