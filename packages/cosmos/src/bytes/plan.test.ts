import { fromBase64, RefusedError, toHex } from '@isochain/core';
import { MsgBeginRedelegate, MsgDelegate, MsgUndelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx';
import { SignDoc, TxBody } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { describe, expect, it } from 'vitest';
import { complete } from '../../test/complete.ts';
import { completedOn } from '../../test/completed.ts';
import { cosmosChainIds } from '../chains.ts';
import { bytesOf } from './index.ts';

const on = completedOn('cosmoshub');
const transfer = on.transfer as { params: object; [field: string]: unknown };
const compound = on.compound as { params: object; [field: string]: unknown };

function refusalOf(data: Readonly<Record<string, unknown>>): string | undefined {
  try {
    complete('cosmoshub', data).plan();
    return undefined;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const [first] = error.problems;
    return `${first?.code} ${first?.field}`;
  }
}

describe('completed data', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['without params', { params: undefined }, 'params'],
    ['with an unknown member of params', { params: { ...transfer.params, granter: 'cosmos1' } }, 'params'],
    ['with the compound amount of another mode', { params: { ...transfer.params, compoundAmount: '1' } }, 'params'],
    ['with an account number as JSON number', { params: { ...transfer.params, accountNumber: 31094 } }, 'params'],
    [
      'with an account number of 65 bits',
      { params: { ...transfer.params, accountNumber: '18446744073709551616' } },
      'params',
    ],
    ['with an account number below 0', { params: { ...transfer.params, accountNumber: '-1' } }, 'params'],
    ['with a malformed fee denomination', { params: { ...transfer.params, feeDenom: 'u' } }, 'params'],
    ['for another network', { params: { ...transfer.params, nativeId: 'osmosis-1' } }, 'params.nativeId'],
    [
      'with the key of somebody else',
      { senderPubKey: '0388459b2653519948b12492f1a0b464720110c147a8155d23d423a5cc3c21d89a' },
      'senderPubKey',
    ],
    ['without a key', { senderPubKey: undefined }, 'senderPubKey'],
    ['without gas', { gas: undefined }, 'gas'],
    ['with gas of 65 bits', { gas: '18446744073709551616' }, 'gas'],
    ['without a sequence', { nonce: undefined }, 'nonce'],
    ['without an amount', { amount: undefined }, 'amount'],
    ['with an amount of 0', { amount: '0' }, 'amount'],
    [
      'as amino JSON with a memo that nodes write in two ways',
      { memo: 'a\bb', params: { ...transfer.params, signMode: 'amino' } },
      'params.signMode',
    ],
    ['with half a character in the memo', { memo: 'half \ud83d' }, 'memo'],
    [
      'of a claim that stakes again without saying how much',
      { ...compound, params: transfer.params },
      'params.compoundAmount',
    ],
    [
      'of a claim that says how much and does not stake again',
      { ...compound, compound: false },
      'params.compoundAmount',
    ],
    [
      'of a claim that stakes nothing again',
      { ...compound, params: { ...compound.params, compoundAmount: '0' } },
      'params',
    ],
  ])('%s is refused', (_, change, field) => {
    expect(refusalOf(transfer)).toBeUndefined();
    expect(refusalOf({ ...transfer, ...change })).toBe(`data.altered transaction.data.${field}`);
  });

  it('can be for the network that had the id before, if an operator serves it', () => {
    const { params, ...data } = completedOn('celestia-testnet').transfer as { params: object };
    const plan = complete('celestia-testnet', { ...data, params: { ...params, nativeId: 'mocha-4' } }).plan();
    expect(plan.nativeId).toBe('mocha-4');
  });

  it('keeps an account number of 64 bits to its last digit', () => {
    const { items } = bytesOf('cosmoshub').assemble(complete('cosmoshub', transfer).plan());
    // captures of a node of cosmos-sdk 0.54.4
    expect(JSON.parse(items[1]?.raw?.value as string).accountNumber).toBe('13899434443979399787');
  });

  it('cannot be signed as amino JSON with keys of the kind of Ethereum', () => {
    for (const chainId of ['injective', 'dymension'] as const) {
      const { params, ...data } = completedOn(chainId).transfer as { params: object };
      expect(() => complete(chainId, { ...data, params: { ...params, signMode: 'amino' } }).plan()).toThrow();
    }
  });
});

describe('every chain', () => {
  it.each(cosmosChainIds)('%s: explain reads the request of every mode from its bytes', (chainId) => {
    const { assemble, explain } = bytesOf(chainId);
    for (const data of Object.values(completedOn(chainId))) {
      const { items } = assemble(complete(chainId, data).plan());
      const explained = explain?.(items);
      expect(explained?.errors).toEqual([]);
      const { senderPubKey, ...rest } = explained?.data ?? {};
      const { senderPubKey: key, ...asked } = data;
      expect(rest).toEqual(asked);
      // Encode writes the key as nodes do; both are the same one.
      expect(toHex(fromBase64(String(senderPubKey)) ?? new Uint8Array())).toBe(key);
    }
  });
});

describe('staking on Babylon', () => {
  const wrapped = completedOn('babylon');

  it.each([
    ['stake', '/babylon.epoching.v1.MsgWrappedDelegate', MsgDelegate],
    ['redelegate', '/babylon.epoching.v1.MsgWrappedBeginRedelegate', MsgBeginRedelegate],
    ['unstake', '/babylon.epoching.v1.MsgWrappedUndelegate', MsgUndelegate],
  ] as const)('%s is wrapped', (name, typeUrl, type) => {
    const [message] = messagesOf('babylon', wrapped[name] as object);
    expect(message?.typeUrl).toBe(typeUrl);
    // babylonlabs-io/babylon proto/babylon/epoching/v1/tx.proto: field 1 is the message. It is shorter than 16,384 bytes.
    const [tag, low = 0, high = 0] = message?.value ?? [];
    const head = low < 128 ? 2 : 3;
    const length = head === 2 ? low : (low % 128) + 128 * high;
    const inner = message?.value.subarray(head) ?? new Uint8Array();
    expect([tag, length]).toEqual([10, inner.length]);
    expect(toHex(type.encode(type.decode(inner) as never).finish())).toBe(toHex(inner));
    expect(type.decode(inner).delegatorAddress).toMatch(/^bbn1/);
  });

  it('claims with a plain message, and stakes again with a wrapped one', () => {
    expect(messagesOf('babylon', wrapped.compound as object).map(({ typeUrl }) => typeUrl)).toEqual([
      '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward',
      '/babylon.epoching.v1.MsgWrappedDelegate',
    ]);
  });
});

function messagesOf(chainId: 'babylon' | 'cosmoshub', data: object) {
  const { unsigned } = bytesOf(chainId).assemble(complete(chainId, data as never).plan());
  return TxBody.decode(SignDoc.decode(unsigned.direct.bytes).bodyBytes).messages;
}
