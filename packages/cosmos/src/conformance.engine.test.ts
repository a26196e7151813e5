import { describeFamily } from '@isochain/conformance';
import { type CosmosEngine, startCosmos } from '@isochain/devnet/cosmos';
import { type Setting, setupFor } from '../test/conformance.ts';
import { deedsOf } from '../test/deeds/index.ts';
import { testKey } from '../test/keys.ts';
import { describeWithNode } from '../test/real-node.ts';
import { standInChain } from '../test/stand-in/setting.ts';

// The suite on a real node of cosmos-sdk 0.54. conformance.test.ts runs it on chains that no node can be installed for.

const chain = standInChain('cosmoshub-testnet');
let engine: CosmosEngine;

const setting: Setting = {
  ...{ chainId: 'cosmoshub-testnet', otherChainId: 'osmosis', chain },
  // Names and decimals of a token that is not in the list are asked for once.
  stateTrips: 2,
  // A simulation reads what the latest block left behind.
  drifting: ['gas', 'fees'],
  async start() {
    // The suite waits for hundreds of blocks.
    engine = await startCosmos({ unbondingSeconds: 600, blockMs: 50 });
    const { endpoints, options } = engine.settings;
    return {
      endpoints,
      // No node knows the decimals of what came over IBC. The operator does. The age of blocks has tests of its own.
      options: { ...options, tokens: engine.tokens, oldestBlockMs: 0 },
      tokens: engine.tokens.map(({ id, name, ticker, decimals }) => ({
        type: id.startsWith('ibc/') ? ('IBC' as const) : ('FACTORY' as const),
        ...{ id, name, ticker, decimals: String(decimals) },
      })),
      account: (index) => testKey(chain, index),
      fund: (address, amount, tokenId) => engine.fund(address, amount, tokenId),
      balance: (address, tokenId) => engine.balanceOf(address, tokenId),
      mine: () => engine.mine(),
      stop: () => engine.stop(),
    };
  },
  deeds: deedsOf(() => ({ engine, chain })),
  validators: () => [engine.validators[0] ?? '', engine.validators[1] ?? ''],
  // Every block pays some, but one block may be less than a unit.
  async reward(delegator, validator) {
    const path = `/cosmos/distribution/v1beta1/delegators/${delegator}/rewards/${validator}`;
    for (let blocks = 0; blocks < 30; blocks++) {
      await engine.mine();
      const { rewards } = await engine.rest<{ rewards: { amount: string }[] }>(path);
      if (rewards.some(({ amount }) => Number(amount) >= 1)) return;
    }
    throw new Error(`No rewards came from ${validator}.`);
  },
};

describeWithNode('Cosmos on a real node', () => describeFamily(setupFor(setting)));
