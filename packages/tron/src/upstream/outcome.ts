import * as z from 'zod';
import { type Address, fromContractWord } from '../address/address.ts';
import { list } from './fields.ts';

/** What a transaction did. Amounts are in sun. */
export interface Outcome {
  readonly isFailed: boolean;
  /** What was really paid. */
  readonly fee: bigint;
  /** Energy that the call took. 0 for other contracts. */
  readonly energy: bigint;
  readonly block: bigint | undefined;
  /** Milliseconds since 1970: the time of the block. Undefined if it is not known yet. */
  readonly time: number | undefined;
  /** Rewards that a claim paid. Undefined if the upstream does not say. */
  readonly claimed: bigint | undefined;
  /** Unfrozen coins that were due, and came back. Undefined if the upstream does not say. */
  readonly withdrawn: bigint | undefined;
  /** Coins of Stake 1.0 that came back. */
  readonly unfrozen: bigint | undefined;
  /** The contract that was made. Undefined if the upstream does not say. */
  readonly created?: Address | undefined;
  /** What the upstream tells in a form that does not fit, as `incomplete` of core names it. */
  readonly unread?: readonly string[] | undefined;
  /** Undefined if the upstream does not say. */
  readonly transfers: readonly TokenTransfer[] | undefined;
  readonly internals: readonly Internal[];
}

/** A movement of TRC-20 tokens, from an event of their contract. */
export interface TokenTransfer {
  readonly contract: Address;
  readonly from: Address;
  readonly to: Address;
  /** In the smallest unit of the token. */
  readonly amount: bigint;
}

/** Coins or TRC-10 tokens that a contract moved. */
export interface Internal {
  readonly from: Address;
  readonly to: Address;
  readonly amount: bigint;
  /** Number of a TRC-10 token. Undefined for TRX. */
  readonly asset: string | undefined;
}

/** `ret` of a transaction. Old rows have none, and 0 is absent in protobuf's JSON. */
export const results = list(z.object({ ret: z.string().optional(), contractRet: z.string().optional() }));

/** `SUCESS` is how the chain spells it in `ret` (tronprotocol/protocol, core/Tron.proto). `DEFAULT` is 0. */
const successes: readonly (string | undefined)[] = [undefined, '', 'SUCCESS', 'SUCESS', 'DEFAULT'];

/** Whether a result is that of a transaction that did what it said. */
export function isSuccess(result: string | undefined): boolean {
  return successes.includes(result);
}

/**
 * Notes of internal transactions that move what they name (Program.java of tronprotocol/java-tron), in hex. Others lend resources or freeze, and their
 * value is not paid to anybody: `delegateResourceOf…`, `freezeBalanceV2For…`, `voteWitness`.
 */
const movingNotes: readonly string[] = ['call', 'create', 'suicide'].map((note) =>
  [...new TextEncoder().encode(note)].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
);

/** Whether an internal transaction moves coins. @param note - In hex, as all interfaces write it. */
export function isMoving(note: string): boolean {
  return movingNotes.includes(note.toLowerCase());
}

/** keccak256 of `Transfer(address,address,uint256)` (TIP-20, EIP-20). */
const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** An event of a contract. All hex, without 0x. */
export interface Log {
  /** 20 bytes. */
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** The transfers in events. TRC-721 has the number of the token as a fourth topic, and is left out. */
export function transfersIn(logs: readonly Log[]): TokenTransfer[] {
  return logs.flatMap(({ address, topics, data }) => {
    const [topic, first, second] = topics;
    if (topic !== transferTopic || topics.length !== 3 || data.length !== 64) return [];
    const [contract, from, to] = [address, first, second].map((word) => fromContractWord(word ?? ''));
    if (contract === undefined || from === undefined || to === undefined) return [];
    return [{ contract, from, to, amount: BigInt(`0x${data}`) }];
  });
}
