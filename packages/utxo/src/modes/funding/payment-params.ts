import { toHex } from '@isochain/core';
import { addressOf } from '../../address/address.ts';
import { compareBytes } from '../../bytes/byte-arrays.ts';
import { type PaymentParams, writeFeeRate } from '../../bytes/params.ts';
import { scriptType } from '../../bytes/spend.ts';
import type { UtxoContext } from '../../context.ts';
import type { Choice, Demand } from './choose-coins.ts';
import type { Wallet } from './wallet.ts';

/** Where change goes. */
export interface Change {
  /** scriptPubKey. */
  readonly script: Uint8Array;
  /** Branch and index, for an extended key. */
  readonly path: string | undefined;
}

/** The payment, and the form of its transaction. */
type PaidOutput = Pick<Demand, 'script' | 'wishes'> & { readonly sequence: number };

/** The chosen coins. Amounts in the smallest unit. */
type PaidBy = Pick<Choice, 'value' | 'change' | 'fees' | 'weight'> & {
  readonly coins: readonly Pick<Choice['coins'][number], 'txid' | 'vout' | 'value' | 'position'>[];
};

/**
 * Writes all that the bytes of a payment depend on into `params`.
 *
 * @param change - Where change goes.
 */
export function describePayment(
  context: UtxoContext,
  { spend, redeemScript }: Pick<Wallet, 'spend' | 'redeemScript'>,
  { script, wishes, sequence }: PaidOutput,
  choice: PaidBy,
  {
    change,
    prevTxs,
  }: {
    readonly change: Change;
    readonly prevTxs: Readonly<Record<string, string>> | undefined;
  },
): PaymentParams {
  const paid = { role: 'recipient' as const, script, value: choice.value };
  const rest = { role: 'change' as const, script: change.script, value: choice.change };
  const outputs = choice.change > 0n ? [paid, rest] : [paid];
  if (wishes.bip69) outputs.sort((a, b) => Number(a.value - b.value) || compareBytes(a.script, b.script));
  const vsize = Math.ceil(choice.weight / 4);
  return {
    v: 1,
    feeRate: writeFeeRate((choice.fees * 1000n) / BigInt(vsize)),
    lockTime: 0,
    inputs: choice.coins.map(({ txid, vout, value, position }) => ({
      txid,
      vout,
      value: value.toString(),
      type: scriptType(spend),
      sequence,
      ...(position === undefined ? {} : { path: `${position.branch}/${position.index}` }),
    })),
    outputs: outputs.map(({ role, script: own, value }) => {
      const address = addressOf(context.network, own);
      return {
        ...(address === undefined ? { script: toHex(own) } : { address }),
        value: value.toString(),
        role,
        ...(role === 'change' && change.path !== undefined ? { path: change.path } : {}),
      };
    }),
    ...(prevTxs === undefined ? {} : { prevTxs }),
    ...(redeemScript === undefined ? {} : { redeemScript: toHex(redeemScript) }),
    weight: choice.weight,
    vsize,
  };
}
