import { type ChainDetail, type ChainId, catalogue, chainIds, type Mode } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { settings } from '../src/config/settings.ts';
import { createGateway } from '../src/gateway.ts';
import { type Entry, key, keyHash } from './harness.ts';

// What `supportedFeatures` calls true works under both paths of a chain, on all chains, and what it calls false is refused as that.

const gateway = (more: object = {}) =>
  createGateway(settings.parse({ keys: { tests: keyHash }, limits: { rate: null }, ...more }), {
    log: () => {},
    coalesce: 'shared',
    fetch: () => Promise.reject(new TypeError('The network is off.')),
  });
const app = gateway();

type Features = ChainDetail['supportedFeatures'];

async function entryOf(subject: typeof app, path: string, body?: object): Promise<Entry & { readonly status: number }> {
  const response = await subject.request(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { status } = (await response.json()) as { status?: { errors: readonly Entry[] } };
  return { message: '', ...status?.errors[0], status: response.status };
}

const { chains } = (await (await app.request('/api/chains', { headers: { authorization: key } })).json()) as {
  chains: Record<ChainId, ChainDetail>;
};

const some = (parts: Readonly<Record<string, boolean>>) => Object.values(parts).some(Boolean);

/** Requests that the chain refuses for their values, if it can do what they ask for. So no upstream is needed. */
const reads: readonly [path: string, claims: (features: Features) => boolean][] = [
  ['validators?nextPage=x', ({ read }) => read.validators],
  ['token/%20', ({ read }) => read.token],
  ['transaction/%20', ({ read }) => some(read.transaction)],
  ['account/%20/state', ({ read }) => some(read.account.balances)],
  ['account/%20/history', ({ read }) => some(read.account.transactions)],
];

/** Refusals that say: this does not exist here. */
const absences = ['chain.notAccepted', 'feature.unsupported', 'route.notFound', 'chain.stopped', 'mode.unsupported'];

/** A chain that has stopped says so everywhere. */
const absenceOf = (id: ChainId, usual: string) => (chains[id].stopped === undefined ? usual : 'chain.stopped');

describe.each(chainIds)('what %s claims', (id) => {
  const { supportedFeatures: features } = chains[id];

  it.each([`/api/${id}`, `/api/chains/${id}`])('is what can be read under %s', async (base) => {
    for (const [path, claims] of reads) {
      const { code = '', message } = await entryOf(app, `${base}/${path}`);
      const expected = claims(features) ? 'works' : absenceOf(id, 'feature.unsupported');
      expect([path, absences.includes(code) ? code : 'works', message]).toEqual([path, expected, message]);
    }
  });

  it('is which modes can be encoded', async () => {
    for (const [mode, isClaimed] of Object.entries(features.write.transaction.type) as [Mode, boolean][]) {
      const { code = '' } = await entryOf(app, `/api/${id}/transaction/encode`, { transaction: { data: { mode } } });
      const absence = catalogue[id].paths.encode ? absenceOf(id, 'mode.unsupported') : 'chain.notAccepted';
      const expected = isClaimed ? 'works' : absence;
      expect([mode, absences.includes(code) ? code : 'works']).toEqual([mode, expected]);
    }
  });

  it('is whether addresses can be derived', async () => {
    const { code = '' } = await entryOf(app, `/api/${id}/address/encode`, { pubkey: '-' });
    const expected = features.utils.addresses ? 'works' : absenceOf(id, 'feature.unsupported');
    expect(absences.includes(code) ? code : 'works').toBe(expected);
  });
});

describe('with the lists of the specification', () => {
  const strict = gateway({ chainLists: 'specification' });

  it.each([
    ['token', 'token/%20', 'token/{tokenId}'],
    ['history', 'account/%20/history', 'account/{accountId}/history'],
  ] as const)('the path of %s takes exactly these, and names the other path', async (list, path, template) => {
    for (const id of chainIds) {
      const answer = await entryOf(strict, `/api/${id}/${path}`);
      const isRefused = answer.code === 'chain.notAccepted';
      expect([id, isRefused]).toEqual([id, !catalogue[id].paths[list]]);
      expect((await entryOf(strict, `/api/chains/${id}/${path}`)).code).not.toBe('chain.notAccepted');
      if (!isRefused) continue;
      const route = `/api/chains/${id}/${template}`;
      expect(answer).toEqual({
        ...{ status: 404, code: 'chain.notAccepted', field: 'chainId', context: { chain: id, route } },
        message: `${id} is not accepted on this path: use ${route}.`,
      });
    }
  });

  it('names only routes that the document has', async () => {
    const { paths } = (await (await strict.request('/openapi.json')).json()) as { paths: Record<string, object> };
    for (const path of ['token/{tokenId}', 'account/{accountId}/history']) {
      expect(Object.keys(paths)).toContain(`/api/chains/{chainId}/${path}`);
    }
  });

  it('stand in the document, too', async () => {
    const chainIdOf = async (subject: typeof app, path: string) => {
      const document = (await (await subject.request('/openapi.json')).json()) as {
        paths: Record<string, { get: { parameters: { name: string; schema: { enum?: string[]; $ref?: string } }[] } }>;
      };
      return document.paths[path]?.get.parameters.find(({ name }) => name === 'chainId')?.schema;
    };
    for (const [list, path] of [
      ['token', '/api/{chainId}/token/{tokenId}'],
      ['history', '/api/{chainId}/account/{accountId}/history'],
    ] as const) {
      const listed = chainIds.filter((id) => catalogue[id].paths[list]);
      expect((await chainIdOf(strict, path))?.enum).toEqual(listed);
      expect((await chainIdOf(app, path))?.$ref).toBe('#/components/schemas/ChainId');
    }
  });
});

it('gives the reason where the chain has nothing that could be read', async () => {
  const { supportedFeatures } = chains.stellar;
  expect(supportedFeatures.read.validators).toBe(false);
  for (const base of ['/api/stellar', '/api/chains/stellar']) {
    expect(await entryOf(app, `${base}/validators`)).toMatchObject({
      ...{ status: 404, code: 'feature.unsupported' },
      message:
        'Validators cannot be read on Stellar: validators of Stellar are chosen by those who run nodes, and nobody stakes coins.',
    });
  }
});
