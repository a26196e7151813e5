import { toAddress, toBase32, writeAlgos } from '../address.ts';
import { authorizerOf, type SignedTransaction } from '../codec/decode.ts';
import { applyOf, rekey } from './apply.ts';
import { type ApplyData, nothing } from './apply-data.ts';
import { PoolError } from './pool-error.ts';
import { get, type Session } from './session.ts';
import { accountOf, copyState, minBalanceOf, type State } from './state.ts';
import { move } from './transfer.ts';
import { feeSink, typeOf } from './well-formed.ts';

/** The round in which transactions shall stand, and the rules of the network. */
export interface Rules {
  readonly round: number;
  readonly genesisId: string;
  /** 32 bytes. */
  readonly genesisHash: Uint8Array;
  /** microAlgos for each transaction of a group. */
  readonly minFee: bigint;
  /** Ids of transactions that stand in the ledger. */
  isCommitted(txId: string): boolean;
  /** Ids of transactions that wait in the pool in front of it. */
  isPending(txId: string): boolean;
}

export interface Evaluated {
  readonly state: State;
  /** In the order of the group. */
  readonly applied: readonly ApplyData[];
}

/**
 * Carries out a group on a copy of the state (go-algorand:ledger/eval/eval.go TransactionGroup).
 *
 * @throws PoolError
 */
export function evaluate(before: State, group: readonly SignedTransaction[], rules: Rules): Evaluated {
  const state = copyState(before);
  const session: Session = { state, round: rules.round, touched: new Set() };
  const applied = group.map((one, index) => {
    const isPending = (txId: string) =>
      group.slice(0, index).some((other) => other.txId === txId) || rules.isPending(txId);
    return evaluateOne(session, one, { ...rules, isPending });
  });
  const paid = group.reduce((sum, { txn }) => sum + txn.uint('fee'), 0n);
  const needed = rules.minFee * BigInt(group.length);
  if (paid < needed) {
    const usage = `${group.length}.000000`;
    throw new PoolError(
      `txgroup with ${writeAlgos(paid)} fees is less than ${writeAlgos(needed)} (usage=${usage} * base=${writeAlgos(rules.minFee)})`,
    );
  }
  return { state, applied };
}

function evaluateOne(session: Session, one: SignedTransaction, rules: Rules): ApplyData {
  const { txn, txId } = one;
  checkAlive(one, rules);
  checkDuplicate(session.state, one, rules);
  const sender = txn.address('snd');
  const correct = get(session, sender).authAddr ?? sender;
  const actual = authorizerOf(one);
  if (actual !== correct) {
    throw new PoolError(
      `transaction ${txId}: should have been authorized by ${correct} but was actually authorized by ${actual}`,
    );
  }
  const applied = named(txId, () => {
    const done = applyOne(session, one);
    checkMinBalances(session);
    return done;
  });
  if (txn.has('lx')) session.state.leases.set(leaseOf(one), txn.uint('lv'));
  session.state.counter += 1n;
  return applied;
}

/** go-algorand:data/bookkeeping/block.go Alive */
function checkAlive({ txn }: SignedTransaction, { round, genesisId, genesisHash }: Rules): void {
  const [first, last] = [txn.uint('fv'), txn.uint('lv')];
  if (round < first || round > last) throw new PoolError(`txn dead: round ${round} outside of ${first}--${last}`);
  if (txn.has('gen') && txn.text('gen') !== genesisId) {
    throw new PoolError(`tx.GenesisID <${txn.text('gen')}> does not match expected <${genesisId}>`);
  }
  if (!txn.has('gh')) throw new PoolError('required tx.GenesisHash is missing');
  if (Buffer.compare(txn.bytes('gh'), genesisHash) !== 0) {
    throw new PoolError(
      `tx.GenesisHash <${toBase32(txn.bytes('gh'))}> does not match expected <${toBase32(genesisHash)}>`,
    );
  }
}

const leaseOf = ({ txn }: SignedTransaction): string => `${txn.address('snd')}|${toBase32(txn.bytes('lx'))}`;

/** In the pool the id is compared before the lease, in the ledger after it (go-algorand:ledger/eval/cow.go, ledger/txtail.go checkDup). */
function checkDuplicate(state: State, one: SignedTransaction, rules: Rules): void {
  const { txn, txId } = one;
  const duplicate = () => new PoolError(`transaction already in ledger: ${txId}`);
  if (rules.isPending(txId)) throw duplicate();
  const expires = txn.has('lx') ? state.leases.get(leaseOf(one)) : undefined;
  if (expires !== undefined && rules.round <= expires) {
    const lease = toAddress(txn.bytes('lx'));
    throw new PoolError(
      `transaction ${txId} using an overlapping lease (sender, lease):(${txn.address('snd')}, ${lease})`,
    );
  }
  if (rules.isCommitted(txId)) throw duplicate();
}

/** go-algorand:ledger/eval/eval.go applyTransaction */
function applyOne(session: Session, { txn }: SignedTransaction): ApplyData {
  move(session, txn.address('snd'), feeSink, txn.uint('fee'));
  rekey(session, txn);
  const type = typeOf(txn);
  return type === undefined ? nothing : applyOf[type](session, txn);
}

/** go-algorand:ledger/eval/eval.go checkMinBalance: accounts that are deleted need none. */
function checkMinBalances({ state, touched }: Session): void {
  for (const address of touched) {
    if (address === feeSink || !state.accounts.has(address)) continue;
    const account = accountOf(state, address);
    const least = minBalanceOf(account);
    if (account.amount < least) {
      throw new PoolError(
        `account ${address} balance ${account.amount} below min ${least} (${account.holdings.size} assets)`,
      );
    }
  }
}

/** Errors of carrying out name the transaction. */
function named<T>(txId: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    if (cause instanceof PoolError) throw new PoolError(`transaction ${txId}: ${cause.message}`);
    throw cause;
  }
}
