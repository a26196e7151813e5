import { addressOf, type Prefixes } from '../addresses.ts';
import { scriptTypeOf } from '../script-type.ts';
import { lastPush, toAsm } from './asm.ts';
import type { Block } from './chain-index.ts';
import type { Input, Output, Transaction } from './node-transaction.ts';
import type { TransactionSet } from './transaction-set.ts';

/** The objects of Esplora's interface, made from the index. Fields have the names and the order of Blockstream/electrs, src/rest.rs. */
export interface Answers {
  status(txid: string): object;
  transaction(transaction: Transaction): object;
  /** The counts of a script in one of the two sets. */
  stats(scriptHash: string, set: TransactionSet): object;
  /** Coins that the mempool spends are left out. Coins that it adds come last. */
  unspent(scriptHash: string): readonly object[];
  outspend(txid: string, vout: number): object;
}

/** The data that answers are made from. */
export interface Indexed {
  readonly confirmed: TransactionSet;
  readonly mempool: TransactionSet;
  blockOf(txid: string): Pick<Block, 'hash' | 'height' | 'time'> | undefined;
}

export function createAnswers(index: Indexed, prefixes: Prefixes): Answers {
  const statusOf = (block: ReturnType<Indexed['blockOf']>): object =>
    block === undefined
      ? { confirmed: false }
      : { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time };
  const status = (txid: string): object => statusOf(index.blockOf(txid));
  const spent = (input: Input): Output | undefined =>
    input.isCoinbase ? undefined : (index.confirmed.outputOf(input) ?? index.mempool.outputOf(input));
  const spendOf = (txid: string, vout: number) =>
    index.confirmed.spendOf(txid, vout) ?? index.mempool.spendOf(txid, vout);

  function output({ script, value }: Output): object {
    const bytes = Buffer.from(script, 'hex');
    const address = addressOf(bytes, prefixes);
    return {
      scriptpubkey: script,
      scriptpubkey_asm: toAsm(script),
      scriptpubkey_type: scriptTypeOf(bytes),
      ...(address === undefined ? {} : { scriptpubkey_address: address }),
      value,
    };
  }

  function input(one: Input): object {
    const { txid, vout, scriptSig, witness, isCoinbase, sequence } = one;
    const prevout = spent(one);
    return {
      txid,
      vout,
      prevout: prevout === undefined ? null : output(prevout),
      scriptsig: scriptSig,
      scriptsig_asm: toAsm(scriptSig),
      ...(witness.length === 0 ? {} : { witness }),
      is_coinbase: isCoinbase,
      sequence,
      ...innerScripts(one, prevout),
    };
  }

  /** A HogEx pays coins from inside MWEB, and the index does not see those. So its fee cannot be computed. */
  function fee({ inputs, outputs }: Transaction): number {
    if (inputs.some(({ isCoinbase }) => isCoinbase)) return 0;
    const sum = (all: readonly (Output | undefined)[]) => all.reduce((total, one) => total + (one?.value ?? 0), 0);
    return Math.max(0, sum(inputs.map(spent)) - sum(outputs));
  }

  return {
    status,
    transaction: (transaction) => {
      const { txid, version, locktime, inputs, outputs, size, weight } = transaction;
      return {
        txid,
        version,
        locktime,
        vin: inputs.map(input),
        vout: outputs.map(output),
        size,
        weight,
        fee: fee(transaction),
        status: status(txid),
      };
    },
    stats(scriptHash, set) {
      const history = set.historyOf(scriptHash);
      const isOwn = (one: Output | undefined): boolean => one?.scriptHash === scriptHash;
      const funded = history.flatMap(({ outputs }) => outputs.filter(isOwn));
      const taken = history.flatMap(({ inputs }) => inputs.map(spent).filter(isOwn));
      const sum = (all: readonly (Output | undefined)[]) => all.reduce((total, one) => total + (one?.value ?? 0), 0);
      return {
        funded_txo_count: funded.length,
        funded_txo_sum: sum(funded),
        spent_txo_count: taken.length,
        spent_txo_sum: sum(taken),
        tx_count: history.length,
      };
    },
    unspent: (scriptHash) =>
      [...index.confirmed.historyOf(scriptHash), ...index.mempool.historyOf(scriptHash)].flatMap(({ txid, outputs }) =>
        outputs.flatMap((one, vout) =>
          one.scriptHash === scriptHash && spendOf(txid, vout) === undefined
            ? [{ txid, vout, status: status(txid), value: one.value }]
            : [],
        ),
      ),
    outspend(txid, vout) {
      const spend = spendOf(txid, vout);
      return spend === undefined
        ? { spent: false }
        : { spent: true, txid: spend.txid, vin: spend.vin, status: status(spend.txid) };
    },
  };
}

/** The inner scripts that an input shows of the output it spends. */
function innerScripts({ scriptSig, witness }: Input, prevout: Output | undefined): object {
  const typeOf = (hex: string | undefined) => (hex === undefined ? undefined : scriptTypeOf(Buffer.from(hex, 'hex')));
  const redeem = typeOf(prevout?.script) === 'p2sh' ? lastPush(scriptSig) : undefined;
  const isWitnessScript = [typeOf(prevout?.script), typeOf(redeem)].includes('v0_p2wsh');
  const inner = isWitnessScript ? witness.at(-1) : undefined;
  return {
    ...(redeem === undefined ? {} : { inner_redeemscript_asm: toAsm(redeem) }),
    ...(inner === undefined ? {} : { inner_witnessscript_asm: toAsm(inner) }),
  };
}
