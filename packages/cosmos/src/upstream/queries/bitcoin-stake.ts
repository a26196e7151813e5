import {
  confirmationDepth,
  type Delegation,
  headerDepth,
  lightClientTip,
  missing,
  oneDelegation,
  paramsVersions,
  type StakingParameters,
  unknownHeader,
} from '@isochain/babylon';
import { mediumAnswer } from '@isochain/core/upstream';
import { mostItems, pageQuery } from '../pages.ts';
import type { Query } from '../query.ts';

// What Babylon says of stakes of Bitcoin (babylonlabs-io/babylon proto/babylon/btcstaking/v1/query.proto, btclightclient and btccheckpoint).

/** All versions of the parameters. */
export const stakingVersions: Query<StakingParameters[]> = {
  rest: {
    path: '/babylon/btcstaking/v1/params_versions',
    query: pageQuery(mostItems),
    schema: paramsVersions,
    maxBytes: mediumAnswer,
  },
};

/** The height of Babylon's light client of Bitcoin. */
export const bitcoinTip: Query<number> = {
  rest: { path: '/babylon/btclightclient/v1/tip', schema: lightClientTip },
};

/** How many blocks have to follow the block of a stake. */
export const neededDepth: Query<number> = {
  rest: { path: '/babylon/btccheckpoint/v1/params', schema: confirmationDepth },
};

/**
 * How many blocks follow a block of Bitcoin. Undefined if Babylon does not know it.
 *
 * @param hash - In hex, as explorers show it.
 */
export function depthOf(hash: string): Query<number | undefined> {
  return {
    rest: {
      path: `/babylon/btclightclient/v1/depth/${hash}`,
      route: '/babylon/btclightclient/v1/depth/{hash}',
      schema: headerDepth,
    },
    refused: (refusal) => (unknownHeader.schema.safeParse(refusal).success ? { value: undefined } : undefined),
  };
}

/**
 * A stake that is registered. Undefined if it is not.
 *
 * @param txid - Id of the staking transaction, in hex.
 */
export function registeredStake(txid: string): Query<Delegation | undefined> {
  return {
    rest: {
      path: `/babylon/btcstaking/v1/btc_delegation/${txid}`,
      route: '/babylon/btcstaking/v1/btc_delegation/{txid}',
      schema: oneDelegation,
      maxBytes: mediumAnswer,
    },
    refused: (refusal) => (missing.schema.safeParse(refusal).success ? { value: undefined } : undefined),
  };
}
