import { type Code, type ContextOf, type RefusedError, refuse } from '@isochain/core';
import { cleanReason, parseJson } from '@isochain/core/upstream';
import * as z from 'zod';

/** A node's refusal of a transaction, without the text that servers put around it. */
export interface NodeRefusal {
  readonly code: number | undefined;
  /** The node's own text. */
  readonly message: string;
}

/**
 * What a refusal means to us:
 * - `known`: the mempool or the chain has the transaction already
 * - `spent`: an input is spent, by this transaction or another one, or the node does not know it
 * - `conflict`: another transaction in the mempool spends an input
 * - `unready`: the node is not ready; another node may take the transaction
 */
export type Meaning = 'known' | 'spent' | 'conflict' | 'unready' | BroadcastCode;

type BroadcastCode = Extract<Code, `broadcast.${string}`>;

export interface Failure<M extends Meaning = Meaning> {
  readonly means: M;
  /** In a few words, for the sender. */
  readonly reason: string;
}

/** A failure that makes broadcast refuse the transaction. */
export type Refusal = Failure<BroadcastCode>;

/** Bitcoin Core, src/rpc/protocol.h. Dogecoin Core and Litecoin Core have the same numbers. */
const codeMeanings: Readonly<Record<number, Meaning>> = {
  [-9]: 'unready', // RPC_CLIENT_NOT_CONNECTED
  [-10]: 'unready', // RPC_CLIENT_IN_INITIAL_DOWNLOAD
  [-22]: 'broadcast.invalid', // RPC_DESERIALIZATION_ERROR
  [-27]: 'known', // RPC_VERIFY_ALREADY_IN_UTXO_SET
  [-28]: 'unready', // RPC_IN_WARMUP
  [-31]: 'unready', // RPC_CLIENT_P2P_DISABLED
};

/**
 * Reject reasons; the first row that matches wins. Sources: Bitcoin Core 0.14 to 31, src/validation.cpp, src/policy/{policy,rbf}.cpp,
 * src/consensus/{tx_check,tx_verify}.cpp, src/common/messages.cpp; Litecoin Core 0.21, src/consensus/tx_verify.cpp; Dogecoin Core 1.14,
 * src/rpc/rawtransaction.cpp.
 */
const reasonMeanings: readonly { readonly when: RegExp; readonly means: Meaning }[] = [
  {
    when: /^(txn-already-(in-mempool|known)|txn-same-nonwitness-data-in-mempool|transaction (outputs )?already in )/,
    means: 'known',
  },
  { when: /^(bad-txns-inputs-(missing|spent)|missing.?inputs|inputs missing or spent)/, means: 'spent' },
  // Another transaction in the mempool spends the same coin, and cannot be replaced by paying more.
  {
    when: /^(txn-mempool-conflict|bad-txns-spends-conflicting-tx|replacement-adds-unconfirmed|too many potential replacements)/,
    means: 'conflict',
  },
  { when: /^(insufficient fee|replacement-failed)/, means: 'broadcast.replacementFeeTooLow' },
  {
    when: /^(min relay fee not met|mempool min fee not met|mempool full|insufficient priority)/,
    means: 'broadcast.feeTooLow',
  },
  {
    when: /^(fee exceeds maximum|absurdly-high-fee|max-fee-exceeded|max feerate exceeded)/,
    means: 'broadcast.feeCap',
  },
  { when: /^dust/, means: 'broadcast.dust' },
  { when: /^bad-txns-premature-spend-of-/, means: 'broadcast.immature' },
  { when: /^(non-final|non-bip68-final|bad-txns-nonfinal)/, means: 'broadcast.notFinal' },
  { when: /^(tx-size$|bad-txns-oversize)/, means: 'broadcast.tooLarge' },
  { when: /^(too-long-mempool-chain|too-large-cluster)/, means: 'broadcast.chainTooLong' },
  { when: /script-verify-flag|^bad-|^tx decode failed|^scriptsig-|^coinbase$/, means: 'broadcast.invalid' },
];

/** Bitcoin Core, src/rpc/protocol.h: RPC_VERIFY_ERROR and RPC_VERIFY_REJECTED. Whatever the words: the mempool did not take the transaction. */
const rejectCodes: readonly (number | undefined)[] = [-25, -26];

/** Whether the node's code says that its mempool did not take the transaction. */
export function isRejected({ code }: Pick<NodeRefusal, 'code'>): boolean {
  return rejectCodes.includes(code);
}

/** Texts without a code that servers in front of nodes say of themselves. */
const aboutTheServer = /connection|timed? ?out|unavailable|rate limit|too many requests|interrupt/i;

/** Finds the meaning of a node's refusal. */
export function describeRefusal({ code, message }: NodeRefusal): Failure {
  const reason = cleanReason(message) || 'it gave no reason';
  const means = code === undefined ? undefined : codeMeanings[code];
  if (means !== undefined) return { means, reason };
  // Nodes before Bitcoin Core 0.19, and Dogecoin's, put a number in front. Details follow a comma or stand in parentheses.
  const [words = ''] = message.replace(/^\d+: */, '').split(/[,(]/, 1);
  const found = reasonMeanings.find(({ when }) => when.test(words.trim().toLowerCase()));
  if (found) return { means: found.means, reason };
  return { means: code === undefined && aboutTheServer.test(message) ? 'unready' : 'broadcast.refused', reason };
}

/**
 * The most telling code first. A fault of the transaction itself is the same at every node. Its surroundings differ from node to node, and each
 * node sets its own least fee.
 */
const telling: readonly BroadcastCode[] = [
  'broadcast.invalid',
  'broadcast.dust',
  'broadcast.tooLarge',
  'broadcast.feeCap',
  'broadcast.immature',
  'broadcast.notFinal',
  'broadcast.chainTooLong',
  'broadcast.replacementFeeTooLow',
  'broadcast.feeTooLow',
  'broadcast.refused',
];

/** The most telling refusal of several nodes. */
export function mostTelling(refusals: readonly Refusal[]): Refusal | undefined {
  return refusals.toSorted((a, b) => telling.indexOf(a.means) - telling.indexOf(b.means))[0];
}

/** The error that tells a refusal to the client. */
export function refusal({ means, reason }: Refusal): RefusedError {
  // A template may leave the reason out. The context always has it.
  return refuse(means, { reason } as unknown as ContextOf<BroadcastCode>, 'transaction');
}

/** Schema of an answer with a node's refusal, in any server's form. */
export const nodeRefusal: z.ZodType<NodeRefusal> = z.unknown().transform((body, { issues }) => {
  const found = readRefusal(body);
  if (found !== undefined) return found;
  issues.push({ code: 'custom', input: body, message: 'expected what a node says' });
  return z.NEVER;
});

/** Longer texts are not about a transaction. */
const longestText = 2_000;

/**
 * - Esplora: `sendrawtransaction RPC error: {"code":-26,"message":"dust"}`, and in newer versions `sendrawtransaction RPC error -26: dust`
 * - Blockbook: `{"error":"-26: dust"}`
 */
function readRefusal(body: unknown): NodeRefusal | undefined {
  if (typeof body === 'string') return readText(body.trim());
  if (typeof body !== 'object' || body === null) return undefined;
  const { code, message, error } = body as Readonly<Record<string, unknown>>;
  if (typeof message === 'string') return { code: typeof code === 'number' ? code : undefined, message };
  return readRefusal(error);
}

function readText(text: string): NodeRefusal | undefined {
  // HTML: the page of a proxy.
  if (text === '' || text.startsWith('<') || text.length > longestText) return undefined;
  const inner = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  if (inner.startsWith('{')) {
    try {
      const found = readRefusal(parseJson(inner));
      if (found !== undefined) return found;
    } catch {
      // Not JSON: braces of another kind.
    }
  }
  const [, code, message = ''] = /^(?:\w+ RPC error )?(-\d{1,9}): *(.*)/s.exec(text) ?? [];
  return code === undefined ? { code, message: text } : { code: Number(code), message: message.replace(/^"|"$/g, '') };
}
