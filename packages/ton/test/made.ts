import { type CompletedData, type EncodedItem, itemsOf, type SignedTransaction, signedOf } from '@isochain/core';
import { canonicalAddress } from '../src/address/address.ts';
import { bytesOf } from '../src/bytes/index.ts';
import type { TonMode } from '../src/bytes/params.ts';
import { Address, beginCell, storeStateInit } from '../src/ton-core.ts';
import { addressOfWallet, type WalletVersion, walletInit } from '../src/wallets/wallet.ts';
import { walletOf } from './plans.ts';
import { type SeededKey, seededKey } from './seeded-key.ts';

const bytes = bytesOf('ton');

/** What completed data encode to. */
export function itemsOfData(data: CompletedData): EncodedItem[] {
  return itemsOf(bytes, data);
}

export function signedOfData(data: CompletedData, signature: string): Promise<SignedTransaction> {
  return signedOf(bytes, data, signature);
}

/** The key that signs in tests. */
export const senderKey: SeededKey = seededKey(new Uint8Array(32).fill(7));
/** Somebody else's. */
export const otherKey: SeededKey = seededKey(new Uint8Array(32).fill(8));

/** An account of the basechain, or of the masterchain. */
export function accountOf(byte: number, workchain = 0): string {
  return canonicalAddress(Address.parseRaw(`${workchain}:${byte.toString(16).padStart(2, '0').repeat(32)}`));
}

export function senderOf(version: WalletVersion): string {
  return canonicalAddress(addressOfWallet(walletOf(version, senderKey.publicKey)));
}

const hex = (of: Uint8Array) => Buffer.from(of).toString('hex');

const customPayload = hex(beginCell().storeUint(7, 8).endCell().toBoc());
const stateInit = hex(
  beginCell()
    .store(storeStateInit(walletInit(walletOf('v3r1', otherKey.publicKey))))
    .endCell()
    .toBoc(),
);

/** Completed data as encode answers them, of one wallet version and for each mode. */
export function dataOf(mode: TonMode, changes: Changes = {}): CompletedData {
  const { version = 'v4r2', params, ...fields } = changes;
  const { fields: usual, params: more } = modes[mode];
  return {
    mode,
    senderAddress: senderOf(version),
    ...usual,
    fees: '388269',
    nonce: '5',
    ...fields,
    params: {
      timeout: 1_800_000_000,
      walletVersion: version,
      walletId: walletOf(version, senderKey.publicKey).walletId,
      publicKey: hex(senderKey.publicKey),
      deploy: false,
      bounce: true,
      sendMode: 3,
      ...more,
      ...params,
    },
  } as unknown as CompletedData;
}

interface Changes {
  readonly version?: WalletVersion;
  readonly params?: object;
  readonly [field: string]: unknown;
}

/** Contracts in the data of tests. */
export const contracts = {
  recipient: accountOf(0xcd),
  master: accountOf(0x11),
  jettonWallet: accountOf(0x22),
  nominatorPool: accountOf(0x33, -1),
  liquidPool: accountOf(0x44),
} as const;

const modes: Readonly<Record<TonMode, { readonly fields: object; readonly params: object }>> = {
  transfer: { fields: { recipientAddress: contracts.recipient, amount: '100000000' }, params: {} },
  transferToken: {
    fields: { tokenId: contracts.master, recipientAddress: contracts.recipient, amount: '2500000' },
    params: {
      jetton: { wallet: contracts.jettonWallet, attached: '50000000', forwardAmount: '1', queryId: '5' },
    },
  },
  stake: {
    fields: { targetValidatorAddress: contracts.nominatorPool, amount: '10000000000000' },
    params: { stake: { pool: 'nominators', attached: '10001000000000' } },
  },
  unstake: {
    fields: { validatorAddress: contracts.nominatorPool, amount: '10000000000000' },
    params: { stake: { pool: 'nominators', attached: '1000000000' } },
  },
  withdraw: {
    fields: { validatorAddress: contracts.nominatorPool, amount: '10000000000000' },
    params: { stake: { pool: 'nominators', attached: '1000000000' } },
  },
};

/** Params of the modes in their other forms. */
export const otherParams = {
  mintless: {
    jetton: {
      wallet: contracts.jettonWallet,
      attached: '90000000',
      forwardAmount: '1',
      queryId: '18446744073709551615',
      customPayload,
      stateInit,
    },
  },
  liquidStake: { stake: { pool: 'liquid', attached: '6000000000', queryId: '5' } },
  liquidUnstake: {
    stake: {
      pool: 'liquid',
      attached: '1050000000',
      queryId: '5',
      jettonWallet: contracts.jettonWallet,
      poolTokens: '4500000000',
      atRoundEnd: false,
      orNothing: false,
    },
  },
} as const;
