import { fromHex } from '@isochain/core';
import { _Estimator, type SelectionStrategy } from '@scure/btc-signer/utxo.js';
import { leastChange } from '../src/fees/dust.ts';
import { feeOf, inputWeight, type SpendKind, transactionWeight } from '../src/fees/weights.ts';
import type { Candidate } from '../src/selection/candidates.ts';
import { selectCoins } from '../src/selection/select.ts';
import { payments, scripts } from './spending.ts';
import { bdkWallets, coinselectWallets, randomWallets, type Wallet, walletCoreWallets } from './wallets.ts';

/** The cost of a payment: its fee, plus the fee to spend its change at the long-term fee rate. */
interface Cost {
  readonly total: bigint;
  readonly inputs: number;
  readonly hasChange: boolean;
}

/** One line of the table. Payments that one side cannot make are counted apart. */
export interface ComparisonRow {
  readonly name: string;
  /** Payments that both sides make. */
  readonly payments: number;
  readonly lower: number;
  readonly equal: number;
  /** Names of the wallets with a higher cost of ours. */
  readonly higher: readonly string[];
  /** Names of the wallets in which only one of the two can pay. */
  readonly onlyOurs: readonly string[];
  readonly onlyTheirs: readonly string[];
  /** Mean of ours in percent of theirs, over the payments. */
  readonly percent: number;
  /** Inputs of all payments, and how many payments make change. */
  readonly inputs: { readonly ours: number; readonly theirs: number };
  readonly changes: { readonly ours: number; readonly theirs: number };
}

/**
 * Compares our selection with @scure/btc-signer's, on the wallets of others' tests and on random wallets. On random wallets it is also compared with
 * the cheapest of all its strategies.
 */
export function compareSelection(wallets: number, seed: number): ComparisonRow[] {
  const random = compare(randomWallets(wallets, seed));
  const chain = (name: string) => random.filter((result) => result.name.startsWith(`${name} `));
  return [
    rowOf('bitcoinjs/coinselect, fixtures', compare(coinselectWallets())),
    rowOf('bitcoindevkit/coin-select, tests', compare(bdkWallets())),
    rowOf('trustwallet/wallet-core, bitcoin_plan', compare(walletCoreWallets())),
    ...['bitcoin', 'litecoin', 'dogecoin'].map((name) => rowOf(`random wallets, ${name}`, chain(name))),
    rowOf(`all ${wallets} random wallets`, random),
    rowOf(
      `the same, the cheapest of ${strategies.length} strategies`,
      random.map((result) => ({ ...result, theirs: result.cheapest })),
    ),
  ];
}

const orders = ['Newest', 'Oldest', 'Smallest', 'Biggest'] as const;
/** The default is the first. */
const strategies: readonly SelectionStrategy[] = [
  'default',
  ...orders.map((order) => `accum${order}` as const),
  ...orders.flatMap((exact) => orders.map((order) => `exact${exact}/accum${order}` as const)),
];

function ourCost({ coins, outputs, spend, feeRate, policy }: Wallet): Cost | undefined {
  const change = { script: scripts[spend], spend };
  // Without a limit of inputs, because the other selection has none.
  const selection = selectCoins({
    coins,
    outputs,
    change,
    feeRate: feeRate * 1_000n,
    policy,
    maxInputs: coins.length,
  });
  if (!selection.ok) return undefined;
  const spendFee = selection.change > 0n ? spendFeeOf({ spend, feeRate, policy }) : 0n;
  const { fees } = selection;
  return { total: fees + spendFee, inputs: selection.coins.length, hasChange: selection.change > 0n };
}

/**
 * By its default strategy, and by the cheapest. With the threshold for change that costs less: the chain's own, or its default, which is that of
 * p2pkh on bitcoin. What the transaction weighs counts: its estimate forgets the empty witnesses of legacy inputs. Without change, less than that
 * is no payment.
 */
function scureCosts({ coins, outputs, spend, feeRate, policy }: Wallet): { theirs?: Cost; cheapest?: Cost } {
  const paid = outputs.map(({ script, value }) => ({ script, amount: value }));
  // The class behind selectUTXO, which would read all inputs again each time.
  const estimator = new _Estimator(coins.map(scureInput), paid, {
    feePerByte: feeRate,
    changeAddress: payments[spend].address as string,
    allowLegacyWitnessUtxo: true,
    allowUnknownOutputs: true,
    disableScriptCheck: true,
  });
  const least = leastChange(policy, scripts[spend]);
  const thresholds = policy.dust.kind === 'relayFee' && least < 546n ? [least - 1n, 546n] : [least - 1n];

  function costBy(strategy: SelectionStrategy): Cost[] {
    const selections = thresholds.flatMap((dust) => {
      Object.assign(estimator, { dust });
      return estimator.result(strategy) ?? [];
    });
    return selections.flatMap(({ inputs, fee = 0n, change: hasChange }) => {
      const kinds = inputs.map(({ index }) => coins[index as number]?.spend as SpendKind);
      const to = outputs.map(({ script }) => script);
      const weight = transactionWeight({ inputs: kinds, outputs: hasChange ? [...to, scripts[spend]] : to });
      const needed = feeOf(feeRate * 1_000n, weight);
      if (!hasChange && fee < needed) return [];
      const total = (fee > needed ? fee : needed) + (hasChange ? spendFeeOf({ spend, feeRate, policy }) : 0n);
      return { total, inputs: inputs.length, hasChange: hasChange === true };
    });
  }

  const [usual = [], ...others] = strategies.map(costBy);
  const [theirs] = usual.sort(byTotal);
  const [cheapest] = [...usual, ...others.flat()].sort(byTotal);
  return { ...(theirs && { theirs }), ...(cheapest && { cheapest }) };
}

function byTotal(a: Cost, b: Cost): number {
  return Number(a.total - b.total);
}

/** The place among the coins is used as the outpoint. */
function scureInput({ txid, value, spend }: Candidate, index: number) {
  const { script } = payments[spend];
  const input = { txid: fromHex(txid) as Uint8Array, index, witnessUtxo: { amount: value, script } };
  if (spend === 'p2tr') return { ...input, tapInternalKey: payments.p2tr.tapInternalKey };
  return spend === 'p2sh-p2wpkh' ? { ...input, redeemScript: payments['p2sh-p2wpkh'].redeemScript } : input;
}

function spendFeeOf({ spend, feeRate, policy }: Pick<Wallet, 'spend' | 'feeRate' | 'policy'>): bigint {
  const rate = feeRate * 1_000n;
  return feeOf(rate < policy.longTermFeeRate ? rate : policy.longTermFeeRate, inputWeight(spend));
}

interface Result {
  readonly name: string;
  readonly ours?: Cost | undefined;
  readonly theirs?: Cost | undefined;
  readonly cheapest?: Cost | undefined;
}

function compare(wallets: readonly Wallet[]): Result[] {
  return wallets.map((wallet) => ({ name: wallet.name, ours: ourCost(wallet), ...scureCosts(wallet) }));
}

function rowOf(name: string, results: readonly Result[]): ComparisonRow {
  const both = results.flatMap(({ name, ours, theirs }) => (ours && theirs ? [{ name, ours, theirs }] : []));
  const names = (list: readonly { readonly name: string }[]) => list.map((each) => each.name);
  const mean = both.reduce((sum, { ours, theirs }) => sum + Number(ours.total) / Number(theirs.total), 0) / both.length;
  const count = (of: (costs: (typeof both)[number]) => number) => both.reduce((sum, costs) => sum + of(costs), 0);
  return {
    name,
    payments: both.length,
    lower: both.filter(({ ours, theirs }) => ours.total < theirs.total).length,
    equal: both.filter(({ ours, theirs }) => ours.total === theirs.total).length,
    higher: names(both.filter(({ ours, theirs }) => ours.total > theirs.total)),
    onlyOurs: names(results.filter(({ ours, theirs }) => ours && !theirs)),
    onlyTheirs: names(results.filter(({ ours, theirs }) => !ours && theirs)),
    percent: 100 * mean,
    inputs: { ours: count(({ ours }) => ours.inputs), theirs: count(({ theirs }) => theirs.inputs) },
    changes: {
      ours: count(({ ours }) => Number(ours.hasChange)),
      theirs: count(({ theirs }) => Number(theirs.hasChange)),
    },
  };
}
