import { nativeAmount, parseAmount } from '../amounts.ts';
import type { ChainIdentity } from '../catalogue.ts';
import type { FamilyTypes, ModeOf } from '../contract/family-types.ts';
import type { Decision } from '../contract/mode.ts';
import type { ChainAdapter } from '../family.ts';
import { type Problem, problem } from '../problem.ts';
import type { TransactionData } from '../schema/transaction-data.ts';

/**
 * The warnings that the wire contract demands of every chain, and the warning about a memo that the chain cannot carry.
 *
 * @param data - The completed data.
 * @param isToSelf - Whether the recipient is the sender.
 * @param decision - What the fees are compared with. Without `usualFees` if the client named the fees.
 */
export function standardWarnings<T extends FamilyTypes>(
  { bytes, memo }: ChainAdapter<T>,
  data: TransactionData,
  isToSelf: boolean,
  { held, usualFees }: Pick<Decision<T, ModeOf<T>>, 'held' | 'usualFees'> = {},
): Problem[] {
  const warnings: Problem[] = [];
  if (isToSelf) warnings.push(problem('recipient.isSender', {}, 'transaction.data.recipientAddress'));
  const high = dwarfed(bytes.identity, data, held);
  if (high !== undefined) warnings.push(problem('fee.high', high, 'transaction.data.fees'));
  warnings.push(...unusual(bytes.identity, data, usualFees));
  if (data.memo !== undefined && !memo) {
    warnings.push(problem('memo.ignored', { chain: bytes.identity.name }, 'transaction.data.memo'));
  }
  return warnings;
}

/** An amount that the fees are high for. */
interface Dwarfed {
  readonly what: string;
  readonly fees: bigint;
  /** The fees are more than a tenth of it. */
  readonly compared: bigint;
}

/**
 * Compares the fees with the amount and the balance: they are high if they are more than a tenth. The amount counts only if it is in the coin that
 * pays the fees, in modes that take it out of the account. The balance counts in every mode.
 */
function dwarfed(identity: ChainIdentity, data: TransactionData, held: bigint | undefined): Dwarfed | undefined {
  const fees = parseAmount(data.fees ?? '');
  if (fees === undefined) return undefined;
  const amount = data.mode === 'transfer' || data.mode === 'stake' ? parseAmount(data.amount ?? '') : undefined;
  if (amount !== undefined && fees * 10n > amount) return { what: 'the amount', fees, compared: amount };
  if (held === undefined || fees * 10n <= held) return undefined;
  return { what: `the ${identity.ticker} that the sender holds`, fees, compared: held };
}

/** Fees are unusual if they are more than this many times what is usual. Honest fees have margins: prices rise until a transaction is mined. */
const unusualFactor = 3n;

/** Where fees are small, ten times of them is still less than a tenth of the amount. So they are compared with what is usual, too. */
function unusual(identity: ChainIdentity, data: TransactionData, usualFees: bigint | undefined): Problem[] {
  const fees = parseAmount(data.fees ?? '');
  if (fees === undefined || usualFees === undefined || fees <= usualFees * unusualFactor) return [];
  const native = (amount: bigint) => nativeAmount({ identity }, amount);
  const context = { fees: native(fees), usual: native(usualFees), factor: unusualFactor, chain: identity.name };
  return [problem('fee.unusual', context, 'transaction.data.fees')];
}
