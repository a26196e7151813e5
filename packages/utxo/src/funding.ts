import type { Operation, Problem } from '@isochain/core';
import type { Account, DerivedAddress } from './account/account.ts';
import { addressDeriver } from './account/derive.ts';
import { lied, proveAmounts } from './amount-proofs.ts';
import type { UtxoContext } from './chains.ts';
import { changeIndex, changePlace } from './change-place.ts';
import { type Choice, chooseCoins, type Shortage } from './choose-coins.ts';
import type { Coin, CoinList } from './coin.ts';
import {
  believedWarnings,
  choiceWarnings,
  coinWarnings,
  demandProblems,
  shortageProblem,
  wishProblems,
} from './funding-problems.ts';
import type { PaymentParams } from './params.ts';
import { type Change, describePayment } from './payment-params.ts';
import { withAmounts } from './replacement.ts';
import { sortCoins } from './spendable.ts';
import type { Upstreams } from './upstreams/choose.ts';
import { readWallet, type Sender, type Wallet } from './wallet.ts';
import type { PaymentWishes } from './wishes.ts';

/** What is to be paid, and by whom. */
export interface PaymentRequest extends Sender {
  /** scriptPubKey of the output that is paid: the first, unless BIP69 was wished for. */
  readonly script: Uint8Array;
  /** Smallest unit. `max`: all that is spendable, less the fees. */
  readonly value: bigint | 'max';
  readonly wishes: PaymentWishes;
  /** Of every input: 0xfffffffd lets the transaction be replaced, 0xffffffff does not. */
  readonly sequence: number;
}

/** How it is paid, or why it cannot be. */
export type Funding =
  | {
      readonly ok: true;
      readonly params: PaymentParams;
      /** Smallest unit. */
      readonly fees: bigint;
      /** Smallest unit: what the output holds. */
      readonly value: bigint;
      readonly warnings: readonly Problem[];
    }
  | { readonly ok: false; readonly errors: readonly Problem[]; readonly warnings: readonly Problem[] };

/**
 * Chooses the coins that pay for one output. Coins and fee rate are one round of requests; the transactions that the coins come from are one
 * more, where signatures alone do not keep upstreams from lying about amounts: of p2pkh, and of more than one coin of segwit v0.
 *
 * @throws RefusedError, UpstreamError
 */
export async function fundPayment(
  context: UtxoContext,
  upstreams: Upstreams,
  request: PaymentRequest,
  operation: Operation,
): Promise<Funding> {
  const wrong = demandProblems(context, request);
  if (wrong.length > 0) return { ok: false, errors: wrong, warnings: [] };
  const read = await readWallet(context, upstreams, request, request.wishes, operation);
  return 'problems' in read
    ? { ok: false, errors: read.problems, warnings: [] }
    : fundFrom(context, upstreams, read.wallet, request, operation);
}

/** So often coins are chosen where the transactions that they come from are too large to go along, or say something else. */
const maxTries = 4;

async function fundFrom(
  context: UtxoContext,
  upstreams: Upstreams,
  first: Wallet,
  request: PaymentRequest,
  operation: Operation,
): Promise<Funding> {
  const { account } = first;
  const { changeTo, scriptOf } = scriptsOf(context, upstreams, account, operation);
  // Of its length alone it depends which coins are chosen.
  const demand = { ...request, changeScript: scriptOf({ position: { branch: 1, index: 0 } }) };
  /** Amounts that are known beyond what lists say, by `txid:vout`. */
  const proven = new Map<string, bigint>();
  const excluded = new Set<string>();
  let isAllowed = ({ txid }: Coin) => !excluded.has(txid);
  let wallet = first;
  let limited: Shortage | undefined;

  for (let tries = 1; ; tries += 1) {
    const sorted = sortCoins(context, account, coinsOf(wallet), request.wishes);
    const warnings = coinWarnings(context, wallet, sorted);
    const refuse = (...errors: Problem[]): Funding => ({ ok: false, errors, warnings });
    const choice = chooseCoins(context, wallet, demand, sorted, isAllowed);
    const fail = (shortage: Shortage) => refuse(shortageProblem(context, wallet, demand, sorted, shortage));
    if (!choice.ok) return fail(limited ?? choice);
    if (limited !== undefined && tries > maxTries) return fail(limited);
    const wrong = wishProblems(context, demand, choice);
    if (wrong.length > 0) return refuse(...wrong);

    const owner = { account, scriptOf, shown: wallet.list.shown };
    const { includePrevTxs } = request.wishes;
    const [proof, change] = await Promise.all([
      proveAmounts(context, upstreams, owner, choice.coins, includePrevTxs, operation),
      changeTo(wallet.list, choice),
    ]);
    if (proof.kind === 'proven') {
      return {
        ok: true,
        params: describePayment(context, wallet, demand, choice, { change, prevTxs: proof.prevTxs }),
        fees: choice.fees,
        value: choice.value,
        warnings: [
          ...warnings,
          ...choiceWarnings(context, wallet, demand, sorted, choice),
          ...believedWarnings(context, proof.believed),
        ],
      };
    }
    if (proof.kind === 'disproven') {
      if (tries === maxTries) throw lied(context);
      for (const [outpoint, amount] of proof.amounts) proven.set(outpoint, amount);
      const relist = { unused: true, proven: new Map(proven) };
      const replaced = wallet.replaced && withAmounts(wallet.replaced, proven);
      // A coin that is not the sender's was called so.
      if (replaced?.coins.some(({ value }) => value === 0n)) throw lied(context);
      wallet = { ...wallet, replaced, list: await upstreams.coins(account, operation, relist) };
      continue;
    }
    const isFitting = ({ txid }: Coin) => proof.fitting.has(txid);
    const most = chooseCoins(context, wallet, { ...demand, value: 'max' }, sorted, isFitting);
    const [limit, sendable] = most.ok ? [most.coins.length, most.value] : [0, 0n];
    limited = { ok: false, reason: 'tooMany', limit, sendable };
    for (const { txid } of choice.coins) if (!proof.fitting.has(txid)) excluded.add(txid);
    // Of everything, everything that fits; for an amount, other coins may do.
    if (request.value === 'max' || tries === maxTries - 1) isAllowed = isFitting;
  }
}

/** A replacement must not spend what is not confirmed (BIP125, rule 2), and what it replaces makes no coins any more. */
function coinsOf({ list, replaced }: Wallet): CoinList {
  return replaced === undefined ? list : { ...list, coins: list.coins.filter(({ height }) => height !== undefined) };
}

/** Where change goes, and the scripts of coins. */
function scriptsOf(context: UtxoContext, upstreams: Upstreams, account: Account, operation: Operation) {
  if (account.kind === 'address') {
    const change: Change = { script: account.script, path: undefined };
    return { changeTo: async () => change, scriptOf: () => account.script };
  }
  const deriveAny = addressDeriver(context.network, account);
  const known = new Map<string, DerivedAddress>();
  const derive = (branch: 0 | 1, index: number) => {
    const path = `${branch}/${index}`;
    const derived = known.get(path) ?? deriveAny(branch, index);
    known.set(path, derived);
    return derived;
  };
  return {
    async changeTo(list: CoinList, choice: Choice): Promise<Change> {
      const place = changePlace(list, choice.coins);
      // Without change there is nothing to be found again.
      const index =
        choice.change > 0n ? await changeIndex(context, upstreams, place, (at) => derive(1, at), operation) : 0;
      return { script: derive(1, index).script, path: `1/${index}` };
    },
    scriptOf: ({ position }: Pick<Coin, 'position'>) => derive(position?.branch ?? 0, position?.index ?? 0).script,
  };
}
