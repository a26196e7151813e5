import { GasPrice } from '@cosmjs/stargate';
import type { Token } from '@isochain/core';
import { namedChain } from '../../src/chains.ts';
import type { CosmosChainId } from '../../src/index.ts';
import type { Setting } from '../conformance.ts';
import { testKey } from '../keys.ts';
import { type StandIn, startStandIn } from './index.ts';
import type { StandInChain } from './types.ts';

/** The chain as the stand-in plays it. */
export function standInChain(chainId: CosmosChainId): StandInChain {
  const { chain, identity } = namedChain(chainId);
  const { prefix, validatorPrefix, denom, keys, gasPrice } = chain;
  return {
    ...{ nativeId: identity.nativeId, prefix, validatorPrefix, denom, keys },
    wrapsStaking: chain.staking === 'epoching',
    minGasPrice: BigInt(GasPrice.fromString(`${gasPrice.min ?? gasPrice.low}${denom}`).amount.atomics),
    feeModel: chain.feeModel,
    unbondingMs: 21 * 86_400_000,
  };
}

/** Addresses of the validators of the stand-in. */
export function operatorsOf(chain: StandInChain): readonly string[] {
  return [901, 902, 903].map((index) => testKey({ ...chain, prefix: chain.validatorPrefix }, index).address);
}

const token: Token = {
  ...{ type: 'IBC', id: `ibc/${'12'.repeat(32)}`, name: `ibc/${'12'.repeat(32)}` },
  ...{ ticker: `ibc/${'12'.repeat(32)}`, decimals: '0' },
};

/** A setting of the conformance suite with the stand-in for a node. */
export function standInSetting(chainId: CosmosChainId, otherChainId: CosmosChainId): Setting & { running(): StandIn } {
  const chain = standInChain(chainId);
  const operators = operatorsOf(chain);
  let running: StandIn | undefined;
  const node = () => {
    if (running === undefined) throw new Error('The stand-in is not started.');
    return running;
  };
  return {
    // The token is on no list, so its name is asked for once.
    ...{ chainId, otherChainId, chain, stateTrips: 2 },
    running: node,
    async start() {
      running = startStandIn(chain, operators);
      const { ledger, url, fetch } = running;
      return {
        endpoints: [{ url, kind: 'rest' }],
        // The age of blocks has tests of its own.
        options: { oldestBlockMs: 0 },
        fetch,
        tokens: [token],
        account: (index) => testKey(chain, index),
        fund: async (address, amount, tokenId = chain.denom) => ledger.credit(address, tokenId, amount),
        balance: async (address, tokenId = chain.denom) => ledger.balance(address, tokenId),
        mine: async () => {},
        stop: async () => {},
      };
    },
    validators: () => [operators[0] ?? '', operators[1] ?? ''],
    async bitcoinReward(account) {
      node().ledger.gaugesOf(account).set('BTC_STAKER', { earned: 900_000n, taken: 200_000n });
    },
    reward: async (delegator, validator) => node().ledger.setReward(delegator, validator, 700_000n),
  };
}
