import { developmentEngines, standInEngines } from '@isochain/devnet';
import { expect, it, onTestFinished } from 'vitest';
import { settings } from '../config/settings.ts';
import { families } from '../families.ts';
import { banner } from './banner.ts';
import { type Development, startDevelopment } from './start.ts';

const onRequest = developmentEngines.filter((engine) => engine.onRequest === true).map(({ chainId }) => chainId);
// Chains with settings keep them, so these engines do not start.
const others = developmentEngines.filter((engine) => engine.onRequest !== true).map(({ chainId }) => [chainId, {}]);

async function start(developmentChains: readonly string[]): Promise<Development> {
  const chains = Object.fromEntries(others);
  const development = await startDevelopment(settings.parse({ profile: 'development', developmentChains, chains }));
  onTestFinished(() => development.devnet.stop());
  return development;
}

const show = (development: Development) => banner({ ...development, url: 'http://127.0.0.1:1', families });

it('leaves main networks to public endpoints, and says how to run them here', async () => {
  const development = await start([]);
  expect(development.devnet.engines).toEqual([]);
  expect(Object.keys(development.settings.chains)).not.toContain(onRequest[0]);
  for (const id of onRequest) expect(show(development)).toContain(`ISOCHAIN_DEV_CHAINS=${id} runs it on this machine`);
});

it.each(onRequest)('runs %s on this machine if the operator asks for it, and says so', async (id) => {
  const development = await start([id]);
  expect(development.devnet.engines.map(({ chainId }) => chainId)).toEqual([id]);
  expect(development.settings.chains).toHaveProperty(id);
  const line = show(development)
    .split('\n')
    .find((one) => one.includes('in place of the main network'));
  expect(line).toMatch(new RegExp(`${id} +http://127\\.0\\.0\\.1:`));
  expect(show(development)).not.toContain('ISOCHAIN_DEV_CHAINS');
});

it.each(standInEngines.map(({ chainId }) => chainId))('never serves the stand-in of %s, and says why', async (id) => {
  const development = await start([]);
  expect(Object.keys(development.settings.chains)).not.toContain(id);
  expect(show(development)).not.toContain(`ISOCHAIN_DEV_CHAINS=${id}`);
  const text = `developmentChains: only a stand-in of ${id} runs here, for tests, and this profile serves real engines alone`;
  await expect(start([id])).rejects.toThrow(text);
});

it('refuses a chain that cannot run here', async () => {
  await expect(start(['polygon'])).rejects.toThrow('developmentChains: polygon is no main network that can run here');
});
