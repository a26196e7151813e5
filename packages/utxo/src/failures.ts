import { type Code, type ContextOf, refuse } from '@isochain/core';
import { cleanReason, parseJson } from '@isochain/core/upstream';
import * as z from 'zod';

/** What a node says against a transaction that it was sent, without what wraps it. */
export interface NodeRefusal {
  readonly code: number | undefined;
  /** The node's own. */
  readonly message: string;
}

/**
 * What a refusal means to us:
 * - `known`: the mempool or the chain has the transaction already
 * - `spent`: an input is spent, by this very transaction or another one, or the node does not know it
 * - `conflict`: another transaction that waits spends an input
 * - `unready`: it speaks of the node; another one may take the transaction
 */
export type Meaning = 'known' | 'spent' | 'conflict' | 'unready' | BroadcastCode;

type BroadcastCode = Extract<Code, `broadcast.${string}`>;

export interface Failure<M extends Meaning = Meaning> {
  readonly means: M;
  /** In a few words, for the person who sent it. */
  readonly reason: string;
}

/** Something that the transaction cannot be sent for. */
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
  // Another transaction that waits spends the same coin, and cannot be replaced by paying more.
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

/** What servers in front of nodes say of themselves, without a code. */
const aboutTheServer = /connection|timed? ?out|unavailable|rate limit|too many requests|interrupt/i;

/** Reads what a node says against a transaction. */
export function describeRefusal({ code, message }: NodeRefusal): Failure {
  const reason = cleanReason(message) || 'it gave no reason';
  const means = code === undefined ? undefined : codeMeanings[code];
  if (means !== undefined) return { means, reason };
  // Nodes before Bitcoin Core 0.19, Dogecoin's among them, put a number in front; details follow a comma or stand in parentheses.
  const [words = ''] = message.replace(/^\d+: */, '').split(/[,(]/, 1);
  const found = reasonMeanings.find(({ when }) => when.test(words.trim().toLowerCase()));
  if (found) return { means: found.means, reason };
  return { means: code === undefined && aboutTheServer.test(message) ? 'unready' : 'broadcast.refused', reason };
}

/**
 * The most telling first: what is wrong with the transaction itself is wrong everywhere, while its surroundings look different from node to
 * node, and the least fee is each node's own matter.
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

/** Of what several nodes said the most telling. */
export function mostTelling(refusals: readonly Refusal[]): Refusal | undefined {
  return refusals.toSorted((a, b) => telling.indexOf(a.means) - telling.indexOf(b.means))[0];
}

/** The fault for a refusal. */
export function refusal({ means, reason }: Refusal): Error {
  // Each template names the reason or nothing; it stays in the context in any case.
  return refuse(means, { reason } as unknown as ContextOf<BroadcastCode>, 'transaction');
}

/** Body of an answer that says what a node has against a transaction, whatever wraps it; anything else does not fit. */
export const nodeRefusal: z.ZodType<NodeRefusal> = z.unknown().transform((body, { issues }) => {
  const found = readRefusal(body);
  if (found !== undefined) return found;
  issues.push({ code: 'custom', input: body, message: 'expected what a node says' });
  return z.NEVER;
});

/** More says nothing about a transaction. */
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
  // A page of some proxy.
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
