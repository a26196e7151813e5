import type { Operation } from '@isochain/core/upstream';
import type { AddressAccount } from '../address/account.ts';
import type { UtxoContext } from '../context.ts';
import { askSeveral } from './ask-several.ts';
import type { Backend } from './backend.ts';
import { sourcesOf } from './sources.ts';

/** Makes a function that asks several endpoints, of different kinds first, whether an address was ever used. Two have to say so. */
export function useReader(
  context: UtxoContext,
  backends: readonly Backend[],
): (account: AddressAccount, operation: Operation) => Promise<boolean> {
  const sources = sourcesOf(
    context,
    backends.filter(({ isUsed }) => isUsed !== undefined),
  );
  return async (account, operation) => {
    if (sources.length < 2) return false;
    let users = 0;
    await askSeveral(
      sources,
      async ({ backend, name }) => backend.isUsed?.(account, { endpoint: name, maxAttempts: 1 }, operation),
      (isUsed) => {
        if (isUsed === true) users += 1;
        return users === 2;
      },
    );
    return users === 2;
  };
}
