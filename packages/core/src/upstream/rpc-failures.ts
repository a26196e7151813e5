import { type Notice, noticeIn } from './notices.ts';
import type { RpcError } from './rpc-error.ts';

/**
 * What a JSON-RPC error is about, as far as words and codes tell that are the same for all chains:
 * - `call`: the call, because a machine ran it, or because it asks for more than the chain allows
 * - `rateLimited`, `unavailable`, `unsupported`, `closed`, `unauthorized`: the endpoint. Another one may do better
 * - `batchRefused`: the batch. The same endpoint may take a smaller one
 * - `unknown`: nobody knows. Only the list of answers of a call can make it an answer (`RpcCall.isAnswer`)
 */
export type RpcErrorMeaning =
  | 'call'
  | 'rateLimited'
  | 'unavailable'
  | 'unsupported'
  | 'batchRefused'
  | 'unknown'
  | Notice;

interface RpcErrorRule {
  /** For logs, instead of the text of the upstream. */
  readonly name: string;
  readonly means: RpcErrorMeaning;
  /** Any of these codes… */
  readonly codes?: readonly number[];
  /** …and any of these in the message or in a text in `data`. */
  readonly text?: readonly RegExp[];
  /** Applies to calls that were sent as a batch. */
  readonly batchOnly?: boolean;
}

/**
 * First match wins. Codes alone say little: outside the range that JSON-RPC reserves, every node and provider has its own, and one code can mean a rate
 * limit at one provider and a skipped slot at another.
 */
const rpcErrorRules: readonly RpcErrorRule[] = [
  // First, because the text of a contract may contain any words, also those of the rules below.
  { name: 'reverted', means: 'call', codes: [3] },
  {
    name: 'reverted',
    means: 'call',
    text: [
      /\brevert/i,
      /vm (exception|execution error)/i,
      /out of gas|invalid opcode/i,
      /transaction simulation failed/i,
    ],
  },

  {
    name: 'batch refused',
    means: 'batchRefused',
    batchOnly: true,
    text: [
      /\bbatch\w*\b.*\b(more than|max\w*|limit\w*|large|exceed\w*|too many|not|unsupported|disabled)\b/i,
      /\b(more than|max\w*|limit\w*|large|exceed\w*|too many|not|unsupported|disabled)\b.*\bbatch/i,
      // geth, for calls at the end of a batch with too large an answer.
      /response (size )?(is )?too (large|big)/i,
    ],
  },

  // Limits of the chain or of the request. They are not rate limits.
  {
    name: 'limit of the chain',
    means: 'call',
    text: [
      /\b(gas|nonce|txpool|mempool|in-flight|account limit|stack|code size|initcode|data size)\b.*\b(limit|exceed)/i,
      /\b(limit|exceed)\w*\b.*\bgas\b/i,
      /\bblock range\b.*\b(limit|exceed)|\b(limit|exceed)\w*\b.*\bblock range\b/i,
      /query returned more than|more than \d+ results|log response\b.*\b(limit|exceed)/i,
    ],
  },

  { name: 'rate limit', means: 'rateLimited', codes: [429, -429, -32429, 1015] },
  {
    name: 'rate limit',
    means: 'rateLimited',
    text: [
      /too many (requests|connections|calls)|too requests/i,
      /\brate.?limit|over rate|\bthrottl/i,
      /requests? (per|\/) ?(second|minute|hour|day)|\/second request/i,
    ],
  },
  {
    name: 'quota used up',
    means: 'rateLimited',
    text: [
      /\b(requests?|calls?|usage|credits?|compute units?)\b.{0,60}\b(limit\w*|exceed\w*|exhausted|reached|used up)\b/i,
      /\b(quota|throughput|bandwidth|capacity)\b.{0,60}\b(limit\w*|exceed\w*|exhausted|reached|used up)\b/i,
      /\b(daily|monthly|plan|tier|subscription)\b.{0,60}\b(limit\w*|exceed\w*|exhausted|reached|used up)\b/i,
      /\bexceed\w*\b.{0,40}\b(quota|capacity|compute units?|credits|plan|tier)\b/i,
      /^limit exceeded\.?$/i,
    ],
  },

  {
    name: 'state not at hand',
    means: 'unavailable',
    text: [
      /header not found|missing trie node|unknown block/i,
      /\bstate .{0,40}(not available|unavailable|pruned)/i,
      /block .{0,20}not (yet )?available/i,
      /minimum context slot/i,
    ],
  },
  {
    name: 'behind the chain',
    means: 'unavailable',
    text: [
      /node is (unhealthy|behind)/i,
      /\b(not|still|is) sync(ed|ing)\b|out of sync|catching up|initial (block )?(sync|download)/i,
    ],
  },
  // EIP-1474.
  { name: 'limit exceeded', means: 'rateLimited', codes: [-32005] },
  {
    name: 'no node behind',
    means: 'unavailable',
    text: [
      /\b(no|all) (healthy |available )?(upstreams?|backends?|nodes?|providers?|servers?)\b/i,
      /bad gateway|service (is )?(temporarily )?unavailable|temporar(y|ily)|overloaded|server (is )?busy/i,
      /connection (refused|reset|closed|lost)|unexpected eof/i,
    ],
  },
  {
    name: 'timed out inside',
    means: 'unavailable',
    text: [/time(d)?[ -]?out|deadline exceeded|context cancell?ed/i],
  },
  // Only without a reason in the text, because several nodes use this code for every error.
  {
    name: 'internal error',
    means: 'unavailable',
    codes: [-32603, -32000, -32099],
    text: [
      /^\W*$/,
      /^(an )?(unknown |unexpected )?(internal |server |json-?rpc )*error( occurred)?\W*(please )?(try again|retry)?( later)?\W*$/i,
    ],
  },

  { name: 'method not found', means: 'unsupported', codes: [-32601] },
  { name: 'method not supported', means: 'unsupported', codes: [-32004], text: [/method|not supported/i] },
  {
    name: 'method not allowed',
    means: 'unsupported',
    text: [
      /(method|rpc call)\b.{0,60}\bnot (found|supported|available|allowed|enabled|whitelisted|implemented)\b/i,
      /(method|rpc call)\b.{0,60}\b(does not exist|disabled|blocked|is unavailable)\b/i,
      /un(supported|known) method|only available on (paid|higher)/i,
    ],
  },
];

const noticeNames: Readonly<Record<Notice, string>> = { closed: 'it was closed', unauthorized: 'not authorised' };

/** The meaning of an error, and the name of the rule that matched. */
export function classifyRpcError(
  error: RpcError,
  context: { readonly batch?: boolean } = {},
): { means: RpcErrorMeaning; name: string } {
  const text = textOf(error);
  const rule = rpcErrorRules.find(
    (candidate) =>
      (!candidate.codes || candidate.codes.includes(error.code)) &&
      (!candidate.text || candidate.text.some((pattern) => pattern.test(text))) &&
      !(candidate.batchOnly && !context.batch),
  );
  if (rule) return { means: rule.means, name: rule.name };
  const notice = noticeIn(text);
  return notice ? { means: notice, name: noticeNames[notice] } : { means: 'unknown', name: 'error' };
}

/**
 * Whether an error is known as a complaint of an endpoint about itself. For calls that any node may refuse in words of its own, such as the broadcast of
 * a transaction. A question about the chain lists its answers instead.
 */
export function isOwnComplaint(error: RpcError): boolean {
  return !['call', 'batchRefused', 'unknown'].includes(classifyRpcError(error).means);
}

/** The largest batch that an endpoint takes, if its refusal says so: "Batch of more than 3 requests are not allowed". */
export function batchLimitIn(error: RpcError | undefined): number | undefined {
  const found = error && /(?:more than|max\w*|limit\w*)\D{0,30}?(\d{1,5})\b/i.exec(textOf(error));
  return found ? Number(found[1]) : undefined;
}

function textOf({ message, data }: RpcError): string {
  // Only the beginning matters, and regular expressions are slow on long texts.
  return (typeof data === 'string' ? `${message} ${data}` : message).slice(0, 1000);
}
