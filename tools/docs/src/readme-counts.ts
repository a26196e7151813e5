import { catalogue, chainIds } from '@isochain/core';

/** The README with the number of chains in the row of each family. All else in it is written by hand. */
export function withCounts(readme: string): string {
  return readme.replace(/^(\| (\w+)(?: \(UTXO\))? \| )\d+(?= \|)/gm, (row, start: string, family: string) => {
    const count = chainIds.filter((id) => catalogue[id].family === family).length;
    return count === 0 ? row : `${start}${count}`;
  });
}
