import { type CompletedData, type EncodedItem, itemsOf, type SignedTransaction, signedOf } from '@isochain/core';
import { bytesOf } from '../src/bytes/index.ts';
import type { AptosChainId } from '../src/chains.ts';
import type { Kind, Made } from './kinds.ts';
import { pairedAddress, testKey } from './sdk.ts';

export { type Kind, kinds, type Made, type MadeSigner } from './kinds.ts';

// Completed data as encode answers it, written by hand for each kind of transaction.

/** What completed data encodes to. */
export function itemsOfData(data: CompletedData, chain: AptosChainId = 'aptos'): EncodedItem[] {
  return itemsOf(bytesOf(chain), data);
}

export function signedOfData(
  data: CompletedData,
  signature: string,
  chain: AptosChainId = 'aptos',
): Promise<SignedTransaction> {
  return signedOf(bytesOf(chain), data, signature);
}

/** The key that signs in tests. */
export const senderKey = testKey(7);
/** The key of the account that pays. */
export const payerKey = testKey(8);
/** Somebody else's. */
export const otherKey = testKey(9);

const address = (byte: string) => `0x${byte.repeat(32)}`;

/** The transaction of a kind, with changes. */
export function madeOf(kind: Kind, changes: Partial<Made> = {}): Made {
  return {
    kind,
    chain: 'aptos',
    sender: senderKey.address.ed25519,
    signer: { publicKey: senderKey.publicKey, scheme: 'ed25519' },
    recipient: address('ab'),
    metadata: address('cd'),
    coin: `${address('43')}::coins::BTC`,
    pool: address('ef'),
    amount: 1_100_000_000n,
    isOrderless: false,
    nonce: 5n,
    gas: 2_000n,
    price: 100n,
    expiration: 1_800_000_000n,
    ...changes,
  };
}

/** The account that pays. */
export const payer: NonNullable<Made['payer']> = {
  publicKey: payerKey.publicKey,
  scheme: 'ed25519',
  address: payerKey.address.ed25519,
};

interface Words {
  readonly mode: string;
  readonly function: string;
  readonly fields: object;
  readonly typeArguments: readonly string[];
  readonly params?: object;
}

function wordsOf(made: Made): Words {
  const { kind, recipient: recipientAddress, metadata, coin, pool } = made;
  const amount = made.amount.toString();
  const none: readonly string[] = [];
  const position = { validatorAddress: pool, amount };
  const target = { targetValidatorAddress: pool, amount };
  const at = (name: string) => `0x1::${name}`;
  const send = (tokenId: string) => ({ tokenId, recipientAddress, amount });
  return {
    transfer: {
      mode: 'transfer',
      function: at('aptos_account::transfer'),
      fields: { recipientAddress, amount },
      typeArguments: none,
    },
    coin: {
      mode: 'transferToken',
      function: at('aptos_account::transfer_coins'),
      fields: send(coin),
      typeArguments: [coin],
    },
    asset: {
      mode: 'transferToken',
      function: at('primary_fungible_store::transfer'),
      fields: send(metadata),
      typeArguments: ['0x1::fungible_asset::Metadata'],
    },
    pairedAsset: {
      mode: 'transferToken',
      function: at('aptos_account::transfer_coins'),
      fields: send(pairedAddress(coin)),
      typeArguments: [coin],
      params: { coinType: coin },
    },
    enableToken: {
      mode: 'enableToken',
      function: at('managed_coin::register'),
      fields: { tokenId: coin },
      typeArguments: [coin],
    },
    stake: { mode: 'stake', function: at('delegation_pool::add_stake'), fields: target, typeArguments: none },
    reactivate: {
      mode: 'stake',
      function: at('delegation_pool::reactivate_stake'),
      fields: target,
      typeArguments: none,
      params: { reactivate: true },
    },
    unstake: { mode: 'unstake', function: at('delegation_pool::unlock'), fields: position, typeArguments: none },
    withdraw: { mode: 'withdraw', function: at('delegation_pool::withdraw'), fields: position, typeArguments: none },
  }[kind];
}

/** Completed data of a transaction. */
export function dataOfMade(made: Made): CompletedData {
  const { mode, function: name, fields, typeArguments, params } = wordsOf(made);
  return {
    mode,
    senderAddress: made.sender,
    ...fields,
    fees: made.payer === undefined ? (made.gas * made.price).toString() : '0',
    gas: made.gas.toString(),
    nonce: made.nonce.toString(),
    params: {
      chainId: made.chain === 'aptos' ? 1 : 2,
      gasUnitPrice: made.price.toString(),
      expirationTimestampSecs: made.expiration.toString(),
      ...made.signer,
      ...(made.isOrderless ? { orderless: true } : {}),
      ...(made.payer === undefined ? {} : { feePayer: made.payer }),
      ...params,
      function: name,
      typeArguments,
    },
  } as unknown as CompletedData;
}
