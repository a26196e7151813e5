import { type Answers, ask, type Operation, optional, type Questions } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { SolanaContext } from '../context.ts';
import { type Clock, rentExemptMinimum } from '../layouts/index.ts';
import { type Account, rpc } from './rpc.ts';

/** Everything that completing a transaction needs, read from one endpoint in one round trip. Amounts in lamports. */
export interface Snapshot {
  /** Undefined for an account that does not exist. */
  account(address: string): Account | undefined;
  /** Lamports that an account with so many bytes of data must hold. */
  rentMinimum(dataLength: number): bigint;
  readonly clock: Clock;
  /** Undefined if a durable nonce replaces it. */
  readonly latest: { readonly blockhash: string; readonly lastValidBlockHeight: bigint } | undefined;
  /** When it was read: milliseconds since 1970. */
  readonly readAt: number;
  /** How long a block takes, in milliseconds. */
  readonly slotMs: number;
  /** What others paid for a compute unit in the last slots, in micro-lamports. Empty if it was not asked for. */
  readonly prices: readonly bigint[];
}

export interface SnapshotRequest {
  /** At most 97, in any order. They may repeat. */
  readonly accounts: readonly string[];
  readonly nonceAccount: Address | undefined;
  /** Accounts that the transaction will write to, if prices are needed. */
  readonly pricesFor: readonly string[] | undefined;
}

/**
 * Used if the node does not tell, in milliseconds: mainnet-beta's slot time since epoch 1053 (SIMD-0525). It is the shortest so far, so that we never
 * promise too much.
 */
const shortestSlotMs = 200;

/** Limits of believable slot times. The lower one is half of the shortest so far. */
const fastestMs = 100;
const slowestMs = 20_000;

/**
 * @param more - Questions of the same batch. With the questions of every snapshot they must be at most ten, as most endpoints take no larger batch.
 */
export async function readSnapshot<const Q extends Questions>(
  context: SolanaContext,
  request: SnapshotRequest,
  more: Q,
  operation: Operation,
): Promise<{ snapshot: Snapshot; answers: Answers<Q> }> {
  const { pricesFor, nonceAccount } = request;
  const nonce = nonceAccount === undefined ? [] : [nonceAccount];
  const keys = [...new Set([...nonce, ...request.accounts])];
  const basic = {
    accounts: rpc.snapshotAccounts(keys, context.maxRentPerByte),
    ...(nonceAccount === undefined
      ? { latest: rpc.latestBlockhash(), samples: optional(rpc.recentPerformanceSamples(1)) }
      : {}),
    ...(pricesFor === undefined ? {} : { prices: optional(rpc.recentPrioritizationFees([...new Set(pricesFor)])) }),
  };
  // Answers have the names of their questions.
  const answers = await ask(operation, { ...basic, ...more });
  const { accounts: read, latest, samples, prices } = answers as Answers<typeof basic>;
  const { rent, clock, accounts } = read;
  const found = new Map(keys.map((key, i) => [key as string, accounts[i] ?? undefined]));
  const sample = samples?.ok === true ? samples.value[0] : undefined;
  const slotMs = sample === undefined ? Number.NaN : (1000 * sample.samplePeriodSecs) / sample.numSlots;
  return {
    snapshot: {
      account: (address) => found.get(address),
      rentMinimum: (dataLength) => rentExemptMinimum(rent, dataLength),
      clock,
      latest,
      readAt: context.now(),
      slotMs: slotMs >= fastestMs && slotMs <= slowestMs ? slotMs : shortestSlotMs,
      prices: prices?.ok === true ? prices.value.map(({ prioritizationFee }) => prioritizationFee) : [],
    },
    answers: answers as Answers<Q>,
  };
}
