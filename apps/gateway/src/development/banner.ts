import { type ChainId, catalogue, chainIds } from '@isochain/core';
import { type Devnet, mnemonic } from '@isochain/devnet';
import type { Families } from '../families.ts';

export interface BannerFacts {
  /** URL of the gateway. */
  readonly url: string;
  readonly key: string;
  readonly devnet: Pick<Devnet, 'engines' | 'missing'>;
  /** Main networks that could run here too. */
  readonly offered: readonly string[];
  /** Main networks that run here, because the operator asked for it. */
  readonly requested: readonly string[];
  readonly families: Families;
}

/** Width of the column of chain ids: the longest id that has an engine, and two blanks. */
const chainWidth = 19;

/** What a developer needs for the first request, in a few lines. */
export function banner({ url, key, devnet: { engines, missing }, offered, requested, families }: BannerFacts): string {
  const embedded = new Set<string>(engines.map(({ chainId }) => chainId));
  const built = chainIds.filter((id: ChainId) => families[catalogue[id].family] !== undefined);
  const others = built.filter((id) => !embedded.has(id)).length;
  const [first] = engines;
  const account = first?.accounts[0]?.address;
  const oneOfEach = engines.filter(({ family }, i) => engines.findIndex((other) => other.family === family) === i);
  const rows = [
    ['Listening', url],
    ['Docs', `${url}/docs`],
    ['API key', key],
    ...engines.map(({ chainId, url: engineUrl, name }) => {
      const instead = requested.includes(chainId) ? ', in place of the main network' : '';
      return ['Embedded', `${chainId.padEnd(chainWidth)}${engineUrl}  (${name}${instead})`];
    }),
    ...missing.map(({ chainId, reason }) => ['Embedded', `${chainId.padEnd(chainWidth)}not here: ${reason}`]),
    ...oneOfEach.flatMap(({ family, accounts }) => {
      const [holder, ...more] = accounts;
      return holder === undefined
        ? []
        : [
            [
              'Accounts',
              `${family.padEnd(chainWidth)}${holder.address} and ${more.length} more, funded, at ${holder.path}`,
            ],
          ];
    }),
    ...(account === undefined ? [] : [['Mnemonic', mnemonic]]),
    ...engines.flatMap(({ chainId, tokens }) =>
      tokens.map(({ id, name, ticker }) => ['Token', `${chainId.padEnd(chainWidth)}${id}  (${ticker}, ${name})`]),
    ),
    ['Public', `${others} other chains, through public endpoints where there are any`],
    ...offered.map((id) => [
      'Public',
      `${id} is one of them: ISOCHAIN_DEV_CHAINS=${id} runs it on this machine instead`,
    ]),
  ];
  const lines = rows.map(
    ([name, text], index) => `  ${(name === rows[index - 1]?.[0] ? '' : (name ?? '')).padEnd(11)}${text}`,
  );
  const example =
    first === undefined || account === undefined
      ? `curl -H 'Authorization: ${key}' ${url}/api/chains`
      : `curl -H 'Authorization: ${key}' ${url}/api/${first.chainId}/account/${account}/state`;
  return [
    '',
    'isochain, profile development',
    '',
    ...lines,
    '',
    'Try:',
    `  ${example}`,
    '',
    'Ctrl-C stops everything.',
    '',
  ].join('\n');
}
