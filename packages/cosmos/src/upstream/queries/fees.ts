import type { CosmosChain } from '../../chains.ts';
import {
  eipBaseFee,
  ethermintBaseFee,
  ethermintParams,
  feemarketPrice,
  injectiveFeeParams,
  minimumGasPrice,
} from '../lcd/fees.ts';
import type { Query } from '../query.ts';

/** A price of gas that a node names, in units of 10^-18 of the smallest unit. Undefined if the node has no such module. */
type PriceQuery = Query<bigint | undefined>;

/** The prices of gas that nodes of a chain name. The greatest of them counts. */
export function livePrices({ feeModel, denom }: Pick<CosmosChain, 'feeModel' | 'denom'>): readonly PriceQuery[] {
  switch (feeModel) {
    case 'feemarket':
      return [price(`/feemarket/v1/gas_price/${denom}`, feemarketAmount)];
    case 'osmosis-base-fee':
      return [price('/osmosis/txfees/v1beta1/cur_eip_base_fee', eipBaseFee)];
    case 'injective-base-fee':
      return [price('/injective/txfees/v1beta1/cur_eip_base_fee', eipBaseFee)];
    case 'celestia-minfee':
      return [price('/celestia/minfee/v1/min_gas_price', minimumGasPrice)];
    case 'ethermint-feemarket':
      return [
        price('/ethermint/feemarket/v1/base_fee', ethermintBaseFee),
        price('/ethermint/feemarket/v1/params', ethermintParams),
      ];
    case 'static':
    case 'provenance-flat':
      return [];
  }
}

function price(path: string, schema: PriceQuery['rest']['schema']): PriceQuery {
  return { rest: { path, schema }, refused };
}

const feemarketAmount = feemarketPrice.transform(({ price: amount }) => amount);

/** A node without the module has no such price: then the price of the table counts. */
const refused: PriceQuery['refused'] = ({ isUnknownRoute }) => (isUnknownRoute ? { value: undefined } : undefined);

const injectiveGasLimit = injectiveFeeParams.transform(({ maxGas }) => maxGas);

/** The most gas that a transaction may have on Injective. */
export const injectiveMaxGas: Query<bigint> = {
  rest: { path: '/injective/txfees/v1beta1/params', schema: injectiveGasLimit },
};
