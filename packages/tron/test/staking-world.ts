import type { EncodeResult, Problem } from '@isochain/core';
import { utils } from 'tronweb';
import { alice, now, openNodes } from './scripted-nodes.ts';

// An account with stakes, as a node answers. Shapes: captures of /wallet/getaccount, /wallet/getaccountresource and
// /wallet/getpaginatednowwitnesslist in tronprotocol/documentation-en, docs/api/http.

/** Sun in one TRX. */
export const trx = 1_000_000;

/** How many representatives there are: three of them earn nothing. */
const witnessCount = 130;

/** The representative with a rank, in base58. 1 has the most votes. */
export function validator(rank: number): string {
  return String(utils.address.fromHex(hexValidator(rank)));
}

function hexValidator(rank: number): string {
  return `41e5${rank.toString(16).padStart(38, '0')}`;
}

/** A list of the node. It is not in the order of votes. */
export const witnessRows: readonly object[] = Array.from({ length: witnessCount }, (_, i) => ({
  address: hexValidator(i + 1),
  voteCount: 1_000_000 - i,
  url: `https://sr-${i + 1}.example/page`,
})).toReversed();

interface Unfreezing {
  readonly amount: number;
  readonly endsAt: number;
  readonly resource?: string;
}

/** Votes by rank of the representative. */
type Votes = readonly (readonly [rank: number, count: number])[];

/** What an account has, in sun. */
export interface Staker {
  readonly balance?: number;
  readonly bandwidth?: number;
  readonly energy?: number;
  readonly lent?: { readonly bandwidth?: number; readonly energy?: number };
  /** Of Stake 1.0. */
  readonly legacy?: number;
  readonly votes?: Votes;
  readonly unfreezing?: readonly Unfreezing[];
  readonly lastClaimAt?: number;
  readonly reward?: number;
  readonly kept?: number;
  readonly freeUsed?: number;
  readonly staked?: { readonly limit: number; readonly used?: number };
  readonly parameters?: Readonly<Record<string, number>>;
}

export function accountAnswer(staker: Staker): object {
  const { balance = 1000 * trx, bandwidth = 0, energy = 0, lent = {}, legacy = 0, votes = [] } = staker;
  const { unfreezing = [], lastClaimAt = 0 } = staker;
  return {
    address: utils.address.toHex(alice).toLowerCase(),
    balance,
    frozenV2: [{ amount: bandwidth }, { type: 'ENERGY', amount: energy }, { type: 'TRON_POWER' }],
    ...(legacy > 0 ? { frozen: [{ frozen_balance: legacy, expire_time: 1_580_573_091_000 }] } : {}),
    delegated_frozenV2_balance_for_bandwidth: lent.bandwidth ?? 0,
    account_resource: { delegated_frozenV2_balance_for_energy: lent.energy ?? 0 },
    votes: votes.map(([rank, count]) => ({
      vote_address: hexValidator(rank),
      vote_count: count,
    })),
    unfrozenV2: unfreezing.map(({ amount, endsAt, resource }) => ({
      ...(resource === undefined ? {} : { type: resource }),
      unfreeze_amount: amount,
      unfreeze_expire_time: endsAt,
    })),
    latest_withdraw_time: lastClaimAt,
  };
}

/** Opens a chain with one node that knows the account. */
export function stakingWorld(
  staker: Staker = {},
  own: Readonly<Record<string, unknown>> = {},
): ReturnType<typeof openNodes> {
  const { reward = 0, kept = 20, freeUsed = 0, staked, parameters = {} } = staker;
  return openNodes([
    {
      parameters,
      own: {
        '/wallet/getaccount': accountAnswer(staker),
        '/wallet/getaccountresource': {
          freeNetLimit: 600,
          freeNetUsed: freeUsed,
          NetLimit: staked?.limit ?? 0,
          NetUsed: staked?.used ?? 0,
          TotalNetLimit: 43_200_000_000,
          TotalNetWeight: 27_907_349_371,
        },
        '/wallet/listwitnesses': { witnesses: witnessRows },
        '/wallet/getBrokerage': { brokerage: kept },
        '/wallet/getReward': { reward },
        ...own,
      },
    },
  ]);
}

interface Told {
  readonly data: {
    readonly amount?: string;
    readonly fees?: string;
    readonly params?: {
      readonly raw_data: {
        readonly contract: readonly [{ readonly type: string; readonly parameter: { readonly value: unknown } }];
      };
    };
  };
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** Codes of warnings. */
  readonly warned: readonly string[];
  /** The kind of the contract, and what it says beside its owner. */
  readonly contract: unknown;
}

/** Encodes an intent of the account. */
export async function encodeIn(world: ReturnType<typeof openNodes>, intent: object): Promise<Told> {
  const answer = (await world.chain.encode({ senderAddress: alice, ...intent } as never)) as EncodeResult;
  const { errors = [], warnings = [] } = answer.status as unknown as { errors?: Problem[]; warnings?: Problem[] };
  const data = answer.transaction.data as unknown as Told['data'];
  const [contract] = data.params?.raw_data.contract ?? [];
  const { owner_address: _, ...value } = (contract?.parameter.value ?? {}) as Record<string, unknown>;
  return {
    data,
    errors,
    warnings,
    warned: warnings.map(({ code }) => code),
    contract: contract === undefined ? undefined : { type: contract.type, ...value },
  };
}

/** Encodes an intent of an account with these stakes. */
export function encodeWith(staker: Staker, intent: object): Promise<Told> {
  return encodeIn(stakingWorld(staker), intent);
}

/** Votes as a contract holds them, by rank of the representative. */
export function votesOf(...votes: Votes): object {
  return {
    type: 'VoteWitnessContract',
    votes: votes.map(([rank, count]) => ({
      vote_address: hexValidator(rank),
      vote_count: count,
    })),
  };
}

/** A time that is so many days after that of the scripts. */
export const inDays = (days: number): number => now + days * 86_400_000;
