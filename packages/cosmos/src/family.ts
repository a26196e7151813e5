import type { ChainAdapter, ChainFamily, OpenParts } from '@isochain/core';
import type { Address } from './address/address.ts';
import { bytesOf } from './bytes/index.ts';
import { type CosmosChain, type CosmosChainId, chains, cosmosChainIds, publicEndpoints } from './chains.ts';
import { contextOf } from './context.ts';
import { claimRewards } from './modes/claim-rewards.ts';
import { registerStake } from './modes/register-stake.ts';
import { stake } from './modes/stake.ts';
import { transfer } from './modes/transfer.ts';
import { transferToken } from './modes/transfer-token.ts';
import { unstake } from './modes/unstake.ts';
import { whyNoWithdraw } from './modes/withdraw.ts';
import { cosmosOptionsSchema } from './options.ts';
import { readAccountState } from './read/account.ts';
import { readHistory } from './read/history.ts';
import { readToken } from './read/token.ts';
import { readTransaction } from './read/transaction.ts';
import { readValidators } from './read/validators.ts';
import { submit } from './submit.ts';
import { knownTokens } from './token-lists/known-tokens.ts';
import type { Cosmos } from './types.ts';
import { restGuard, rpcGuard } from './upstream/guard.ts';
import { toToken } from './upstream/token-facts.ts';

/** The Cosmos family: wired from the verbs beside this file. */
export const cosmosFamily: ChainFamily<Cosmos> = {
  name: 'cosmos',
  chainIds: cosmosChainIds,
  optionsSchema: cosmosOptionsSchema,
  upstreams: {
    rest: { isDefault: true, isNode: true, guard: restGuard },
    // Newer nodes take no more by default (cometbft config/config.go: MaxRequestBatchSize), older ones take any number.
    rpc: { isNode: true, guard: rpcGuard, maxBatch: 10 },
  },
  publicEndpoints,
  // A redelegation with a memo on an Ethermint chain asks 10 questions at once, and the guards of a new endpoint ask 2.
  maxConcurrent: 12,
  stopped: Object.fromEntries(
    (Object.entries(chains) as [CosmosChainId, CosmosChain][]).flatMap(([id, { stopped }]) =>
      stopped ? [[id, stopped]] : [],
    ),
  ),
  context: contextOf,
  bytes: bytesOf,
  open,
};

function open({ bytes, context, options, upstream }: OpenParts<Cosmos>): ChainAdapter<Cosmos> {
  const { chain } = context;
  return {
    bytes,
    upstream,
    modes: {
      transfer: transfer(context),
      transferToken: transferToken(context),
      stake: stake(context),
      unstake: unstake(context),
      claimRewards: claimRewards(context),
      ...(chain.bitcoin === undefined ? {} : { registerStake: registerStake(context) }),
    },
    absent: { withdraw: whyNoWithdraw(context) },
    memo: true,
    submit: (signed, plan, operation) => submit(context, signed, plan, operation),
    reads: {
      accountState: {
        parts: ['native', 'tokens', 'staking'],
        needs: { native: [['rest', 'rpc']], tokens: ['rest'], staking: ['rest'] },
        // Core has checked it.
        read: (account, request, operation) =>
          readAccountState(context, options, account as Address, request, operation),
      },
      history: {
        parts: ['native', 'tokens', 'staking'],
        needs: { native: ['rest'], tokens: ['rest'], staking: ['rest'] },
        read: (account, page, operation) => readHistory(context, account, page, operation, options),
      },
      transaction: {
        parts: ['native', 'tokens', 'staking'],
        needs: { native: ['rest'], tokens: ['rest'], staking: ['rest'] },
        read: (id, operation) => readTransaction(context, id, operation, options),
      },
      token: { needs: ['rest'], read: (id, operation) => readToken(context, options, id, operation) },
      tokens: async () =>
        (await knownTokens(context, options.tokens)).map((known) => toToken(context, known.id, known)),
      validators: { needs: ['rest'], read: (page, operation) => readValidators(context, page, operation) },
      addresses(publicKey) {
        const key = bytes.identifiers.publicKey(publicKey);
        return key.ok ? [{ type: 'bech32', address: key.value.address }] : { invalid: key.reason };
      },
    },
    facts: {
      prefix: chain.prefix,
      denom: chain.denom,
      explorer: chain.explorer,
      ...(chain.otherCoinTypes === undefined ? {} : { otherCoinTypes: chain.otherCoinTypes }),
    },
  };
}
