import type { ChainAdapter, ChainFamily, OpenParts } from '@isochain/core';
import type { Endpoint } from '@isochain/core/upstream';
import { addressOfPublicKey, toChecksum } from './address.ts';
import { bytesOf } from './bytes/index.ts';
import { chains, type EvmChain, type EvmChainId, evmChainIds, stoppedChains } from './chains.ts';
import { contextOf } from './context.ts';
import { transfer } from './modes/transfer.ts';
import { transferToken } from './modes/transfer-token.ts';
import { evmOptionsSchema } from './options.ts';
import { readAccountState } from './read/account.ts';
import { readExplorerHistory } from './read/history.ts';
import { scanHistory } from './read/history-scan.ts';
import { readToken } from './read/token.ts';
import { readTransaction } from './read/transaction.ts';
import { submit } from './submit.ts';
import { knownTokens } from './token-lists/known-tokens.ts';
import type { Evm } from './types.ts';
import { blockscoutGuard } from './upstream/explorers/blockscout-guard.ts';
import { type EvmKind, explorerKinds } from './upstream/explorers/explorer-kinds.ts';
import { tokenSourcesOf } from './upstream/explorers/held-tokens.ts';
import { explorersOf } from './upstream/explorers/open-explorers.ts';
import { chainGuard, nodeGuard } from './upstream/guard.ts';
import { toToken } from './upstream/token-facts.ts';

/** The EVM family: wired from the verbs beside this file. */
export const evmFamily: ChainFamily<Evm> = {
  name: 'evm',
  chainIds: evmChainIds,
  optionsSchema: evmOptionsSchema,
  upstreams: {
    rpc: { isDefault: true, isNode: true, guard: nodeGuard },
    // Explorers do not say which chain they serve: read/explored/prove-chain.ts finds out.
    blockscout: { guard: blockscoutGuard },
    ...{ etherscan: {}, routescan: {} },
    alchemy: { guard: chainGuard },
  },
  publicEndpoints,
  stopped: stoppedChains,
  context: contextOf,
  bytes: bytesOf,
  open,
};

function open({ bytes, context, options, upstream }: OpenParts<Evm>): ChainAdapter<Evm> {
  const { chain, identity } = context;
  const { historyScanBlocks } = options;
  const nodes = upstream.endpoints.flatMap(({ name, kind }) => (kind === 'rpc' ? [name] : []));
  const kinds = upstream.endpoints.map(({ kind }) => kind);
  const explorers = explorersOf(kinds);
  const tokenSources = tokenSourcesOf(kinds);
  return {
    bytes,
    upstream,
    modes: identity.paths.encode
      ? { transfer: transfer(context, options), transferToken: transferToken(context, options) }
      : {},
    absent: { validators: 'this service knows no stakes on EVM chains' },
    memo: false,
    submit: (signed, plan, operation) => submit(context, nodes, signed, plan, operation),
    reads: {
      accountState: {
        parts: ['native', 'tokens'],
        read: (account, request, operation) =>
          readAccountState(context, options, tokenSources, account, request, operation),
      },
      history: {
        parts: ['native', 'tokens'],
        needs: historyScanBlocks === undefined ? { native: [explorerKinds], tokens: [explorerKinds] } : {},
        read: (account, page, operation) =>
          historyScanBlocks === undefined || explorers.length > 0
            ? readExplorerHistory(context, options, explorers, account, page, operation)
            : scanHistory(context, { ...options, historyScanBlocks }, account, page, operation),
      },
      transaction: {
        parts: ['native', 'tokens'],
        read: (id, operation) => readTransaction(context, options, id, operation),
      },
      token: { read: (id, operation) => readToken(context, options, id, operation) },
      tokens: async () => (await knownTokens(context, options)).map((known) => toToken(known.id, known)),
      addresses(publicKey) {
        const owner = addressOfPublicKey(publicKey);
        return owner.ok ? [{ type: 'evm', address: toChecksum(owner.value) }] : { invalid: owner.reason };
      },
    },
    hints: explorers.length > 0 || historyScanBlocks !== undefined ? [] : hintsOf(chain),
    facts: {
      name: identity.name,
      chainId: chain.id,
      blockTimeMs: chain.blockTimeMs,
      ceilings: chain.ceilings,
      ...(chain.explorer === null ? {} : { explorer: chain.explorer }),
      ...(chain.sunset === undefined ? {} : { sunset: chain.sunset }),
    },
  };
}

/** Keys of Etherscan that would add histories, if nothing else has one. */
function hintsOf({ etherscanV2 }: EvmChain): readonly string[] {
  const keys: Partial<Record<EvmChain['etherscanV2'], string>> = {
    free: 'a free key of Etherscan',
    paid: 'a key of a paid plan of Etherscan',
    yes: 'a key of Etherscan, of a plan that its documentation does not name',
  };
  const key = keys[etherscanV2];
  return key === undefined ? [] : [`No history: ${key} turns it on, in an endpoint of kind etherscan.`];
}

/** Nodes, and public explorers that need no key. */
function publicEndpoints(chainId: EvmChainId): readonly Endpoint<EvmKind>[] {
  const { rpc, blockscout, explorers = [] } = chains[chainId];
  const instance = blockscout === null ? [] : [{ url: blockscout, kind: 'blockscout' as const }];
  return [...rpc, ...instance, ...explorers];
}
