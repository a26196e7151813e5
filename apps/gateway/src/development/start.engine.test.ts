import { findHandIns } from '@isochain/conformance/hand-ins/find.ts';
import { type ChainId, catalogue, chainIds, type EncodedItem, RefusedError } from '@isochain/core';
import { developmentEngines, standInEngines } from '@isochain/devnet';
import { expect, it, onTestFinished } from 'vitest';
import { settings } from '../config/settings.ts';
import { families } from '../families.ts';
import { createGateway } from '../gateway.ts';
import { banner } from './banner.ts';
import { type Development, startDevelopment } from './start.ts';

const onRequest = developmentEngines.filter((engine) => engine.onRequest === true).map(({ chainId }) => chainId);
const models = standInEngines.map(({ chainId }) => chainId);
// Chains with settings keep them, so these engines do not start.
const others = developmentEngines.filter((engine) => engine.onRequest !== true).map(({ chainId }) => chainId);

async function start(developmentChains: readonly string[]): Promise<Development> {
  const chains = Object.fromEntries(others.filter((id) => !developmentChains.includes(id)).map((id) => [id, {}]));
  const development = await startDevelopment(settings.parse({ profile: 'development', developmentChains, chains }));
  onTestFinished(() => development.devnet.stop());
  return development;
}

const show = (development: Development) => banner({ ...development, url: 'http://127.0.0.1:1', families });

/** The messages with which a start is refused. */
async function refusalOf(developmentChains: readonly string[]): Promise<string[]> {
  const error = await start(developmentChains).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RefusedError);
  return error instanceof RefusedError ? error.problems.map(({ message }) => message) : [];
}

it('leaves main networks to public endpoints, and says which can run here, and how', async () => {
  const development = await start([]);
  expect(development.devnet.engines).toEqual([]);
  for (const id of [...onRequest, ...models]) expect(Object.keys(development.settings.chains)).not.toContain(id);
  expect(show(development)).toContain(`ISOCHAIN_DEV_CHAINS=${onRequest} runs a node on this machine`);
  expect(show(development)).toContain(`ISOCHAIN_DEV_CHAINS=${models} runs a model on this machine`);
  expect(show(development)).not.toContain('no node');
});

it.each(onRequest)('runs %s on this machine if the operator asks for it, and says so', async (id) => {
  const development = await start([id]);
  expect(development.devnet.engines.map(({ chainId }) => chainId)).toEqual([id]);
  expect(development.settings.chains).toHaveProperty(id);
  expect(show(development)).toMatch(new RegExp(`Node +${id} +http://127\\.0\\.0\\.1:.*in place of the main network`));
  expect(show(development)).not.toMatch(/^ +Model/m);
  expect(show(development)).not.toContain(`ISOCHAIN_DEV_CHAINS=${id} `);
});

it('runs every family on this machine if the operator asks for it, and says which are models', async () => {
  const development = await start([...onRequest, ...models]);
  expect(development.devnet.engines.map(({ chainId }) => chainId)).toEqual([...onRequest, ...models]);
  const lines = show(development).split('\n');
  const first = lines.findIndex((line) => line.startsWith('  Model '));
  for (const [index, id] of models.entries()) {
    expect(development.settings.chains).toHaveProperty(id);
    expect(lines[first + index]).toMatch(new RegExp(` ${id} +http://127\\.0\\.0\\.1:.*in place of the main network`));
  }
  expect(lines[first + models.length]).toMatch(/A model is no node: it follows the published rules of its chain/);
  expect(show(development)).not.toContain('ISOCHAIN_DEV_CHAINS');
});

it.each(models)('encodes and sends on the model of %s', async (chainId) => {
  const handIn = (await findHandIns()).find(({ family }) => family === catalogue[chainId as ChainId].family);
  if (handIn === undefined) throw new Error(`No family hands in an example for ${chainId}.`);
  const { examples, sign } = handIn;
  const data = Object.values(examples.intents).find((intent) => intent.data.mode === 'transfer')?.data;
  const development = await start([chainId]);
  const app = createGateway(development.settings, { log: () => {}, coalesce: 'shared' });
  const post = async (route: string, transaction: object) => {
    const headers = { authorization: development.key, 'content-type': 'application/json' };
    const body = JSON.stringify({ transaction });
    const response = await app.request(`/api/${chainId}/transaction/${route}`, { method: 'POST', headers, body });
    return (await response.json()) as { transaction: { encoded: EncodedItem[] }; status?: { errors: unknown[] } };
  };
  const { transaction, status } = await post('encode', { data });
  expect(status?.errors).toEqual([]);
  const signature = await sign(transaction.encoded, await examples.sender());
  expect(await post('broadcast', { ...transaction, signature })).toEqual({ chainId, hash: expect.any(String) });
});

it('counts the accounts that hold coins, and no others', async () => {
  const development = await start(['stellar']);
  const [{ accounts = [] } = {}] = development.devnet.engines;
  // The last account of the model has a key, and does not exist.
  expect(accounts.map((account) => 'exists' in account && account.exists)).toEqual([true, true, true, true, false]);
  expect(show(development)).toContain(`${accounts[0]?.address} and 3 more, funded`);
});

it('refuses each chain that cannot run here in one line, with what can', async () => {
  const choices = [...onRequest, ...models].join(', ');
  const setting = 'ISOCHAIN_DEV_CHAINS (developmentChains)';
  expect(await refusalOf(['polygon', 'ton', 'algorant', 'Stellar', 'x'.repeat(40)])).toEqual([
    `${setting}: polygon cannot run on this machine; these can: ${choices}`,
    `${setting}: algorant is not a chain (algorand is); these can run on this machine: ${choices}`,
    `${setting}: Stellar is not a chain (stellar is); these can run on this machine: ${choices}`,
    `${setting}: xxxxxxxx... is not a chain; these can run on this machine: ${choices}`,
  ]);
});

it('refuses every chain that has no engine', async () => {
  const local = [...developmentEngines, ...standInEngines].map(({ chainId }) => chainId);
  const none = chainIds.filter((id) => !local.includes(id));
  expect(await refusalOf(none)).toEqual(none.map((id) => expect.stringContaining(`${id} cannot run on this machine`)));
});

it('takes the name of a chain that runs here without being asked for', async () => {
  const development = await start(['sepolia']);
  expect(development.devnet.engines.map(({ chainId }) => chainId)).toEqual(['sepolia']);
  expect(show(development)).toMatch(/Node +sepolia +http:\/\/127\.0\.0\.1:\d+ +\(anvil\)\n/);
});
