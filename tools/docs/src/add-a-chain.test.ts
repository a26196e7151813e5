import { describe, expect, it } from 'vitest';
import { withFeeTables } from '../../../packages/evm/test/docs/fee-tables.ts';
import { readAddedChains } from '../../chain-data/src/added-chain.ts';
import { identitiesOf } from '../../chain-data/src/catalogue.ts';
import { registryChain } from '../../chain-data/src/chain-registry.ts';
import { buildCosmosChains } from '../../chain-data/src/cosmos-chains.ts';
import { readCosmosSources } from '../../chain-data/src/cosmos-source.ts';
import { buildEvmChains } from '../../chain-data/src/evm-chains.ts';
import { readEvmSources } from '../../chain-data/src/evm-source.ts';
import { catalogueOf, generateFiles } from '../../chain-data/src/files.ts';
import { cosmosChainsWritten, evmChainsWritten, sources } from '../../chain-data/src/sources.ts';
import { configSchema } from './config-schema.ts';
import { codeBlocks } from './markdown.ts';
import { withCounts } from './readme-counts.ts';
import { readText } from './repository.ts';

// docs/add-a-chain.md shows an entry and says that nothing else is needed. These tests add it to the sources in memory. Readers may have added the very same
// entry, to see how it goes: so it is taken out first.

const page = readText('docs/add-a-chain.md') ?? '';
const entry = codeBlocks(page).find(({ name }) => name === 'evm-chain')?.code ?? '';
const shown: Readonly<Record<string, { rpc: string[]; identity: { nativeId: string } }>> = JSON.parse(`{${entry}}`);
const [[id, row] = ['', undefined]] = Object.entries(shown);

const others = without(evmChainsWritten.chains, id);
const before = { ...sources, evm: readEvmSources({ ...evmChainsWritten, chains: others }) };
const evm = readEvmSources({ ...evmChainsWritten, chains: { ...others, ...shown } });
const changed = { ...sources, evm };
const catalogue = catalogueOf(changed);
const chains = buildEvmChains(identitiesOf('evm', catalogue), evm);
const filesBefore = generateFiles(before);
const files = generateFiles(changed);
const textBefore = (path: string) => filesBefore.find((file) => file.path === path)?.text ?? '';
const textOf = (path: string) => files.find((file) => file.path === path)?.text ?? '';

function without<T>(rows: Readonly<Record<string, T>>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(rows).filter(([key]) => key !== name));
}

/** The lines of the new text that the old text lacks. */
function added(now: string, before: string): string[] {
  const known = new Set(before.split('\n'));
  return now.split('\n').filter((line) => !known.has(line));
}

describe('the EVM chain that docs/add-a-chain.md adds', () => {
  it('is a row of its own', () => {
    expect(id).not.toBe('');
    expect(catalogueOf(before)).not.toHaveProperty(id);
  });

  it('is the last of the catalogue, and nothing else changes there', () => {
    expect(Object.keys(catalogue).at(-1)).toBe(id);
    const path = 'packages/core/src/catalogue.data.ts';
    const lines = added(textOf(path), textBefore(path));
    expect(lines).toEqual([expect.stringContaining(`${id}: { family: 'evm', nativeId: '${row?.identity.nativeId}'`)]);
    // These facts are the same for all chains of the family.
    expect(catalogue[id]?.signerSpec).toEqual(catalogue.ethereum?.signerSpec);
    expect(catalogue[id]?.paths).toEqual({ encode: true, token: true, history: true });
  });

  it('is in the table of the EVM chains, with its endpoints and the facts that it shares with others', () => {
    const path = 'packages/evm/src/chains.data.ts';
    const lines = added(textOf(path), textBefore(path));
    expect(lines[0]).toBe(`  ${id}: {`);
    expect(lines).toContain(`    id: ${row?.identity.nativeId},`);
    for (const url of row?.rpc ?? []) expect(lines.join('\n')).toContain(url);
    expect(row?.rpc.length).toBeGreaterThanOrEqual(2);
    expect(chains[id]).toMatchObject({
      ceilings: chains.base?.ceilings,
      systemAddresses: chains.base?.systemAddresses,
    });
  });

  it('is on the page of all chains', () => {
    const lines = added(textOf('docs/chains.md'), textBefore('docs/chains.md'));
    const [intro = ''] = lines;
    expect(intro).toMatch(/^The \d+ chains of the specification, and beside them .*\. What works on one stands/);
    expect(intro).toContain(`\`${id}\`. What`);
    expect(lines.some((line) => line.startsWith('| evm |') && line.includes(`\`${id}\``))).toBe(true);
    expect(lines.some((line) => line.startsWith(`| \`${id}\` | ${row?.identity.nativeId} |`))).toBe(true);
    expect(lines).toHaveLength(3);
  });

  it('is in both tables of fees', () => {
    const fees = readText('docs/evm-fees.md') ?? '';
    const chainsBefore = buildEvmChains(identitiesOf('evm', catalogueOf(before)), before.evm);
    const feesBefore = withFeeTables(fees, chainsBefore, before.evm.chains);
    const lines = added(withFeeTables(fees, chains, evm.chains), feesBefore);
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toContain(`\`${id}\``);
  });

  it('is a key of the configuration, counted in the README', async () => {
    const schema: { properties: { chains: { properties: Record<string, unknown> } } } = JSON.parse(
      await configSchema(catalogue),
    );
    expect(schema.properties.chains.properties[id]).toEqual({ $ref: '#/$defs/evm' });
    const count = Object.values(catalogue).filter(({ family }) => family === 'evm').length;
    expect(withCounts(readText('README.md') ?? '', catalogue)).toMatch(new RegExp(`^\\| evm \\| ${count} \\|`, 'm'));
  });

  it('changes no other file', () => {
    const paths = files.filter(({ path, text }) => text !== textBefore(path)).map(({ path }) => path);
    expect(paths).toEqual([
      'packages/core/src/catalogue.data.ts',
      'packages/core/src/chain-names.data.ts',
      'packages/evm/src/chains.data.ts',
      'docs/chains.md',
    ]);
  });
});

describe('the Cosmos chain that docs/add-a-chain.md adds', () => {
  const rowOf = (name: string) => JSON.parse(`{${codeBlocks(page).find((block) => block.name === name)?.code ?? ''}}`);
  const identity = rowOf('cosmos-identity');
  const written = rowOf('cosmos-chain');
  const [id = ''] = Object.keys(written);
  const cosmos = readCosmosSources({
    ...cosmosChainsWritten,
    chains: { ...without(cosmosChainsWritten.chains, id), ...written },
  });
  const others = without(sources.added, id);
  const added = { ...others, ...readAddedChains({ note: 'a sample', chains: identity }) };
  const withCosmos = { ...sources, cosmos, added };

  it('is in the catalogue and in the table of the Cosmos chains', () => {
    expect(others).not.toHaveProperty(id);
    const all = catalogueOf(withCosmos);
    expect(all[id]).toMatchObject({ family: 'cosmos', nativeId: identity[id].nativeId });
    // These facts are the same for all chains with such keys.
    expect(all[id]?.signerSpec).toEqual(all.cosmoshub?.signerSpec);
    const { prefix, denom, rest, rpc } = written[id];
    expect(buildCosmosChains(identitiesOf('cosmos', all), cosmos)[id]).toMatchObject({ prefix, denom, rest, rpc });
  });

  it('is on the page of all chains', () => {
    const files = generateFiles(withCosmos);
    const text = files.find(({ path }) => path === 'docs/chains.md')?.text ?? '';
    expect(text).toContain(
      `| \`${id}\` | \`${identity[id].nativeId}\` | \`${written[id].denom}\`, 6 | \`${written[id].prefix}1\` |`,
    );
  });

  it('is what the chain registry has', () => {
    expect(registryChain(written[id].registry)?.chain).toMatchObject({
      chainId: identity[id].nativeId,
      bech32Prefix: written[id].prefix,
      slip44: Number(identity[id].signerSpec.coinType),
    });
  });
});

describe('the chain of another family that docs/add-a-chain.md adds', () => {
  it('is in the catalogue', () => {
    const block = codeBlocks(page).find(({ code }) => code.includes('"family": "bitcoin"'))?.code ?? '';
    const added = readAddedChains({ note: 'a sample', chains: JSON.parse(`{${block}}`) });
    const [id = ''] = Object.keys(added);
    expect(sources.specified).not.toHaveProperty(id);
    expect(catalogueOf({ ...sources, added })[id]).toMatchObject({ family: 'bitcoin', signerSpec: { coinType: '1' } });
  });
});
