import { largeAnswer, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import { checkTokenId, type TokenId } from '../../address/token-id.ts';
import { address, eachOf, integer, readableOf, stroops } from '../fields.ts';
import { horizonQuery, isMissing, type Query } from '../query.ts';

/** What an account holds of XLM. In stroops. */
interface NativeHolding {
  readonly balance: bigint;
  /** What its offers would bring in. */
  readonly buying: bigint;
  /** What its offers would give away: it cannot be sent. */
  readonly selling: bigint;
}

/** What an account holds of an asset, and may hold. In the smallest unit. */
export interface Trustline extends NativeHolding {
  readonly token: TokenId;
  readonly limit: bigint;
  /** Whether the issuer lets it send and receive. */
  readonly isAuthorized: boolean;
  /** Whether it may keep its offers, although it is not authorized. */
  readonly keepsOffers: boolean;
  /** Whether the issuer can take it back. */
  readonly isClawback: boolean;
  /** Another account that carries its reserve. */
  readonly sponsor: Address | undefined;
}

/** A key that signs for an account, or another condition. */
interface AccountSigner {
  /** `G…` for a key of ed25519, or another strkey. */
  readonly key: string;
  readonly weight: number;
  readonly isKey: boolean;
}

/** An account, as Horizon has it (stellar/go, protocols/horizon/main.go: Account). */
export interface AccountFacts {
  readonly address: Address;
  /** Of its latest transaction. */
  readonly sequence: bigint;
  /** Trustlines, offers, further signers and data. Shares of pools count twice. */
  readonly subentries: bigint;
  /** Entries of others that it carries the reserve for, and its own that others carry. */
  readonly sponsoring: bigint;
  readonly sponsored: bigint;
  readonly thresholds: { readonly low: number; readonly medium: number; readonly high: number };
  readonly signers: readonly AccountSigner[];
  readonly flags: {
    readonly authRequired: boolean;
    readonly authRevocable: boolean;
    readonly authImmutable: boolean;
    readonly authClawback: boolean;
  };
  readonly native: NativeHolding;
  readonly trustlines: readonly Trustline[];
  /** Whether each of its balances could be read. */
  readonly isWhole: boolean;
  /** Ids of pools that it has shares of. */
  readonly pools: readonly string[];
  /** Whether it takes payments with a memo only (SEP-29). */
  readonly requiresMemo: boolean;
  readonly homeDomain: string | undefined;
}

const weight = z.int().min(0).max(255);
const liabilities = { buying_liabilities: stroops.optional(), selling_liabilities: stroops.optional() };

const native = z.object({ asset_type: z.literal('native'), balance: stroops, ...liabilities });

const credit = z
  .object({
    asset_type: z.enum(['credit_alphanum4', 'credit_alphanum12']),
    asset_code: z.string(),
    asset_issuer: address,
    balance: stroops,
    limit: stroops,
    ...liabilities,
    is_authorized: z.boolean(),
    is_authorized_to_maintain_liabilities: z.boolean().optional(),
    is_clawback_enabled: z.boolean().optional(),
    sponsor: address.optional(),
  })
  .refine(({ asset_code, asset_issuer }) => checkTokenId(`${asset_code}:${asset_issuer}`).ok, 'not an asset');

const shares = z.object({ asset_type: z.literal('liquidity_pool_shares'), liquidity_pool_id: z.string() });

const signer = z.object({ key: z.string(), weight, type: z.string() });

const holding = z.discriminatedUnion('asset_type', [native, credit, shares]);

const accountSchema = z.object({
  account_id: address,
  sequence: integer,
  subentry_count: integer,
  num_sponsoring: integer.default(0n),
  num_sponsored: integer.default(0n),
  thresholds: z.object({ low_threshold: weight, med_threshold: weight, high_threshold: weight }),
  signers: z.array(signer),
  flags: z.object({
    auth_required: z.boolean(),
    auth_revocable: z.boolean(),
    auth_immutable: z.boolean(),
    auth_clawback_enabled: z.boolean().default(false),
  }),
  balances: z.array(holding),
  data: z.record(z.string(), z.unknown()).default({}),
  home_domain: z.string().optional(),
});

/** As far as it can be read: one odd part must not hide the rest. */
const readablePart = accountSchema.extend({ signers: eachOf(signer), balances: readableOf(holding) });

/** An account that bytes are made for: all of it must be readable. Undefined if it does not exist. */
export function account(of: Address): Query<AccountFacts | undefined> {
  return accountBy(accountSchema, of);
}

/** An account to show. Signers and balances that cannot be read are left out. Undefined if it does not exist. */
export function accountToShow(of: Address): Query<AccountFacts | undefined> {
  return accountBy(readablePart, of);
}

function accountBy(schema: z.ZodType<RawAccount>, of: Address): Query<AccountFacts | undefined> {
  return horizonQuery<RawAccount, AccountFacts | undefined>({
    path: `/accounts/${of}`,
    route: '/accounts/{account}',
    schema,
    // An account has up to 1000 entries.
    maxBytes: largeAnswer,
    read(raw) {
      if (raw.account_id !== of) throw new RejectedAnswer('it answers with another account');
      return factsOf(raw);
    },
    refused: (error) => (isMissing(error) ? { value: undefined } : undefined),
  });
}

/** An account of either schema. */
type RawAccount = z.output<typeof readablePart>;

function factsOf(raw: RawAccount): AccountFacts {
  const { thresholds, flags, data } = raw;
  const balances = raw.balances.filter((each) => each !== undefined);
  const [own, ...more] = balances.filter((each) => each.asset_type === 'native');
  if (own === undefined || more.length > 0) throw new RejectedAnswer('it tells no balance of XLM');
  // Each reserve that another account carries is one of the two of the account, or that of an entry (stellar/stellar-core, src/transactions/SponsorshipUtils.cpp).
  if (raw.num_sponsored > 2n + raw.subentry_count)
    throw new RejectedAnswer('it tells more sponsored entries than the account has');
  const trustlines = balances
    .filter((each) => each.asset_type.startsWith('credit'))
    .map((each) => trustlineOf(each as Credit));
  const ids = trustlines.map(({ token }) => token.text);
  if (new Set(ids).size < ids.length) throw new RejectedAnswer('it tells a trustline twice');
  return {
    address: raw.account_id,
    sequence: raw.sequence,
    subentries: raw.subentry_count,
    sponsoring: raw.num_sponsoring,
    sponsored: raw.num_sponsored,
    thresholds: { low: thresholds.low_threshold, medium: thresholds.med_threshold, high: thresholds.high_threshold },
    signers: raw.signers.map(({ key, weight, type }) => ({ key, weight, isKey: type === 'ed25519_public_key' })),
    flags: {
      authRequired: flags.auth_required,
      authRevocable: flags.auth_revocable,
      authImmutable: flags.auth_immutable,
      authClawback: flags.auth_clawback_enabled,
    },
    native: holdingOf(own),
    trustlines,
    isWhole: balances.length === raw.balances.length,
    pools: balances.flatMap((each) => (each.asset_type === 'liquidity_pool_shares' ? [each.liquidity_pool_id] : [])),
    requiresMemo: data['config.memo_required'] === memoRequired,
    homeDomain: raw.home_domain,
  };
}

/** "1" in base64 (SEP-29). */
const memoRequired = 'MQ==';

type Credit = z.output<typeof credit>;

function trustlineOf(raw: Credit): Trustline {
  const token = checkTokenId(`${raw.asset_code}:${raw.asset_issuer}`);
  // The schema has checked it.
  if (!token.ok) throw new Error(`An asset cannot be read: ${token.reason}.`);
  return {
    ...holdingOf(raw),
    token: token.value,
    limit: raw.limit,
    isAuthorized: raw.is_authorized,
    keepsOffers: raw.is_authorized_to_maintain_liabilities ?? false,
    isClawback: raw.is_clawback_enabled ?? false,
    sponsor: raw.sponsor,
  };
}

function holdingOf(raw: {
  balance: bigint;
  buying_liabilities?: bigint | undefined;
  selling_liabilities?: bigint | undefined;
}): NativeHolding {
  return { balance: raw.balance, buying: raw.buying_liabilities ?? 0n, selling: raw.selling_liabilities ?? 0n };
}
