import { describe, expect, it } from 'vitest';
import { readText } from '../../../../tools/docs/src/repository.ts';
import { paramsOfMode } from '../../src/bytes/params.ts';
import {
  type CosmosChain,
  type CosmosChainId,
  chains,
  cosmosChainIds,
  type GasKind,
  namedChain,
} from '../../src/chains.ts';
import { defaultGasOf, defaultMaxMemoBytes } from '../../src/fees/default-gas.ts';
import { flatOffer, gasLimitOf, mostTimesHigh } from '../../src/fees/gas-price.ts';
import { cosmosOptionsSchema } from '../../src/options.ts';
import { livePrices } from '../../src/upstream/queries/fees.ts';
import { honours, registrationWishesOf } from '../../src/wishes.ts';

const page = readText('docs/cosmos.md') ?? '';

/** Rows of the first table below a heading, without its head. */
function rowsOf(heading: string): string[][] {
  const [, section = ''] = page.split(`\n${heading}\n`);
  const [body = ''] = section.split(/\n##+ /);
  const lines = body.split('\n').map((line) => line.trim());
  const first = lines.findIndex((line) => line.startsWith('| '));
  const rows = lines.slice(first);
  const last = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(2, last).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const namesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);

const idsWhere = (has: (chain: CosmosChain) => boolean) => cosmosChainIds.filter((id) => has(chains[id]));

describe('docs/cosmos.md', () => {
  it('has every option of the family', () => {
    const options = Object.keys(cosmosOptionsSchema.shape).map((name) => `\`${name}\``);
    expect(rowsOf('## Options').map(([name]) => name)).toEqual(options);
    for (const id of idsWhere(({ replacedNativeId }) => replacedNativeId !== undefined))
      expect(page).toContain(`\`${chains[id].replacedNativeId}\` (\`${id}\`)`);
  });

  it('has every wish', () => {
    const own = Object.keys(registrationWishesOf(namedChain('babylon')).shape);
    const named = rowsOf('## Wishes').map(([wish]) => namesIn(wish)[0]);
    expect(named).toEqual([...honours, ...own]);
  });

  it('has every member of params', () => {
    const members = Object.values(paramsOfMode).flatMap(({ shape }) => Object.keys(shape));
    const named = rowsOf('## What `params` hold').flatMap(([cell]) => namesIn(cell));
    expect(named.toSorted()).toEqual([...new Set(members)].toSorted());
  });

  it('has the chains of each kind of keys', () => {
    const rows = rowsOf('## Accounts and keys').map(([kind, ids]) => [namesIn(kind)[0], ids] as const);
    for (const [kind, ids] of rows.slice(1)) expect(namesIn(ids)).toEqual(idsWhere(({ keys }) => keys === kind));
    expect(rows.map(([kind]) => kind).toSorted()).toEqual(
      [...new Set(cosmosChainIds.map((id) => chains[id].keys))].toSorted(),
    );
  });

  it('has the chains and the questions of each fee model', () => {
    const rows = rowsOf('## Fees').map(([model, ids, source = '']) => ({ model: namesIn(model)[0], ids, source }));
    const models = new Set(cosmosChainIds.map((id) => chains[id].feeModel));
    expect(rows.map(({ model }) => model).toSorted()).toEqual([...models].toSorted());
    for (const { model, ids, source } of rows) {
      const [first] = idsWhere(({ feeModel }) => feeModel === model);
      if (model !== 'static') expect(namesIn(ids)).toEqual(idsWhere(({ feeModel }) => feeModel === model));
      const [query] = livePrices(chains[first as CosmosChainId]);
      if (query !== undefined) expect(source).toContain(`\`${query.rest.route ?? query.rest.path}\``);
    }
  });

  it('has the chains that take other denominations as fees', () => {
    const [, names] = /"feeDenom": "…"\}`, on (.*)\. Prices/.exec(page) ?? [];
    expect(namesIn(names)).toEqual(idsWhere(({ otherFees = [] }) => otherFees.length > 0));
  });

  it('has the gas of transactions that nobody simulates', () => {
    const kinds: readonly GasKind[] = [
      ...(['transfer', 'token', 'contract', 'stake', 'redelegate', 'unstake', 'claim'] as const),
      ...(['compound', 'registration'] as const),
    ];
    const usual = { keys: 'secp256k1' } as const;
    const gas = (kind: GasKind) => defaultGasOf(usual, kind);
    expect(rowsOf('### Gas').map(([, units]) => units)).toEqual(kinds.map((kind) => gas(kind).toLocaleString('en')));
    const more = (keys: CosmosChain['keys']) =>
      (defaultGasOf({ keys }, 'transfer') - gas('transfer')).toLocaleString('en');
    expect(page).toContain(`need ${more('ethermint')} more, on Injective ${more('injective')}.`);
  });

  it('has the limits of gas and prices', () => {
    const written = (text = '') => BigInt(text).toLocaleString('en');
    expect(page).toContain(`Provenance take at most ${written(chains.provenance.maxGas)} units`);
    expect(page).toContain(`those of Babylon ${written(chains.babylon.maxGas)}.`);
    expect(idsWhere(({ maxGas }) => maxGas !== undefined)).toEqual(['provenance', 'babylon', 'babylon-testnet']);
    const { osmosis, injective } = chains;
    expect(page).toContain(
      `on Osmosis ${osmosis.gasPrice.ceiling} uosmo and on Injective ${written(injective.gasPrice.ceiling)} inj`,
    );
    expect(idsWhere(({ gasPrice }) => gasPrice.ceiling !== undefined)).toEqual([
      'osmosis',
      'osmosis-testnet',
      'injective',
    ]);
    expect(page).toContain(`it is ${mostTimesHigh} times the high price`);
  });

  it('has the margins of the code', () => {
    expect(page).toContain(`times ${Number(gasLimitOf(10n, 'other')) / 10}. For`);
    expect(page).toContain(`times ${Number(gasLimitOf(10n, 'claim')) / 10}, because`);
    expect(page).toContain(`${flatOffer(100n, 7n) - 100n} % more are paid`);
    expect(page).toContain(`usually up to ${defaultMaxMemoBytes};`);
    const source = (name: string) => readText(`packages/cosmos/src/${name}.ts`) ?? '';
    expect(source('fees/offer')).toMatch(/mostTimesCeiling = 10n/);
    expect(source('fees/offer')).toMatch(/mostTimesFlat = 2n/);
    expect(source('upstream/token-facts')).toMatch(/mostLookups = 16/);
    expect(source('upstream/pages')).toMatch(/mostPages = 10/);
    expect(source('upstream/guard')).toMatch(/freshMs = 60_000/);
  });
});
