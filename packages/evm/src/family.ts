import type {
  ChainAdapter,
  ChainFamily,
  ChainId,
  Checked,
  Endpoint,
  OpenParts,
  Operation,
  PageRequest,
} from '@isochain/core';
import { readAccountState } from './account.ts';
import { addressOfPublicKey, checkAddress, checkTokenId, checkTransactionId, toLower } from './address.ts';
import { assemble } from './assemble.ts';
import { chains, type EvmChain, type EvmChainId, type EvmContext, evmChainIds, stoppedChains } from './chains.ts';
import { completeTransfer } from './complete-transfer.ts';
import { completeTransferToken } from './complete-transfer-token.ts';
import { contextOf } from './context.ts';
import { explain } from './explain.ts';
import { tokenSourcesOf } from './explorers/held-tokens.ts';
import { readExplorerHistory } from './explorers/history.ts';
import { explorersOf } from './explorers/open-explorers.ts';
import { finalize } from './finalize.ts';
import { chainGuard, nodeGuard } from './guard.ts';
import { scanHistory } from './history-scan.ts';
import { type EvmOptions, evmOptionsSchema } from './options.ts';
import { keyLikeIds } from './secrets.ts';
import { submit } from './submit.ts';
import { readToken } from './token.ts';
import { readTransaction } from './transaction.ts';

/** The EVM family: wired from the verbs beside this file. */
export const evmFamily: ChainFamily<EvmOptions, EvmContext> & { readonly chainIds: typeof evmChainIds } = {
  name: 'evm',
  chainIds: evmChainIds,
  optionsSchema: evmOptionsSchema,
  upstreams: {
    rpc: { isDefault: true, isNode: true, guard: nodeGuard },
    // Explorers do not say which chain they serve: explorers/prove-chain.ts finds out.
    ...{ blockscout: {}, etherscan: {}, routescan: {} },
    alchemy: { guard: chainGuard },
  },
  publicEndpoints,
  stopped: stoppedChains,
  context: contextOf,
  open,
};

function open({ chainId, context, options, upstream }: OpenParts<EvmOptions, EvmContext>): ChainAdapter {
  const { chain, identity } = context;
  const { historyScanBlocks } = options;
  const nodes = upstream.endpoints.flatMap(({ name, kind }) => (kind === 'rpc' ? [name] : []));
  const kinds = upstream.endpoints.map(({ kind }) => kind);
  const explorers = explorersOf(kinds);
  const tokenSources = tokenSourcesOf(kinds);
  return {
    chainId,
    identity,
    keyLikeIds,
    upstream,
    identifiers: {
      account: (text) => checkAddress(context, text),
      address: (text) => checkAddress(context, text),
      token: (text) => checkTokenId(context, text),
      validator: (text) => checkAddress(context, text),
      transaction: checkTransactionId,
      ownerOf,
    },
    modes: identity.paths.encode
      ? {
          transfer: (intent, operation) => completeTransfer(context, options, intent, operation),
          transferToken: (intent, operation) => completeTransferToken(context, intent, operation),
        }
      : {},
    wishes: { transfer: ['fees', 'gas', 'nonce'], transferToken: ['fees', 'gas', 'nonce'] },
    memo: false,
    assemble: (data) => assemble(context, data),
    finalize: (data, encoded, signature) => finalize(context, data, encoded, signature),
    submit: (signed, data, operation) => submit(context, nodes, signed, data, operation),
    explain: (encoded) => explain(context, encoded),
    reads: {
      accountState: {
        parts: ['native', 'tokens'],
        read: (account, request, operation) =>
          readAccountState(context, options, tokenSources, account, request, operation),
      },
      ...(explorers.length > 0
        ? {
            history: {
              kinds: ['native', 'tokens'] as const,
              read: (account: string, page: PageRequest, operation: Operation) =>
                readExplorerHistory(context, explorers, account, page, operation),
            },
          }
        : historyScanBlocks === undefined
          ? {}
          : {
              history: {
                kinds: ['native', 'tokens'] as const,
                read: (account: string, page: PageRequest, operation: Operation) =>
                  scanHistory(context, { ...options, historyScanBlocks }, account, page, operation),
              },
            }),
      transaction: {
        kinds: ['native', 'tokens'],
        read: (id, operation) => readTransaction(context, options, id, operation),
      },
      token: { read: (id, operation) => readToken(context, options, id, operation) },
      addresses(publicKey) {
        const owner = addressOfPublicKey(publicKey);
        return owner.ok ? [{ type: 'evm', address: owner.canonical }] : { invalid: owner.reason };
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

/** What Etherscan would add, where nothing has a history. */
function hintsOf({ etherscanV2 }: EvmChain): readonly string[] {
  const keys: Partial<Record<EvmChain['etherscanV2'], string>> = {
    free: 'a free key of Etherscan',
    paid: 'a key of a paid plan of Etherscan',
    yes: 'a key of Etherscan, of a plan that its documentation does not name',
  };
  const key = keys[etherscanV2];
  return key === undefined ? [] : [`No history: ${key} turns it on, in an endpoint of kind etherscan.`];
}

/** As addresses are compared. */
function ownerOf(publicKey: string): Checked {
  const owner = addressOfPublicKey(publicKey);
  return owner.ok ? { ok: true, canonical: toLower(owner.canonical) } : owner;
}

/** Nodes, and the chain's explorers where public ones answer without a key. */
function publicEndpoints(chainId: ChainId): readonly Endpoint[] {
  const { rpc, blockscout, explorers = [] } = chains[chainId as EvmChainId];
  const instance = blockscout === null ? [] : [{ url: blockscout, name: 'blockscout', kind: 'blockscout' }];
  return [...rpc, ...instance, ...explorers];
}
