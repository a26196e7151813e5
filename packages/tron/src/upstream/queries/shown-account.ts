import { RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import { nodeQuery, type Query } from '../query.ts';
import { type AccountFacts, accountSchema, factsOf, rowSchemas } from './accounts.ts';

/** An account to be shown, without parts that do not fit. What is signed must not rest on that: a vote holds all votes. */
export interface ShownAccount extends AccountFacts {
  /** Whether some coins at stake are left out. */
  readonly lacksStakes: boolean;
  /** Whether some votes are left out. It is not known then which coins have no vote. */
  readonly lacksVotes: boolean;
  /** TRC-10 tokens that are left out. Undefined for one without a readable number. */
  readonly unreadAssets: readonly (string | undefined)[];
}

/** Other types are no stake of this chain. Rows without an amount may have any: nothing is staked there. */
const [stakeTypes, unfreezingTypes] = [
  [undefined, 'BANDWIDTH', 'ENERGY'],
  [undefined, 'BANDWIDTH', 'ENERGY', 'TRON_POWER'],
];

const lists = {
  frozenV2: rowSchemas.frozenV2.refine(({ type, amount }) => amount === 0n || stakeTypes.includes(type)),
  unfrozenV2: rowSchemas.unfrozenV2.refine(({ type, unfreeze_amount: sun }) => {
    return sun === 0n || unfreezingTypes.includes(type);
  }),
  frozen: rowSchemas.frozen,
  votes: rowSchemas.votes,
  assetV2: rowSchemas.assetV2,
} as const;

/** Fields besides lists that say what is at stake. */
const { tron_power, delegated_frozenV2_balance_for_bandwidth, delegated_frozen_balance_for_bandwidth } =
  accountSchema.shape;
const stakes = { tron_power, delegated_frozenV2_balance_for_bandwidth, delegated_frozen_balance_for_bandwidth };

/** Fields of `account_resource` that say the same. */
const energyStakes = accountSchema.shape.account_resource.unwrap().shape;

const { address, balance } = accountSchema.shape;

/** Without the address there is no account, and the balance is asked of another endpoint if it does not fit. */
const schema = z.looseObject({ address, balance });

/** An account to be shown. Undefined if it does not exist. */
export function shownAccount(of: Address): Query<ShownAccount | undefined> {
  return nodeQuery({
    path: '/wallet/getaccount',
    body: { address: of, visible: false },
    schema,
    read: (raw) => {
      if (raw.address === undefined) return undefined;
      if (raw.address !== of) throw new RejectedAnswer('it answers with another account');
      return shown(of, raw);
    },
  });
}

/** What is shown of an account that the chain does not know. */
export function unusedAccount(of: Address): ShownAccount {
  return shown(of, { balance: 0n });
}

function shown(
  of: Address,
  raw: Readonly<Record<string, unknown>> & Pick<z.output<typeof schema>, 'balance'>,
): ShownAccount {
  const rows = Object.entries(lists).map(([name, row]) => [name, rowsIn(raw[name], row)] as const);
  const odd = new Map(rows.map(([name, found]) => [name, found.odd]));
  const resource = z.record(z.string(), z.unknown()).default({}).safeParse(raw.account_resource);
  const [own, energy] = [fieldsIn(raw, stakes), fieldsIn(resource.data ?? {}, energyStakes)];
  const { type } = fieldsIn(raw, { type: accountSchema.shape.type }).fit;
  const fit = Object.fromEntries(rows.map(([name, found]) => [name, found.fit]));
  const read = accountSchema.parse({ ...fit, ...own.fit, type, account_resource: energy.fit });
  const isOdd = (name: keyof typeof lists) => (odd.get(name) ?? []).length > 0;
  return {
    ...factsOf(of, { ...read, balance: raw.balance }),
    lacksStakes:
      own.isOdd || energy.isOdd || !resource.success || isOdd('frozenV2') || isOdd('unfrozenV2') || isOdd('frozen'),
    lacksVotes: isOdd('votes'),
    unreadAssets: (odd.get('assetV2') ?? []).map((each) => assetNumber.safeParse(each).data?.key),
  };
}

const assetNumber = rowSchemas.assetV2.pick({ key: true });

interface Rows {
  /** As they came. */
  readonly fit: readonly unknown[];
  readonly odd: readonly unknown[];
}

/** An array whose elements are read one by one. Anything else in its place counts as one odd element. */
function rowsIn(raw: unknown, row: z.ZodType): Rows {
  if (raw === undefined) return { fit: [], odd: [] };
  if (!Array.isArray(raw)) return { fit: [], odd: [raw] };
  const fits = (each: unknown) => row.safeParse(each).success;
  return { fit: raw.filter(fits), odd: raw.filter((each) => !fits(each)) };
}

function fieldsIn(raw: Readonly<Record<string, unknown>>, fields: Readonly<Record<string, z.ZodType>>) {
  const fit = Object.entries(fields).filter(([name, field]) => field.safeParse(raw[name]).success);
  return {
    fit: Object.fromEntries(fit.map(([name]) => [name, raw[name]])),
    isOdd: fit.length < Object.keys(fields).length,
  };
}
