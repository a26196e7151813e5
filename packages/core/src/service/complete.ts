import { parseAmount } from '../amounts.ts';
import type { FamilyTypes, ModeOf } from '../contract/family-types.ts';
import { isIdentifierField, kindOfField } from '../contract/identifier-kinds.ts';
import type { CheckedData, CheckedIntent, Decision } from '../contract/mode.ts';
import type { ChainAdapter } from '../family.ts';
import { dataOfMode, type TransactionData } from '../schema/transaction-data.ts';
import type { Operation } from '../upstream/index.ts';
import { requireMode } from './intent.ts';
import { planOf } from './rebuild.ts';

/** A decision is proven at most this often. A family that cannot prove its decision must answer with an error before. */
const mostProofs = 5;

/** An intent with its computed fields. */
export interface Completion<T extends FamilyTypes = FamilyTypes> {
  /** The client's fields, replaced by the computed ones. With errors, computed fields may be missing. */
  readonly data: TransactionData;
  readonly decision: Decision<T, ModeOf<T>>;
}

/** Completes an intent: reads what it needs, decides, and proves the decision if the family wants a proof. */
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

/** Lays the computed fields over those of the client. */
function lay<T extends FamilyTypes>(
  { mode, data, amount }: CheckedIntent<T, ModeOf<T>>,
  { computed }: Decision<T, ModeOf<T>>,
): TransactionData {
  const max = 'useMaxAmount' in dataOfMode[mode].shape ? { useMaxAmount: amount === 'max' } : {};
  // The fields of the intent and the computed ones are all fields of the mode.
  return { ...(data as object), ...max, ...(computed as object) } as TransactionData;
}

/** Completed data for `plan`. Identifiers of the intent are parsed already; only computed ones are parsed here. */
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
