import { attempt, toHex } from '@isochain/core';
import { masterchain } from '../address/address.ts';
import { lookUp } from '../dictionary.ts';
import type { Address, Cell, Slice } from '../ton-core.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';

// Nominator pools: a validator's contract, to which others lend. Source of the layout and of all rules: ton-blockchain/nominator-pool, func/pool.fc.

/** What is sent along with a request, in nanotons. The pool sends back what it does not use. */
export const requestValue: bigint = 1_000_000_000n;

/** Coins that a pool keeps for its storage, in nanotons (`MIN_TONS_FOR_STORAGE`). */
const storageReserve = 10_000_000_000n;

/** A pool pays nothing out below this, in nanotons: it would be lost (`ONE_TON` in `withdraw_nominator`). */
export const leastPayout: bigint = 1_000_000_000n;

/** A nominator's share of a pool. */
export interface NominatorStake {
  /** Nanotons that take part. */
  readonly amount: bigint;
  /** Nanotons that take part from the next round on. */
  readonly pending: bigint;
  /** Whether a withdrawal is asked for. It is always of everything. */
  readonly isLeaving: boolean;
}

/** What the contract of a pool says about itself, and about one nominator. */
export interface NominatorPool {
  /** Nanotons that the contract holds. */
  readonly balance: bigint;
  /** Whether its stake is with the validators. If not, it takes deposits and pays at once. */
  readonly isInRound: boolean;
  readonly nominators: number;
  readonly mostNominators: number;
  /** Of rewards, in ten thousandths. */
  readonly commission: number;
  /** In nanotons. */
  readonly leastStake: bigint;
  /** The account part of the validator's address: no nominator may have it. In hex. */
  readonly validator: string;
  /** Whether the list of nominators takes another one: it must not become too deep. */
  readonly takesMore: boolean;
  /** Undefined: the account is no nominator. */
  readonly stake: NominatorStake | undefined;
}

/** The codes that count as such pools. */
type Codes = { readonly nominatorPoolCodes: readonly string[] };

/** Whether the account is a contract of this kind: these pools stake from the masterchain only. */
export function isNominatorPool({ nominatorPoolCodes }: Codes, address: Address, account: AccountFacts): boolean {
  const { status, code } = account;
  if (status !== 'active' || address.workChain !== masterchain || code === undefined) return false;
  return nominatorPoolCodes.includes(toHex(code.hash()));
}

/**
 * Reads a pool.
 *
 * @param owner - The nominator to look for. Nominators are in the basechain.
 * @returns Undefined if the account is no such pool.
 */
export function readNominatorPool(
  codes: Codes,
  address: Address,
  account: AccountFacts,
  owner: Address,
): NominatorPool | undefined {
  const { data, balance } = account;
  if (data === undefined || !isNominatorPool(codes, address, account)) return undefined;
  return attempt(() => readData(data, balance, owner));
}

/** `load_data` and `unpack_config`. */
function readData(data: Cell, balance: bigint, owner: Address): NominatorPool {
  const slice = data.beginParse();
  const state = slice.loadUint(8);
  const nominators = slice.loadUint(16);
  slice.loadCoins();
  slice.loadCoins();
  const config = slice.loadRef().beginParse();
  const validator = config.loadUintBig(256).toString(16).padStart(64, '0');
  const commission = config.loadUint(16);
  const mostNominators = config.loadUint(16);
  config.loadCoins();
  const leastStake = config.loadCoins();
  const list = slice.loadMaybeRef();
  const requests = slice.loadMaybeRef();
  const key = BigInt(`0x${toHex(owner.hash)}`);
  const entryIn = (dictionary: Cell | null): Slice | undefined =>
    dictionary === null ? undefined : lookUp(dictionary, key, 256);
  const own = entryIn(list);
  return {
    balance,
    isInRound: state !== 0,
    nominators,
    mostNominators,
    commission,
    leastStake,
    validator,
    takesMore: isShallow(list, nominators + (own === undefined ? 1 : 0)),
    stake: own && { amount: own.loadCoins(), pending: own.loadCoins(), isLeaving: entryIn(requests) !== undefined },
  };
}

/** Exit code 68: `cell_depth(nominators) < max(5, binary_log_ceil(nominators_count) * 2)`. */
function isShallow(list: Cell | null, nominators: number): boolean {
  const bits = nominators.toString(2).length;
  return (list?.depth() ?? 0) < Math.max(5, bits * 2);
}

/** Whether the pool can pay a position out now, or pays it when it has the coins (`withdraw_nominator`). The request brings coins too. */
export function canPay({ balance }: NominatorPool, amount: bigint): boolean {
  return amount <= balance + requestValue - storageReserve;
}
