import { type ChainIdentity, catalogue } from '@isochain/core';

/** The README with the number of chains in the row of each family. The rest is written by hand. @param known - The chains, by id. */
export function withCounts(
  readme: string,
  known: Readonly<Record<string, Pick<ChainIdentity, 'family'>>> = catalogue,
): string {
  return readme.replace(/^(\| (\w+)(?: \(UTXO\))? \| )\d+(?= \|)/gm, (row, start: string, name: string) => {
    const count = Object.values(known).filter(({ family }) => family === name).length;
    return count === 0 ? row : `${start}${count}`;
  });
}
