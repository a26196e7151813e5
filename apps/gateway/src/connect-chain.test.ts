import { RefusedError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { createChains } from './chains.ts';
import { checkChains } from './connect-chain.ts';
import { families } from './families.ts';

// The schema of settings refuses these earlier. Here they go past it, to show the checks behind it.
const broken = { endpoints: ['https://us%zz:secret@a.test'] };
const sound = { endpoints: ['https://a.test'] };

async function problemsOf(checking: Promise<unknown>): Promise<string[]> {
  const error: unknown = await checking.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RefusedError)) throw new Error(`expected a RefusedError, got ${error}`);
  expect(error.problems.every(({ code }) => code === 'config.invalid')).toBe(true);
  return error.problems.map(({ message }) => message);
}

describe('a chain that cannot be opened', () => {
  const reason =
    'chains.gnosis: cannot be used: The credentials in the URL of endpoint-1 hold a % that is no escape; write it as %25.';

  it('is named before the first request, with all other such chains, and without its URL', async () => {
    const settings = {
      gnosis: broken,
      base: { endpoints: [{ url: 'https://a.test', kind: 'esplora' }] },
      solana: { options: { priority: 'most' } },
      ethereum: sound,
    };
    expect((await problemsOf(checkChains(families, settings))).toSorted()).toEqual([
      expect.stringMatching(/^chains\.base\.endpoints\.0\.kind: must be one of rpc, blockscout/),
      reason,
      'chains.solana.options.priority: must be one of none, low, medium, high',
    ]);
  });

  it('is listed without features, and does not affect other chains', async () => {
    const chains = createChains({ families, settings: { gnosis: broken, base: sound }, connect: {} });
    const { gnosis, base, solana } = await chains.details();
    expect(gnosis.supportedFeatures.read.account.balances.native).toBe(false);
    expect(base.supportedFeatures.read.account.balances.native).toBe(true);
    expect(solana.supportedFeatures.read.account.balances.native).toBe(true);
    expect(await problemsOf(chains.open('gnosis'))).toEqual([reason]);
  });

  it('is passed over if its family is not built, and listed without features', async () => {
    const { algorand: _, ...others } = families;
    const settings = { algorand: { endpoints: ['https://a.test'], options: { a: 1 } } };
    await checkChains(others, settings);
    const { algorand } = await createChains({ families: others, settings, connect: {} }).details();
    expect(algorand.supportedFeatures.read.account.balances.native).toBe(false);
    expect(await problemsOf(checkChains(families, settings))).toEqual(['chains.algorand.options.a: is not a setting']);
  });

  it('loads no family that is not configured', async () => {
    const loaded: string[] = [];
    const counted = Object.fromEntries(
      Object.entries(families).map(([name, load]) => [name, () => load().finally(() => loaded.push(name))]),
    );
    await checkChains(counted, { solana: sound });
    expect(loaded).toEqual(['solana']);
  });
});
