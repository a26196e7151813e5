import { readMessage } from '@isochain/core/protobuf';
import { decimalUnit } from '../../decimal.ts';
import { amountOf, decimalOf } from './fields.ts';

// Prices of gas in protobuf, by fee model, in units of 10^-18 of the smallest unit. ../lcd/fees.ts has the same from REST.

/** `/feemarket.feemarket.v1.Query/GasPrice`: a `DecCoin`. */
export function readFeemarketPrice(answer: Uint8Array): bigint {
  return decimalOf(readMessage(answer).message(1).text(2));
}

/** `/osmosis.txfees.v1beta1.Query/GetEipBaseFee`, and `/celestia.minfee.v1.Query/NetworkMinGasPrice`: the price in field 1. */
export function readDirectPrice(answer: Uint8Array): bigint {
  return decimalOf(readMessage(answer).text(1));
}

/** `/injective.txfees.v1beta1.Query/GetEipBaseFee`: the price in a message of its own. */
export function readInjectivePrice(answer: Uint8Array): bigint {
  return decimalOf(readMessage(answer).message(1).text(1));
}

/** `/injective.txfees.v1beta1.Query/Params`: the most gas that a transaction may have (proto/injective/txfees/v1beta1/txfees.proto). */
export function readInjectiveMaxGas(answer: Uint8Array): bigint {
  return readMessage(answer).message(1).number(1);
}

/** `/ethermint.feemarket.v1.Query/BaseFee`: whole units. Absent if the chain has no base fee. */
export function readEthermintBaseFee(answer: Uint8Array): bigint {
  const fields = readMessage(answer);
  return fields.has(1) ? amountOf(fields.text(1)) * decimalUnit : 0n;
}

/** `/ethermint.feemarket.v1.Query/Params`: `min_gas_price` (proto/ethermint/feemarket/v1/feemarket.proto). */
export function readEthermintMinimum(answer: Uint8Array): bigint {
  return decimalOf(readMessage(answer).message(1).text(7));
}
