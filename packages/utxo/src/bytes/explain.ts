import { finalSequence } from '@isochain/babylon';
import {
  attempt,
  type EncodedItem,
  type Explanation,
  fromHex,
  type Problem,
  problem,
  RefusedError,
  type TransactionData,
} from '@isochain/core';
import { parseAccount } from '../address/account-id.ts';
import { addressOf } from '../address/address.ts';
import type { UtxoChain } from '../chains.ts';
import { sumOf } from '../coin.ts';
import { surchargeOf } from '../fees/dust.ts';
import { maxWeight, transactionWeight } from '../fees/weights.ts';
import { encodePlan } from './assemble.ts';
import { equalBytes } from './byte-arrays.ts';
import { writeFeeRate } from './params.ts';
import { replaceableSequence } from './plan.ts';
import { planOfPsbt } from './plan-of-psbt.ts';
import type { Plan, PlannedInput, PlannedOutput } from './planned-transaction.ts';
import { decodePsbt } from './read-psbt.ts';

const field = 'transaction.encoded';

/**
 * Says what encoded items do, from their bytes alone. Clients that do not want to trust encode can check before they sign. The result is encoded
 * again, so bytes that do anything else come out different.
 *
 * @returns Sender, recipient, amount and fees as in a transaction data object. An extended key has no sender, but a change address. Stakes, and
 * transactions that spend them, have no mode: they look like any other payment to or from a script.
 * @throws RefusedError `request.invalid` if there is no PSBT.
 */
export function explain(chain: UtxoChain, encoded: readonly EncodedItem[], intent?: TransactionData): Explanation {
  const raw = encoded.find((item) => item.raw?.format === 'PSBT')?.raw?.value;
  const bytes = fromHex(raw ?? '');
  const psbt = bytes && attempt(() => decodePsbt(bytes));
  if (psbt === undefined) throw new RefusedError([contradiction('it has no item with a PSBT of version 0 in hex')]);
  const plan = planOfPsbt(psbt);
  if (plan === undefined || !isSendable(plan)) return { data: { mode: 'unknown' }, errors: [unusual] };

  const { inputs, outputs } = plan;
  const { paid, change, isWhole } = splitOutputs(plan);
  const fees = sumOf(inputs) - sumOf(outputs);
  const mode = modeOf(chain, plan);
  const sender = senderOf(plan);
  const senderAddress = sender && addressOf(chain.network, sender);
  const recipientAddress = paid && addressOf(chain.network, paid.script);
  const data = {
    ...(mode === undefined ? {} : { mode }),
    ...(senderAddress === undefined ? {} : { senderAddress }),
    ...(recipientAddress === undefined ? {} : { recipientAddress }),
    // A transaction that ends a stake has no amount of its own: it is the amount of the stake, less fees.
    ...(paid === undefined || inputs.some(isLeaf) ? {} : { amount: paid.value.toString() }),
    fees: fees.toString(),
    // Only the owner of the extended key can tell whether the change address is theirs.
    ...(sender === undefined && change !== undefined ? { changeAddress: addressOf(chain.network, change.script) } : {}),
  };
  // `unusual` may be there more than once.
  const errors = [...contradictions(plan, encoded, raw), ...impossibilities(chain, plan, fees, mode)];
  if (!isWhole) errors.push(contradiction('the PSBT pays others beside the recipient'));
  const rate = change === undefined ? undefined : leastRate(chain, plan, fees, intent);
  const isExtended = intent !== undefined && isExtendedKey(chain, intent) && sender === undefined;
  const untold = [...(rate === undefined ? ['params.feeRate'] : []), ...(isExtended ? ['senderAddress'] : [])];
  return {
    data,
    errors: [...new Set(errors)],
    ...(rate === undefined ? {} : { wishes: { feeRate: writeFeeRate(rate) } }),
    ...(untold.length === 0 ? {} : { untold }),
    // A withdrawal pays the sender.
    ...(intent?.mode === 'withdraw' && paysTo(chain, paid, intent.senderAddress)
      ? { confirmed: ['senderAddress'] }
      : {}),
  };
}

/**
 * The lowest rate that leads to these fees, in the smallest unit per 1,000 virtual bytes. Undefined if the fees do not follow from a rate: a
 * replacement pays at least what it replaces, and legacy inputs are of two sizes.
 */
function leastRate(
  { policy }: UtxoChain,
  { inputs, outputs }: Plan,
  fees: bigint,
  intent: TransactionData | undefined,
): bigint | undefined {
  const { replaces } = Object(intent?.params) as { readonly replaces?: unknown };
  const kinds = inputs.map(({ spend }) => (spend.type === 'tapscript' ? 'p2tr' : spend.type));
  if (replaces !== undefined || kinds.includes('p2pkh')) return undefined;
  const surcharge = surchargeOf(
    policy,
    outputs.map(({ value }) => value),
  );
  const weight = transactionWeight({ inputs: kinds, outputs: outputs.map(({ script }) => script) });
  const charged = fees - surcharge;
  return charged <= 0n ? 0n : ((charged - 1n) * 1_000n) / BigInt(Math.ceil(weight / 4)) + 1n;
}

function isExtendedKey({ network }: UtxoChain, intent: TransactionData): boolean {
  if (!('senderAddress' in intent)) return false;
  const account = parseAccount(network, intent.senderAddress);
  return account.ok && account.value.kind === 'extended';
}

function paysTo({ network }: UtxoChain, paid: PlannedOutput | undefined, address: string): boolean {
  const account = parseAccount(network, address);
  return (
    paid !== undefined &&
    account.ok &&
    account.value.kind === 'address' &&
    equalBytes(account.value.script, paid.script)
  );
}

/** Whether nodes would relay the transaction. */
function isSendable({ inputs, outputs }: Plan): boolean {
  const kinds = inputs.map(({ spend }) => (spend.type === 'tapscript' ? 'p2tr' : spend.type));
  const weight = transactionWeight({ inputs: kinds, outputs: outputs.map(({ script }) => script) });
  return inputs.length > 0 && outputs.length > 0 && weight <= maxWeight;
}

/** The differences between the items and those that encode makes of the same transaction. */
function contradictions(plan: Plan, encoded: readonly EncodedItem[], raw: string | undefined): Problem[] {
  const expected = encodePlan(plan);
  const wrong = expected.findIndex(({ hash }, i) => hash?.value !== encoded[i]?.hash?.value);
  return [
    ...(expected[0]?.raw?.value === raw?.toLowerCase() && encoded.slice(1).every((item) => item.raw === undefined)
      ? []
      : [unusual]),
    ...(wrong < 0 ? [] : [contradiction(`the hash of item ${wrong} is not what input ${wrong} of the PSBT signs`)]),
    ...(encoded.length > expected.length ? [contradiction('it has more items than the PSBT has inputs')] : []),
  ];
}

function impossibilities({ policy }: UtxoChain, plan: Plan, fees: bigint, mode: string | undefined): Problem[] {
  const { inputs, outputs, lockTime } = plan;
  const { maxSupply } = policy;
  const isTooMuch = maxSupply !== undefined && [...inputs, ...outputs].some(({ value }) => value > maxSupply);
  return [
    ...(mode === 'unknown' || lockTime !== 0 ? [unusual] : []),
    ...(fees < 0n ? [contradiction('the outputs of the PSBT are worth more than its inputs')] : []),
    ...(isTooMuch ? [contradiction('the PSBT has amounts that cannot be')] : []),
  ];
}

/** @returns Undefined if several modes look alike. */
function modeOf({ babylon }: UtxoChain, { inputs }: Plan): 'transfer' | 'unknown' | undefined {
  const leaves = inputs.filter(isLeaf).length;
  if (leaves === 0 && inputs.every(({ sequence }) => sequence === replaceableSequence)) return 'transfer';
  const isStake = leaves === 0 && inputs.every(({ sequence }) => sequence === finalSequence);
  const endsStake = leaves === 1 && inputs.length === 1;
  return babylon !== undefined && (isStake || endsStake) ? undefined : 'unknown';
}

function isLeaf({ spend }: PlannedInput): boolean {
  return spend.type === 'tapscript';
}

/** The script that all inputs have. Undefined for inputs of script paths and of extended keys. */
function senderOf({ inputs }: Plan): Uint8Array | undefined {
  const [first] = inputs;
  const isOne = inputs.every(
    (input) => !isLeaf(input) && input.derivation === undefined && first && equalBytes(input.script, first.script),
  );
  return isOne ? first?.script : undefined;
}

/** The payment and the change. Change is the second output, or the first one if outputs are sorted (BIP69). */
function splitOutputs(plan: Plan) {
  const [first, second, ...more] = plan.outputs;
  const isSorted = first !== undefined && second !== undefined && isChange(plan, first) && !isChange(plan, second);
  const [paid, change] = isSorted ? [second, first] : [first, second];
  return { paid, change, isWhole: more.length === 0 && (change === undefined || isChange(plan, change)) };
}

/** Whether an output is the sender's. With an extended key, the output itself has to name a key that fits. */
function isChange(plan: Plan, { script, derivation, type }: PlannedOutput): boolean {
  const sender = senderOf(plan);
  if (sender !== undefined) return equalBytes(script, sender);
  return derivation !== undefined && type !== undefined && plan.inputs.every((input) => input.derivation !== undefined);
}

function contradiction(reason: string): Problem {
  return problem('request.invalid', { field, expected: reason }, field);
}

const unusual = /* @__PURE__ */ contradiction('it does something that encode never does');
