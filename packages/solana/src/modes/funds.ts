import { nativeAmount, type Problem, problem } from '@isochain/core';
import { addressBytes } from '../address/address.ts';
import { isOnCurve } from '../address/curve.ts';
import type { Named } from '../context.ts';
import type { Snapshot } from '../upstream/snapshot.ts';
import { programs } from '../well-known.ts';

/** Lamports that leave the sender. */
export interface Spending {
  readonly fees: bigint;
  /** The amount that the intent moves. */
  readonly amount?: bigint;
  /** The rent deposit of a new account, and what the account is. */
  readonly deposit?: { readonly lamports: bigint; readonly what: string };
}

const amountField = 'transaction.data.amount';
const senderField = 'transaction.data.senderAddress';

/** All lamports of the account. After the fees it must keep either nothing or the rent minimum. */
export function balanceOf(snapshot: Snapshot, sender: string): bigint {
  return snapshot.account(sender)?.lamports ?? 0n;
}

/**
 * Only accounts of the system program without data pay fees and transfer coins, and only a private key signs for them. An address off the curve has none:
 * a program signs for it, such as a multisig for its vault.
 */
export function senderProblems(snapshot: Snapshot, sender: string): Problem[] {
  const account = snapshot.account(sender);
  const fails = (reason: string) => [problem('sender.notWallet', { reason }, senderField)];
  if (account?.executable === true) return fails('it is a program');
  if (account?.owner === programs.token || account?.owner === programs.token2022) return fails('it is a token account');
  if (account !== undefined && account.owner !== programs.system) {
    return fails(`it belongs to the program ${account.owner}`);
  }
  if (account !== undefined && account.data.length > 0) return fails('it is a nonce account');
  return isOnCurve(addressBytes(sender)) ? [] : fails('its address has no private key: only a program signs for it');
}

/**
 * Problems if the sender cannot pay. The chain takes the fees before it runs anything, and must then find nothing or the rent minimum left. So an
 * account that holds less than fees and rent minimum together cannot even be emptied.
 */
export function fundsProblems(
  context: Named,
  snapshot: Snapshot,
  sender: string,
  { fees, amount = 0n, deposit }: Spending,
): Problem[] {
  const coins = (lamports: bigint) => nativeAmount(context, lamports);
  const { name, ticker } = context.identity;
  const held = balanceOf(snapshot, sender);
  const reserve = snapshot.rentMinimum(0);
  const available = coins(held);
  if (held < fees)
    return [problem('balance.insufficientForFees', { ticker, fees: coins(fees), available }, senderField)];
  const isStranded = (left: bigint) => left > 0n && left < reserve;
  if (isStranded(held - fees)) {
    const numbers = { available, fees: coins(fees), reserve: coins(reserve), chain: name };
    return [problem('balance.unspendable', numbers, senderField)];
  }
  const spent = fees + amount + (deposit?.lamports ?? 0n);
  const left = held - spent;
  if (left >= 0n && !isStranded(left)) return [];
  if (deposit !== undefined && deposit.lamports > 0n) {
    const needed = coins(left < 0n ? spent : spent + reserve);
    const numbers = { available, needed, fees: coins(fees), deposit: coins(deposit.lamports), what: deposit.what };
    return [problem('balance.insufficientForDeposit', numbers, senderField)];
  }
  if (left < 0n) {
    const numbers = { available, needed: coins(spent), amount: coins(amount), fees: coins(fees) };
    return [problem('balance.insufficient', numbers, amountField)];
  }
  const reason = 'only an account that is emptied (useMaxAmount) may go below';
  const numbers = { left: coins(left), reserve: coins(reserve), chain: name, reason };
  return [problem('balance.remainderTooLow', numbers, amountField)];
}
