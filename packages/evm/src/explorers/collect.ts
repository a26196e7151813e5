import { type Operation, UpstreamError } from '@isochain/core';
import type { EvmContext } from '../chains.ts';
import type { Source } from './explorer.ts';
import type { Cursor, InternalRow, Lists, TransactionRow, TransferRow } from './rows.ts';

/** Above all heights: the most that the database of an explorer takes, a 32-bit integer in Blockscout's, and one of us can still add one to. */
export const aboveAll = 2_147_483_646n;

/** Where a list is begun: at its newest row, with what is mined at a height and below, or not at all. */
type Start = 'newest' | bigint | 'end';

/** One list of an account, read page after page. */
interface ListReader<Name extends keyof Lists> {
  readonly rows: readonly Lists[Name][];
  /** Reads one more page, unless it came to its end. */
  more(): Promise<void>;
  /** Height above which everything is there that was mined; what is at it may be there in part. -1 at the end, where everything is. */
  reached(): bigint;
}

/**
 * Every page comes from one endpoint: two of them are not at the same height, and together would show transactions in part.
 *
 * @param account - In lower case.
 */
export function readList<Name extends keyof Lists>(
  { explorer, endpoint, maxAttempts }: Source,
  context: EvmContext,
  name: Name,
  account: string,
  start: Start,
  operation: Operation,
): ListReader<Name> {
  const rows: Lists[Name][] = [];
  let next: Cursor | undefined = typeof start === 'bigint' ? explorer.below(name, start) : undefined;
  let reached = start === 'end' ? -1n : aboveAll;
  return {
    rows,
    reached: () => reached,
    async more() {
      if (reached < 0n) return;
      const page = await explorer.list(context, name, account, next, operation, { endpoint, maxAttempts });
      if (!page.rows.every((row) => hasPart(account, row))) {
        explorer.doubted.add(endpoint);
        const detail = `${name}: a row of another account`;
        throw new UpstreamError(context.chainId, [{ endpoint, outcome: 'malformed', detail, ms: 0 }]);
      }
      rows.push(...page.rows);
      next = page.next;
      reached = next === undefined ? -1n : (page.oldest ?? reached);
    },
  };
}

function hasPart(account: string, row: TransactionRow | TransferRow | InternalRow): boolean {
  const created = 'created' in row ? row.created : undefined;
  return [row.from, row.to, created].some((party) => party?.toLowerCase() === account);
}
