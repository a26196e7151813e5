import { Ledger } from './ledger.ts';
import { answerRest } from './rest.ts';
import type { StandInChain } from './types.ts';

/** A chain in memory, and `fetch` to its node. */
export interface StandIn {
  readonly url: string;
  readonly ledger: Ledger;
  readonly fetch: typeof fetch;
}

/** Starts a chain in memory. It has three validators. */
export function startStandIn(
  chain: StandInChain,
  validators: readonly string[],
  now: () => number = Date.now,
): StandIn {
  const ledger = new Ledger(chain, now);
  for (const [i, operator] of validators.entries()) {
    ledger.validators.push({
      ...{ operator, moniker: `Validator ${i + 1}`, commission: '0.050000000000000000' },
      ...{ tokens: 1_000_000_000_000n, jailed: false, status: 'BOND_STATUS_BONDED' },
    });
  }
  const url = 'http://stand-in.invalid';
  return {
    url,
    ledger,
    fetch: async (input, init = {}) => {
      const { pathname, searchParams } = new URL(String(input));
      const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
      return answerRest(ledger, decodeURIComponent(pathname), searchParams, body);
    },
  };
}
