import type { Operation, RequestOptions } from '@isochain/core';
import type { EvmContext } from '../chains.ts';
import { blockscout } from './blockscout.ts';
import { etherscan, routescan } from './etherscan.ts';
import type { Cursor, ListPage, Lists } from './rows.ts';

/**
 * What explorers speak: the REST interface (v2) of Blockscout, or Etherscan's, which others have too. Routescan has it as well, and now and then lists a
 * row twice.
 */
export const explorerKinds = ['blockscout', 'etherscan', 'routescan'] as const;

export type ExplorerKind = (typeof explorerKinds)[number];

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

const explorers: Readonly<Record<ExplorerKind, Explorer>> = { blockscout, etherscan, routescan };

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

/** The kinds of explorers among the endpoints of a chain, in the order in which they are configured. */
export function explorersOf(kinds: readonly (string | undefined)[]): OpenExplorer[] {
  return [...new Set(kinds)].flatMap((kind) =>
    kind !== undefined && Object.hasOwn(explorers, kind)
      ? [{ ...explorers[kind as ExplorerKind], proven: new Set<string>(), doubted: new Set<string>() }]
      : [],
  );
}

/** The endpoints of some kinds, in the order in which they are to be asked: those that are doubted or set aside come last. */
export function sourcesOf(able: readonly OpenExplorer[], operation: Operation): Source[] {
  const endpoints = operation.status().flatMap(({ name, kind, setAsideMs }) => {
    const explorer = able.find((one) => one.kind === kind);
    if (explorer === undefined) return [];
    const rank = [Number(explorer.doubted.has(name)), setAsideMs, able.indexOf(explorer)] as const;
    return [{ explorer, endpoint: name, rank }];
  });
  return endpoints
    .toSorted(({ rank: a }, { rank: b }) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
    .map(({ explorer, endpoint }, i, { length }) => ({
      ...{ explorer, endpoint },
      maxAttempts: i < length - 1 ? 1 : undefined,
    }));
}
