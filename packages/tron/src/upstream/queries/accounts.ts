import { RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import type { Resource } from '../../bytes/contracts.ts';
import type { AccountResources } from '../../fees/fees.ts';
import { address, amount, fitting, hex, list, milliseconds } from '../fields.ts';
import { nodeQuery, type Query } from '../query.ts';

/** Which keys may sign for an account, and for what (tronprotocol/documentation-en, mechanism-algorithm/multi-signatures). */
export interface Permission {
  /** 0 is the owner's. From 2 on they are called active. */
  readonly id: number;
  readonly threshold: bigint;
  readonly keys: readonly { readonly address: Address; readonly weight: bigint }[];
  /** 32 bytes in hex: a bit for each kind of contract. Undefined: all. */
  readonly operations: string | undefined;
}

/** Coins that are unfrozen, and come back later. */
export interface Unfreezing {
  readonly resource: Resource | 'TRON_POWER';
  /** Sun. */
  readonly amount: bigint;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/** An account, as its node has it. Amounts are in sun. */
export interface AccountFacts {
  readonly balance: bigint;
  readonly isContract: boolean;
  readonly frozen: Readonly<Record<Resource, bigint>>;
  /** Frozen coins that give their resource to others. They cannot be unfrozen before it comes back. */
  readonly delegated: Readonly<Record<Resource, bigint>>;
  /** Coins of Stake 1.0, which this service does not unfreeze. */
  readonly legacyFrozen: bigint;
  readonly unfreezing: readonly Unfreezing[];
  readonly votes: readonly { readonly address: Address; readonly count: bigint }[];
  /** Milliseconds since 1970 of the last claim. 0 if there was none. */
  readonly lastClaimAt: number;
  /** TRC-10 tokens, by number. */
  readonly assets: ReadonlyMap<string, bigint>;
  /** The owner's comes first. */
  readonly permissions: readonly Permission[];
}

/** Elements of the lists of an account. */
export const rowSchemas = {
  frozenV2: z.object({ type: z.string().optional(), amount }),
  unfrozenV2: z.object({
    type: z.string().optional(),
    unfreeze_amount: amount,
    unfreeze_expire_time: milliseconds,
  }),
  frozen: z.object({ frozen_balance: amount }),
  votes: z.object({ vote_address: address, vote_count: amount }),
  assetV2: z.object({ key: z.string().regex(/^\d{1,19}$/), value: amount }),
} as const;

const keys = list(z.object({ address, weight: amount }));
const permission = z.object({ id: z.int().min(0).default(0), threshold: amount, operations: hex.optional(), keys });

/** @see tronprotocol/protocol core/Tron.proto, Account. */
export const accountSchema = z.object({
  address: address.optional(),
  type: z.string().optional(),
  balance: amount,
  frozenV2: list(rowSchemas.frozenV2),
  unfrozenV2: list(rowSchemas.unfrozenV2),
  frozen: list(rowSchemas.frozen),
  tron_power: z.object({ frozen_balance: amount }).optional(),
  delegated_frozenV2_balance_for_bandwidth: amount,
  /** Stake 1.0: given to others. */
  delegated_frozen_balance_for_bandwidth: amount,
  account_resource: z
    .object({
      frozen_balance_for_energy: z.object({ frozen_balance: amount }).optional(),
      delegated_frozenV2_balance_for_energy: amount,
      delegated_frozen_balance_for_energy: amount,
    })
    .optional(),
  votes: list(rowSchemas.votes),
  latest_withdraw_time: milliseconds,
  /** Anybody can send some. One that does not fit is left out. */
  assetV2: fitting(rowSchemas.assetV2),
  owner_permission: permission.optional(),
  active_permission: list(permission),
});

/**
 * An account.
 *
 * @returns Undefined if it does not exist: nothing was ever sent to it. It may hold TRC-20 tokens all the same.
 */
export function account(of: Address): Query<AccountFacts | undefined> {
  return nodeQuery({
    path: '/wallet/getaccount',
    body: { address: of, visible: false },
    schema: accountSchema,
    read: (raw) => {
      if (raw.address === undefined) return undefined;
      if (raw.address !== of) throw new RejectedAnswer('it answers with another account');
      return factsOf(of, raw);
    },
  });
}

/** The facts of an account. */
export function factsOf(of: Address, raw: z.output<typeof accountSchema>): AccountFacts {
  const { account_resource: energy } = raw;
  const sumOf = (isWanted: (type: string) => boolean) =>
    raw.frozenV2.reduce((sum, row) => (isWanted(row.type ?? 'BANDWIDTH') ? sum + row.amount : sum), 0n);
  const legacy =
    raw.frozen.reduce((sum, row) => sum + row.frozen_balance, 0n) +
    (energy?.frozen_balance_for_energy?.frozen_balance ?? 0n) +
    (raw.tron_power?.frozen_balance ?? 0n) +
    raw.delegated_frozen_balance_for_bandwidth +
    (energy?.delegated_frozen_balance_for_energy ?? 0n);
  return {
    balance: raw.balance,
    isContract: raw.type === 'Contract',
    frozen: { BANDWIDTH: sumOf((type) => type === 'BANDWIDTH'), ENERGY: sumOf((type) => type === 'ENERGY') },
    delegated: {
      BANDWIDTH: raw.delegated_frozenV2_balance_for_bandwidth,
      ENERGY: energy?.delegated_frozenV2_balance_for_energy ?? 0n,
    },
    legacyFrozen: legacy,
    unfreezing: raw.unfrozenV2.flatMap((row) => {
      const resource = resourceOf(row.type);
      const { unfreeze_amount: sun, unfreeze_expire_time: endsAt } = row;
      return sun === 0n ? [] : [{ resource, amount: sun, endsAt }];
    }),
    votes: raw.votes.map((vote) => ({ address: vote.vote_address, count: vote.vote_count })),
    lastClaimAt: raw.latest_withdraw_time,
    assets: new Map(raw.assetV2.map(({ key, value }) => [key, value])),
    permissions: permissionsOf(of, raw),
  };
}

function resourceOf(type: string | undefined): Unfreezing['resource'] {
  return type === 'ENERGY' || type === 'TRON_POWER' ? type : 'BANDWIDTH';
}

function permissionsOf(of: Address, raw: z.output<typeof accountSchema>): readonly Permission[] {
  const own = { id: 0, threshold: 1n, keys: [{ address: of, weight: 1n }] };
  // Accounts from before permissions existed have none: their own key signs for everything.
  const { owner_permission: owner = own, active_permission: active } = raw;
  return [
    { ...owner, id: 0, operations: undefined },
    // Permission 1 is for blocks.
    ...active.filter(({ id }) => id > 1).map((each) => ({ ...each, operations: each.operations ?? '' })),
  ];
}

/** Resources of an account, with the totals of the chain. */
export interface ResourceFacts extends AccountResources {
  /** Votes that its frozen coins give, whether they are used or not. */
  readonly votePower: bigint;
  readonly totals: Readonly<Record<Resource, { readonly limit: bigint; readonly weight: bigint }>>;
}

/** What an account can use without paying, now. All 0 for an account that does not exist. */
export function accountResources(of: Address): Query<ResourceFacts> {
  return nodeQuery({
    path: '/wallet/getaccountresource',
    body: { address: of, visible: false },
    schema: resourcesSchema,
    read: (raw) => ({
      stakedBandwidth: beyond(raw.NetLimit, raw.NetUsed),
      freeBandwidth: beyond(raw.freeNetLimit, raw.freeNetUsed),
      energy: beyond(raw.EnergyLimit, raw.EnergyUsed),
      votePower: raw.tronPowerLimit,
      totals: {
        BANDWIDTH: { limit: raw.TotalNetLimit, weight: raw.TotalNetWeight },
        ENERGY: { limit: raw.TotalEnergyLimit, weight: raw.TotalEnergyWeight },
      },
    }),
  });
}

const resourcesSchema = z.object({
  freeNetLimit: amount,
  freeNetUsed: amount,
  NetLimit: amount,
  NetUsed: amount,
  EnergyLimit: amount,
  EnergyUsed: amount,
  tronPowerLimit: amount,
  TotalNetLimit: amount,
  TotalNetWeight: amount,
  TotalEnergyLimit: amount,
  TotalEnergyWeight: amount,
});

function beyond(limit: bigint, used: bigint): bigint {
  return limit > used ? limit - used : 0n;
}
