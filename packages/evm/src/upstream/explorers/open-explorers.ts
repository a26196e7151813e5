import type { Operation } from '@isochain/core/upstream';
import { blockscout } from './blockscout.ts';
import { etherscan, routescan } from './etherscan.ts';
import type { Explorer, OpenExplorer, Source } from './explorer.ts';
import type { ExplorerKind } from './explorer-kinds.ts';

const explorers: Readonly<Record<ExplorerKind, Explorer>> = { blockscout, etherscan, routescan };

/** The kinds of explorers among the endpoints of a chain, in configured order. */
export function explorersOf(kinds: readonly (string | undefined)[]): OpenExplorer[] {
  return [...new Set(kinds)].flatMap((kind) =>
    kind !== undefined && Object.hasOwn(explorers, kind)
      ? [{ ...explorers[kind as ExplorerKind], proven: new Set<string>(), doubted: new Set<string>() }]
      : [],
  );
}

/** The endpoints of some kinds, in the order to ask them: doubted ones and ones set aside come last. */
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
