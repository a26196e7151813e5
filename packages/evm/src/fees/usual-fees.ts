import type { EvmChain } from '../chains.ts';
import { capOf, type FeeModel, type FeeSnapshot, type Price } from './fee-models.ts';
import { transactionGas } from './transaction-gas.ts';

/**
 * Units of gas that transactions usually need: a transfer to a plain account exactly that (Ethereum yellow paper, G_transaction), and one of tokens less, with
 * its margin. Not where gas pays for layer 1 too, and for contracts, which may need any gas.
 */
const usualUnits = { native: transactionGas, token: 120_000n } as const;

/** The usual gas limit: never more than what is offered. */
export function usualGasOf(model: FeeModel, kind: 'native' | 'contract' | 'token', gas: bigint): bigint {
  if (kind === 'contract' || model.gasPaysL1 === true) return gas;
  const most = usualUnits[kind];
  return gas < most ? gas : most;
}

/**
 * The usual price, as far as anything tells it: the chain's own data, and other answers of the same round. A base fee that is far above those of the last blocks
 * is not usual, and neither is a gas price that is far above the base fee.
 *
 * @param price - What is offered.
 * @returns Never more than what is offered. Wei per gas.
 */
export function usualPriceOf(
  chain: EvmChain,
  model: FeeModel,
  snapshot: FeeSnapshot,
  max: boolean,
  price: Price,
): bigint {
  const usual = capOf(model.price(chain, calm(chain, snapshot), max));
  const offered = capOf(price);
  return usual < offered ? usual : offered;
}

function calm(chain: EvmChain, snapshot: FeeSnapshot): FeeSnapshot {
  const { suggestedTip, minTip, usualTip = suggestedTip ?? minTip, usualGasPrice } = chain;
  const { priorityFee, linea, gasPrice, medianTip } = snapshot;
  const nextBaseFee = lower(snapshot.nextBaseFee, snapshot.medianBaseFee);
  const isEip1559 = nextBaseFee !== undefined && nextBaseFee > 0n;
  // A lowest tip of 1 wei says nothing about what is usual.
  const tip = usualTip === undefined || usualTip === '1' ? undefined : BigInt(usualTip);
  return {
    ...snapshot,
    nextBaseFee,
    medianTip: medianTip === undefined ? undefined : lower(medianTip, tip),
    gasPrice: lower(
      gasPrice,
      usualGasPrice === undefined
        ? isEip1559
          ? nextBaseFee + (tip ?? medianTip ?? 0n)
          : undefined
        : BigInt(usualGasPrice),
    ),
    // Two methods tell what Linea asks for.
    linea:
      linea === undefined || priorityFee === undefined || nextBaseFee === undefined
        ? linea
        : {
            baseFeePerGas: lower(linea.baseFeePerGas, nextBaseFee) ?? 0n,
            priorityFeePerGas: lower(linea.priorityFeePerGas, priorityFee) ?? 0n,
          },
  };
}

function lower(value: bigint | undefined, other: bigint | undefined): bigint | undefined {
  return value === undefined || other === undefined || value < other ? value : other;
}
