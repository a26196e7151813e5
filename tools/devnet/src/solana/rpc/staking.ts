import type { Methods } from './methods.ts';
import { addressParam, configParam, inContext, listParam } from './params.ts';

/** The stake program of mainnet-beta has enforced this minimum since epoch 989. */
const minimumDelegation = 1_000_000_000n;

const creditsPerEpoch = 6_900_000n;

export const stakingMethods: Methods = {
  getStakeMinimumDelegation(node, [config]) {
    configParam(node, config);
    return inContext(node, minimumDelegation);
  },

  getVoteAccounts(node, [options]) {
    const { votePubkey } = configParam(node, options);
    const epoch = node.clock.epoch();
    const all = node.validators
      .filter(({ voteAccount }) => votePubkey === undefined || votePubkey === voteAccount)
      .map(({ voteAccount, identity, commission, activatedStake, delinquent }) => ({
        delinquent,
        json: {
          activatedStake,
          commission,
          // For each of the last five epochs: epoch, credits at its end, credits at its start.
          epochCredits: [4n, 3n, 2n, 1n, 0n].map((ago) => [
            epoch - ago,
            (epoch - ago + 1n) * creditsPerEpoch,
            (epoch - ago) * creditsPerEpoch,
          ]),
          epochVoteAccount: true,
          inflationRewardsCommissionBps: commission * 100,
          lastVote: node.clock.slot() - (delinquent ? 100_000n : 1n),
          nodePubkey: identity,
          rootSlot: node.clock.slot() - (delinquent ? 100_032n : 33n),
          votePubkey: voteAccount,
        },
      }));
    return {
      current: all.filter(({ delinquent }) => !delinquent).map(({ json }) => json),
      delinquent: all.filter(({ delinquent }) => delinquent).map(({ json }) => json),
    };
  },

  getInflationReward(node, [addresses, config]) {
    configParam(node, config);
    // The engine pays no rewards.
    return listParam(addresses, 1000).map((address) => addressParam(address) && null);
  },
};
