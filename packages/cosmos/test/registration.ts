import { toHex } from '@isochain/core';
import { schnorr } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytes, own, ownParameters } from '../../babylon/test/babylon.ts';
import { type Address, addressBytes } from '../src/address/address.ts';

// A stake of Bitcoin. Its documents are what encode on bitcoin-signet returns. packages/babylon checks the same ones with other libraries.

const privateKey = sha256(new TextEncoder().encode('isochain staker'));

/** A BIP-340 signature of the staker, in hex. */
export const signed = (digest: Uint8Array) => toHex(schnorr.sign(digest, privateKey, new Uint8Array(32)));

/** The intent to register it for an address on Babylon. */
export function registrationOf(senderAddress: string) {
  return {
    ...{ mode: 'registerStake' as const, senderAddress, amount: '1000001' },
    ...{ senderForeignPubKey: own.keys.staker as string, validatorPubKey: own.keys.finalityProvider as string },
    proofOfPossession: signed(sha256(addressBytes(senderAddress as Address))),
    unsignedUnbondingTransaction: own.unsignedUnbondingTx as string,
    signedStakingTransaction: own.stakingPsbt as string,
    signedSlashingTransaction: signed(bytes(own.sighashes.slashing)),
    signedUnbondingSlashingTransaction: signed(bytes(own.sighashes.unbondingSlashing)),
  };
}

/** As a node writes it: proto/babylon/btcstaking/v1/params.proto, with bytes in base64 and 64-bit integers as texts. */
export const parameters = (more: object = {}) => ({
  covenant_pks: ownParameters.covenant_pks,
  covenant_quorum: 6,
  ...{ min_staking_value_sat: '500000', max_staking_value_sat: '500000000000' },
  ...{ min_staking_time_blocks: 10_000, max_staking_time_blocks: 64_000 },
  slashing_pk_script: Buffer.from(ownParameters.slashing_pk_script, 'hex').toString('base64'),
  ...{ min_slashing_tx_fee_sat: '100000', slashing_rate: '0.010000000000000000' },
  ...{ unbonding_time_blocks: 1008, unbonding_fee_sat: '32000', btc_activation_height: 200_000 },
  ...more,
});
