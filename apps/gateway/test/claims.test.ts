import { type ChainDetail, type ChainId, catalogue, chainIds, type Mode, type Token } from '@isochain/core';
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

  it('has a list of known tokens beside it, which the token path takes', async () => {
    const response = await app.request(`/api/chains/${id}/tokens?limit=100`, { headers: { authorization: key } });
    const { tokens = [], status } = (await response.json()) as { tokens?: Token[]; status?: { errors: Entry[] } };
    const expected = features.read.token ? undefined : absenceOf(id, 'feature.unsupported');
    expect(status?.errors[0]?.code).toBe(expected);
    for (const token of tokens.slice(0, 3)) {
      const { code } = await entryOf(app, `/api/${id}/token/${encodeURIComponent(token.id)}`);
      expect([token.id, code === undefined || code.startsWith('upstream.') ? 'taken' : code]).toEqual([
        token.id,
        'taken',
      ]);
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

describe('a ticker in place of a token id', () => {
  // Sources: https://developers.circle.com/stablecoins/usdc-contract-addresses and https://tether.to/en/supported-protocols
  it.each([
    ['ethereum', 'USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
    ['solana', 'USDC', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    ['algorand', 'USDC', '31566704'],
    ['stellar', 'USDC', 'USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN'],
    ['aptos', 'USDC', '0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b'],
    ['starknet', 'USDC', '0x033068f6539f8e6e6b131e6b2b814e6c34a5224bc66947c47dab9dfee93b35fb'],
    ['tron', 'USDT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['ton', 'USDT', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'],
  ] as const)('is answered with the id on %s', async (id, ticker, known) => {
    const refusal = await entryOf(app, `/api/${id}/token/${ticker}`);
    expect(refusal).toMatchObject({ status: 400, code: 'token.invalid', context: { known } });
    expect(refusal.message).toContain(` is ${known} on this chain.`);
  });

  it.each(['ethereum', 'solana', 'algorand', 'stellar', 'aptos', 'starknet', 'tron', 'ton'] as const)(
    'is answered with the list of %s, if nothing there has it',
    async (id) => {
      const route = `/api/chains/${id}/tokens`;
      const refusal = await entryOf(app, `/api/${id}/token/NOSUCH`);
      expect(refusal).toMatchObject({ status: 400, code: 'token.invalid', context: { route } });
      expect(refusal.message).toContain(`${route} lists the tokens that are known here.`);
    },
  );
});
