import { type Code, type ContextOf, refuse } from '@isochain/core';
import { cleanReason } from '@isochain/core/upstream';
import { hexText } from './bytes/wallet-transaction.ts';

/**
 * What a refusal of a transaction means to us:
 * - `duplicate`: the node saw the same bytes before. It does not say what became of them
 * - `expired`: its time is over. It may have been carried out before: look it up first
 * - `reference`: the node does not know the block that the transaction refers to
 * - `unshared`: the node took it, and could pass it on to nobody
 */
export type Meaning =
  | 'duplicate'
  | 'expired'
  | 'reference'
  | 'unshared'
  | Extract<
      Code,
      | 'broadcast.insufficientFunds'
      | 'broadcast.invalid'
      | 'broadcast.tooLarge'
      | 'broadcast.fails'
      | 'broadcast.refused'
      | 'broadcast.congested'
    >;

/** A refusal, in our terms. */
export interface Failure {
  readonly means: Meaning;
  /** For the person who sent it: the node's words, cleaned. */
  readonly reason: string;
}

/** What a node says of a transaction that it did not take. */
export interface Said {
  readonly code: string;
  /** Text, or its UTF-8 in hex: `broadcasttransaction` writes it so. */
  readonly message: string;
}

/**
 * Codes of nodes (`response_code` of tronprotocol/protocol, api/api.proto; set by Wallet.broadcastTransaction of tronprotocol/java-tron). Texts decide
 * where one code has several meanings: the first that matches counts.
 */
const byCode: Readonly<Record<string, readonly { readonly when?: RegExp; readonly means: Meaning }[]>> = {
  // With `node.rpc.trxCacheEnable` a node remembers the id before it checks the transaction, and says so of one that it refused, too.
  DUP_TRANSACTION_ERROR: [{ means: 'duplicate' }],
  SIGERROR: [
    // TransactionCapsule.validateSignature and checkWeight: the permissions of the account are others than at encode.
    { when: /permission|sig error|signed twice/i, means: 'broadcast.refused' },
    { means: 'broadcast.invalid' },
  ],
  TAPOS_ERROR: [{ means: 'reference' }],
  TRANSACTION_EXPIRATION_ERROR: [{ means: 'expired' }],
  // The memo and several signatures are paid in the same place as bandwidth.
  BANDWITH_ERROR: [{ means: 'broadcast.insufficientFunds' }],
  TOO_BIG_TRANSACTION_ERROR: [{ means: 'broadcast.tooLarge' }],
  CONTRACT_VALIDATE_ERROR: [
    // TransferActuator, TransferAssetActuator, FreezeBalanceV2Actuator.
    { when: /balance is not sufficient|insufficient fee/i, means: 'broadcast.insufficientFunds' },
    { when: /must be less than or equal to accountBalance/i, means: 'broadcast.insufficientFunds' },
    // BandwidthProcessor: a transaction that creates an account has a limit of its own.
    { when: /too big new account transaction/i, means: 'broadcast.tooLarge' },
    { means: 'broadcast.fails' },
  ],
  CONTRACT_EXE_ERROR: [{ means: 'broadcast.fails' }],
  SERVER_BUSY: [{ means: 'broadcast.congested' }],
  NO_CONNECTION: [{ means: 'broadcast.congested' }],
  BLOCK_UNSOLIDIFIED: [{ means: 'broadcast.congested' }],
  NOT_ENOUGH_EFFECTIVE_CONNECTION: [
    // Said after the node took the transaction. The other text of this code is said before.
    { when: /P2P broadcast failed/i, means: 'unshared' },
    { means: 'broadcast.congested' },
  ],
};

const codes = new Map(Object.entries(byCode));

/**
 * Says what a refusal means.
 *
 * @returns Undefined if it says nothing about the transaction (`OTHER_ERROR` and unknown codes): the endpoint failed.
 */
export function describeRefusal({ code, message }: Said): Failure | undefined {
  const text = textOf(message);
  const found = codes.get(code)?.find(({ when }) => when === undefined || when.test(text));
  return found && { means: found.means, reason: wordsOf(text) };
}

/** The text of a message. No text of a node looks like hex. */
function textOf(message: string): string {
  const isHex = message.length % 2 === 0 && /^[0-9a-f]+$/i.test(message);
  return (isHex ? hexText(message) : undefined) ?? message;
}

/** The node's words, without what leads up to them and without the signature in hex. */
function wordsOf(text: string): string {
  const words = text.replace(/^(?:contract (?:validate|execute) error|validate signature error) ?: ?/i, '');
  return cleanReason(words.replace(/^[0-9a-f]{120,} is signed/i, 'it is signed')) || 'it gives no reason';
}

/** Whether the node may have taken the transaction although it says that it did not. */
export function mayHaveTaken({ means }: Pick<Failure, 'means'>): boolean {
  return means === 'duplicate' || means === 'unshared';
}

/** From the most telling refusal to the least. */
const telling: readonly Meaning[] = [
  'broadcast.invalid',
  'broadcast.tooLarge',
  'broadcast.insufficientFunds',
  'broadcast.fails',
  'broadcast.refused',
  'expired',
  'reference',
  'broadcast.congested',
];

/** The most telling of several refusals. Duplicates tell nothing. */
export function mostTelling<F extends Failure>(failures: readonly F[]): F | undefined {
  const ranked = failures.filter(({ means }) => telling.includes(means));
  return ranked.toSorted((a, b) => telling.indexOf(a.means) - telling.indexOf(b.means))[0];
}

/** The error for a refusal with a code. It keeps the node's words. */
export function refusal(code: Extract<Code, `broadcast.${string}`>, reason: string, chain: string): Error {
  // Each message template uses some of these values.
  return refuse(code, { reason, chain } as unknown as ContextOf<typeof code>, 'transaction');
}
