import { type HttpAnswer, type HttpGuard, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { TonContext } from '../context.ts';
import type { TonKind } from '../options.ts';
import { hash, seconds } from './fields.ts';
import { v2Answer } from './refusals.ts';

type Guarded = Pick<TonContext, 'blockAge' | 'chain' | 'clock'>;

/** How long an endpoint is trusted to be up to date, in milliseconds. */
export const freshMs = 60_000;

// v3 writes the time as a text (toncenter/ton-indexer ton-index-go/index/models/blockchain.go: Block), tonapi as a number (tonkeeper/opentonapi
// api/openapi.yml: BlockchainBlock).
const latestBlock = z.object({ global_id: z.int(), gen_utime: seconds });

const v2Network = v2Answer(z.object({ init: z.object({ root_hash: hash }) })).transform(({ init }) => init.root_hash);

/** The request of each kind that shows which network it serves. v3 and tonapi tell the time of their latest block with it. */
export const headRequests: Readonly<Record<TonKind, HttpGuard['request']>> = {
  'toncenter-v3': {
    path: '/masterchainInfo',
    schema: z.object({ last: latestBlock }).transform(({ last }) => last),
  },
  'toncenter-v2': { path: '/getMasterchainInfo', schema: v2Network },
  tonapi: { path: '/blockchain/masterchain-head', schema: latestBlock },
};

export function v3Guard(context: Guarded): readonly HttpGuard[] {
  return [headGuard(context, 'toncenter-v3')];
}

export function tonapiGuard(context: Guarded): readonly HttpGuard[] {
  return [headGuard(context, 'tonapi')];
}

/** One answer shows the network and the time. */
function headGuard(context: Guarded, kind: TonKind): HttpGuard {
  const { blockAge, chain } = context;
  return {
    request: headRequests[kind],
    accept(answer) {
      const head = told<z.output<typeof latestBlock>>(answer);
      if (head?.global_id !== chain.globalId) throw anotherNetwork();
      requireYoung(context, head.gen_utime);
    },
    ...(blockAge.oldestMs === 0 ? {} : { forMs: freshMs }),
  };
}

const v2Time = v2Answer(z.object({ sync_utime: seconds })).transform((result) => result.sync_utime);

/** v2 tells the first state of the network, and the time only with an account. This account is small. */
export function v2Guard(context: Guarded): readonly HttpGuard[] {
  const { blockAge, chain } = context;
  const network: HttpGuard = {
    request: headRequests['toncenter-v2'],
    accept(answer) {
      if (told<string>(answer) !== hash.parse(chain.zeroStateHash)) throw anotherNetwork();
    },
  };
  const clock: HttpGuard = {
    request: {
      path: '/getAddressInformation',
      query: { address: `-1:${'0'.repeat(64)}` },
      schema: v2Time,
    },
    accept: (answer) => requireYoung(context, told<number>(answer) ?? Number.NaN),
    forMs: freshMs,
  };
  return blockAge.oldestMs === 0 ? [network] : [network, clock];
}

/** The Unix time of the latest block, in seconds, in an answer to one of `headRequests`. Undefined if it tells none, as v2. */
export function latestTimeIn(answer: HttpAnswer<unknown, unknown>): number | undefined {
  return latestBlock.safeParse(told(answer)).data?.gen_utime;
}

/** @param latestAt - Unix time of the latest block, in seconds. */
function requireYoung({ blockAge, clock }: Guarded, latestAt: number): void {
  blockAge.check(latestAt * 1000);
  clock.see(latestAt * 1000);
}

function told<T>(answer: HttpAnswer<unknown, unknown>): T | undefined {
  return answer.ok ? (answer.value as T) : undefined;
}

function anotherNetwork(): RejectedAnswer {
  return new RejectedAnswer('it serves another network');
}
