import { toHex } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { bytes, own, ownStake, recordedStakes, recordedVersions } from '../test/babylon.ts';
import { chooseSignatures, isSignedBy, witnessOf } from './cosignatures.ts';
import { makeDocuments } from './documents.ts';
import type { StakeTerms } from './scripts.ts';
import { psbtOf, serialize, sighashOf, txidOf } from './transaction-bytes.ts';
import { chargesProblem, planSlashing, planUnbonding, planUnbondingSlashing, planWithdrawal } from './transactions.ts';

const { terms, charges, value, script: ownScript } = ownStake;

const stake = { txid: own.stakingTxid, vout: 0, value, terms };

describe('another implementation makes the same bytes', () => {
  it('of all transactions of a stake', () => {
    expect(makeDocuments(stake, charges)).toEqual({
      slashingPsbt: own.slashingPsbt,
      unbondingTransaction: own.unsignedUnbondingTx,
      unbondingSlashingPsbt: own.unbondingSlashingPsbt,
      stakingTxid: own.stakingTxid,
      slashingSighash: own.sighashes.slashing,
      unbondingSlashingSighash: own.sighashes.unbondingSlashing,
    });
  });

  it('of the early end', () => {
    const plan = planUnbonding(stake, charges.unbondingFee);
    expect(toHex(psbtOf(plan))).toBe(own.unbondingPsbt);
    expect(txidOf(plan)).toBe(own.unbondingTxid);
    expect(sighashOf(plan)).toBe(own.sighashes.unbonding);
  });

  it('of withdrawals', () => {
    const fee = BigInt(own.withdrawFee);
    const expired = planWithdrawal(terms, 'expired', stake, ownScript, fee);
    expect(toHex(psbtOf(expired))).toBe(own.withdrawTimelockPsbt);
    expect(sighashOf(expired)).toBe(own.sighashes.withdrawTimelock);
    const coin = { txid: own.unbondingTxid, vout: 0, value: value - charges.unbondingFee };
    const unbonded = planWithdrawal(terms, 'unbonded', coin, ownScript, fee);
    expect(toHex(psbtOf(unbonded))).toBe(own.withdrawUnbondedPsbt);
    expect(sighashOf(unbonded)).toBe(own.sighashes.withdrawUnbonded);
  });
});

describe('the covenant of real stakes', () => {
  it.each([0, 1])('signed the transactions that we compute: stake %i on signet', (i) => {
    const recorded = recordedStakes[i as 0 | 1];
    const params = recordedVersions[recorded.paramsVersion] as (typeof recordedVersions)[number];
    const signet: StakeTerms = {
      staker: bytes(recorded.stakerPk),
      providers: recorded.finalityProviderPks.map(bytes),
      covenant: params.covenant_pks.map(bytes),
      quorum: params.covenant_quorum,
      stakingTime: recorded.stakingTime,
      unbondingTime: recorded.unbondingTime,
    };
    const { stakingTxid: txid, stakingOutputIndex: vout, stakingAmountSat } = recorded;
    const plan = planUnbonding(
      { txid, vout, value: BigInt(stakingAmountSat), terms: signet },
      BigInt(params.unbonding_fee_sat),
    );
    expect(toHex(serialize(plan))).toBe(recorded.unbondingTxHex);
    expect(sighashOf(plan)).toBe(recorded.unbondingSighash);
    const signatures = recorded.covenantUnbondingSignatures.map((entry) => ({
      key: entry.covenant_btc_pk_hex,
      signature: entry.signature_hex,
    }));
    expect(signatures).toHaveLength([7, 6][i] ?? 0);
    for (const { key, signature } of signatures)
      expect(isSignedBy(bytes(key), recorded.unbondingSighash, bytes(signature))).toBe(true);

    const chosen = chooseSignatures(signet, recorded.unbondingSighash, signatures);
    // Six of them, in the order of their keys, not in the order of arrival.
    const keys = signatures.map(({ key }) => key).toSorted();
    expect(chosen.map(({ key }) => key)).toEqual(keys.slice(0, 6));
    const witness = witnessOf(signet, chosen);
    expect(witness).toHaveLength(9);
    const descending = params.covenant_pks.toSorted().toReversed();
    const byKey = new Map(chosen.map(({ key, signature }) => [key, signature]));
    expect(witness.map(toHex)).toEqual(descending.map((key) => byKey.get(key) ?? ''));
  });

  it('is not believed if a signature is wrong, from another key or of another transaction', () => {
    const recorded = recordedStakes[1];
    const params = recordedVersions[recorded.paramsVersion] as (typeof recordedVersions)[number];
    const signet = { ...terms, covenant: params.covenant_pks.map(bytes), quorum: 6 };
    const signatures = recorded.covenantUnbondingSignatures.map((entry) => ({
      key: entry.covenant_btc_pk_hex,
      signature: entry.signature_hex,
    }));
    const [first, ...others] = signatures as [(typeof signatures)[number], ...typeof signatures];
    const flipped = {
      ...first,
      signature: `${first.signature.slice(0, -1)}${first.signature.endsWith('0') ? '1' : '0'}`,
    };
    const foreign = { ...first, key: own.keys.covenant[0] };
    const count = (given: typeof signatures, sighash = recorded.unbondingSighash) =>
      chooseSignatures(signet, sighash, given).length;
    expect(count(signatures)).toBe(6);
    expect(count([flipped, ...others])).toBe(5);
    expect(count([foreign, ...others])).toBe(5);
    expect(count([...others, ...others])).toBe(5);
    expect(count(signatures, own.sighashes.unbonding)).toBe(0);
  });
});

describe('slashing', () => {
  const [slashed, refund] = [0, 1].map((i) => (amount: bigint, rate: string) => {
    const plan = planSlashing({ ...stake, value: amount }, { ...charges, slashingRate: rate });
    return plan.outputs[i]?.value;
  }) as [(amount: bigint, rate: string) => bigint | undefined, (amount: bigint, rate: string) => bigint | undefined];

  it('rounds half up, as Babylon does', () => {
    expect(slashed(1_000_049n, '0.01')).toBe(10_000n);
    expect(slashed(1_000_050n, '0.01')).toBe(10_001n);
    expect(slashed(1_000_499n, '0.001000000000000000')).toBe(1_000n);
    expect(slashed(1_000_500n, '0.001000000000000000')).toBe(1_001n);
    expect(slashed(500_000_000_000n, '0.0001')).toBe(50_000_000n);
    expect(refund(1_000_050n, '0.01')).toBe(1_000_050n - 10_001n - 100_000n);
  });

  it('takes its share of the amount after unbonding', () => {
    const plan = planUnbondingSlashing(stake, own.unbondingTxid, charges);
    // 968001 x 0.01 = 9680.01
    expect(plan.outputs.map((output) => output.value)).toEqual([9_680n, 968_001n - 9_680n - 100_000n]);
  });
});

describe('chargesProblem', () => {
  const p2wpkh = bytes(`0014${'11'.repeat(20)}`);

  it('accepts the parameters of the chains', () => {
    expect(chargesProblem(500_000n, charges)).toBeUndefined();
    for (const { min_staking_value_sat: minimum, ...params } of recordedVersions) {
      const real = {
        unbondingFee: BigInt(params.unbonding_fee_sat),
        slashingScript: bytes(params.slashing_pk_script),
        slashingRate: params.slashing_rate,
        slashingFee: BigInt(params.min_slashing_tx_fee_sat),
      };
      expect(chargesProblem(BigInt(minimum), real)).toBeUndefined();
    }
  });

  it('checks each limit to the last satoshi', () => {
    const unbonding = 'the unbonding fee would take the whole stake';
    const free = { ...charges, slashingFee: 0n };
    expect(chargesProblem(33_000n, free)).toBeUndefined();
    expect(chargesProblem(32_999n, free)).toBe(unbonding);
    // 54650 x 0.01 = 546.5, rounded to 547. An unspendable output may hold less.
    const paid = { ...free, slashingScript: p2wpkh };
    expect(chargesProblem(32_000n + 54_650n, paid)).toBeUndefined();
    expect(chargesProblem(32_000n + 54_649n, paid)).toBe('what slashing takes would be dust');
    expect(chargesProblem(32_000n + 54_649n, free)).toBeUndefined();
    // 101562 - 1016 - 100000 = 546.
    expect(chargesProblem(32_000n + 101_563n, charges)).toBeUndefined();
    expect(chargesProblem(32_000n + 101_562n, charges)).toBe('what slashing leaves would be dust');
  });

  it.each(['1', '0', '0.0', '0.00001', '1.5', 'x', ''])('refuses %j as a share', (slashingRate) => {
    expect(chargesProblem(value, { ...charges, slashingRate })).toBe('what slashing takes is not told');
  });

  it('requires a script for the slashed amount', () => {
    expect(chargesProblem(value, { ...charges, slashingScript: new Uint8Array() })).toBe(
      'what slashing takes is not told',
    );
  });
});
