import {
  proven,
  type RefusedError,
  refuse,
  requireMoving,
  type SignedTransaction,
  toHex,
  UpstreamError,
} from '@isochain/core';
import { isKnownAnywhere, type Operation, sendToAll, silent, type Verdict } from '@isochain/core/upstream';
import { isSignatureOf } from './bytes/finalize.ts';
import type { TonPlan } from './bytes/transaction.ts';
import type { TonContext } from './context.ts';
import { describeRefusal, type Failure, mostTelling, refusal } from './failures.ts';
import type { Cell } from './ton-core.ts';
import { ask, askEndpoint, type Target } from './upstream/ask.ts';
import { broadcast, hashesOf, latestTime } from './upstream/broadcast.ts';
import { freshMs } from './upstream/guard.ts';
import { states } from './upstream/queries/accounts.ts';
import { hasMessage, takenBodies } from './upstream/queries/taken-messages.ts';
import { readSeqno } from './wallets/read-signing-message.ts';
import { normalizedHash, splitBody } from './wallets/signing-message.ts';
import { readWallet } from './wallets/wallet.ts';

/** How long a broadcast waits to hear whether the chain moves, in milliseconds. */
const patienceMs = 3_000;

/** Clocks of servers may be so slow, in seconds. */
const mostSlowSeconds = 60;

/** So many of the endpoints that refused a message are asked about the wallet. */
const maxWitnesses = 3;

type Endpoint = Omit<Target, 'maxAttempts'>;

/** A refusal, with its endpoint. */
interface Refusal extends Failure {
  readonly endpoint: Endpoint;
}

/**
 * Sends a signed message to all endpoints at once. It is sent as soon as one endpoint takes it, or has it already. Idempotent: a sequence number is
 * used only once, so the same bytes may go everywhere. Before a failure is reported, every endpoint is asked for the message. A sequence number is
 * reported as used only if the message that used it was found, with the wallet's own signature. A message is reported as expired only if our own clock
 * is past its time, and the wallet's sequence number shows that it was not carried out.
 *
 * Nothing is sent while the chain stands still. This is checked only if no young block was seen lately: encode sees one.
 *
 * @returns The normalized hash of the message (TEP-467), in hex.
 * @throws RefusedError a `broadcast.*` code, or `chain.standsStill`. Core lets a refusal stand only if no endpoint may have the message, or if it can no
 *   longer be carried out. UpstreamError if no endpoint gave a usable answer and none knows the message: `maybeSent` says that one may have taken it
 *   all the same. UpstreamError also if the sequence number is used and no endpoint shows what used it: it may be this very message.
 */
export async function submit(
  context: TonContext,
  signed: SignedTransaction,
  plan: TonPlan,
  operation: Operation,
): Promise<string> {
  const { chainId, identity } = context;
  const { hash } = signed;
  if (!context.blockAge.isMoving()) {
    // An endpoint that does not answer this may still take a message.
    await silent(ask(context, {}, operation, { timeoutMs: patienceMs }));
    requireMoving(context, operation);
  }
  const endpoints = context.kinds.flatMap((kind) => context.endpointsOf(kind).map((endpoint) => ({ kind, endpoint })));
  const { isTaken, refusals, failures } = await sendToAll(operation, endpoints, async (endpoint, maxAttempts) => {
    const words = await broadcast(signed, { ...endpoint, maxAttempts }, operation);
    return verdictOf(endpoint, words, plan);
  });
  if (isTaken) return hash;
  const [, plain = hash] = hashesOf(signed);
  const known = hasMessage(plan.sender, [hash, plain]);
  const isKnown = await isKnownAnywhere(
    endpoints,
    async (endpoint, maxAttempts) => (await askEndpoint(known, { ...endpoint, maxAttempts }, operation)) === true,
  );
  if (isKnown) return hash;

  const found = await verdictOfWallet(context, plan, refusals, failures, { hash, operation });
  if (found !== undefined) return found;
  const failure = mostTelling(refusals.filter(({ means }) => means !== 'duplicate'));
  if (failure !== undefined) throw refusal(failure.means, failure.reason, { chain: identity.name });
  const [duplicate] = refusals;
  throw UpstreamError.joined(chainId, failures, duplicate && { doubt: duplicate.reason, hash, maybeSent: true });
}

function verdictOf(endpoint: Endpoint, words: string | undefined, { wallet }: TonPlan): Verdict<Refusal> {
  if (words === undefined) return 'taken';
  const failure = describeRefusal(words, wallet.version) ?? { means: 'broadcast.refused', reason: '' };
  if (failure.means === 'known') return 'taken';
  // Liteservers check a message before they pass it on (ton-blockchain/ton, validator/impl/liteserver.cpp: perform_sendMessage).
  return { refused: { ...failure, endpoint }, mayHave: failure.means === 'duplicate' };
}

interface Sent {
  readonly hash: string;
  readonly operation: Operation;
}

/** Refusals that may have this very message as their reason: it used the sequence number, or spent the coins. */
const doubtful: readonly Failure['means'][] = ['sequence', 'expired', 'broadcast.insufficientFunds'];

/**
 * What the wallet itself shows, if its refusal may come from this very message. An endpoint that calls a sequence number used is believed only if it
 * shows the message that used it.
 *
 * @returns The hash, if this very message used it. Undefined if the refusal stands.
 */
async function verdictOfWallet(
  context: TonContext,
  plan: TonPlan,
  refusals: readonly Refusal[],
  failures: readonly UpstreamError[],
  { hash, operation }: Sent,
): Promise<string | undefined> {
  const claims = refusals.filter(({ means }) => doubtful.includes(means));
  const [first] = claims;
  if (first === undefined) return undefined;
  const nonce = String(plan.seqno);
  const witnesses = claims.slice(0, maxWitnesses).map(async ({ endpoint, means }) => {
    return { means, ...(await askWallet(plan, { ...endpoint, maxAttempts: 1 }, operation)) };
  });
  const shown = await Promise.all(witnesses);
  const users = shown.flatMap(({ user }) => user ?? []);
  if (users.includes(hash)) return hash;
  const [user] = users;
  if (user !== undefined) {
    throw proven(refuse('broadcast.nonceUsed', { nonce, transaction: user }, 'transaction'), 'another');
  }
  const isUnused = shown.every(({ next }) => next !== undefined && next <= plan.seqno);
  const strictest = claims.find(({ means }) => means === 'sequence') ?? claims.find(({ means }) => means === 'expired');
  if (strictest === undefined) {
    // Without coins nothing else can be paid, unless this message spent them.
    if (shown.every(({ next }) => next === undefined || next <= plan.seqno)) return undefined;
  } else if (
    strictest.means === 'expired' &&
    isUnused &&
    (await isPast(context, plan, strictest.endpoint, operation))
  ) {
    throw expiredError(context, plan, strictest.reason);
  } else if (shown.every(({ means, next }) => means === 'sequence' && next !== undefined && next < plan.seqno)) {
    throw refusal('broadcast.nonceGap', first.reason, { chain: context.identity.name, nonce });
  }
  const { reason } = strictest ?? first;
  throw UpstreamError.joined(context.chainId, failures, { doubt: reason, hash, maybeSent: true });
}

/** Our own clock. `context.clock` goes by what endpoints say, and one of them may lie. */
function secondsOf({ now }: Pick<TonContext, 'now'>): number {
  return Math.floor(now() / 1_000);
}

/**
 * Whether the time of a message is over. An endpoint that lies about the time is not believed: our own clock must have reached it, too. If our clock
 * may be a little slow, the endpoint must show a block of that time.
 */
async function isPast(
  context: TonContext,
  { validUntil }: TonPlan,
  endpoint: Endpoint,
  operation: Operation,
): Promise<boolean> {
  const left = validUntil - secondsOf(context);
  if (left <= 0) return true;
  if (left > mostSlowSeconds) return false;
  const latest = await silent(latestTime({ ...endpoint, maxAttempts: 1 }, operation));
  return latest !== undefined && latest >= validUntil;
}

/**
 * The endpoint that refused shows the wallet without the message. It is proven to be over once that state is surely of a later block than the last one
 * that could hold the message: endpoints may be as far behind as their guard lets them.
 */
function expiredError(context: TonContext, { validUntil }: TonPlan, reason: string): RefusedError {
  const { blockAge, identity } = context;
  const error = refusal('broadcast.expired', reason, { chain: identity.name });
  const mostBehindSeconds = Math.ceil((blockAge.oldestMs + freshMs) / 1_000);
  const isSure = blockAge.oldestMs > 0 && secondsOf(context) >= validUntil + mostBehindSeconds;
  return isSure ? proven(error, 'over') : error;
}

/** What an endpoint shows of the wallet. */
interface Shown {
  /** The next sequence number. Undefined if it is not known. */
  readonly next?: number | undefined;
  /** The normalized hash of the message that used the sequence number. */
  readonly user?: string | undefined;
}

async function askWallet(plan: TonPlan, target: Target, operation: Operation): Promise<Shown> {
  const [found, bodies] = await Promise.all([
    silent(askEndpoint(states([plan.sender]), target, operation)),
    silent(askEndpoint(takenBodies(plan.sender), target, operation)),
  ]);
  const own = found?.get(plan.sender.toRawString());
  const wallet = own?.code && own.data && readWallet(own.code, own.data);
  // A wallet that is not deployed begins with 0.
  const isFirst = plan.deploy && own !== undefined && own.status !== 'active';
  const next = isFirst ? 0 : wallet?.seqno;
  const user = bodies?.find((body) => isUser(plan, body));
  return { next, user: user && toHex(normalizedHash(plan.sender, user)) };
}

/** Whether a message has the sequence number, and the wallet's key signed it. */
function isUser({ wallet, seqno }: TonPlan, body: Cell): boolean {
  const split = splitBody(wallet.version, body);
  return (
    split !== undefined &&
    readSeqno(wallet.version, split.signing) === seqno &&
    isSignatureOf(split.signature, split.signing.hash(), wallet.publicKey)
  );
}
