import { startCosmos } from '@isochain/devnet/cosmos';
import { chosen } from '@isochain/dial';
import { it } from 'vitest';
import { describeWithNode } from '../test/real-node.ts';
import { standInChain } from '../test/stand-in/setting.ts';
import { Walk } from '../test/walk.ts';
import { type CosmosChain, chains } from './chains.ts';
import { type CosmosChainId, cosmos } from './index.ts';

// A real node plays each chain in turn: with its native id, prefix, denomination, decimals and kind of keys. Every mode moves something, and every read
// shows it. The chain in memory plays the others: nodes of Babylon take other messages, nodes of Provenance name flat fees, and addresses of validators
// of IRISnet have another prefix. Injective has its own node (injective.engine.test.ts).

const plays = (id: CosmosChainId) => {
  const { keys, staking, prefix, validatorPrefix, stopped, feeModel }: CosmosChain = chains[id];
  return (
    keys !== 'injective' &&
    staking === undefined &&
    feeModel !== 'provenance-flat' &&
    validatorPrefix === `${prefix}valoper` &&
    stopped === undefined
  );
};

/** What of a chain's data decides what is asked or signed. Names (prefix, denomination, native id) do not make a kind. */
function kindOf(id: CosmosChainId): string {
  const { keys, feeModel, gas, maxGas, otherFees }: CosmosChain = chains[id];
  const has = [gas, maxGas, otherFees].map((field) => field !== undefined);
  return [keys, feeModel, decimalsOf(id), ...has].join();
}

const decimalsOf = (id: CosmosChainId) => cosmos.connect(id, { endpoints: ['http://node.invalid'] }).detail().decimals;

/** One chain of each kind in an ordinary run. */
const ids = chosen(cosmos.chainIds.filter(plays), kindOf, 0);

/** Two chains at a time: one waits for blocks while the other computes. */
describeWithNode('every kind of Cosmos chain on a real node', () => {
  it.concurrent.each(ids)('%s', walk);
});

async function walk(chainId: CosmosChainId): Promise<void> {
  const { prefix, denom, keys, gasPrice } = chains[chainId] as CosmosChain;
  const { nativeId } = standInChain(chainId);
  const decimals = decimalsOf(chainId);
  const engine = await startCosmos({
    ...{ chainId, nativeChainId: nativeId, prefix, denom, decimals, minGasPrice: gasPrice.min ?? gasPrice.low },
    ...{ keys: keys === 'ethermint' ? 'ethermint' : 'secp256k1', unbondingSeconds: 600 },
  });
  try {
    await new Walk(chainId, decimals, engine).all();
  } finally {
    await engine.stop();
  }
}
