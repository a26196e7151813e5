import { writeMessage } from '@isochain/core/protobuf';
import type { CosmosChain } from '../../chains.ts';
import {
  readDirectPrice,
  readEthermintBaseFee,
  readEthermintMinimum,
  readFeemarketPrice,
  readInjectiveMaxGas,
  readInjectivePrice,
} from '../abci/fees.ts';
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
      return [feemarket(denom)];
    case 'osmosis-base-fee':
      return [osmosis];
    case 'injective-base-fee':
      return [injective];
    case 'celestia-minfee':
      return [celestia];
    case 'ethermint-feemarket':
      return [ethermintBase, ethermintMinimum];
    case 'static':
    case 'provenance-flat':
      return [];
  }
}

/** A node without the module has no such price. Then the price of the table counts. */
const refused: PriceQuery['refused'] = ({ isUnknownRoute }) => (isUnknownRoute ? { value: undefined } : undefined);

const empty = new Uint8Array();

const feemarketAmount = feemarketPrice.transform(({ price }) => price);

/** skip-mev/feemarket proto/feemarket/feemarket/v1/query.proto */
function feemarket(denom: string): PriceQuery {
  return {
    rest: {
      path: `/feemarket/v1/gas_price/${denom}`,
      route: '/feemarket/v1/gas_price/{denom}',
      schema: feemarketAmount,
    },
    abci: {
      path: '/feemarket.feemarket.v1.Query/GasPrice',
      data: writeMessage([[1, denom]]),
      read: readFeemarketPrice,
    },
    refused,
  };
}

/** osmosis-labs/osmosis proto/osmosis/txfees/v1beta1/query.proto */
const osmosis: PriceQuery = {
  rest: { path: '/osmosis/txfees/v1beta1/cur_eip_base_fee', schema: eipBaseFee },
  abci: { path: '/osmosis.txfees.v1beta1.Query/GetEipBaseFee', data: empty, read: readDirectPrice },
  refused,
};

/** InjectiveLabs/sdk-go proto/injective/txfees/v1beta1/query.proto */
const injective: PriceQuery = {
  rest: { path: '/injective/txfees/v1beta1/cur_eip_base_fee', schema: eipBaseFee },
  abci: { path: '/injective.txfees.v1beta1.Query/GetEipBaseFee', data: empty, read: readInjectivePrice },
  refused,
};

/** celestiaorg/celestia-app proto/celestia/minfee/v1/query.proto */
const celestia: PriceQuery = {
  rest: { path: '/celestia/minfee/v1/min_gas_price', schema: minimumGasPrice },
  abci: { path: '/celestia.minfee.v1.Query/NetworkMinGasPrice', data: empty, read: readDirectPrice },
  refused,
};

/** evmos/ethermint proto/ethermint/feemarket/v1/query.proto */
const ethermintBase: PriceQuery = {
  rest: { path: '/ethermint/feemarket/v1/base_fee', schema: ethermintBaseFee },
  abci: { path: '/ethermint.feemarket.v1.Query/BaseFee', data: empty, read: readEthermintBaseFee },
  refused,
};

const ethermintMinimum: PriceQuery = {
  rest: { path: '/ethermint/feemarket/v1/params', schema: ethermintParams },
  abci: { path: '/ethermint.feemarket.v1.Query/Params', data: empty, read: readEthermintMinimum },
  refused,
};

const injectiveGasLimit = injectiveFeeParams.transform(({ maxGas }) => maxGas);

/** The most gas that a transaction may have, by a query of the chain. Undefined if the chain has none. */
export function gasMaximum({ feeModel }: Pick<CosmosChain, 'feeModel'>): Query<bigint | undefined> | undefined {
  return feeModel === 'injective-base-fee' ? injectiveMaxGas : undefined;
}

/** The most gas that a transaction may have on Injective. Undefined if the node does not tell. */
export const injectiveMaxGas: Query<bigint | undefined> = {
  rest: { path: '/injective/txfees/v1beta1/params', schema: injectiveGasLimit },
  abci: { path: '/injective.txfees.v1beta1.Query/Params', data: empty, read: readInjectiveMaxGas },
  refused,
};
