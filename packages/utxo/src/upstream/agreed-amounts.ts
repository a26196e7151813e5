import type { UpstreamError } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { Account } from '../address/account.ts';
import { type Coin, outpointKey } from '../coin.ts';
import type { UtxoContext } from '../context.ts';
import { askSeveral, maxAsked } from './ask-several.ts';
import type { Backend } from './backend.ts';
import { sourcesOf } from './sources.ts';

/** The amounts of some coins, as several endpoints tell them. */
export interface Opinions {
  /** Amounts that two endpoints agree on, by `txid:vout`, in the smallest unit. A coin that neither endpoint knows has 0. */
  readonly agreed: ReadonlyMap<string, bigint>;
  /** Whether fewer than two endpoints can tell. The others are missing, or do not list so many coins. */
  readonly isAlone: boolean;
  /** Failures of endpoints without an answer. */
  readonly failures: readonly UpstreamError[];
}

/** Makes a function that asks several endpoints, of different kinds first, for the amounts of coins. It answers once two agree on all of them. */
export function amountsReader(
  context: UtxoContext,
  backends: readonly Backend[],
): (account: Account, coins: readonly Coin[], operation: Operation) => Promise<Opinions> {
  const sources = sourcesOf(context, backends);
  return async (account, coins, operation) => {
    const told: ReadonlyMap<string, bigint>[] = [];
    const agreed = new Map<string, bigint>();
    const failures = await askSeveral(
      sources,
      ({ backend, name }) => backend.amounts(account, coins, { endpoint: name, maxAttempts: 1 }, operation),
      (amounts) => {
        for (const key of coins.map(outpointKey)) {
          const amount = amounts.get(key) ?? 0n;
          if (told.some((other) => (other.get(key) ?? 0n) === amount)) agreed.set(key, amount);
        }
        told.push(amounts);
        return agreed.size === coins.length;
      },
    );
    const isUnable = ({ attempts }: UpstreamError) => attempts.some(({ outcome }) => outcome === 'unable');
    const able = Math.min(sources.length, maxAsked) - failures.filter(isUnable).length;
    return { agreed, isAlone: able < 2, failures };
  };
}
