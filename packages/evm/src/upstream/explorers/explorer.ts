import type { Operation, RequestOptions } from '@isochain/core/upstream';
import type { EvmContext } from '../../context.ts';
import type { ExplorerKind } from './explorer-kinds.ts';
import type { Cursor, ListPage, Lists } from './rows.ts';

/** One kind of explorer. Every method throws `UpstreamError` where no endpoint of the kind gave a usable answer. */
export interface Explorer {
  readonly kind: ExplorerKind;
  /**
   * A page of one list of an account.
   *
   * @param cursor - `next` of an earlier page, or what `below` says; undefined for the newest.
   */
  list<Name extends keyof Lists>(
    context: EvmContext,
    name: Name,
    account: string,
    cursor: Cursor | undefined,
    operation: Operation,
    options: Pick<RequestOptions, 'endpoint' | 'maxAttempts'>,
  ): Promise<ListPage<Lists[Name]>>;
  /** Where a list goes on with what was mined at a height, and then with what is below it. */
  below(name: keyof Lists, height: bigint): Cursor;
}

/** A kind of explorer of one chain. */
export interface OpenExplorer extends Explorer {
  /** Names of the endpoints that are known to serve the chain. */
  readonly proven: Set<string>;
  /** Names of those whose last page was not to be believed: they are asked last. */
  readonly doubted: Set<string>;
}

/** One endpoint of a kind. */
export interface Source {
  readonly explorer: OpenExplorer;
  readonly endpoint: string;
  /** Once, where there are others to be asked. */
  readonly maxAttempts: number | undefined;
}
