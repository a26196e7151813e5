import { createHash } from 'node:crypto';
import * as ecc from '@bitcoinerlab/secp256k1';
import { describe, expect, it } from 'vitest';
import { bytes, delegationPath, nodeInfo, notFound, own, ownParameters } from '../../babylon/test/babylon.ts';
import { down, refusal, scriptedRest } from '../test/scripted-rest.ts';
import { checkRegistration } from './submit-stake.ts';
import type { Registration } from './types.ts';

const covenantKeys: string[] = own.keys.covenant;
const sighash: string = own.sighashes.unbonding;

/** The stake of `babylon-transactions.json`. */
const stake: Registration['stake'] = {
  ...{ txid: own.stakingTxid, vout: 0, value: 1_000_001n },
  terms: {
    ...{ staker: bytes(own.keys.staker.slice(2)), providers: [bytes(own.keys.finalityProvider)] },
    ...{ covenant: covenantKeys.map(bytes), quorum: 6, stakingTime: 64_000, unbondingTime: 1008 },
  },
};
const charges: Registration['charges'] = {
  ...{ unbondingFee: 32_000n, slashingScript: bytes(own.params.slashingPkScript) },
  ...{ slashingRate: '0.01', slashingFee: 100_000n },
};

/** Signatures of the covenant's first keys. */
const signatures = (count: number, digest = sighash) =>
  covenantKeys.slice(0, count).map((pk, i) => {
    const key = createHash('sha256').update(`isochain covenant ${i}`).digest();
    return { pk, sig: Buffer.from(ecc.signSchnorr(bytes(digest), key)).toString('base64') };
  });

const registered = (status: string, signed: readonly object[] = signatures(6)) => ({
  btc_delegation: {
    btc_pk: own.keys.staker.slice(2),
    fp_btc_pk_list: [own.keys.finalityProvider],
    staking_time: 64_000,
    unbonding_time: ownParameters.unbonding_time_blocks,
    total_sat: '1000001',
    staking_tx_hex: own.unsignedStakingTx,
    staking_output_idx: 0,
    slashing_tx_hex: '00',
    status_desc: status,
    params_version: 6,
    undelegation_response: {
      unbonding_tx_hex: own.unsignedUnbondingTx,
      slashing_tx_hex: '00',
      covenant_unbonding_sig_list: signed,
    },
  },
});

function check(about: unknown) {
  const rest = scriptedRest('bitcoin-signet', {
    lcd: {
      kind: 'babylon',
      routes: {
        '/cosmos/base/tendermint/v1beta1/node_info': nodeInfo('bbn-test-6'),
        [delegationPath(own.stakingTxid)]: about,
      },
    },
  });
  return checkRegistration(rest.context, { stake, charges }, rest.operation());
}

const unverified = {
  code: 'broadcast.stakeNotVerified',
  message:
    'The stake is registered on Babylon Testnet, but the covenant has not signed it yet: send the same broadcast again in a few minutes.',
};

describe('checkRegistration', () => {
  it('allows a stake that the covenant signed', async () => {
    expect(await check(registered('VERIFIED'))).toEqual({ isKnown: false });
    expect(await check(registered('VERIFIED', signatures(9)))).toEqual({ isKnown: false });
  });

  it.each(['ACTIVE', 'UNBONDED', 'EXPIRED'])('knows a stake that is %s', async (status) => {
    expect(await check(registered(status, []))).toEqual({ isKnown: true });
  });

  it('holds back a stake that is not registered', async () => {
    await expect(check(refusal(404, notFound('the BTC delegation')))).rejects.toMatchObject({
      code: 'broadcast.stakeNotRegistered',
      message:
        'The stake is not registered on Babylon Testnet yet: register it there first (mode registerStake), then send the same broadcast again.',
    });
  });

  it("holds back a stake without the covenant's signatures, even if a node calls it ready", async () => {
    await expect(check(registered('PENDING', []))).rejects.toMatchObject(unverified);
    await expect(check(registered('PENDING'))).rejects.toMatchObject(unverified);
    await expect(check(registered('VERIFIED', signatures(5)))).rejects.toMatchObject(unverified);
    // Of another transaction.
    const others = signatures(9, own.sighashes.unbondingSlashing);
    await expect(check(registered('VERIFIED', others))).rejects.toMatchObject(unverified);
  });

  it('holds back everything while no node of Babylon answers', async () => {
    await expect(check(down)).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });
});
