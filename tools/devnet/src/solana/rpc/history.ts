import type { LandedTransaction } from '../ledger.ts';
import { memoOf } from '../memo.ts';
import type { Node } from '../node.ts';
import { RpcFault } from './fault.ts';
import type { Methods } from './methods.ts';
import {
  addressParam,
  type Config,
  configParam,
  inContext,
  integerParam,
  listParam,
  signatureParam,
} from './params.ts';
import { transactionJson } from './transaction-json.ts';

/** The number of blocks after which a transaction is final. */
const finality = 32n;

/** A node remembers the statuses of this many recent slots without searching its history. */
const recentSlots = 150n;

/** Methods about transactions that landed. */
export const historyMethods: Methods = {
  getSignatureStatuses(node, [list, options]) {
    const search = configParam(node, options).searchTransactionHistory === true;
    const statuses = listParam(list, 256).map((value) => {
      const landed = node.ledger.find(signatureParam(value));
      if (landed === undefined || (!search && landed.slot + recentSlots < node.clock.slot())) return null;
      const err = landed.execution.error;
      const age = node.clock.slot() - landed.slot;
      return {
        confirmationStatus: confirmationStatus(node, landed),
        confirmations: age < finality ? age : null,
        err,
        slot: landed.slot,
        status: err === null ? { Ok: null } : { Err: err },
      };
    });
    return inContext(node, statuses);
  },

  getTransaction(node, [signature, options]) {
    const config = configParam(node, typeof options === 'string' ? { encoding: options } : options);
    const landed = node.ledger.find(signatureParam(signature));
    if (landed === undefined || !isVisible(node, landed, config)) return null;
    return transactionJson(landed, node.clock.timeOf(landed.slot), config);
  },

  getSignaturesForAddress(node, [address, options]) {
    const config = configParam(node, options);
    const limit = integerParam(config.limit ?? 1000);
    if (limit < 1n || limit > 1000n) throw new RpcFault(-32602, 'Invalid limit; max 1000');
    const all = node.ledger.touching(addressParam(address)).filter((landed) => isVisible(node, landed, config));
    const { start, end } = range(node, all, config);
    return all
      .slice(start, end)
      .slice(0, Number(limit))
      .map((landed) => ({
        blockTime: node.clock.timeOf(landed.slot),
        confirmationStatus: confirmationStatus(node, landed),
        err: landed.execution.error,
        memo: memoOf(landed.transaction) ?? null,
        signature: landed.transaction.signature,
        slot: landed.slot,
        transactionIndex: landed.index,
      }));
  },
};

function confirmationStatus(node: Node, landed: LandedTransaction): string {
  const age = node.clock.slot() - landed.slot;
  if (age >= finality) return 'finalized';
  return age > 0n ? 'confirmed' : 'processed';
}

/** Shows only final transactions, unless the caller asks for younger ones. */
function isVisible(node: Node, landed: LandedTransaction, { commitment }: Config): boolean {
  if (commitment === 'processed') throw new RpcFault(-32602, 'Method does not support commitment below `confirmed`');
  const status = confirmationStatus(node, landed);
  return status === 'finalized' || (status === 'confirmed' && commitment === 'confirmed');
}

/** The place of the page in a list, newest first. The bounds may be transactions that do not concern the address. */
function range(
  node: Node,
  all: readonly LandedTransaction[],
  { before, until }: Config,
): { start: number; end: number } {
  const position = (value: unknown): LandedTransaction | undefined => {
    if (value === undefined || value === null) return undefined;
    const landed = node.ledger.find(signatureParam(value));
    if (landed === undefined) throw new RpcFault(-32020, `Transaction ${String(value)} not found`);
    return landed;
  };
  const newest = position(before);
  const oldest = position(until);
  const first = newest === undefined ? 0 : all.findIndex((landed) => isOlder(landed, newest));
  const last = oldest === undefined ? all.length : all.findIndex((landed) => !isOlder(oldest, landed));
  return { start: first === -1 ? all.length : first, end: last === -1 ? all.length : last };
}

function isOlder(one: LandedTransaction, other: LandedTransaction): boolean {
  return one.position < other.position;
}
