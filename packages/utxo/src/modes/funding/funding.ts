import type { Problem } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { Account, DerivedAddress } from '../../address/account.ts';
import { addressDeriver } from '../../address/derive.ts';
import type { PaymentParams } from '../../bytes/params.ts';
import type { Coin, CoinList } from '../../coin.ts';
import type { UtxoContext } from '../../context.ts';
import { usualFeesOf } from '../../fees/usual-fees.ts';
import { type SortedCoins, sortCoins } from '../../selection/spendable.ts';
import type { Upstreams } from '../../upstream/choose.ts';
import type { PaymentWishes } from '../../wishes.ts';
import { hasOpenAmounts, lied, proveAmounts } from './amount-proofs.ts';
import { changeIndex, changePlace, settledIndex } from './change-place.ts';
import { type Choice, chooseCoins, type Demand, type Shortage } from './choose-coins.ts';
import {
  believedWarnings,
  choiceWarnings,
  coinWarnings,
  demandProblems,
  isFloorOpen,
  shortageProblem,
  wishProblems,
} from './funding-problems.ts';
import { type Change, describePayment } from './payment-params.ts';
import type { PreviousTransactions } from './previous-transactions.ts';
import { withAmounts } from './replacement.ts';
import { readWallet, type Sender, type Wallet } from './wallet.ts';

/** A payment, and its sender. */
export interface PaymentRequest extends Sender {
  /** scriptPubKey of the payment. It is the first output, unless BIP69 was wished for. */
  readonly script: Uint8Array;
  /** Smallest unit. `max`: all that is spendable, less the fees. */
  readonly value: bigint | 'max';
  readonly wishes: PaymentWishes;
  /** Sequence number of every input: 0xfffffffd lets the transaction be replaced, 0xffffffff does not. */
  readonly sequence: number;
}

/** How a value is paid, or why it cannot be. Amounts in the smallest unit. */
type Funding =
  | { readonly ok: false; readonly errors: readonly Problem[]; readonly warnings: readonly Problem[] }
  | {
      readonly ok: true;
      readonly fees: bigint;
      /** What it would cost at the usual fee rate. */
      readonly usualFees: bigint;
      /** Amount of the payment. */
      readonly value: bigint;
      readonly params: PaymentParams;
      readonly warnings: readonly Problem[];
    }
  | {
      readonly ok: 'unproven';
      readonly fees: bigint;
      readonly usualFees: bigint;
      readonly value: bigint;
      readonly warnings: readonly Problem[];
      /** Proves the amounts of the chosen coins. Other coins may have to be chosen then. */
      prove(operation: Operation): Promise<Fund>;
    };

/** Chooses the coins that pay for one output. Pure. `max`: all that is spendable, less the fees. */
export type Fund = (value: bigint | 'max') => Funding;

/**
 * Reads coins and fee rate, in one round of requests. `prove` takes one more round for previous transactions, if signatures do not commit to all
 * amounts: with p2pkh, and with more than one coin of segwit v0.
 *
 * @throws RefusedError, UpstreamError
 */
export async function askPayment(
  context: UtxoContext,
  upstreams: Upstreams,
  request: PaymentRequest,
  operation: Operation,
): Promise<Fund> {
  const failing = (errors: readonly Problem[]) => () => ({ ok: false, errors, warnings: [] }) as const;
  const wrong = demandProblems(context, request);
  if (wrong.length > 0) return failing(wrong);
  const read = await readWallet(context, upstreams, request, request.wishes, operation);
  if ('problems' in read) return failing(read.problems);
  const scripts = scriptsOf(context, read.wallet.account);
  return fundFrom(
    { context, upstreams, request, scripts },
    { ...read, tries: 1, proven: new Map(), excluded: new Set() },
  );
}

/** What stays the same while amounts are proven. */
interface Setting {
  readonly context: UtxoContext;
  readonly upstreams: Upstreams;
  readonly request: PaymentRequest;
  readonly scripts: Scripts;
}

/** What is known when coins are chosen. */
interface Known {
  readonly wallet: Wallet;
  /** Proven amounts, by `txid:vout`. */
  readonly proven: ReadonlyMap<string, bigint>;
  /** Previous transactions that are too large to travel along. Their coins are not spent. */
  readonly excluded: ReadonlySet<string>;
  /** If set, only coins of these previous transactions are spent. */
  readonly fitting?: ReadonlySet<string>;
  /** The shortage to report, once previous transactions were too large. */
  readonly limited?: Shortage;
  /** How often coins were chosen, this time included. */
  readonly tries: number;
}

/** How often coins are chosen at most, if previous transactions are too large to travel along, or contradict the list. */
const maxTries = 4;

function fundFrom(setting: Setting, known: Known): Fund {
  const { context, request, scripts } = setting;
  const { wallet, limited, excluded, fitting, tries } = known;
  const sorted = sortCoins(context, wallet.account, coinsOf(wallet), request.wishes);
  const warnings = coinWarnings(context, wallet, sorted);
  const isAllowed = ({ txid }: Coin) => fitting?.has(txid) ?? !excluded.has(txid);
  return (value) => {
    // Only the length of the script matters here, and it is the same for every index.
    const demand = { ...request, value, changeScript: scripts.change(0).script };
    const choice = chooseCoins(context, wallet, demand, sorted, isAllowed);
    const refuse = (...errors: Problem[]): Funding => ({ ok: false, errors, warnings });
    const fail = (shortage: Shortage) => refuse(shortageProblem(context, wallet, demand, sorted, shortage));
    if (!choice.ok) return fail(limited ?? choice);
    if (limited !== undefined && tries > maxTries) return fail(limited);
    const wrong = wishProblems(context, wallet, demand, choice);
    if (wrong.length > 0) return refuse(...wrong);
    if (isFloorOpen(context, wallet, demand, choice)) return askFloor(setting, known, choice, warnings);
    return settle(setting, known, { demand, sorted, choice, warnings });
  };
}

/** Asks what nodes take at least, as the client names a fee below the usual floor. */
function askFloor(setting: Setting, known: Known, { fees, value }: Choice, warnings: readonly Problem[]): Funding {
  const { context, upstreams } = setting;
  return {
    ...{ ok: 'unproven', fees, usualFees: fees, value, warnings },
    async prove(operation) {
      const { floor } = await upstreams.feeRate({ feeRate: context.policy.leastRelayRate }, operation);
      return fundFrom(setting, { ...known, wallet: { ...known.wallet, floor } });
    },
  };
}

/** The chosen coins, and their payment. */
interface Chosen {
  readonly demand: Demand;
  readonly sorted: SortedCoins;
  readonly choice: Choice;
  /** Warnings about all coins. */
  readonly warnings: readonly Problem[];
}

/** Writes the payment down, if nothing has to be proven. */
function settle(setting: Setting, known: Known, chosen: Chosen): Funding {
  const { context, request, scripts } = setting;
  const { wallet } = known;
  const { demand, sorted, choice } = chosen;
  const { fees, value } = choice;
  const usualFees = usualFeesOf(context.policy, fees, wallet.feeRate, request.wishes.feeRate);
  const place = changePlace(wallet.list, choice.coins);
  // Without change any index will do.
  const index = choice.change > 0n && wallet.account.kind === 'extended' ? settledIndex(place) : 0;

  function funded(at: number, prevTxs: PreviousTransactions | undefined, believed: readonly Coin[]): Funding {
    const params = describePayment(context, wallet, request, choice, { change: scripts.change(at), prevTxs });
    const warnings = [
      ...chosen.warnings,
      ...choiceWarnings(context, wallet, demand, sorted, choice),
      ...believedWarnings(context, believed),
    ];
    return { ok: true, fees, usualFees, value, params, warnings };
  }

  if (index !== undefined && !hasOpenAmounts(choice.coins, request.wishes.includePrevTxs))
    return funded(index, undefined, []);
  return {
    ...{ ok: 'unproven', fees, usualFees, value, warnings: chosen.warnings },
    async prove(operation) {
      const { upstreams } = setting;
      const owner = { account: wallet.account, scriptOf: scripts.scriptOf, shown: wallet.list.shown };
      const { includePrevTxs } = request.wishes;
      const [proof, at] = await Promise.all([
        proveAmounts(context, upstreams, owner, choice.coins, includePrevTxs, operation),
        index ?? changeIndex(context, upstreams, place, scripts.change, operation),
      ]);
      if (proof.kind === 'tooLarge') return fundFrom(setting, without(setting, known, chosen, proof.fitting));
      if (proof.kind === 'disproven')
        return fundFrom(setting, await relisted(setting, known, proof.amounts, operation));
      const settled = funded(at, proof.prevTxs, proof.believed);
      return (asked) => (asked === demand.value ? settled : fundFrom(setting, known)(asked));
    },
  };
}

/** Reads the list of coins again, after an upstream told wrong amounts. */
async function relisted(
  { context, upstreams }: Setting,
  { wallet, tries, ...known }: Known,
  amounts: ReadonlyMap<string, bigint>,
  operation: Operation,
): Promise<Known> {
  if (tries >= maxTries) throw lied(context);
  const proven = new Map([...known.proven, ...amounts]);
  const replaced = wallet.replaced && withAmounts(wallet.replaced, proven);
  // An upstream said that another owner's coin is the sender's.
  if (replaced?.coins.some(({ value }) => value === 0n)) throw lied(context);
  const list = await upstreams.coins(wallet.account, operation, { unused: true, proven });
  return { ...known, wallet: { ...wallet, replaced, list }, proven, tries: tries + 1 };
}

/** What is left to choose from if the previous transactions are too large to travel along. */
function without(
  { context }: Setting,
  { excluded, tries, ...known }: Known,
  { demand, sorted, choice }: Chosen,
  fitting: ReadonlySet<string>,
): Known {
  const isFitting = ({ txid }: Coin) => fitting.has(txid);
  const most = chooseCoins(context, known.wallet, { ...demand, value: 'max' }, sorted, isFitting);
  const [limit, sendable] = most.ok ? [most.coins.length, most.value] : [0, 0n];
  const tooLarge = choice.coins.flatMap(({ txid }) => (fitting.has(txid) ? [] : [txid]));
  return {
    ...known,
    limited: { ok: false, reason: 'tooMany', limit, sendable },
    excluded: new Set([...excluded, ...tooLarge]),
    // To send everything, spend all that fits. To send an amount, other coins may do.
    ...(demand.value === 'max' || tries === maxTries - 1 ? { fitting } : {}),
    tries: tries + 1,
  };
}

/** A replacement must not spend unconfirmed coins (BIP125, rule 2), and the coins of the original vanish with it. */
function coinsOf({ list, replaced }: Wallet): CoinList {
  return replaced === undefined ? list : { ...list, coins: list.coins.filter(({ height }) => height !== undefined) };
}

/** The scripts of coins, and where change goes. */
interface Scripts {
  /** scriptPubKey of a coin. */
  scriptOf(coin: Pick<Coin, 'position'>): Uint8Array;
  /** @param index - Of an extended key. */
  change(index: number): Change & Pick<DerivedAddress, 'address'>;
}

function scriptsOf({ network }: UtxoContext, account: Account): Scripts {
  if (account.kind === 'address') {
    const change = { script: account.script, address: account.address, path: undefined };
    return { scriptOf: () => account.script, change: () => change };
  }
  const deriveAny = addressDeriver(network, account);
  const known = new Map<string, DerivedAddress>();
  const derive = (branch: 0 | 1, index: number) => {
    const path = `${branch}/${index}`;
    const derived = known.get(path) ?? deriveAny(branch, index);
    known.set(path, derived);
    return derived;
  };
  return {
    scriptOf: ({ position }) => derive(position?.branch ?? 0, position?.index ?? 0).script,
    change: (index) => ({ ...derive(1, index), path: `1/${index}` }),
  };
}
