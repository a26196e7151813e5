import { altered, type CheckedData, toHex } from '@isochain/core';
import type { Account, DerivedAddress } from '../address/account.ts';
import { addressOf } from '../address/address.ts';
import { addressDeriver } from '../address/derive.ts';
import type { PublicKey } from '../address/public-key.ts';
import type { Network } from '../chains.ts';
import { byOutpoint, sumOf } from '../coin.ts';
import { transactionWeight } from '../fees/weights.ts';
import type { Utxo, UtxoPlan } from '../types.ts';
import { bytesOf, equalBytes } from './byte-arrays.ts';
import { type Payment, paymentSchema, writeFeeRate } from './params.ts';
import type { PlannedInput, PlannedOutput } from './planned-transaction.ts';
import { stripTransaction } from './raw-transaction.ts';
import { derivationOf, scriptType, spendKind, spendWith } from './spend.ts';

/** Sequence number that lets a transaction be replaced (BIP125), and gives a lock time its effect. */
export const replaceableSequence = 0xffff_fffd;

/** What the fields beside `params` say of a payment. */
export interface ExpectedPayment {
  readonly sender: Account;
  /** The sender's public key, if the client gave it. */
  readonly key: PublicKey | undefined;
  readonly payment: Payment;
  /** Smallest unit. */
  readonly fees: bigint;
  /** The payment. */
  readonly output: { readonly script: Uint8Array; readonly value: bigint };
  /** Sequence number of every input. */
  readonly sequence: number;
}

/**
 * Rebuilds a transfer from its data alone.
 *
 * @throws RefusedError `data.altered` if the data contradicts itself.
 */
export function transferPlan(network: Network, completed: CheckedData<Utxo, 'transfer'>): UtxoPlan {
  const { parsed, amount: value, fees, params } = completed;
  const payment = paymentSchema.safeParse(params);
  if (!payment.success) throw altered('params');
  if (value === undefined) throw altered('amount');
  return paymentPlan(network, {
    ...{ sender: parsed.senderAddress, key: parsed.senderPubKey, payment: payment.data, fees },
    ...{ output: { script: parsed.recipientAddress.script, value }, sequence: replaceableSequence },
  });
}

/**
 * Rebuilds a payment. Everything in `params` that is not part of the transaction has to follow from its bytes.
 *
 * @throws RefusedError `data.altered`
 */
export function paymentPlan(network: Network, expected: ExpectedPayment): UtxoPlan {
  const { sender: account, key, payment, fees, sequence } = expected;
  const { inputs, outputs, prevTxs, redeemScript, weight, vsize, feeRate } = payment;
  const owner = ownerOf(account, key, redeemScript);
  const derive = deriver(network, account);

  if (inputs.some((input, i) => i > 0 && byOutpoint(inputs[i - 1] as typeof input, input) >= 0))
    throw altered('params.inputs');
  const previous = prevTxs === undefined ? undefined : readPrevious(prevTxs, inputs);
  // In the PSBT only the previous transaction tells the amount of a legacy input. Other inputs have those that fit into a request.
  if (owner.type === 'p2pkh' && inputs.some(({ txid }) => previous?.has(txid) !== true))
    throw altered('params.prevTxs');

  const planned = inputs.map((input): PlannedInput => {
    const derived = derive(input.path);
    const script = derived?.script ?? owner.script;
    const spend = derived === undefined ? owner.spend : spendWith(owner.kind, derived.publicKey, undefined);
    if (script === undefined || spend === undefined || input.type !== owner.type || input.sequence !== sequence)
      throw altered('params.inputs');
    const { txid, vout, value } = input;
    const transaction = previous?.get(txid);
    const source = transaction?.outputs[vout];
    if (transaction !== undefined && (source?.value !== value || !equalBytes(source.script, script)))
      throw altered('params.prevTxs');
    const derivation = account.kind === 'extended' && derived ? derivationOf(account, derived) : undefined;
    return { txid, vout, value, script, sequence, spend, previous: transaction?.bytes, derivation };
  });

  const made = outputs.map(({ value, role, path, address, script: text }): PlannedOutput => {
    const derived = role === 'change' ? derive(path) : undefined;
    const script = role === 'recipient' ? expected.output.script : (derived?.script ?? owner.script);
    if (script === undefined || (role === 'recipient' ? path !== undefined : derived?.branch === 0))
      throw altered('params.outputs');
    const written = addressOf(network, script);
    if (address !== written || text !== (written === undefined ? toHex(script) : undefined))
      throw altered('params.outputs');
    if (account.kind === 'address' || derived === undefined) return { value, script };
    return { value, script, derivation: derivationOf(account, derived), type: account.type };
  });
  const paid = outputs.filter(({ role }) => role === 'recipient');
  if (paid.length !== 1 || paid[0]?.value !== expected.output.value) throw altered('params.outputs');

  if (sumOf(inputs) - sumOf(outputs) !== fees || fees < 0n) throw altered('fees');
  const kinds = inputs.map(() => owner.kind);
  const size = transactionWeight({ inputs: kinds, outputs: made.map(({ script }) => script) });
  if (weight !== size || vsize !== Math.ceil(size / 4)) throw altered('params.weight');
  if (feeRate !== writeFeeRate((fees * 1000n) / BigInt(vsize))) throw altered('params.feeRate');
  return { version: 2, lockTime: 0, inputs: planned, outputs: made, publicKey: key?.compressed };
}

/** What all coins of the sender share: with one address the whole script, with an extended key only its type. */
function ownerOf(account: Account, key: PublicKey | undefined, redeemText: string | undefined) {
  const redeemScript = redeemText === undefined ? undefined : bytesOf(redeemText);
  const kind = spendKind(account, key, redeemScript);
  // The redeem script is there only if the key is not, and if nothing else tells it.
  const needsScript = kind === 'p2sh-p2wpkh' && account.kind === 'address' && key === undefined;
  if (kind === undefined || needsScript !== (redeemScript !== undefined)) throw altered('params.redeemScript');
  const type = scriptType(kind);
  if (account.kind === 'extended') return { kind, type };
  return { kind, type, script: account.script, spend: spendWith(kind, key?.compressed, redeemScript) };
}

/** The addresses below an extended key, by path; empty for one address. */
function deriver(network: Network, account: Account): (path: string | undefined) => DerivedAddress | undefined {
  const derive = account.kind === 'extended' ? addressDeriver(network, account) : undefined;
  const known = new Map<string, DerivedAddress>();
  return (path) => {
    if ((path === undefined) !== (derive === undefined)) throw altered('params');
    if (path === undefined) return undefined;
    const [branch, index = 0] = path.split('/').map(Number);
    const derived = known.get(path) ?? derive?.(branch === 0 ? 0 : 1, index);
    if (derived !== undefined) known.set(path, derived);
    return derived;
  };
}

/** Previous transactions, and no others, each without witness and under its own id. */
function readPrevious(prevTxs: Readonly<Record<string, string>>, inputs: Payment['inputs']) {
  const spent = new Set(inputs.map(({ txid }) => txid));
  const read = Object.entries(prevTxs).map(([txid, text]) => {
    const transaction = stripTransaction(bytesOf(text));
    const isBare = transaction !== undefined && 2 * transaction.bytes.length === text.length;
    if (!isBare || transaction.txid !== txid || !spent.has(txid)) throw altered('params.prevTxs');
    return [txid, transaction] as const;
  });
  if (read.length === 0) throw altered('params.prevTxs');
  return new Map(read);
}
