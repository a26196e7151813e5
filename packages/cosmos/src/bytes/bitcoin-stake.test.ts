import { create, createFileRegistry, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { RefusedError, toHex } from '@isochain/core';
import { schnorr } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { SignDoc, TxBody } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { describe, expect, it } from 'vitest';
import { bytes, own, ownParameters } from '../../../babylon/test/babylon.ts';
import { complete } from '../../test/complete.ts';
import { completedOn, namesOn } from '../../test/completed.ts';
import { type Address, addressBytes } from '../address/address.ts';
import { decodeBitcoinStake, encodeBitcoinStake } from './bitcoin-stake.ts';
import { bytesOf } from './index.ts';

// A library that reads protobuf definitions is the judge. They are in babylonlabs-io/babylon: proto/babylon/btcstaking/v1/tx.proto, pop.proto,
// btcstaking.proto and proto/babylon/btccheckpoint/v1/btccheckpoint.proto.
const [int64, int32, string, message, bytesType, uint32] = [3, 5, 9, 11, 12, 13];
const field = (number: number, name: string, type: number | undefined, more: object = {}) => ({
  number,
  name,
  type,
  label: 1,
  ...more,
});
const file = create(FileDescriptorProtoSchema, {
  name: 'tx.proto',
  package: 'babylon',
  syntax: 'proto3',
  messageType: [
    { name: 'Pop', field: [field(1, 'btc_sig_type', int32), field(2, 'btc_sig', bytesType)] },
    { name: 'Key', field: [field(1, 'index', uint32), field(2, 'hash', bytesType)] },
    { name: 'Included', field: [field(1, 'key', message, { typeName: '.babylon.Key' }), field(2, 'proof', bytesType)] },
    {
      name: 'Msg',
      field: [
        field(1, 'staker_addr', string),
        field(2, 'pop', message, { typeName: '.babylon.Pop' }),
        field(3, 'btc_pk', bytesType),
        field(4, 'fp_btc_pk_list', bytesType, { label: 3 }),
        field(5, 'staking_time', uint32),
        field(6, 'staking_value', int64),
        field(7, 'staking_tx', bytesType),
        field(8, 'staking_tx_inclusion_proof', message, { typeName: '.babylon.Included' }),
        field(9, 'slashing_tx', bytesType),
        field(10, 'delegator_slashing_sig', bytesType),
        field(11, 'unbonding_time', uint32),
        field(12, 'unbonding_tx', bytesType),
        field(13, 'unbonding_value', int64),
        field(14, 'unbonding_slashing_tx', bytesType),
        field(15, 'delegator_unbonding_slashing_sig', bytesType),
      ],
    },
  ],
} as never);
const definition = createFileRegistry(file, () => undefined).getMessage('babylon.Msg');
const written = (init: object) => toHex(toBinary(definition as never, create(definition as never, init as never)));

const { sender } = namesOn('babylon-testnet');
const privateKey = sha256(new TextEncoder().encode('isochain staker'));
const sign = (digest: string | Uint8Array) =>
  toHex(schnorr.sign(typeof digest === 'string' ? bytes(digest) : digest, privateKey, new Uint8Array(32)));
const slashing = sign(own.sighashes.slashing);
const unbondingSlashing = sign(own.sighashes.unbondingSlashing);
// BIP340 over the hash of the account.
const proof = sign(sha256(addressBytes(sender as Address)));

const parameters = {
  version: 6,
  covenant: ownParameters.covenant_pks.toSorted(),
  quorum: 6,
  minValue: '500000',
  maxValue: '500000000000',
  minTime: 10_000,
  maxTime: 64_000,
  slashingScript: ownParameters.slashing_pk_script,
  slashingRate: '0.01',
  slashingFee: '100000',
  unbondingTime: 1008,
  unbondingFee: '32000',
  activationHeight: 200_000,
};

/** Stakes of the fixture are on the test network. */
const { params, ...common } = completedOn('babylon-testnet').stake as { params: object };
const data = {
  ...{ ...common, mode: 'registerStake', targetValidatorAddress: undefined, amount: '1000001' },
  ...{ senderForeignPubKey: own.keys.staker as string, validatorPubKey: own.keys.finalityProvider as string },
  ...{ proofOfPossession: proof, unsignedUnbondingTransaction: own.unsignedUnbondingTx as string },
  ...{ signedStakingTransaction: own.stakingPsbt as string, signedSlashingTransaction: slashing },
  signedUnbondingSlashingTransaction: unbondingSlashing,
  params: { ...params, parameters },
};

const fields = {
  stakerAddr: sender,
  pop: { btcSigType: 0, btcSig: bytes(proof) },
  btcPk: bytes(own.keys.staker.slice(2)),
  fpBtcPkList: [bytes(own.keys.finalityProvider)],
  stakingTime: 64_000,
  stakingValue: 1_000_001n,
  stakingTx: bytes(own.unsignedStakingTx),
  delegatorSlashingSig: bytes(slashing),
  unbondingTime: 1008,
  unbondingTx: bytes(own.unsignedUnbondingTx),
  unbondingValue: 968_001n,
  delegatorUnbondingSlashingSig: bytes(unbondingSlashing),
};

const babylon = bytesOf('babylon-testnet');

describe('registering a stake of Bitcoin', () => {
  it('has the message of the definition', () => {
    const { items, unsigned } = babylon.assemble(complete('babylon-testnet', data).plan());
    const [first] = TxBody.decode(SignDoc.decode(unsigned.direct.bytes).bodyBytes).messages;
    expect(first?.typeUrl).toBe('/babylon.btcstaking.v1.MsgCreateBTCDelegation');
    const value = first?.value ?? new Uint8Array();
    const { registration } = decodeBitcoinStake(value);
    const transactions = {
      slashingTx: registration.slashingTransaction,
      unbondingSlashingTx: registration.unbondingSlashingTransaction,
    };
    expect(toHex(value)).toBe(written({ ...fields, ...transactions }));
    expect(babylon.explain?.(items)).toMatchObject({
      errors: [],
      data: {
        mode: 'registerStake',
        senderAddress: sender,
        stakeId: own.stakingTxid,
        amount: '1000001',
        validatorPubKey: own.keys.finalityProvider,
        unsignedUnbondingTransaction: own.unsignedUnbondingTx,
      },
    });
  });

  it('has a proof that the stake is on Bitcoin, and another kind of proof of possession', () => {
    const staker = sender;
    const [one, two] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
    const stake = {
      stakingTxid: toHex(sha256(sha256(one)).toReversed()),
      proofOfPossession: { type: 2, signature: new Uint8Array(65).fill(9) },
      stakerKey: one,
      providerKeys: [one, two],
      stakingTime: 64_000,
      stakingValue: 2n ** 62n,
      stakingTransaction: one,
      inclusionProof: { index: 300, headerHash: two, proof: new Uint8Array(320).fill(3) },
      slashingTransaction: two,
      slashingSignature: new Uint8Array(64).fill(4),
      unbondingTime: 301,
      unbondingTransaction: two,
      unbondingValue: 1n,
      unbondingSlashingTransaction: one,
      unbondingSlashingSignature: new Uint8Array(64).fill(5),
    } as const;
    const encoded = encodeBitcoinStake({ staker, registration: stake });
    expect(toHex(encoded)).toBe(
      written({
        stakerAddr: sender,
        pop: { btcSigType: 2, btcSig: stake.proofOfPossession.signature },
        btcPk: one,
        fpBtcPkList: [one, two],
        stakingTime: 64_000,
        stakingValue: 2n ** 62n,
        stakingTx: one,
        stakingTxInclusionProof: { key: { index: 300, hash: two }, proof: stake.inclusionProof.proof },
        slashingTx: two,
        delegatorSlashingSig: stake.slashingSignature,
        unbondingTime: 301,
        unbondingTx: two,
        unbondingValue: 1n,
        unbondingSlashingTx: one,
        delegatorUnbondingSlashingSig: stake.unbondingSlashingSignature,
      }),
    );
    expect(decodeBitcoinStake(encoded)).toEqual({ staker, registration: stake });
  });

  it.each<[string, object, RegExp]>([
    [
      'a proof of possession of another account',
      { proofOfPossession: sign(sha256(new Uint8Array(20))) },
      /proofOfPossession/,
    ],
    ['another amount', { amount: '1000002' }, /signedStakingTransaction/],
    ['another provider', { validatorPubKey: own.keys.staker.slice(2) }, /signedStakingTransaction|validatorPubKey/],
    [
      'a slashing signature for the other transaction',
      { signedSlashingTransaction: unbondingSlashing },
      /signedSlashingTransaction/,
    ],
    [
      'other parameters',
      { params: { ...params, parameters: { ...parameters, unbondingTime: 301 } } },
      /signedStakingTransaction|unsignedUnbonding/,
    ],
    ['no parameters', { params }, /params/],
  ])('is refused with %s', (_, change, expected) => {
    let thrown: unknown;
    try {
      complete('babylon-testnet', { ...data, ...change }).plan();
    } catch (error) {
      thrown = error;
    }
    expect(thrown instanceof RefusedError && String(thrown.problems[0]?.field)).toMatch(expected);
  });

  it('is there on Babylon alone', () => {
    const hub = completedOn('cosmoshub').transfer as { params: object };
    expect(() => complete('cosmoshub', { ...hub, ...{ mode: 'registerStake' } }).plan()).toThrow();
    const { items } = babylon.assemble(complete('babylon-testnet', data).plan());
    expect(bytesOf('cosmoshub').explain?.(items).errors.length).toBeGreaterThan(0);
  });
});
