import {
  QueryDelegatorDelegationsResponse,
  QueryDelegatorUnbondingDelegationsResponse,
} from 'cosmjs-types/cosmos/staking/v1beta1/query';
import { describe, expect, it } from 'vitest';
import { readDelegations, readUnbondings } from './staking.ts';

// Written with the coders of cosmjs-types, which are generated from the definitions of cosmos-sdk.

const delegator = 'cosmos1cvh8mpz04az0x7vht6h6ekksg8wd650r39ltwj';
const validator = 'cosmosvaloper1tflk30mq5vgqjdly92kkhhq3raev2hnz6eete3';
const pagination = { nextKey: new Uint8Array([0, 1]), total: 1n };

const delegation = {
  delegation: { delegatorAddress: delegator, validatorAddress: validator, shares: '10250000000000000000000000' },
  balance: { denom: 'uatom', amount: '10250000' },
};
const unbonding = (entries: readonly object[]) => ({
  delegatorAddress: delegator,
  validatorAddress: validator,
  entries,
});
const entry = {
  creationHeight: 693n,
  initialBalance: '2000',
  balance: '1000',
  unbondingId: 2n,
  unbondingOnHoldRefCount: 0n,
};

describe('delegations in protobuf', () => {
  const write = (responses: readonly (typeof delegation)[]) =>
    QueryDelegatorDelegationsResponse.encode(
      QueryDelegatorDelegationsResponse.fromPartial({ delegationResponses: [...responses], pagination }),
    ).finish();

  it('are read with their balances', () => {
    expect(readDelegations(write([delegation]))).toEqual({
      items: [{ delegator, validator, denom: 'uatom', amount: 10_250_000n }],
      odd: [],
      nextKey: 'AAE=',
    });
    expect(readDelegations(new Uint8Array())).toEqual({ items: [], odd: [], nextKey: undefined });
  });

  it('are refused if one comes twice, or has no amount', () => {
    expect(() => readDelegations(write([delegation, delegation]))).toThrow(RangeError);
    const nothing = { ...delegation, balance: { denom: 'uatom', amount: '-5' } };
    expect(() => readDelegations(write([nothing]))).toThrow(RangeError);
  });
});

describe('unbondings in protobuf', () => {
  const write = (responses: readonly object[]) =>
    QueryDelegatorUnbondingDelegationsResponse.encode(
      QueryDelegatorUnbondingDelegationsResponse.fromPartial({
        unbondingResponses: [...responses] as never,
        pagination,
      }),
    ).finish();
  // 2026-11-22T10:04:07.676079190Z
  const endsAt = Date.UTC(2026, 10, 22, 10, 4, 7, 676);
  const completionTime = { seconds: BigInt(Math.floor(endsAt / 1000)), nanos: 676_079_190 };

  it('are one for each entry, with what slashing has left', () => {
    const ending = { delegator, validator, amount: 1000n, endsAt };
    const found = readUnbondings(write([unbonding([entry, entry].map((one) => ({ ...one, completionTime })))]));
    expect(found).toEqual({ items: [ending, ending], odd: [], nextKey: 'AAE=' });
    expect(readUnbondings(new Uint8Array())).toEqual({ items: [], odd: [], nextKey: undefined });
  });

  it('that cannot be read are odd, one by one', () => {
    const odd = [
      { balance: '-1', completionTime },
      { balance: '', completionTime },
      { balance: '1.5', completionTime },
      { balance: '9', completionTime: { seconds: -1n, nanos: 0 } },
      { balance: '9', completionTime: { seconds: 2n ** 60n, nanos: 0 } },
    ].map((changed) => ({ ...entry, ...changed }));
    const found = readUnbondings(write([unbonding([...odd, { ...entry, completionTime }])]));
    expect(found.items).toEqual([{ delegator, validator, amount: 1000n, endsAt }]);
    expect(found.odd).toHaveLength(odd.length);
  });

  it('are refused if a validator comes twice', () => {
    expect(() => readUnbondings(write([unbonding([]), unbonding([])]))).toThrow(RangeError);
  });
});
