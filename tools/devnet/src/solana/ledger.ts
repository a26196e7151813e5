import { type Address, getAddressDecoder } from '@solana/kit';
import type { LiteSVM } from 'litesvm';
import { readAccount } from './accounts-db.ts';
import type { ChainClock } from './clock.ts';
import { type Execution, execute } from './executor.ts';
import { advanceNonce, livesByNonce } from './nonce.ts';
import { readTokenBalance, type TokenBalance } from './token-balances.ts';
import type { TransactionError } from './transaction-error.ts';
import type { WireTransaction } from './wire.ts';

/** A transaction that is in a block, whether it worked or not. */
export interface LandedTransaction {
  readonly transaction: WireTransaction;
  readonly slot: bigint;
  /** The number of the transaction on the chain. It gives the order within a slot. */
  readonly position: number;
  /** The index in its block. */
  readonly index: number;
  readonly execution: Execution;
  /** All keys: static, then loaded writable, then loaded read-only. */
  readonly keys: readonly Address[];
  readonly loaded: { readonly writable: readonly Address[]; readonly readonly: readonly Address[] };
  /** The measured fee: lamports that left the accounts and arrived at none of them. */
  readonly fee: bigint;
  readonly before: Balances;
  readonly after: Balances;
}

/** Balances of all keys of a transaction, in the order of the keys. */
export interface Balances {
  readonly lamports: readonly bigint[];
  /** Only of keys that are token accounts. */
  readonly tokens: readonly TokenBalance[];
}

export interface Ledger {
  /** Why the next block cannot hold a transaction at all: it is too old, or an earlier block holds it. */
  refusal(transaction: WireTransaction): TransactionError | undefined;
  /** Puts a transaction into the current block. A transaction that cannot pay its fee does not land. */
  land(transaction: WireTransaction): { landed: boolean; execution: Execution };
  find(signature: string): LandedTransaction | undefined;
  /** All transactions with this key, newest first. */
  touching(address: Address): readonly LandedTransaction[];
  count(): number;
}

/** The blocks of the chain: litesvm has none and forgets what it ran. */
export function createLedger(svm: LiteSVM, clock: ChainClock): Ledger {
  const bySignature = new Map<string, LandedTransaction>();
  const byKey = new Map<Address, LandedTransaction[]>();
  let newest: LandedTransaction | undefined;

  function refusal(transaction: WireTransaction): TransactionError | undefined {
    // The order of a node's checks: an old transaction is too old, even if a block holds it already.
    if (!clock.isBlockhashValid(transaction.lifetimeToken) && !livesByNonce(svm, transaction))
      return 'BlockhashNotFound';
    return bySignature.has(transaction.signature) ? 'AlreadyProcessed' : undefined;
  }

  function land(transaction: WireTransaction): { landed: boolean; execution: Execution } {
    const loaded = loadKeys(svm, transaction);
    const keys = [...transaction.staticKeys, ...loaded.writable, ...loaded.readonly];
    const before = readBalances(svm, keys);
    const byNonce = livesByNonce(svm, transaction);
    const execution = execute(svm, transaction.transaction);
    const after = readBalances(svm, keys);
    const fee = sum(before.lamports) - sum(after.lamports);
    const landed = execution.error === null || fee > 0n;
    // On a chain a failed transaction advances the nonce too. litesvm undoes that with everything else.
    if (landed && byNonce && execution.error !== null) advanceNonce(svm, transaction);
    if (landed) {
      const slot = clock.slot();
      const index = newest?.slot === slot ? newest.index + 1 : 0;
      newest = { transaction, slot, position: bySignature.size, index, execution, keys, loaded, fee, before, after };
      bySignature.set(transaction.signature, newest);
      for (const key of keys) byKey.set(key, [newest, ...(byKey.get(key) ?? [])]);
    }
    return { landed, execution };
  }

  return {
    refusal,
    land,
    find: (signature) => bySignature.get(signature),
    touching: (address) => byKey.get(address) ?? [],
    count: () => bySignature.size,
  };
}

function readBalances(svm: LiteSVM, keys: readonly Address[]): Balances {
  return {
    lamports: keys.map((key) => readAccount(svm, key)?.lamports ?? 0n),
    tokens: keys.flatMap((key, index) => readTokenBalance(svm, key, index) ?? []),
  };
}

// u32 type, u64 deactivation slot, u64 last extended slot, u8 start index, u8 + 32 bytes authority, u16 padding.
const lookupTableHeader = 56;

/** The keys from lookup tables. Missing keys are left out, because the runtime refuses such a transaction anyway. */
function loadKeys(svm: LiteSVM, { lookups }: WireTransaction): LandedTransaction['loaded'] {
  const pick = (table: Address, indexes: readonly number[]): Address[] => {
    const data = readAccount(svm, table)?.data ?? new Uint8Array();
    return indexes.flatMap((index) => {
      const start = lookupTableHeader + 32 * index;
      return start + 32 <= data.length ? [getAddressDecoder().decode(data, start)] : [];
    });
  };
  return {
    writable: lookups.flatMap(({ table, writableIndexes }) => pick(table, writableIndexes)),
    readonly: lookups.flatMap(({ table, readonlyIndexes }) => pick(table, readonlyIndexes)),
  };
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
