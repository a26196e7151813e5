import type { Status } from '@isochain/core';
import type { RequestContext } from './context.ts';

/**
 * Remembers the errors of an answer, whatever its status: encode refuses with status 200, and so do accounts of a list that failed. Each code counts once
 * for each chain of an answer.
 *
 * @param chain - By default the chain of the path.
 */
export function noteProblems(c: RequestContext, status: Status | undefined, chain = c.get('chainId')): void {
  const { problems } = c.get('told');
  for (const { code } of status?.errors ?? []) {
    if (code === undefined || problems.some((other) => other.code === code && other.chain === chain)) continue;
    problems.push({ chain, code });
  }
}
