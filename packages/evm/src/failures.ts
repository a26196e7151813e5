import { type Code, type ContextOf, refuse } from '@isochain/core';
import { cleanReason } from '@isochain/core/upstream';

/** What a node's refusal of a transaction means to us. */
export type Meaning = 'known' | Extract<Code, `broadcast.${string}`>;

/**
 * What nodes answer to eth_sendRawTransaction, in lower case. The first row that matches wins. Error codes do not help: every client has its own.
 * Sources: go-ethereum core/txpool/errors.go and core/error.go; Nethermind AcceptTxResult.cs; Erigon txpoolcfg.go; Besu RpcErrorType.java; Reth
 * rpc-eth-types; zksync-era tx_sender/result.rs; Nitro; Bor; ethermint's ante handlers; monad-bft monad-eth-txpool-types/src/lib.rs; anvil
 * (fixtures/).
 */
const failures: readonly { readonly when: RegExp; readonly means: Meaning }[] = [
  {
    // Not an unknown transaction type, and not another transaction with the same nonce.
    when: /already ?known|\bknown transaction|already imported|existing txn with same hash|tx already in mempool|tx already exists in cache/,
    means: 'known',
  },
  {
    when: /in-flight transaction limit reached for delegated|gapped-nonce tx from delegated|delegator has pending|authority already reserved/,
    means: 'broadcast.delegatedLimit',
  },
  { when: /nonce too low|oldnonce|invalid nonce; got|invalid sequence/, means: 'broadcast.nonceUsed' },
  {
    when: /replacement transaction underpriced|could not replace existing tx|replacementnotallowed|another transaction with the same nonce is in progress|(?:existing|newer) transaction had higher priority|address already reserved/,
    means: 'broadcast.nonceTaken',
  },
  {
    when: /tx fee .* exceeds the configured cap/,
    means: 'broadcast.feeCap',
  },
  {
    // Stands before the fees: the least gas for calldata (EIP-7623) is reported with "minimum needed" too.
    when: /intrinsic gas|intrinsicgas|floor data gas|exceeds (?:block|transaction) gas limit|gas limit reached|gas limit (?:is )?too (?:high|low)|gas limit \(\d+\) is greater than the cap|exceeds maximum/,
    means: 'broadcast.gasRefused',
  },
  {
    when: /underpriced|minimum needed|fee too low|feetoolow|less than block base fee|below configured minimum|below current base fee|gas prices too low|gas price supplied is too low|below minimum required priority fee/,
    means: 'broadcast.feeTooLow',
  },
  {
    when: /insufficient ?funds|signer had insufficient balance|upfront cost exceeds|exceeds transaction sender account balance|sender balance < tx cost|not enough balance to cover/,
    means: 'broadcast.insufficientFunds',
  },
  {
    when: /nonce too high|nonce gap|noncegap|nonce ?too ?far ?in ?future|nonce is too distant/,
    means: 'broadcast.nonceGap',
  },
  {
    when: /txpool is full|transaction pool is (?:full|not ready)|pool overflow|account limit exceeded|sub-pool is full|mempool is full|too many requests|rate limit/,
    means: 'broadcast.congested',
  },
  {
    when: /invalid sender|invalid (?:transaction )?signature|signature is invalid|failed to resolve sender|rlp|failed to decode|invalid chain ?id|wrong chain ?id|(?:tx|transaction) type not supported|(?:unknown|unsupported) transaction type|typenotactivated|invalid transaction type/,
    means: 'broadcast.invalid',
  },
];

/** Nothing that we know comes later in a node's text, and regular expressions are slow on long texts. */
const longestText = 1_000;

/** Recognises a refusal. If no row matches it is `broadcast.refused`, with the node's own words: nobody knows when it says them. */
export function meaningOf(message: string): Meaning {
  const text = message.slice(0, longestText).toLowerCase();
  const [, got, expected] = /invalid nonce; got (\d{1,20}), expected (\d{1,20})/.exec(text) ?? [];
  if (got !== undefined && expected !== undefined && BigInt(got) > BigInt(expected)) return 'broadcast.nonceGap';
  return failures.find(({ when }) => when.test(text))?.means ?? 'broadcast.refused';
}

/**
 * The most telling first. What is wrong with the transaction itself is wrong at every node. Balances and prices differ from node to node, and each
 * node sets its own limits.
 */
const telling: readonly Meaning[] = [
  'broadcast.invalid',
  'broadcast.gasRefused',
  'broadcast.nonceTaken',
  'broadcast.insufficientFunds',
  'broadcast.feeTooLow',
  'broadcast.nonceGap',
  'broadcast.delegatedLimit',
  'broadcast.feeCap',
  'broadcast.refused',
];

/** The most telling of several refusals. */
export function mostTelling<R extends { readonly means: Meaning }>(refusals: readonly R[]): R | undefined {
  return refusals.toSorted((a, b) => telling.indexOf(a.means) - telling.indexOf(b.means))[0];
}

/** The error for a refusal. It keeps the node's own words, without anything that names the node. */
export function refusal(
  means: Exclude<Meaning, 'known'>,
  message: string,
  facts: { readonly nonce: string; readonly hash: string; readonly chain: string },
): Error {
  // Each message template uses some of these values. The node's words stay in the context in any case.
  return refuse(means, { reason: cleanReason(message), ...facts } as unknown as ContextOf<typeof means>, 'transaction');
}
