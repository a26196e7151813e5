import { fromBase64 } from '@isochain/core';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import { complete } from '../../test/complete.ts';
import { completedOn, namesOn } from '../../test/completed.ts';
import { aminoDocument, type CosmosPlan } from './sign-documents.ts';

// Transaction D3D17ECC4C04DB4EDBA145EF68691DF103B6CB2D24D7F24618887AA528045FEC of bbn-1: a stake that Keplr signed with a Ledger, mined on the chain.
// Its members stand in a test of LedgerHQ/ledger-live too (coin-cosmos, buildTransaction).
const mined: CosmosPlan = {
  messages: [
    {
      kind: 'wrapped',
      message: {
        kind: 'delegate',
        delegator: 'bbn12v96axyv2cj28hp468haw2rzg8a35lj758yvkx',
        validator: 'bbnvaloper1u9w7kfngrsr2defextqf5fscypw8dys50pdza4',
        money: { denom: 'ubbn', amount: 1_000_000n },
      },
    },
  ],
  memo: '',
  fee: { denom: 'ubbn', amount: 2_057n },
  gas: 293_764n,
  sequence: 0n,
  accountNumber: 364_419n,
  nativeId: 'bbn-1',
  publicKey: fromBase64('An8LLu9QjqdCpcVa3Dw6HGzeR5IcBlIZ4Im/3FcypWW0') as Uint8Array,
  amino: true,
};
const signature = fromBase64(
  's30u2an5XITNhKmMxAo5IOjp4U4WwlwBuh4xadzrpcovUqkEV2lYm/eKTmgv6VDpF/2wmt1PsrTNsysD/hlqYw==',
) as Uint8Array;

const isSigned = (document: string) =>
  secp256k1.verify(signature, sha256(new TextEncoder().encode(document)), mined.publicKey, { prehash: false });

describe('an amino document of Babylon', () => {
  const document = new TextDecoder().decode(aminoDocument(mined, 'secp256k1')?.bytes);

  it('is what a mined transaction was signed over', () => {
    expect(isSigned(document)).toBe(true);
  });

  it('has the type URL of the wrapped message, and no type inside', () => {
    const [message] = JSON.parse(document).msgs;
    expect(Object.keys(message.value.msg)).toEqual(['amount', 'delegator_address', 'validator_address']);
    expect(isSigned(document.replace('/babylon.epoching.v1.MsgWrappedDelegate', 'epoching/WrappedDelegate'))).toBe(
      false,
    );
  });

  const { sender, validator, source } = namesOn('babylon');
  const amount = { amount: '10000', denom: 'ubbn' };

  // The members of the messages are those of the modules staking and distribution (cosmos-sdk proto/cosmos/staking/v1beta1/tx.proto).
  it.each([
    [
      'stake',
      '/babylon.epoching.v1.MsgWrappedDelegate',
      { msg: { delegator_address: sender, validator_address: validator, amount } },
    ],
    [
      'unstake',
      '/babylon.epoching.v1.MsgWrappedUndelegate',
      { msg: { delegator_address: sender, validator_address: validator, amount } },
    ],
    [
      'redelegate',
      '/babylon.epoching.v1.MsgWrappedBeginRedelegate',
      { msg: { delegator_address: sender, validator_src_address: source, validator_dst_address: validator, amount } },
    ],
    ['claim', 'cosmos-sdk/MsgWithdrawDelegationReward', { delegator_address: sender, validator_address: validator }],
    ['claimBitcoin', '/babylon.incentive.MsgWithdrawReward', { type: 'btc_staker', address: sender }],
  ] as const)('of %s has the type %s', (name, type, value) => {
    const completed = completedOn('babylon');
    const { params, ...data } = (
      name === 'claimBitcoin' ? { ...completed.claim, validatorAddress: 'btc_staker' } : completed[name]
    ) as { params: object };
    const plan = complete('babylon', { ...data, params: { ...params, signMode: 'amino' } }).plan();
    const written = new TextDecoder().decode(aminoDocument(plan, 'secp256k1')?.bytes);
    expect(JSON.parse(written).msgs).toEqual([{ type, value }]);
  });
});
