import { toHex } from '@isochain/core';
import { type Operation, RejectedAnswer, type RpcOutcome } from '@isochain/core/upstream';
import { addressOf } from '../address/address.ts';
import { bytesOf } from '../bytes/byte-arrays.ts';
import { type RawTransaction, stripTransaction } from '../bytes/raw-transaction.ts';
import type { UtxoContext } from '../context.ts';
import type { ChainTransaction, TransactionInput } from './backend.ts';
import { type AskNode, answerOf, calls, type VerboseTransaction } from './core-node-rpc.ts';
import { requireSame } from './http-requests.ts';

/** How many inputs of a transaction are looked up for their amounts at most. */
const maxPrevious = 500;

/**
 * A transaction, with the amounts of its inputs.
 *
 * @returns undefined if the node says that there is none. Nodes without an index of transactions cannot say that.
 */
export async function readTransaction(
  { network, policy }: UtxoContext,
  ask: AskNode,
  txid: string,
  operation: Operation,
  endpoint: string | undefined,
): Promise<{ transaction: ChainTransaction; tip: number } | undefined> {
  const accept = ([answer]: readonly [RpcOutcome<VerboseTransaction>, ...unknown[]]) => {
    if (!answer.ok) return;
    const { value: read } = answer.value;
    requireSame(txid, read.txid);
    const stripped = stripTransaction(bytesOf(read.hex));
    // Only a transaction inside MWEB has no bytes that hash to its id.
    if (stripped !== undefined) requireSame(txid, stripped.txid);
    else if (policy.pegOutMaturity === undefined) throw new RejectedAnswer('it shows no bytes of the transaction');
  };
  const [found, count] = await ask(operation, [calls.transaction(txid), calls.blockCount], { endpoint, accept });
  if (!found.ok) return undefined;
  const { raw, value: read } = found.value;

  const isCoinbase = read.vin.some(({ coinbase }) => typeof coinbase === 'string');
  const spent = read.vin.flatMap(({ txid: id, ...input }) => (typeof id === 'string' ? [{ ...input, txid: id }] : []));
  const ids = [...new Set(spent.map((input) => input.txid))].slice(0, maxPrevious);
  const [previous, [header]] = await Promise.all([
    ask(operation, ids.map(calls.fullIfKnown), { endpoint }),
    ask(operation, read.blockhash ? [calls.blockHeader(read.blockhash)] : [], { endpoint }),
  ]);
  // A node with an index of transactions keeps those of blocks that were reorganised away.
  const height = header && answerOf(header);
  const known = new Map(previous.map((outcome, i) => [ids[i], outcome.ok ? outcome.value : undefined]));

  const inputs = spent.map((input): TransactionInput => {
    const origin = known.get(input.txid);
    const output = origin?.txid === input.txid ? origin.outputs[input.vout ?? 0] : undefined;
    return {
      txid: input.txid,
      vout: input.vout ?? 0,
      value: output?.value,
      script: output && toHex(output.script),
      address: output && addressOf(network, output.script),
      sequence: input.sequence ?? undefined,
      scriptSig: input.scriptSig?.hex,
    };
  });
  // Without outputs inside MWEB. A transaction inside MWEB has no others.
  const own: RawTransaction['outputs'] = stripTransaction(bytesOf(read.hex))?.outputs ?? [];
  const isWhole = inputs.length === read.vin.length && own.length === read.vout.length;
  return {
    tip: answerOf(count),
    transaction: {
      txid,
      height,
      time: height !== undefined && read.blocktime ? read.blocktime * 1000 : undefined,
      isCoinbase,
      inputs,
      outputs: own.map(({ value, script }) => ({ value, script: toHex(script), address: addressOf(network, script) })),
      fee: isWhole ? feeOf(inputs, own) : undefined,
      raw,
    },
  };
}

/** @returns undefined if the amount of an input is not known. */
function feeOf(inputs: readonly TransactionInput[], outputs: RawTransaction['outputs']): bigint | undefined {
  const paid = outputs.reduce((sum, { value }) => sum + value, 0n);
  return inputs.reduce<bigint | undefined>(
    (sum, { value }) => (sum === undefined || value === undefined ? undefined : sum + value),
    -paid,
  );
}
