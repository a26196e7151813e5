import { toHex } from '@isochain/core';
import { turns } from '@isochain/dial';
import fc from 'fast-check';
import { utils } from 'tronweb';
import { describe, expect, it } from 'vitest';
import type { Address } from '../address/address.ts';
import { type Contract, type ContractType, contractNumbers, maxInt64 } from './contracts.ts';
import { rawDataBytes, readRawData } from './raw-data.ts';
import { transferCall } from './token-call.ts';
import type { RawTransaction } from './transaction.ts';
import { walletTransaction } from './wallet-transaction.ts';

// The same transactions, made with tronweb from the JSON of wallets.

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `41${Buffer.from(bytes).toString('hex')}` as Address);

/** Numbers of each length. tronweb writes those that a double holds exactly. */
const amount = fc.oneof(
  fc.bigInt(1n, 300n),
  fc.bigInt(1n, 2n ** 53n - 1n),
  // Ends of the lengths.
  fc
    .integer({ min: 1, max: 7 })
    .chain((length) => fc.constantFrom(2n ** BigInt(7 * length) - 1n, 2n ** BigInt(7 * length))),
  // Beyond 2^53: 53 bits and zeros.
  fc
    .tuple(fc.bigInt(2n ** 52n, 2n ** 53n - 1n), fc.bigInt(1n, 10n))
    .map(([bits, zeros]) => bits << zeros)
    .filter((value) => value <= maxInt64),
);

const resource = fc.constantFrom('BANDWIDTH', 'ENERGY');

const contracts: { readonly [T in ContractType]: fc.Arbitrary<Extract<Contract, { readonly type: T }>> } = {
  TransferContract: record('TransferContract', { to: address, amount }),
  TransferAssetContract: record('TransferAssetContract', {
    asset: fc.integer({ min: 1_000_001, max: 9_999_999 }).map(String),
    to: address,
    amount,
  }),
  VoteWitnessContract: record('VoteWitnessContract', {
    votes: fc.array(fc.record({ address, count: amount }), { minLength: 1, maxLength: 30 }),
  }),
  WithdrawBalanceContract: record('WithdrawBalanceContract', {}),
  TriggerSmartContract: fc.oneof(
    record('TriggerSmartContract', {
      contract: address,
      data: fc.tuple(address, fc.bigInt(0n, 2n ** 256n - 1n)).map(([to, value]) => transferCall(to, value)),
    }),
    record('TriggerSmartContract', {
      contract: address,
      data: fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('hex')),
      callValue: amount,
    }),
  ),
  FreezeBalanceV2Contract: record('FreezeBalanceV2Contract', { amount, resource }),
  UnfreezeBalanceV2Contract: record('UnfreezeBalanceV2Contract', { amount, resource }),
  WithdrawExpireUnfreezeContract: record('WithdrawExpireUnfreezeContract', {}),
  DelegateResourceContract: fc.oneof(
    record('DelegateResourceContract', { amount, resource, receiver: address }),
    record('DelegateResourceContract', {
      amount,
      resource,
      receiver: address,
      lock: fc.constant(true),
      lockPeriod: amount,
    }),
  ),
  UnDelegateResourceContract: record('UnDelegateResourceContract', { amount, resource, receiver: address }),
  CancelAllUnfreezeV2Contract: record('CancelAllUnfreezeV2Contract', {}),
};

function record<T extends ContractType>(
  type: T,
  fields: object,
): fc.Arbitrary<Extract<Contract, { readonly type: T }>> {
  return fc.record({ type: fc.constant(type), ...fields }) as unknown as fc.Arbitrary<
    Extract<Contract, { readonly type: T }>
  >;
}

const hexOf = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => Buffer.from(bytes).toString('hex'));
const time = fc.integer({ min: 1, max: 4_102_444_800_000 });
const envelope = {
  owner: address,
  refBlockBytes: hexOf(2),
  refBlockHash: hexOf(8),
  expiration: time,
  timestamp: time,
  feeLimit: fc.option(amount, { nil: undefined }),
  memo: fc.option(fc.string({ unit: 'binary', minLength: 1, maxLength: 150 }), { nil: undefined }),
  permissionId: fc.constantFrom(0, 0, 2, 3, 9),
};

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** With numbers in place of the texts that stand for numbers beyond 2^53, because tronweb takes numbers alone. */
function withNumbers(value: Json): Json {
  if (Array.isArray(value)) return value.map(withNumbers);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, member]) => {
    const isNumber = typeof member === 'string' && /^(?:.*_)?(?:amount|balance|limit|value|count|period)$/.test(name);
    return [name, isNumber ? Number(member) : withNumbers(member)] as const;
  });
  return Object.fromEntries(entries);
}

function tronwebBytes(transaction: ReturnType<typeof walletTransaction>): string {
  const json = withNumbers(transaction as unknown as Json) as unknown as Parameters<
    typeof utils.transaction.txJsonToPb
  >[0];
  expect(utils.transaction.txCheck(json)).toBe(true);
  return utils.transaction.txPbToRawDataHex(utils.transaction.txJsonToPb(json)).toLowerCase();
}

describe('random transactions equal those of tronweb', () => {
  it('of every kind', () => {
    expect(Object.keys(contracts)).toEqual(Object.keys(contractNumbers));
  });

  it.each(Object.entries(contracts))('%s', (_, contract) => {
    fc.assert(
      fc.property(
        fc.record({ ...envelope, contract: contract as fc.Arbitrary<Contract> }),
        (transaction: RawTransaction) => {
          const raw = rawDataBytes(transaction);
          const json = walletTransaction(transaction);
          expect(json.raw_data_hex).toBe(toHex(raw));
          expect(tronwebBytes(json)).toBe(json.raw_data_hex);
          expect(walletTransaction(readRawData(raw))).toEqual(json);
        },
      ),
      { numRuns: turns(1_000) },
    );
  });
});

describe('numbers beyond 2^53', () => {
  // tronweb and Ledger take numbers of JavaScript for amounts, which lose digits here. protobuf.dev, "Base 128 Varints".
  it.each([
    [2n ** 53n + 1n, '8180808080808010'],
    [9_223_372_036_854_775_807n, 'ffffffffffffffff7f'],
    [1_234_567_890_123_456_789n, '9582a6efc79e849111'],
  ])('%i keeps every digit', (value, varint) => {
    const to = `41${'ab'.repeat(20)}` as const;
    const raw = rawDataBytes({
      owner: to,
      contract: { type: 'TransferContract', to, amount: value },
      refBlockBytes: '0000',
      refBlockHash: '00'.repeat(8),
      expiration: 1,
      timestamp: 1,
      permissionId: 0,
    });
    expect(toHex(raw)).toContain(`18${varint}7001`);
    const read = walletTransaction(readRawData(raw));
    // As text: JSON.parse would change a number.
    expect(read.raw_data.contract[0].parameter.value.amount).toBe(value.toString());
  });
});
