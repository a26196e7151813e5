import { RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { type Address, zeroAddress } from '../../address/address.ts';
import { totalSupply } from '../../bytes/limits.ts';
import { address as addressField, uint64, uint64OrNone } from '../fields.ts';
import { type Query, restQuery } from '../query.ts';

/** An account, as a node tells it (go-algorand, daemon/algod/api/algod.oas3.yml: Account). One that was never used has nothing. */
export interface AccountFacts {
  readonly address: Address;
  /** MicroAlgos. */
  readonly amount: bigint;
  /** MicroAlgos that must stay. The node computes it from all that the account has. */
  readonly minBalance: bigint;
  /** The state is that after this round. */
  readonly round: bigint;
  /** The address of the key that signs, if the account was rekeyed. */
  readonly authAddr: Address | undefined;
  readonly status: 'Online' | 'Offline' | 'Not Participating';
  readonly isIncentiveEligible: boolean;
  readonly participation: Participation | undefined;
  /** Numbers of things that an account must not have when it is closed. */
  readonly assets: bigint;
  readonly createdAssets: bigint;
  readonly applications: bigint;
  readonly createdApplications: bigint;
  readonly boxes: bigint;
}

/** With what keys an account takes part in the consensus, and in which rounds. */
interface Participation {
  /** In base64. */
  readonly voteKey: string;
  readonly voteFirst: bigint;
  readonly voteLast: bigint;
}

/** MicroAlgos of an account. */
const microAlgos = uint64.refine((value) => value <= totalSupply, 'more ALGO than there are');

const accountSchema = z.object({
  address: addressField,
  amount: microAlgos,
  // The node computes it. The chain refuses what a lower number would allow.
  'min-balance': microAlgos,
  round: uint64,
  'auth-addr': addressField.optional(),
  status: z.enum(['Online', 'Offline', 'Not Participating']),
  'incentive-eligible': z.boolean().optional(),
  participation: z
    .object({
      'vote-participation-key': z.string(),
      'vote-first-valid': uint64,
      'vote-last-valid': uint64,
    })
    .optional(),
  'total-assets-opted-in': uint64,
  'total-created-assets': uint64,
  'total-apps-opted-in': uint64,
  'total-created-apps': uint64,
  'total-boxes': uint64OrNone,
});

/** What an account state shows. */
export type ShownAccount = Pick<AccountFacts, 'address' | 'amount' | 'minBalance' | 'assets'> & {
  /** Undefined if it cannot be read. */
  readonly status: AccountFacts['status'] | undefined;
};

const { address: owner, amount, 'min-balance': minBalance, status } = accountSchema.shape;

const shownSchema = z.object({
  address: owner,
  amount,
  'min-balance': minBalance,
  status: status.optional().catch(undefined),
  // Lists are cut at their own length, too.
  'total-assets-opted-in': uint64.catch(0n),
});

/** The same account to show it: what is only needed to sign may be odd. */
export function shownAccount(asked: Address): Query<ShownAccount> {
  return restQuery({
    ...questionOf(asked),
    schema: shownSchema,
    read(raw) {
      requireSame(asked, raw.address);
      return {
        address: raw.address,
        amount: raw.amount,
        minBalance: raw['min-balance'],
        status: raw.status,
        assets: raw['total-assets-opted-in'],
      };
    },
  });
}

function questionOf(asked: Address) {
  return {
    kind: 'algod' as const,
    path: `/v2/accounts/${asked}`,
    route: '/v2/accounts/{address}',
    query: { exclude: 'all' },
  };
}

function requireSame(asked: Address, told: Address): void {
  if (told !== asked) throw new RejectedAnswer('it answers with another account');
}

/** An account without the lists of what it has: they may be long. */
export function account(asked: Address): Query<AccountFacts> {
  return restQuery({
    ...questionOf(asked),
    schema: accountSchema,
    read(raw) {
      requireSame(asked, raw.address);
      const { participation: keys } = raw;
      return {
        address: raw.address,
        amount: raw.amount,
        minBalance: raw['min-balance'],
        round: raw.round,
        authAddr: authAddrOf(asked, raw['auth-addr']),
        status: raw.status,
        isIncentiveEligible: raw['incentive-eligible'] === true,
        participation: keys && {
          voteKey: keys['vote-participation-key'],
          voteFirst: keys['vote-first-valid'],
          voteLast: keys['vote-last-valid'],
        },
        assets: raw['total-assets-opted-in'],
        createdAssets: raw['total-created-assets'],
        applications: raw['total-apps-opted-in'],
        createdApplications: raw['total-created-apps'],
        boxes: raw['total-boxes'],
      };
    },
  });
}

/** The chain stores the zero address where an account was not rekeyed, and nodes leave it out (go-algorand, daemon/algod/api/server/v2/account.go). */
function authAddrOf(owner: Address, told: Address | undefined): Address | undefined {
  return told === owner || told === zeroAddress ? undefined : told;
}
