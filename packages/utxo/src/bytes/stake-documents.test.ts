import {
  chooseSignatures,
  finalSequence,
  planUnbonding,
  planWithdrawal,
  psbtOf,
  type StakeTerms,
  type StakeTransaction,
  serialize,
  sighashOf,
  stakingOutput,
  witnessOf,
} from '@isochain/babylon';
import { toHex } from '@isochain/core';
import { Transaction } from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { bytes, fixture, own, ownStake } from '../../../babylon/test/babylon.ts';
import { finalizePlan } from '../../test/finalize.ts';
import { withdrawalWeight } from '../fees/withdrawal-weight.ts';
import { createDigests } from './digests.ts';
import type { Plan } from './planned-transaction.ts';
import { documentsOf } from './stake-documents.ts';
import { txidOf } from './unsigned.ts';
import { psbtOf as psbtOfPlan } from './write-psbt.ts';

const { terms, charges, value, script: ownScript } = ownStake;

/** The staking transaction of the vector: one taproot coin, and change back to its address. */
const staking: Plan = {
  version: 2,
  lockTime: 0,
  inputs: [
    {
      ...{ txid: own.input.txid, vout: own.input.vout, value: BigInt(own.input.value), script: ownScript },
      ...{ sequence: finalSequence, spend: { type: 'p2tr', internalKey: terms.staker } },
    },
  ],
  outputs: [
    { value, script: stakingOutput(terms).script },
    { value: 2_000_000n - value - BigInt(own.fee), script: ownScript },
  ],
};
const stake = { txid: own.stakingTxid, vout: 0, value, terms };

describe('another implementation makes the same bytes', () => {
  it('of the staking transaction, and of the transactions that follow from it', () => {
    expect(documentsOf({ stake, charges }, psbtOfPlan(staking))).toMatchObject({
      stakingPsbt: own.stakingPsbt,
      slashingPsbt: own.slashingPsbt,
      stakingTxid: txidOf(staking),
    });
    expect(txidOf(staking)).toBe(own.stakingTxid);
    expect(toHex(createDigests(staking)(0))).toBe(own.sighashes.staking);
  });
});

// Encoded and finalized bytes must equal the bytes that Babylon and its covenant sign. Two implementations make them here.
describe('PSBTs and hashes of transactions of stakes', () => {
  it.each([
    planUnbonding(stake, 32_000n),
    ...(['expired', 'unbonded', 'slashed'] as const).map((path) => planWithdrawal(terms, path, stake, ownScript, 1n)),
  ])('are those of any other transaction: %#', (transaction) => {
    expect(toHex(psbtOfPlan(transaction))).toBe(toHex(psbtOf(transaction)));
    expect(toHex(createDigests(transaction)(0))).toBe(sighashOf(transaction));
  });
});

describe('transactions that signet confirmed', () => {
  const signed = fixture('babylon-signed.json');
  const script = bytes('51205d1b83f2e2991c2d80226a54d89255768a77905d63d0d5f51d18476143f90a8e');
  const signet = (stakingTime: number, provider: string): StakeTerms => ({
    staker: bytes(signed.staker),
    providers: [bytes(provider)],
    covenant: signed.covenant.map(bytes),
    quorum: 2,
    stakingTime,
    unbondingTime: 5,
  });
  const witnessIn = (raw: string) => Transaction.fromHex(raw).ins[0]?.witness ?? [];
  /** The staker's signature stands before the leaf. */
  const finalized = (plan: StakeTransaction, raw: string) =>
    finalizePlan(plan, toHex(witnessIn(raw).at(-3) ?? new Uint8Array()));

  it('end a stake early, with two of three of the covenant', () => {
    const ended = signet(1000, signed.provider);
    const at = { txid: signed.stake.txid, vout: 0, value: 30_000n, terms: ended };
    const sighash = sighashOf(planUnbonding(at, 3_000n));
    expect(sighash).toBe('bb3a0dcd4a3aa41980c7765f6180d2b228e761a3933c4f659d25cae782218197');
    // By the second and the third, in the order of the parameters.
    const [second, none, third] = witnessIn(signed.unbonding.raw);
    expect(none).toHaveLength(0);
    const signatures = [second, third].map((item, i) => ({
      key: signed.covenant[i + 1],
      signature: toHex(item ?? new Uint8Array()),
    }));
    const chosen = chooseSignatures(ended, sighash, signatures);
    expect(chosen).toHaveLength(2);
    const plan = planUnbonding(at, 3_000n, witnessOf(ended, chosen));
    expect(finalized(plan, signed.unbonding.raw)).toEqual({ raw: signed.unbonding.raw, hash: signed.unbonding.txid });
  });

  it.each([
    ['unbonded', 'unbonding', 27_000n, 159n, signet(1000, signed.provider)],
    ['expired', 'coin', 30_000n, 146n, signet(150, signed.otherProvider)],
  ] as const)('withdraw what is %s', (path, from, amount, fee, ended) => {
    const coin = '69e8ff4bbc1006f9e967a2d48785f50d7906c69c6d89b9c5a29c648639079ef2';
    const txid = from === 'coin' ? coin : signed[from].txid;
    const plan = planWithdrawal(ended, path, { txid, vout: 0, value: amount }, script, fee);
    expect(finalized(plan, signed[path].raw)).toEqual({ raw: signed[path].raw, hash: signed[path].txid });
    expect(withdrawalWeight(plan)).toBe(signed[path].weight);
  });
});

describe('withdrawalWeight', () => {
  it.each(['expired', 'unbonded', 'slashed'] as const)('equals the weight of bitcoinjs-lib: %s', (path) => {
    const plan = planWithdrawal(terms, path, stake, ownScript, 1_000n);
    const transaction = Transaction.fromBuffer(Buffer.from(serialize(plan)));
    const [{ spend }] = plan.inputs;
    transaction.setWitness(
      0,
      [new Uint8Array(64), spend.leafScript, spend.controlBlock].map((item) => Buffer.from(item)),
    );
    expect(withdrawalWeight(plan)).toBe(transaction.weight());
  });
});
