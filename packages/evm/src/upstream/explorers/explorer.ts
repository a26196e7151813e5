import type { Operation, RequestOptions } from '@isochain/core/upstream';
import type { EvmContext } from '../../context.ts';
import type { ExplorerKind } from './explorer-kinds.ts';
import type { Cursor, ListPage, Lists } from './rows.ts';

/** One kind of explorer. Every method throws `UpstreamError` if no endpoint of the kind gave a usable answer. */
export interface Explorer {
  readonly kind: ExplorerKind;
  /**
   * A page of one list of an account.
   *
   * @param cursor - `next` of an earlier page, or from `below`. Undefined for the newest page.
   */
  list<Name extends keyof Lists>(
    context: EvmContext,
    name: Name,
    account: string,
    cursor: Cursor | undefined,
    operation: Operation,
    options: Pick<RequestOptions, 'endpoint' | 'maxAttempts'>,
  ): Promise<ListPage<Lists[Name]>>;
  /** The place of a list that goes on with rows of this height, then with lower ones. */
  below(name: keyof Lists, height: bigint): Cursor;
}

/** A kind of explorer of one chain. */
export interface OpenExplorer extends Explorer {
  /** Names of the endpoints that are known to serve the chain. */
  readonly proven: Set<string>;
  /** Names of the endpoints with a last page that was not believed. They are asked last. */
  readonly doubted: Set<string>;
}

/** One endpoint of a kind. */
export interface Source {
  readonly explorer: OpenExplorer;
  readonly endpoint: string;
  /** 1 if there are other endpoints to ask. */
  readonly maxAttempts: number | undefined;
}
