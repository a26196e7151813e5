import { type ChainIdentity, chainIdsOnPath } from '@isochain/core';

/** Paths that take every chain, unless the settings keep them to the list of the specification. */
const listOf: Readonly<Record<string, keyof ChainIdentity['paths']>> = {
  '/api/{chainId}/token/{tokenId}': 'token',
  '/api/{chainId}/account/{accountId}/history': 'history',
};

interface Operation {
  readonly parameters?: readonly object[];
}

/** Puts the specification's lists of chains into paths of the document that could take every chain. */
export function withListedChains<Paths extends object>(paths: Paths | undefined): Paths {
  const entries = Object.entries<Readonly<Record<string, Operation>>>({ ...paths });
  return Object.fromEntries(
    entries.map(([path, item]) => {
      const list = listOf[path];
      return [path, list === undefined ? item : withChains(item, chainIdsOnPath(list))];
    }),
  ) as Paths;
}

function withChains(item: Readonly<Record<string, Operation>>, ids: readonly string[]): object {
  const schema = { type: 'string', enum: ids };
  const entries = Object.entries(item).map(([method, operation]) => {
    const parameters = operation.parameters?.map((parameter) =>
      'name' in parameter && parameter.name === 'chainId' ? { ...parameter, schema } : parameter,
    );
    return [method, { ...operation, parameters }] as const;
  });
  return Object.fromEntries(entries);
}
