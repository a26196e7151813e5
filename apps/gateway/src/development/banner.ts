import { type ChainId, catalogue, chainIds } from '@isochain/core';
import type { Devnet } from '@isochain/devnet';
import type { Account, Engine } from '@isochain/devnet/engine';
import { mnemonic } from '@isochain/devnet/mnemonic';
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
  /** Chains that a model of a node plays here: no code of the chain itself runs. */
  readonly models: readonly string[];
  readonly families: Families;
}

/** Width of the column of chain ids: the longest id that has an engine, and two blanks. */
const chainWidth = 19;

/** What a developer needs for the first request, in a few lines. */
export function banner(facts: BannerFacts): string {
  const { url, key, devnet, offered, requested, models, families } = facts;
  const { engines, missing } = devnet;
  const isModel = (id: string) => models.includes(id);
  const modelled = engines.filter(({ chainId }) => isModel(chainId));
  const running = ({ chainId, url, name }: Engine) => {
    const instead = requested.includes(chainId) ? ', in place of the main network' : '';
    return `${chainId.padEnd(chainWidth)}${url}  (${name}${instead})`;
  };
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
    ...engines.filter(({ chainId }) => !isModel(chainId)).map((engine) => ['Node', running(engine)]),
    ...missing.map(({ chainId, reason }) => ['Node', `${chainId.padEnd(chainWidth)}not here: ${reason}`]),
    ...modelled.map((engine) => ['Model', running(engine)]),
    ...(modelled.length === 0
      ? []
      : [
          [
            'Model',
            'A model is no node: it follows the published rules of its chain in code of this project, and proves nothing about the chain.',
          ],
        ]),
    ...oneOfEach.flatMap(({ family, accounts }) => {
      const [holder, ...more] = accounts.filter(isFunded);
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
    ...[
      { what: 'node', ids: offered.filter((id) => !isModel(id)) },
      { what: 'model', ids: offered.filter(isModel) },
    ].flatMap(({ what, ids }) =>
      ids.length === 0 ? [] : [['Public', `ISOCHAIN_DEV_CHAINS=${ids} runs a ${what} on this machine instead`]],
    ),
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

/** Some engines have a key of an account that does not exist yet. */
function isFunded(account: Account & { readonly exists?: boolean }): boolean {
  return account.exists !== false;
}
