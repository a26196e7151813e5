import { type Coin, outpointKey } from '../../coin.ts';
import type { UtxoContext } from '../../context.ts';
import type { Candidate } from '../../selection/candidates.ts';
import { type Selection, selectCoins } from '../../selection/select.ts';
import { type MaxSelection, selectMax } from '../../selection/select-max.ts';
import { isWaiting, type SortedCoins } from '../../selection/spendable.ts';
import type { PaymentWishes } from '../../wishes.ts';
import { replacementFee } from './replacement.ts';
import type { Wallet } from './wallet.ts';

/** A coin of the sender, and how it is unlocked. */
export interface OwnCoin extends Coin, Candidate {}

/** The payment that coins are chosen for. Amounts in the smallest unit. */
export interface Demand {
  /** scriptPubKey of the output. */
  readonly script: Uint8Array;
  readonly value: bigint | 'max';
  readonly changeScript: Uint8Array;
  readonly wishes: PaymentWishes;
}

/** The coins that were chosen, and what they pay. Amounts in the smallest unit. */
export interface Choice {
  readonly ok: true;
  /** In the order of inputs. */
  readonly coins: readonly OwnCoin[];
  readonly value: bigint;
  /** 0 for none. */
  readonly change: bigint;
  readonly fees: bigint;
  readonly weight: number;
}

/** Why the coins do not suffice. */
export type Shortage =
  | Exclude<Selection<OwnCoin> | MaxSelection<OwnCoin>, { ok: true }>
  /** The coins would suffice with the protected ones. */
  | { readonly ok: false; readonly reason: 'protected' }
  /** The coins would suffice with those that are not spent before they are in a block. */
  | { readonly ok: false; readonly reason: 'restricted' }
  /** No coin of the transaction to replace is worth its fee. */
  | { readonly ok: false; readonly reason: 'unreplaced' };

/**
 * Chooses coins. To pay an amount, doubtful coins are spent only if the rest does not suffice, and unconfirmed coins that others sent only after them.
 * Protected and restricted coins are never spent. Pure.
 *
 * @param isAllowed - A further condition that a coin has to meet.
 */
export function chooseCoins(
  context: UtxoContext,
  wallet: Wallet,
  demand: Demand,
  sorted: SortedCoins,
  isAllowed: (coin: Coin) => boolean,
): Choice | Shortage {
  const { replaced, spend } = wallet;
  const own = (coins: readonly Coin[]): OwnCoin[] => coins.filter(isAllowed).map((coin) => ({ ...coin, spend }));
  const required = (replaced?.coins ?? []).map((coin) => ({ ...coin, spend }));
  const pay = (coins: readonly OwnCoin[]) => payWith(context, wallet, demand, required, coins);

  const spendable = own(sorted.spendable);
  const guarded = own(sorted.protected);
  const restricted = own(sorted.restricted);
  /** Says that waiting suffices, if it does. */
  const orWait = (shortage: Shortage, coins: readonly OwnCoin[]): Shortage => {
    const isShort = shortage.reason === 'insufficient' || shortage.reason === 'nothing';
    const isEnough = isShort && restricted.length > 0 && pay([...coins, ...restricted]).ok;
    return isEnough ? { ok: false, reason: 'restricted' } : shortage;
  };
  if (demand.value === 'max') {
    const paid = pay(spendable);
    // With all of an account, no coin that waits is sent.
    const ready = guarded.filter((coin) => !isWaiting(coin));
    if (paid.ok) return paid;
    const isEnough = ready.length > 0 && pay([...spendable, ...ready]).ok;
    return isEnough ? { ok: false, reason: 'protected' } : orWait(paid, spendable);
  }
  const unconfirmed = own(sorted.unconfirmed);
  const doubtful = new Set(sorted.doubtful.map(outpointKey));
  const plain = spendable.filter((coin) => !doubtful.has(outpointKey(coin)));
  const tiers = [
    ...(plain.length < spendable.length ? [plain] : []),
    spendable,
    ...(unconfirmed.length > 0 ? [[...spendable, ...unconfirmed]] : []),
  ];
  for (const tier of tiers) {
    const paid = pay(tier);
    if (paid.ok) return paid;
  }
  const most = [...spendable, ...unconfirmed, ...guarded];
  const all = pay(most);
  if (guarded.length > 0 && (all.ok || all.reason === 'tooMany')) return { ok: false, reason: 'protected' };
  return all.ok ? all : orWait(all, most);
}

function payWith(
  context: UtxoContext,
  wallet: Wallet,
  { script, value, changeScript, wishes }: Demand,
  required: readonly OwnCoin[],
  coins: readonly OwnCoin[],
): Choice | Shortage {
  const { policy } = context;
  const { feeRate, replaced, spend } = wallet;
  const maxInputs = Math.max(context.maxInputs, required.length);
  const common = { coins, feeRate, policy, maxInputs };

  function payOnce(least: bigint): Choice | Shortage {
    if (value !== 'max') {
      const outputs = [{ script, value }];
      const change = { script: changeScript, spend };
      const selection = selectCoins({ ...common, required, outputs, change, minFee: least, exactFee: wishes.fees });
      return selection.ok ? { ...selection, value } : selection;
    }
    const again = new Set(required.map(outpointKey));
    const others = coins.filter((coin) => !again.has(outpointKey(coin)));
    const exactFee = wishes.fees ?? (least > 0n ? least : undefined);
    const selection = selectMax({ ...common, coins: [...required, ...others], script, exactFee });
    if (!selection.ok) return selection;
    if (required.length > 0 && !selection.coins.some((coin) => required.includes(coin)))
      return { ok: false, reason: 'unreplaced' };
    return { ...selection, value: selection.amount, change: 0n };
  }

  for (let least = 0n; ; ) {
    const choice = payOnce(least);
    if (!choice.ok || replaced === undefined || wishes.fees !== undefined) return choice;
    const due = replacementFee(context, replaced, choice.weight, spend);
    if (choice.fees >= due) return choice;
    // More than the last time: it ends.
    least = due;
  }
}
