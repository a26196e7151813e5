import type { AssetId } from './asset.ts';

/** An additional signer of an account. */
interface Signer {
  /** G..., T..., X... or P... */
  readonly key: string;
  weight: number;
  sponsor: string | undefined;
}

/** An account entry. Amounts are stroops. */
export interface AccountEntry {
  readonly id: string;
  balance: bigint;
  sequence: bigint;
  /** When the sequence number was used last. 0: not since protocol 19. */
  sequenceLedger: number;
  sequenceTime: number;
  subentries: number;
  numSponsoring: number;
  numSponsored: number;
  sponsor: string | undefined;
  /** AUTH_REQUIRED 1, AUTH_REVOCABLE 2, AUTH_IMMUTABLE 4, AUTH_CLAWBACK_ENABLED 8. */
  flags: number;
  homeDomain: string;
  inflationDestination: string | undefined;
  thresholds: { master: number; low: number; med: number; high: number };
  signers: Signer[];
  readonly data: Map<string, DataEntry>;
  buying: bigint;
  selling: bigint;
  lastModified: number;
}

interface DataEntry {
  /** Base64. */
  value: string;
  sponsor: string | undefined;
}

/** A trustline entry. Amounts are base units of 7 decimals. */
export interface Line {
  readonly owner: string;
  readonly asset: AssetId;
  balance: bigint;
  limit: bigint;
  /** AUTHORIZED 1, AUTHORIZED_TO_MAINTAIN_LIABILITIES 2, TRUSTLINE_CLAWBACK_ENABLED 4. */
  flags: number;
  buying: bigint;
  selling: bigint;
  sponsor: string | undefined;
  /** Pool shares of the owner that are built on it. */
  poolUseCount: number;
  lastModified: number;
}

/** A condition of a claimable balance. Points in time are seconds since 1970. */
export type Predicate =
  | { readonly type: 'unconditional' }
  | { readonly type: 'and' | 'or'; readonly left: Predicate; readonly right: Predicate }
  | { readonly type: 'not'; readonly inner: Predicate }
  | { readonly type: 'before'; readonly time: bigint }
  /** Seconds after the ledger that has the operation. */
  | { readonly type: 'before_relative'; readonly seconds: bigint };

export interface Claimant {
  readonly destination: string;
  readonly predicate: Predicate;
}

export interface ClaimableBalance {
  /** Hex of 36 bytes. */
  readonly id: string;
  readonly asset: AssetId;
  readonly amount: bigint;
  readonly claimants: readonly Claimant[];
  readonly sponsor: string;
  readonly clawback: boolean;
  readonly lastModified: number;
}

/** All that transactions read and write. Plain data, so that it can be cloned. */
export interface State {
  readonly accounts: Map<string, AccountEntry>;
  /** By `owner|asset`. */
  readonly lines: Map<string, Line>;
  /** By id. */
  readonly claimable: Map<string, ClaimableBalance>;
  /** `account`, or `account|asset`: keys that validators have frozen (CAP-77). */
  readonly frozen: Set<string>;
}

export function emptyState(): State {
  return { accounts: new Map(), lines: new Map(), claimable: new Map(), frozen: new Set() };
}

export function copyState(state: State): State {
  return structuredClone(state);
}

export const lineKey = (owner: string, asset: AssetId): string => `${owner}|${asset}`;

export const accountFlags = { required: 1, revocable: 2, immutable: 4, clawback: 8 } as const;
export const lineFlags = { authorized: 1, maintain: 2, clawback: 4 } as const;

export function newAccount(id: string, balance: bigint, sequence: bigint, ledger: number): AccountEntry {
  return {
    id,
    balance,
    sequence,
    sequenceLedger: 0,
    sequenceTime: 0,
    subentries: 0,
    numSponsoring: 0,
    numSponsored: 0,
    sponsor: undefined,
    flags: 0,
    homeDomain: '',
    inflationDestination: undefined,
    thresholds: { master: 1, low: 0, med: 0, high: 0 },
    signers: [],
    data: new Map(),
    buying: 0n,
    selling: 0n,
    lastModified: ledger,
  };
}

export function linesOf(state: State, owner: string): Line[] {
  return [...state.lines.values()].filter((line) => line.owner === owner);
}
