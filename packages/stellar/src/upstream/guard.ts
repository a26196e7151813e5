import { type HttpGuard, servesAnotherChain } from '@isochain/core/upstream';
import type { StellarContext } from '../context.ts';
import { root } from './queries/root.ts';

/** How long an endpoint is trusted to be up to date, in milliseconds. */
const freshMs = 60_000;

/** Asks a server which network it serves, and when its latest ledger closed, every minute. The passphrase proves the network. */
export function horizonGuard({ blockAge, chain }: Pick<StellarContext, 'blockAge' | 'chain'>): readonly HttpGuard[] {
  const guard: HttpGuard = {
    request: root.request,
    accept(answer) {
      const { passphrase, historyClosedAt } = root.read(answer);
      if (passphrase !== chain.passphrase) throw servesAnotherChain();
      blockAge.check(historyClosedAt);
    },
  };
  return [blockAge.oldestMs === 0 ? guard : { ...guard, forMs: freshMs }];
}
