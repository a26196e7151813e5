import { type Code, type ContextOf, refuse } from '@isochain/core';
import type { RpcError } from '@isochain/core/upstream';
import { innermost, reasonOf } from './upstream/revert-reason.ts';

/**
 * What a refusal of a transaction means to us:
 * - `duplicate`: the node says that the same transaction waits in its mempool
 * - `nonce`: the nonce is used, or ahead of the account
 * - `unreadable`: the node does not know this version of transactions
 */
export type Meaning =
  | 'duplicate'
  | 'nonce'
  | 'unreadable'
  | Extract<
      Code,
      | 'broadcast.insufficientFunds'
      | 'broadcast.feeTooLow'
      | 'broadcast.replacementFeeTooLow'
      | 'broadcast.gasRefused'
      | 'broadcast.refused'
      | 'broadcast.congested'
    >;

/** A refusal, in our terms. */
export interface Failure {
  readonly means: Meaning;
  /** For the person who sent it: the node's words, cleaned. */
  readonly reason: string;
  /** The lowest price for a unit of gas of layer 2 that the node takes, in FRI, if it says so. */
  readonly minimum?: bigint | undefined;
  /** The next nonce of the account, if the node says so. */
  readonly next?: bigint | undefined;
}

/** Codes of refusals (starknet-specs, api/starknet_write_api.json), and those of JSON-RPC. */
const byCode: Readonly<Record<number, Meaning>> = {
  28: 'broadcast.refused',
  52: 'nonce',
  53: 'broadcast.feeTooLow',
  54: 'broadcast.insufficientFunds',
  55: 'broadcast.refused',
  58: 'broadcast.refused',
  59: 'duplicate',
  61: 'unreadable',
  64: 'broadcast.replacementFeeTooLow',
  65: 'broadcast.feeTooLow',
  [-32602]: 'unreadable',
};

/** Codes of nodes that pass on what the sequencer says, and have no code for it (NethermindEth/juno, rpc/v9/transaction.go; eqlabs/pathfinder). */
const passedOn = [55, 63];

/**
 * Texts of the sequencer that say more than the code. The first that matches counts. Known from public sources: the price below a threshold
 * (starkware-libs/sequencer, apollo_gateway: stateful_transaction_validator.rs), bounds above the balance (blockifier: TransactionFeeError) and the amount of
 * gas, which public clients quote. The nonces are those of starknet-devnet 0.8.1. Only assumed: the words of a full mempool, and "gas price is too low". A text
 * that is not recognised leaves what its code says.
 */
const byText: readonly { readonly when: RegExp; readonly means: Meaning }[] = [
  { when: /is below the required threshold|gas price is too low/i, means: 'broadcast.feeTooLow' },
  { when: /invalid transaction nonce|account is already deployed/i, means: 'nonce' },
  {
    when: /boundsExceedBalance|exceeds? (?:the )?(?:account )?balance|resource bounds .* exceed balance/i,
    means: 'broadcast.insufficientFunds',
  },
  { when: /gas amount is too high/i, means: 'broadcast.gasRefused' },
  // apollo_gateway, src/errors.rs, and apollo_mempool_types, src/errors.rs: "Mempool full", "mempool capacity exceeded".
  {
    when: /mempool (?:is )?full|mempool capacity exceeded|throughput limit|too many transactions/i,
    means: 'broadcast.congested',
  },
];

/** Nothing that we know comes later in a node's text, and regular expressions are slow on long texts. */
const longestText = 4_000;

function textOf({ message, data }: RpcError): string {
  return `${message} ${innermost(data) ?? ''}`.slice(0, longestText);
}

/**
 * Says what a refusal means.
 *
 * @returns Undefined if it says nothing about the transaction: the endpoint failed.
 */
export function describeRefusal(error: RpcError): Failure | undefined {
  const text = textOf(error);
  const known = byCode[error.code];
  const isTextual = known === undefined || passedOn.includes(error.code);
  const means = (isTextual ? byText.find(({ when }) => when.test(text))?.means : undefined) ?? known;
  if (means === undefined) return undefined;
  return { means, reason: reasonFor(error), minimum: minimumIn(text), next: nextIn(text) };
}

/** Our words where those of the node are hard to understand. */
function reasonFor(error: RpcError): string {
  const words = reasonOf(error);
  switch (error.code) {
    case 28:
      return 'the class of the account is not declared there';
    case 55:
      if (/guardian/i.test(words)) return `the account wants the signature of its guardian too (${words})`;
      if (/sig|owner/i.test(words)) return `the account does not take the signature (${words})`;
      if (/is not deployed/i.test(words)) return 'the account is not deployed there';
      return words;
    case 58:
      return 'the sender is no account there';
    default:
      return words;
  }
}

/** A number in decimals or in hex. */
const number = '(0x[0-9a-f]{1,64}|\\d{1,77})';

const thresholds = [`required threshold:? ${number}`, `minimum required gas price:? ${number}`].map(
  (text) => new RegExp(text, 'i'),
);

function minimumIn(text: string): bigint | undefined {
  return firstIn(thresholds, text);
}

/** blockifier, devnet, and the gateway, which names a range. */
const nexts = [`account nonce:? ${number}`, `expected:? (?:nonce = )?${number}`, `\\(nonce=${number}\\)`].map(
  (text) => new RegExp(text, 'i'),
);

function nextIn(text: string): bigint | undefined {
  return firstIn(nexts, text);
}

function firstIn(patterns: readonly RegExp[], text: string): bigint | undefined {
  const [found] = patterns.flatMap((pattern) => pattern.exec(text)?.[1] ?? []);
  return found === undefined ? undefined : BigInt(found);
}

/** From the most telling refusal to the least. Balances and prices differ from node to node. */
const telling: readonly Meaning[] = [
  'broadcast.replacementFeeTooLow',
  'broadcast.insufficientFunds',
  'broadcast.feeTooLow',
  'broadcast.gasRefused',
  'broadcast.refused',
  'broadcast.congested',
];

/** The most telling of several refusals. Duplicates and nonces have to be looked at on their own. */
export function mostTelling<F extends Failure>(failures: readonly F[]): F | undefined {
  const ranked = failures.filter(({ means }) => telling.includes(means));
  return ranked.toSorted((a, b) => telling.indexOf(a.means) - telling.indexOf(b.means))[0];
}

/** The error for a refusal with a code. It keeps the node's words. */
export function refusal(
  code: Extract<Code, `broadcast.${string}`>,
  { reason, minimum }: Failure,
  facts: { readonly chain: string; readonly nonce: string },
): Error {
  const named = minimum === undefined ? {} : { minimum: `${minimum} FRI for a unit of gas of layer 2` };
  // Each message template uses some of these values.
  const values = { reason, ...facts, ...named };
  return refuse(code, values as unknown as ContextOf<typeof code>, 'transaction');
}
