import { type CompletedData, type EncodedItem, itemsOf, type SignedTransaction, signedOf } from '@isochain/core';
import { utils } from 'tronweb';
import { type Address, fromBase58Address, toBase58Address } from '../src/address/address.ts';
import type { Contract } from '../src/bytes/contracts.ts';
import { bytesOf } from '../src/bytes/index.ts';
import type { TronMode } from '../src/bytes/params.ts';
import { transferCall } from '../src/bytes/token-call.ts';
import type { RawTransaction } from '../src/bytes/transaction.ts';
import { walletTransaction } from '../src/bytes/wallet-transaction.ts';

const bytes = bytesOf('tron');

/** What completed data encode to. */
export function itemsOfData(data: CompletedData): EncodedItem[] {
  return itemsOf(bytes, data);
}

export function signedOfData(data: CompletedData, signature: string): Promise<SignedTransaction> {
  return signedOf(bytes, data, signature);
}

/** A key of tronweb. */
export interface TestKey {
  /** Private, in hex. */
  readonly key: string;
  /** As wallets show it. */
  readonly address: string;
  readonly hex: Address;
  /** 65 bytes in hex. */
  readonly publicKey: string;
  /** r||s||v in hex with v 1b or 1c, over a digest in hex. */
  sign(digest: string): string;
}

/** A key of this number, always the same one. */
export function testKey(number: number): TestKey {
  const key = number.toString(16).padStart(2, '0').repeat(32);
  const bytes = utils.code.hexStr2byteArray(key);
  const address = utils.crypto.pkToAddress(key);
  const hex = fromBase58Address(address);
  if (hex === undefined) throw new Error('no address');
  return {
    key,
    address,
    hex,
    publicKey: utils.bytes.byteArray2hexStr(utils.crypto.getPubKeyFromPriKey(bytes)).toLowerCase(),
    sign: (digest) => utils.crypto.ECKeySign(utils.code.hexStr2byteArray(digest), bytes).replace(/^0x/, ''),
  };
}

/** The key that signs in tests. */
export const senderKey: TestKey = testKey(7);
/** Somebody else's. */
export const otherKey: TestKey = testKey(8);

/** Accounts and contracts in the data of tests. */
export const recipient: TestKey = testKey(9);
export const validator: TestKey = testKey(10);
/** USDT (tether.to, "Supported protocols"). */
export const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

const base = {
  owner: senderKey.hex,
  refBlockBytes: '170b',
  refBlockHash: 'c6e099ee41aa8ac7',
  expiration: 1_752_843_753_000,
  timestamp: 1_752_843_153_000,
  permissionId: 0,
};

/** A transaction without signatures. */
export function rawOf(contract: Contract, changes: Partial<RawTransaction> = {}): RawTransaction {
  return { ...base, contract, ...changes };
}

const usdtHex = fromBase58Address(usdt) as Address;

/** One contract of each kind that encode makes. */
export const contracts = {
  transfer: { type: 'TransferContract', to: recipient.hex, amount: 100_000_000n },
  asset: { type: 'TransferAssetContract', asset: '1002000', to: recipient.hex, amount: 2_500_000n },
  token: { type: 'TriggerSmartContract', contract: usdtHex, data: transferCall(recipient.hex, 2_500_000n) },
  freeze: { type: 'FreezeBalanceV2Contract', amount: 5_000_000n, resource: 'ENERGY' },
  vote: {
    type: 'VoteWitnessContract',
    votes: [
      { address: otherKey.hex, count: 3n },
      { address: validator.hex, count: 7n },
    ],
  },
  unfreeze: { type: 'UnfreezeBalanceV2Contract', amount: 5_000_000n, resource: 'BANDWIDTH' },
  withdraw: { type: 'WithdrawExpireUnfreezeContract' },
  claim: { type: 'WithdrawBalanceContract' },
} as const satisfies Readonly<Record<string, Contract>>;

export type Kind = keyof typeof contracts;

export const kinds = Object.keys(contracts) as Kind[];

/** Fields of data, without sender and params, that go with the contracts. */
const fieldsOf: Readonly<Record<Kind, { readonly mode: TronMode; readonly [field: string]: unknown }>> = {
  transfer: { mode: 'transfer', recipientAddress: recipient.address, amount: '100000000' },
  asset: { mode: 'transferToken', tokenId: '1002000', recipientAddress: recipient.address, amount: '2500000' },
  token: { mode: 'transferToken', tokenId: usdt, recipientAddress: recipient.address, amount: '2500000' },
  freeze: { mode: 'stake', targetValidatorAddress: validator.address, amount: '5000000' },
  vote: { mode: 'stake', targetValidatorAddress: validator.address, amount: '5000000' },
  unfreeze: { mode: 'unstake', validatorAddress: validator.address, amount: '5000000' },
  withdraw: { mode: 'withdraw', validatorAddress: validator.address },
  claim: { mode: 'claimRewards', validatorAddress: validator.address },
};

interface Changes {
  /** Of the transaction in `params`. */
  readonly raw?: Partial<RawTransaction>;
  readonly params?: object;
  readonly [field: string]: unknown;
}

/** Completed data as encode answers them. */
export function dataOf(kind: Kind, { raw = {}, params = {}, ...fields }: Changes = {}): CompletedData {
  const contract = raw.contract ?? contracts[kind];
  const limit = contract.type === 'TriggerSmartContract' ? { feeLimit: 15_000_000n } : {};
  const transaction = rawOf(contract, { ...limit, ...raw });
  return {
    senderAddress: toBase58Address(transaction.owner),
    ...fieldsOf[kind],
    fees: '0',
    ...(transaction.memo === undefined ? {} : { memo: transaction.memo }),
    ...fields,
    params: { ...walletTransaction(transaction), ...params },
  } as unknown as CompletedData;
}

/** A length as protobuf writes it (protobuf.dev, "Base 128 Varints"), in hex. */
function varint(value: number): string {
  const byte = (each: number) => each.toString(16).padStart(2, '0');
  return value < 128 ? byte(value) : byte((value & 127) | 128) + varint(value >> 7);
}

/** A signed transaction as protobuf, written by hand. All in hex. */
export function signedHex(raw: string, ...signatures: readonly string[]): string {
  const fields = signatures.map((signature) => `12${varint(signature.length / 2)}${signature}`);
  return `0a${varint(raw.length / 2)}${raw}${fields.join('')}`;
}
