import { ceilDiv } from '@isochain/core';
import type { EvmChain } from '../chains.ts';
import type { FeeHistory } from '../upstream/rpc.ts';
import type { FeeClass } from './fee-class.ts';
import { headroom, type Rise, steeper, usualRise } from './headroom.ts';

/** What one snapshot of a chain says about fees. Wei per gas throughout. */
export interface FeeSnapshot {
  /** Base fee of the next block, from eth_feeHistory. */
  readonly nextBaseFee?: bigint | undefined;
  /** Median of the base fees of recent blocks and of the next one, from eth_feeHistory. */
  readonly medianBaseFee?: bigint | undefined;
  /** Median over non-empty blocks of the median tips, from eth_feeHistory. */
  readonly medianTip?: bigint | undefined;
  /** Whether recent blocks were nearly empty, so that their tips may be one careless sender's. */
  readonly isIdle?: boolean | undefined;
  /** How fast the base fee can rise, from the latest block. */
  readonly statedRise?: Rise | undefined;
  /** The fastest rise of the base fee lately, from eth_feeHistory. */
  readonly steepestRise?: Rise | undefined;
  /** Base fee of the latest block. Null on a chain without EIP-1559. */
  readonly blockBaseFee?: bigint | null | undefined;
  readonly gasPrice?: bigint | undefined;
  readonly priorityFee?: bigint | undefined;
  readonly linea?: { readonly baseFeePerGas: bigint; readonly priorityFeePerGas: bigint } | undefined;
}

/** What goes into the transaction. Wei per gas. */
export type Price =
  | { readonly type: 'eip1559'; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly type: 'legacy'; readonly gasPrice: bigint };

/** The most that one unit of gas can cost. */
export function capOf(price: Price): bigint {
  return price.type === 'legacy' ? price.gasPrice : price.maxFeePerGas;
}

export interface FeeModel {
  /** What the snapshot needs besides nonces, balances and gas. */
  readonly needs: readonly ('feeHistory' | 'block' | 'gasPrice' | 'priorityFee' | 'linea')[];
  /** Which GasPriceOracle of the OP stack tells the L1 data fee and the operator fee, which are paid on top of gas. */
  readonly oracle?: 'op' | 'mantle';
  /** @param max - For useMaxAmount: a tight cap, as the difference to the real price is overpaid or stays behind. */
  price(chain: EvmChain, snapshot: FeeSnapshot, max: boolean): Price;
  /** The fastest rise of base fees, if the chain does not tell it. `usualRise` if absent. */
  readonly rise?: Rise;
  /** Per cent of the estimate to use as gas limit. */
  readonly gasPercent: { readonly native: bigint; readonly contract: bigint; readonly token: bigint };
  /**
   * Whether a tip as high as the cap makes the paid price exactly the cap, so that a max transfer leaves nothing behind. Where tips are ignored, the
   * difference to the base fee stays as dust.
   */
  readonly exact: boolean;
  /** Set if gas pays for layer 1 too, so that a transfer may need any amount of it. */
  readonly gasPaysL1?: true;
  /** Set if nodes know no useful pending state. */
  readonly latestOnly?: true;
  /** Wei that an account has to keep. Its first transaction in a while may spend them. */
  readonly reserve?: bigint;
}

/** Exact for a plain account. A contract's receive function or a token may need more gas when it runs than was estimated. */
const usualGas = { native: 100n, contract: 130n, token: 120n };

function scale(value: bigint, percent: bigint): bigint {
  return ceilDiv(value * percent, 100n);
}

function atLeast(value: bigint, floor: string | undefined): bigint {
  const minimum = floor === undefined ? 0n : BigInt(floor);
  return value > minimum ? value : minimum;
}

function required(value: bigint | undefined | null, what: string): bigint {
  if (value === undefined || value === null) throw new TypeError(`The fee snapshot lacks ${what}`);
  return value;
}

/** The base fee of the next block, with headroom. @param known - How fast it rises, if the chain does not tell. */
function baseWithHeadroom(
  chain: EvmChain,
  base: bigint,
  snapshot: FeeSnapshot,
  max: boolean,
  known = usualRise,
): bigint {
  const { statedRise = known, steepestRise = statedRise } = snapshot;
  return scale(base, headroom(chain.blockTimeMs, steeper(statedRise, steepestRise), max));
}

/** In nearly empty blocks, what somebody paid beyond the usual tip was a slip. */
function tipOf({ usualTip }: EvmChain, { medianTip: median = 0n, isIdle: idle }: FeeSnapshot): bigint {
  const usual = usualTip === undefined || idle !== true ? median : BigInt(usualTip);
  return median < usual ? median : usual;
}

/** `base * headroom + tip`. */
function eip1559Price(chain: EvmChain, snapshot: FeeSnapshot, max: boolean, known?: Rise): Price {
  const base = required(snapshot.nextBaseFee, 'the base fee');
  const offered = tipOf(chain, snapshot);
  const tip = atLeast(offered > 0n ? offered : BigInt(chain.suggestedTip ?? 0), chain.minTip);
  const cap = atLeast(baseWithHeadroom(chain, base, snapshot, max, known) + tip, chain.minGasPrice);
  return { type: 'eip1559', maxFeePerGas: cap, maxPriorityFeePerGas: tip };
}

function legacyPrice(chain: EvmChain, snapshot: FeeSnapshot): Price {
  return {
    type: 'legacy',
    gasPrice: atLeast(scale(required(snapshot.gasPrice, 'eth_gasPrice'), 110n), chain.minGasPrice),
  };
}

const eip1559: FeeModel = {
  needs: ['feeHistory'],
  price: (chain, snapshot, max) => eip1559Price(chain, snapshot, max),
  gasPercent: usualGas,
  exact: true,
};

/** docs.monad.xyz, "Gas pricing". */
const riseOfMonad: Rise = { numerator: 1n, denominator: 28n };

/** One entry per fee class. `docs/evm-fees.md` has the source of each rule. */
export const feeModels: Readonly<Record<FeeClass, FeeModel>> = {
  eip1559,

  // A chain is legacy if its blocks have no base fee. eth_feeHistory does not show it: before London it answers zeros.
  auto: {
    ...eip1559,
    needs: ['feeHistory', 'block', 'gasPrice'],
    price: (chain, snapshot, max) =>
      snapshot.blockBaseFee === null || snapshot.blockBaseFee === undefined
        ? legacyPrice(chain, snapshot)
        : eip1559Price(chain, snapshot, max),
  },

  legacy: { needs: ['gasPrice'], price: legacyPrice, gasPercent: usualGas, exact: true },

  // The latest block tells how fast base fees move. That matters on chains with short block times: Base makes five blocks a second.
  op: { ...eip1559, needs: ['feeHistory', 'block'], oracle: 'op' },
  'op-mantle': { ...eip1559, oracle: 'mantle' },

  // The gas estimate includes the price of L1, which drifts. Tips are ignored (docs.arbitrum.io, "Gas and fees"). The base fee follows gas per
  // second, not per block, so blocks of 250 ms do not make it faster.
  arbitrum: {
    needs: ['feeHistory'],
    price: (chain, snapshot, max) => ({
      type: 'eip1559',
      maxFeePerGas: atLeast(
        scale(required(snapshot.nextBaseFee, 'the base fee'), max ? 150n : 200n),
        chain.minGasPrice,
      ),
      maxPriorityFeePerGas: 0n,
    }),
    gasPercent: { native: 125n, contract: 130n, token: 125n },
    exact: false,
    gasPaysL1: true,
  },

  // The estimate includes the node's own scale factors and must never be cut. Only the base fee is charged (docs.zksync.io, "Fee model").
  zksync: {
    needs: ['gasPrice'],
    price: (_chain, snapshot, max) => ({
      type: 'eip1559',
      maxFeePerGas: scale(required(snapshot.gasPrice, 'eth_gasPrice'), max ? 110n : 120n),
      maxPriorityFeePerGas: 0n,
    }),
    gasPercent: { native: 100n, contract: 130n, token: 120n },
    exact: false,
    gasPaysL1: true,
  },

  // The base fee is constant and the tip carries the cost of L1 (docs.linea.build, "Gas fees"). Without linea_estimateGas the node's own suggestion
  // is used.
  linea: {
    needs: ['linea', 'priorityFee', 'feeHistory'],
    price: (_chain, snapshot) => {
      const { linea } = snapshot;
      const base = linea?.baseFeePerGas ?? required(snapshot.nextBaseFee, 'the base fee');
      const tip = linea
        ? scale(linea.priorityFeePerGas, 110n)
        : scale(required(snapshot.priorityFee, 'eth_maxPriorityFeePerGas'), 120n);
      return { type: 'eip1559', maxFeePerGas: scale(base, 135n) + tip, maxPriorityFeePerGas: tip };
    },
    gasPercent: usualGas,
    exact: true,
  },

  // Monad charges the gas limit, so every unit too much is paid, and base fees rise slowly (docs.monad.xyz, "Gas pricing"). It has no global pool to
  // ask for a pending nonce. An account has to keep 10 MON: only its first transaction in three blocks may spend them ("Reserve balance").
  'eip1559-gaslimit': {
    ...eip1559,
    rise: riseOfMonad,
    price: (chain, snapshot, max) => eip1559Price(chain, snapshot, max, riseOfMonad),
    gasPercent: { native: 100n, contract: 105n, token: 105n },
    latestOnly: true,
    reserve: 10n * 10n ** 18n,
  },

  // Tips are burned. eth_gasPrice is the base fee of the next small block. Only `latest` is served (HyperEVM documentation).
  'eip1559-hyperevm': {
    needs: ['gasPrice'],
    price: (chain, snapshot, max) => ({
      type: 'eip1559',
      maxFeePerGas: baseWithHeadroom(chain, required(snapshot.gasPrice, 'eth_gasPrice'), snapshot, max),
      maxPriorityFeePerGas: 0n,
    }),
    gasPercent: usualGas,
    exact: true,
    latestOnly: true,
  },

  // First in, first out: a tip does not help. A part of the unused gas may be charged, so the gas limit is not inflated (ethermint x/feemarket,
  // min_gas_multiplier).
  'eip1559-cosmos': {
    needs: ['feeHistory', 'gasPrice'],
    price: (chain, snapshot, max) => {
      const base = baseWithHeadroom(chain, required(snapshot.nextBaseFee, 'the base fee'), snapshot, max);
      const floor = scale(required(snapshot.gasPrice, 'eth_gasPrice'), 120n);
      return {
        type: 'eip1559',
        maxFeePerGas: atLeast(base > floor ? base : floor, chain.minGasPrice),
        maxPriorityFeePerGas: 0n,
      };
    },
    gasPercent: { native: 100n, contract: 110n, token: 110n },
    exact: false,
  },
};

/**
 * The tip that blocks really took: the median over blocks with transactions. Empty blocks do not count (their reward is 0). Where a node does not tell
 * how full a block was, one with a reward counts.
 */
export function medianTip(history: FeeHistory): bigint | undefined {
  return medianOf(
    (history.reward ?? [])
      .map((row) => row?.[0])
      .filter((reward, i): reward is bigint => {
        if (reward === undefined) return false;
        const ratio = history.gasUsedRatio?.[i];
        return ratio === undefined ? reward > 0n : ratio > 0;
      }),
  );
}

/** A block with less of its gas used than this says nothing of the market: one careless sender can be its median. Our own choice. */
const nearlyEmpty = 0.01;

/** Whether all blocks that were asked for are nearly empty. False if the node does not tell. */
export function isIdle({ gasUsedRatio }: FeeHistory): boolean {
  const ratios = gasUsedRatio ?? [];
  return ratios.length > 0 && ratios.every((ratio) => ratio !== undefined && ratio < nearlyEmpty);
}

/** The upper one of two in the middle. Undefined if there is none. */
export function medianOf(values: readonly bigint[]): bigint | undefined {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted[Math.floor(sorted.length / 2)];
}
