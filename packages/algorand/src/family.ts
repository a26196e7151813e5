import type { ChainAdapter, ChainFamily, OpenParts } from '@isochain/core';
import { bytesOf } from './bytes/index.ts';
import { algorandChainIds, publicEndpoints } from './chains.ts';
import { contextOf } from './context.ts';
import { knownTokens } from './known-tokens.ts';
import { enableToken } from './modes/enable-token.ts';
import { stake } from './modes/stake.ts';
import { transfer } from './modes/transfer.ts';
import { transferToken } from './modes/transfer-token.ts';
import { unstake } from './modes/unstake.ts';
import { algorandOptionsSchema } from './options.ts';
import { readAccountState } from './read/account.ts';
import { readHistory } from './read/history.ts';
import { readToken } from './read/token.ts';
import { readTransaction } from './read/transaction.ts';
import { submit } from './submit.ts';
import type { Algorand } from './types.ts';
import { algodGuard } from './upstream/guard.ts';
import { indexerGuard } from './upstream/indexer-guard.ts';

/** The Algorand family: wired from the verbs beside this file. */
export const algorandFamily: ChainFamily<Algorand> = {
  name: 'algorand',
  chainIds: algorandChainIds,
  optionsSchema: algorandOptionsSchema,
  // A transfer of an asset asks a node six things, an indexer one, and three nodes two for their rounds. One or two more prove each of them: all in one round.
  maxConcurrent: 24,
  upstreams: { algod: { isDefault: true, isNode: true, guard: algodGuard }, indexer: { guard: indexerGuard } },
  publicEndpoints,
  context: contextOf,
  bytes: bytesOf,
  open,
};

const noValidators = 'every account that takes part in the consensus votes for itself, and nobody stakes with another';
const noRewards = 'rewards come with the blocks that an account proposes, and nobody claims them';
const noLocks = 'nothing is locked: an account that takes part in the consensus can spend all of its coins';

function open({ bytes, context, upstream }: OpenParts<Algorand>): ChainAdapter<Algorand> {
  const { chain } = context;
  return {
    bytes,
    upstream,
    modes: {
      transfer: transfer(context),
      transferToken: transferToken(context),
      enableToken: enableToken(context),
      stake: stake(context),
      unstake: unstake(context),
    },
    absent: { withdraw: noLocks, claimRewards: noRewards, validators: noValidators },
    memo: true,
    submit: (signed, plan, operation) => submit(context, signed, plan, operation),
    reads: {
      accountState: {
        parts: ['native', 'tokens', 'staking'],
        read: (account, wanted, operation) => readAccountState(context, account, wanted, operation),
      },
      token: { read: (id, operation) => readToken(id, operation) },
      tokens: async () => knownTokens,
      history: {
        parts: ['native', 'tokens', 'staking'],
        needs: { native: ['indexer'], tokens: ['indexer'], staking: ['indexer'] },
        read: (account, page, operation) => readHistory(context, account, page, operation),
      },
      transaction: {
        parts: ['native', 'tokens', 'staking'],
        read: (id, operation) => readTransaction(context, id, operation),
      },
      addresses(publicKey) {
        const key = bytes.identifiers.publicKey(publicKey);
        if (!key.ok) return { invalid: key.reason };
        return [{ type: 'algorand', address: key.value }];
      },
    },
    facts: { explorer: chain.explorer, genesisId: chain.genesisId, genesisHash: chain.genesisHash },
  };
}
