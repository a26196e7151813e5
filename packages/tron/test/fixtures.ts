import { readFileSync } from 'node:fs';
import type { CompletedData, EncodedItem } from '@isochain/core';
import { type Address, fromBase58Address } from '../src/address/address.ts';
import type { Contract, Resource } from '../src/bytes/contracts.ts';
import type { RawTransaction } from '../src/bytes/transaction.ts';

// Facts that others made or found (fixtures/README.md).

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'));
}

/** The header of a block, as nodes write it, with its id. */
interface HeaderFacts {
  readonly id: string;
  readonly number: number;
  readonly timestamp: number;
  readonly version: number;
  readonly txTrieRoot: string;
  readonly parentHash: string;
  readonly witnessAddress: string;
}

interface ContractFacts {
  readonly type: Contract['type'];
  readonly to?: string;
  readonly receiver?: string;
  readonly contract?: string;
  readonly amount?: string;
  readonly asset?: string;
  readonly data?: string;
  readonly resource?: Resource;
  readonly votes?: readonly { readonly address: string; readonly count: string }[];
}

/** Transactions that Trust Wallet Core signed. */
export const walletCore = read('wallet-core') as {
  readonly transactions: readonly {
    readonly name: string;
    /** Private, in hex. */
    readonly key: string;
    readonly owner: string;
    readonly contract: ContractFacts;
    readonly header: HeaderFacts;
    readonly timestamp: number;
    readonly expiration: number;
    readonly memo?: string;
    readonly id: string;
    readonly signature: string;
  }[];
  /** With fields that nothing here writes. */
  readonly others: readonly {
    readonly name: string;
    readonly what: string;
    readonly raw: string;
    readonly id: string;
  }[];
};

/** What a transaction of Trust Wallet Core says. */
export function rawOfWalletCore(facts: (typeof walletCore.transactions)[number]): RawTransaction {
  const { header, timestamp, expiration, memo } = facts;
  return {
    owner: addressOf(facts.owner),
    contract: contractOf(facts.contract),
    refBlockBytes: header.id.slice(12, 16),
    refBlockHash: header.id.slice(16, 32),
    expiration,
    timestamp,
    memo,
    permissionId: 0,
  };
}

function contractOf({ to, receiver, contract, amount, votes, ...rest }: ContractFacts): Contract {
  return {
    ...rest,
    ...(to === undefined ? {} : { to: addressOf(to) }),
    ...(receiver === undefined ? {} : { receiver: addressOf(receiver) }),
    ...(contract === undefined ? {} : { contract: addressOf(contract) }),
    ...(amount === undefined ? {} : { amount: BigInt(amount) }),
    ...(votes && { votes: votes.map(({ address, count }) => ({ address: addressOf(address), count: BigInt(count) })) }),
  } as Contract;
}

/** An address in hex. */
export function addressOf(text: string): Address {
  const address = fromBase58Address(text);
  if (address === undefined) throw new Error(`${text} is not an address`);
  return address;
}

/** Transactions that tronweb made, in the form of wallets. */
export const tronwebCases = (
  read('tronweb') as {
    readonly cases: readonly {
      readonly name: string;
      readonly raw_data: object;
      readonly raw_data_hex: string;
      readonly txID: string;
    }[];
  }
).cases;

/** What hosted services of this interface answered. */
export const encodeAnswers = read('encode-answers') as readonly {
  readonly mode: string;
  readonly data: CompletedData;
  readonly encoded: readonly EncodedItem[];
}[];

/** Transactions of the main network, and what they cost. */
export const mined = (
  read('mined') as {
    readonly transactions: readonly {
      readonly source: string;
      readonly id: string;
      readonly raw?: string;
      readonly signature?: string;
      /** Bytes of bandwidth that were free or staked. */
      readonly netUsage: number;
      /** Sun for bandwidth. */
      readonly netFee: number;
      /** All energy that was used. */
      readonly energy: number;
      /** The part that was staked. */
      readonly energyUsage: number;
      /** Sun for the rest. */
      readonly energyFee: number;
      /** Sun, all in all. */
      readonly fee: number;
    }[];
  }
).transactions;

/** Permissions of recorded accounts. */
export const permissions = read('permissions') as readonly {
  readonly recording: string;
  readonly address: string;
  readonly owner: PermissionFacts;
  readonly active: readonly (PermissionFacts & { readonly id: number; readonly operations: string })[];
}[];

interface PermissionFacts {
  readonly threshold: number;
  readonly keys: readonly { readonly address: string; readonly weight: number }[];
}
