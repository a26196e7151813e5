import { parseAmount } from '../amounts.ts';
import type { FamilyTypes, ModeOf } from '../contract/family-types.ts';
import { isIdentifierField, kindOfField } from '../contract/identifier-kinds.ts';
import type { CheckedData, CheckedIntent, Decision } from '../contract/mode.ts';
import type { ChainAdapter } from '../family.ts';
import { dataOfMode, type TransactionData } from '../schema/transaction-data.ts';
import type { Operation } from '../upstream/index.ts';
import { requireMode } from './intent.ts';
import { planOf } from './rebuild.ts';

/** A decision is proven at most this often. A family that cannot prove it settles with an error before that. */
const mostProofs = 5;

/** An intent with what was computed for it. */
export interface Completion<T extends FamilyTypes = FamilyTypes> {
  /** What the client sent, with what was computed laid over it. With errors it is as far as it got. */
  readonly data: TransactionData;
  readonly decision: Decision<T, ModeOf<T>>;
}

/** Completes an intent: reads what it needs, decides, and has the decision proven where it must be. */
export async function complete<T extends FamilyTypes>(
  adapter: ChainAdapter<T>,
  intent: CheckedIntent<T, ModeOf<T>>,
  operation: Operation,
): Promise<Completion<T>> {
  let scene = await requireMode(adapter, intent.mode).ask(intent, operation);
  let decision = scene.decide();
  for (let proofs = 0; decision.prove !== undefined && decision.errors.length === 0; proofs += 1) {
    if (proofs === mostProofs) throw new Error('The decision was proven too often, and never settled.');
    const decided = decision;
    scene = await decision.prove(operation, () => planOf(adapter.bytes, completedOf(adapter, intent, decided)));
    decision = scene.decide();
  }
  return { data: lay(intent, decision), decision };
}

/** What was computed, over what the client sent. */
function lay<T extends FamilyTypes>(
  { mode, data, amount }: CheckedIntent<T, ModeOf<T>>,
  { computed }: Decision<T, ModeOf<T>>,
): TransactionData {
  const max = 'useMaxAmount' in dataOfMode[mode].shape ? { useMaxAmount: amount === 'max' } : {};
  // Every field of the mode is there: of the intent, and what was computed.
  return { ...(data as object), ...max, ...(computed as object) } as TransactionData;
}

/** Completed data as `plan` takes it. Identifiers of the intent are not read again; computed ones are. */
export function completedOf<T extends FamilyTypes>(
  { bytes }: ChainAdapter<T>,
  intent: CheckedIntent<T, ModeOf<T>>,
  decision: Decision<T, ModeOf<T>>,
): CheckedData<T, ModeOf<T>> {
  const data = lay(intent, decision);
  const { fees, gas, nonce, params, amount } = data as TransactionData & { amount?: string };
  const parsed: Record<string, unknown> = { ...(intent.parsed as object) };
  for (const name of Object.keys(decision.computed)) {
    if (!isIdentifierField(name)) continue;
    const found = bytes.identifiers[kindOfField[name]](String((data as Record<string, unknown>)[name]));
    if (!found.ok) throw new Error(`The family computed a ${name} that it cannot read: ${found.reason}.`);
    parsed[name] = found.value;
  }
  const numbers = { amount: read(amount), fees: read(fees), gas: read(gas), nonce: read(nonce) };
  return { mode: intent.mode, data, parsed, ...numbers, params } as unknown as CheckedData<T, ModeOf<T>>;
}

function read(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : parseAmount(text);
}
