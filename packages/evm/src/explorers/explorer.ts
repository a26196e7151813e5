import type { Operation } from '@isochain/core';
import type { EvmContext } from '../chains.ts';
import { blockscout } from './blockscout.ts';
import { etherscan } from './etherscan.ts';
import type { Cursor, ListPage, Lists } from './rows.ts';

/** What explorers speak: the REST interface (v2) of Blockscout, or Etherscan's, which Routescan and others have too. */
export type ExplorerKind = 'blockscout' | 'etherscan';

/** One kind of explorer. Every method throws `UpstreamError` where no endpoint of the kind gave a usable answer. */
export interface Explorer {
  readonly kind: ExplorerKind;
  /**
   * A page of one list of an account.
   *
   * @param cursor - `next` of an earlier page; undefined for the newest.
   */
  list<Name extends keyof Lists>(
    context: EvmContext,
    name: Name,
    account: string,
    cursor: Cursor | undefined,
    operation: Operation,
  ): Promise<ListPage<Lists[Name]>>;
  /** Contracts of ERC-20 tokens that the account seems to hold, the most worth first. Absent where it cannot be asked. */
  tokens?(context: EvmContext, account: string, operation: Operation): Promise<HeldToken[]>;
}

/** A token that an explorer says that an account holds. How much, the chain itself is asked. */
export interface HeldToken {
  readonly address: string;
  readonly name: string;
  readonly ticker: string;
  readonly decimals: number;
}

const explorers: Readonly<Record<ExplorerKind, Explorer>> = { blockscout, etherscan };

/** The kinds of explorers among endpoints, in the order in which they are configured. */
export function explorersOf(kinds: readonly (string | undefined)[]): Explorer[] {
  return [...new Set(kinds)].flatMap((kind) =>
    kind !== undefined && Object.hasOwn(explorers, kind) ? [explorers[kind as ExplorerKind]] : [],
  );
}
