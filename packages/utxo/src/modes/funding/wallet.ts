import { type Problem, problem } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { Account } from '../../address/account.ts';
import type { PublicKey } from '../../address/public-key.ts';
import { spendKind } from '../../bytes/spend.ts';
import type { CoinList } from '../../coin.ts';
import type { UtxoContext } from '../../context.ts';
import type { SpendKind } from '../../fees/weights.ts';
import type { Upstreams } from '../../upstream/choose.ts';
import type { PaymentWishes } from '../../wishes.ts';
import { type Replaced, readReplaced } from './replacement.ts';

/** Who pays. */
export interface Sender {
  readonly account: Account;
  /** As the client wrote it. */
  readonly text: string;
  /** The sender's public key, if the client gave it. Checked: it is the sender's. */
  readonly key: PublicKey | undefined;
  /** Whether p2pkh coins are allowed. The id of a transaction that spends them is not known before it is signed. */
  readonly allowLegacy: boolean;
}

/** What is known of the sender and of the network before coins are chosen. */
export interface Wallet {
  readonly account: Account;
  /** How all its coins are unlocked. */
  readonly spend: SpendKind;
  /** Set if only an earlier spend shows it. */
  readonly redeemScript: Uint8Array | undefined;
  readonly list: CoinList;
  /** Smallest unit per 1,000 virtual bytes. */
  readonly feeRate: bigint;
  /** Whether the network asks for a higher fee rate. */
  readonly isCapped: boolean;
  /** The least fee rate that the network takes. Undefined if it was not asked for: with a fee that the client names. */
  readonly floor: bigint | undefined;
  readonly replaced: Replaced | undefined;
  /** A warning, if the endpoints' latest blocks differ. */
  readonly difference: Problem | undefined;
}

const senderField = 'transaction.data.senderAddress';

/**
 * Reads all that choosing coins takes, in one round of requests.
 *
 * @returns The wallet, or why the sender cannot send.
 */
export async function readWallet(
  context: UtxoContext,
  upstreams: Upstreams,
  { account, text, key, allowLegacy }: Sender,
  wishes: PaymentWishes,
  operation: Operation,
): Promise<{ readonly wallet: Wallet } | { readonly problems: readonly Problem[] }> {
  const unfit = unfitReason(account, key, allowLegacy);
  if (unfit !== undefined) return { problems: [unsupported(text, unfit)] };

  const { minFeeRate } = context.policy;
  // With wished fees this rate decides which coins are worth their fee.
  const rate = wishes.fees === undefined ? wishes : { feeRate: minFeeRate };
  const isUnknown = account.kind === 'address' && account.type === 'p2sh' && key === undefined;
  const coins = upstreams.coins(account, operation, { unused: true });
  const [list, { feeRate, isCapped, floor }, redeemScript, replaced, difference] = await Promise.all([
    coins,
    upstreams.feeRate(rate, operation).catch(async (error: unknown) => {
      await coins;
      // Endpoints that stand still give no estimate. Encode refuses then for that reason, so any rate will do here.
      if (operation.standsStill === undefined) throw error;
      return { feeRate: minFeeRate, isCapped: false, floor: minFeeRate };
    }),
    isUnknown ? upstreams.redeemScript(account, operation) : undefined,
    wishes.replaces === undefined ? undefined : readReplaced(context, upstreams, account, wishes.replaces, operation),
    upstreams.tips?.compare(operation),
  ]);
  if (difference?.code === 'chain.divided') return { problems: [difference] };
  if (replaced !== undefined && 'problem' in replaced) return { problems: [replaced.problem] };
  const spend = spendKind(account, key, redeemScript);
  if (spend !== undefined) {
    const asked = wishes.fees === undefined ? floor : undefined;
    return { wallet: { account, spend, redeemScript, list, feeRate, isCapped, floor: asked, replaced, difference } };
  }
  if (redeemScript !== undefined) return { problems: [unsupported(text, 'it is not an address of one key')] };
  const reason = 'its script follows from the key, and no earlier transaction shows it';
  return {
    problems: [problem('publicKey.required', { sender: text, reason }, 'transaction.data.senderPubKey')],
  };
}

function unsupported(sender: string, reason: string): Problem {
  return problem('sender.unsupportedScript', { sender, reason }, senderField);
}

/** Why the sender cannot send, as far as it is known before anything is read. */
function unfitReason(account: Account, key: PublicKey | undefined, allowLegacy: boolean): string | undefined {
  if (account.type === 'p2wsh') return 'it is an address of a script (p2wsh)';
  if (account.type === 'p2pkh' && !allowLegacy)
    return 'the id of a transaction that spends p2pkh coins is not known before it is signed';
  if (account.type === 'p2sh' && key !== undefined && spendKind(account, key, undefined) === undefined)
    return 'it is not an address of one key';
  return undefined;
}
