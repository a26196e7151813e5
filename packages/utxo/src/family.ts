import type { ChainAdapter, ChainFamily, OpenParts } from '@isochain/core';
import { addressesOfKey } from './account/public-key.ts';
import { hasStakes, readAccountState } from './account-state.ts';
import { stake } from './babylon/complete-stake.ts';
import { unstake } from './babylon/complete-unstake.ts';
import { withdraw } from './babylon/complete-withdraw.ts';
import { createStakeReader } from './babylon/stake-reader.ts';
import { readValidators } from './babylon/validators.ts';
import { bytesOf } from './bytes/index.ts';
import { contextOf, publicEndpoints, utxoChainIds } from './chains.ts';
import { readHistory } from './history.ts';
import { transfer } from './modes/transfer.ts';
import { utxoOptionsSchema } from './options.ts';
import { writeFeeRate } from './params.ts';
import { submit } from './submit.ts';
import { readTransaction } from './transaction.ts';
import type { Utxo } from './types.ts';
import { createUpstreams } from './upstreams/choose.ts';
import { upstreamKinds } from './upstreams/kinds.ts';

/** The UTXO family: wired from the verbs beside this file. */
export const utxoFamily: ChainFamily<Utxo> = {
  name: 'bitcoin',
  chainIds: utxoChainIds,
  optionsSchema: utxoOptionsSchema,
  upstreams: upstreamKinds,
  publicEndpoints,
  // Beside the coins three endpoints are asked for fees. One that hangs must not take the places of the others.
  maxConcurrent: 12,
  bytes: bytesOf,
  context: contextOf,
  open,
};

function open({ bytes, context, upstream }: OpenParts<Utxo>): ChainAdapter<Utxo> {
  const { network, chain, policy, genesisHash, checkpoint } = context;
  const upstreams = createUpstreams(context);
  const stakes = chain.babylon !== undefined && context.endpointsOf('babylon').length > 0;
  const readStakes = stakes ? createStakeReader(context, upstreams) : undefined;
  return {
    bytes,
    upstream,
    modes: {
      transfer: transfer(context, upstreams),
      ...(stakes
        ? {
            stake: stake(context, upstreams),
            unstake: unstake(context, upstreams),
            withdraw: withdraw(context, upstreams),
          }
        : {}),
    },
    memo: false,
    submit: (signed, plan, operation) => submit(context, upstreams, signed, plan, operation),
    reads: {
      accountState: {
        parts: hasStakes(context) ? ['native', 'staking'] : ['native'],
        read: (account, request, operation) => readAccountState(context, upstreams, account, request, operation),
      },
      ...(upstreams.hasHistory
        ? {
            history: {
              // What ends a stake early touches no address of the account, and is in no history: it is not all of staking.
              kinds: ['native'],
              read: (account, page, operation) => readHistory(context, upstreams, account, page, operation, readStakes),
            },
          }
        : {}),
      transaction: {
        kinds: stakes ? ['native', 'staking'] : ['native'],
        read: (id, operation) => readTransaction(context, upstreams, id, operation, readStakes),
      },
      ...(stakes ? { validators: { read: (page, operation) => readValidators(context, page, operation) } } : {}),
      addresses: (publicKey) => addressesOfKey(network, publicKey),
    },
    facts: {
      ...(genesisHash === undefined ? {} : { genesisHash }),
      ...(checkpoint === undefined || checkpoint.height === 0
        ? {}
        : { checkpoint: `${checkpoint.height}:${checkpoint.hash}` }),
      explorer: chain.explorer,
      minFeeRate: writeFeeRate(policy.minFeeRate),
      maxFeeRate: writeFeeRate(policy.maxFeeRate),
      maxInputs: context.maxInputs,
    },
  };
}
