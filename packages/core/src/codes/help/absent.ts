import type { Help } from './types.ts';

/** What to do if there is no answer. */
export const absent: Help<'notFound' | 'gone' | 'notBuilt'> = {
  'route.notFound': 'See /openapi.json or /docs for the routes.',
  'chain.unknown':
    '/api/chains lists the chains. Ids are in lower case. Test networks have ids such as `zksync-sepolia` and `cosmoshub-testnet`.',
  'chain.notAccepted':
    'The specification lists the chains that a transaction is encoded for. With the setting `chainLists` it also decides about tokens and histories. Those of all chains are under /api/chains/{chainId}/....',
  'feature.unsupported': '`supportedFeatures` of /api/chains/{chainId} says what works.',
  'account.tooLarge':
    'Public Esplora servers list at most 500 coins of an address. Addresses of an extended key are looked up there one by one (`maxScannedAddresses`). Blockbook and nodes serve any account.',
  'account.tooManyTokens': 'Read its other balances without the tokens (`include`).',
  'family.notBuilt': 'See the changelog for the families that are served.',
  'chain.stopped':
    'The network makes no blocks any more. Nodes may still answer from its last block. Their answers cannot be relied on, and transactions are never mined. Operators who run a network of their own under this id configure its `endpoints`.',
  'token.notFound': 'Check the token id and the chain.',
  'transaction.notFound':
    'It may not have reached this node yet, may have been dropped or replaced, or may belong to another chain.',
};
