import { cleanReason } from '@isochain/core/upstream';
import * as z from 'zod';
import { event } from './events.ts';
import { amount, uint64 } from './fields.ts';

const code = amount.transform(Number);

/** What happened in a simulation. Nodes may leave it out. */
const simulatedEvents = z.object({ events: z.array(event) });

/** `POST /cosmos/tx/v1beta1/simulate`: gas that was used, and what happened if the node tells it. `gas_wanted` is not read: it is 2^64 - 1 on some nodes. */
export const simulatedRun = z
  .object({ gas_info: z.object({ gas_used: uint64 }), result: z.unknown().optional() })
  .transform(({ gas_info, result }) => {
    const events = simulatedEvents.safeParse(result).data?.events;
    return { gasUsed: gas_info.gas_used, ...(events === undefined ? {} : { events }) };
  });

/** What a node says to a transaction. */
export interface BroadcastAnswer {
  /** 0: it was taken. What other codes mean depends on `codespace`. */
  readonly code: number;
  readonly codespace: string;
  readonly log: string;
  /** Hash of the transaction that was sent, in upper case, if the node says it. */
  readonly hash?: string | undefined;
}

/** `POST /cosmos/tx/v1beta1/txs`, with `BROADCAST_MODE_SYNC`: answers refusals with status 200. */
export const broadcastAnswer: z.ZodType<BroadcastAnswer> = z
  .object({
    tx_response: z.object({ code, codespace: z.string(), raw_log: z.string(), txhash: z.string().optional() }),
  })
  .transform(({ tx_response: { raw_log: log, txhash, ...rest } }) => ({
    ...rest,
    log,
    ...(txhash ? { hash: txhash.toUpperCase() } : {}),
  }));

/** How Injective answers refusals: with status 500, and everything in one sentence (injectived 1.20.1). */
const sentence =
  /^broadcast error on transaction validation: .* is invalid: code=(\d+), data=.*?, log='([\s\S]*)', codespace='(\w*)'$/;

/** What CometBFT says itself (cometbft mempool/errors.go), and the code that cosmos-sdk has for it (client/broadcast.go: CheckCometError). */
const mempoolCodes = [
  { when: /tx already exists in cache/i, code: 19 },
  { when: /mempool is full/i, code: 20 },
  { when: /tx too large/i, code: 21 },
] as const;

/** The code of the codespace `sdk` for a refusal by CometBFT itself. Undefined if the words are none of its own. */
export function mempoolCode(words: string): number | undefined {
  return mempoolCodes.find(({ when }) => when.test(words))?.code;
}

/** A refusal in words. Without it a refused transaction would look like a broken node, and be sent to the next. */
export const refusalInWords: z.ZodType<BroadcastAnswer> = z
  .object({ message: z.string() })
  .transform(({ message }, refinement) => {
    const own = mempoolCode(message);
    if (own !== undefined) return { code: own, codespace: 'sdk', log: message };
    const [, digits, log, codespace] = sentence.exec(message) ?? [];
    if (digits === undefined || log === undefined || codespace === undefined) {
      refinement.addIssue('no refusal of a transaction');
      return z.NEVER;
    }
    return { code: Number(digits), codespace, log };
  });

/** gRPC's codes for what does not exist, and for a query that the node does not serve (google.golang.org/grpc/codes). */
export const grpcCodes = { notFound: 5, unimplemented: 12 } as const;

/** Any error: `code` is gRPC's. */
export const lcdError = z.object({ code, message: z.string() });

/**
 * The message of a refusal for people: without what follows it, the place in the node's sources and the gas used.
 *
 * @param message - `failed to execute message; message index: 0: ... [cosmos/cosmos-sdk@v0.54.4/x/bank/keeper/send.go:324] with gas used: '64757'`
 */
export function reasonOf(message: string): string {
  const words = message
    .replace(/^rpc error: code = \w+ desc = /, '')
    .replace(/^failed to execute message; message index: \d+: /, '')
    .replace(/ \[[^\]]*\.go:\d+\][\s\S]*$/, '');
  return cleanReason(words);
}
