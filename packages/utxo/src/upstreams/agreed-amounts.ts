import { type Operation, UpstreamError } from '@isochain/core';
import type { Account } from '../account/account.ts';
import type { UtxoContext } from '../chains.ts';
import { type Coin, outpointKey } from '../coin.ts';
import type { Backend } from './backend.ts';
import { sourcesOf } from './sources.ts';

/** So many endpoints are asked: where one lies, the two others agree. */
const maxEndpoints = 3;

/** What several endpoints say that some coins hold. */
export interface Opinions {
  /** What two endpoints say alike, by `txid:vout`, in the smallest unit. A coin that both do not know holds nothing. */
  readonly agreed: ReadonlyMap<string, bigint>;
  /** Whether fewer than two endpoints can tell: there are no others, or they do not list so many coins. */
  readonly isAlone: boolean;
  /** Of endpoints without an answer. */
  readonly failures: readonly UpstreamError[];
}

/** Makes what asks several endpoints, of different kinds first, what coins hold. It answers as soon as two agree on all of them. */
export function amountsReader(
  context: UtxoContext,
  backends: readonly Backend[],
): (account: Account, coins: readonly Coin[], operation: Operation) => Promise<Opinions> {
  const sources = sourcesOf(context, backends);
  return async (account, coins, operation) => {
    const failures: UpstreamError[] = [];
    const told: ReadonlyMap<string, bigint>[] = [];
    const agreed = new Map<string, bigint>();
    const hear = (amounts: ReadonlyMap<string, bigint>) => {
      const of = (from: ReadonlyMap<string, bigint>, key: string) => from.get(key) ?? 0n;
      for (const key of coins.map(outpointKey)) {
        const amount = of(amounts, key);
        if (told.some((other) => of(other, key) === amount)) agreed.set(key, amount);
      }
      told.push(amounts);
    };
    await new Promise<void>((end, fail) => {
      const answers = sources.slice(0, maxEndpoints).map(async ({ backend, name }) => {
        try {
          hear(await backend.amounts(account, coins, { endpoint: name, maxAttempts: 1 }, operation));
          if (agreed.size === coins.length) end();
        } catch (error) {
          if (!(error instanceof UpstreamError)) throw error;
          failures.push(error);
        }
      });
      Promise.all(answers).then(() => end(), fail);
    });
    const isUnable = ({ attempts }: UpstreamError) => attempts.some(({ outcome }) => outcome === 'unable');
    const able = Math.min(sources.length, maxEndpoints) - failures.filter(isUnable).length;
    return { agreed, isAlone: able < 2, failures };
  };
}
