import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Fake, fakeChain } from '../test/fake-chain.ts';
import { createFamily } from './connect.ts';
import type { ChainFamily, OpenParts } from './family.ts';
import { type Chain, ChainService } from './service/chain.ts';

const opened: OpenParts<Fake>[] = [];
const usual = 'https://usual.test';
const stellar: ChainFamily<Fake> = {
  name: 'stellar',
  chainIds: ['stellar', 'stellar-testnet'],
  upstreams: { horizon: { isDefault: true, isNode: true }, indexer: {} },
  publicEndpoints: (chainId) => [`${usual}/${chainId}`, { url: 'https://indexer.test', kind: 'indexer' }],
  context: (chainId, { endpoints }) => ({ chainId, endpoints }),
  bytes: () => fakeChain().adapter.bytes,
  open(parts) {
    opened.push(parts);
    return { ...fakeChain({ upstream: parts.upstream }).adapter, bytes: parts.bytes };
  },
};
const family = createFamily(stellar);

describe('connect', () => {
  it('opens a chain of the family, with the options', () => {
    const chain = family.connect('stellar', { timeoutMs: 5 });
    expect(chain).toBeInstanceOf(ChainService);
    expect(chain.id).toBe('stellar');
    expect(opened.at(-1)).toMatchObject({ chainId: 'stellar', options: { timeoutMs: 5 } });
  });

  it('needs no options: it asks the public endpoints', () => {
    const { adapter } = family.connect('stellar');
    const endpoints = [
      { url: `${usual}/stellar`, name: new URL(usual).host, kind: 'horizon' },
      { url: 'https://indexer.test', name: 'indexer.test', kind: 'indexer' },
    ];
    expect(opened.at(-1)).toMatchObject({
      chainId: 'stellar',
      options: { endpoints },
      context: { chainId: 'stellar', endpoints },
    });
    expect(adapter.upstream).toBe(opened.at(-1)?.upstream);
    expect(adapter.upstream.endpoints).toEqual(endpoints.map(({ name, kind }) => ({ name, kind })));
  });

  it('asks the same endpoints for calls without a kind and for calls of the default kind', async () => {
    const asked: string[] = [];
    const endpoints = [
      { url: 'https://indexer.test', kind: 'indexer' },
      'https://plain.test',
      { url: 'https://named.test', kind: 'horizon' },
    ];
    const fetch = async (url: string | URL) => {
      const { hostname } = new URL(url);
      asked.push(hostname);
      return new Response('{}', { status: hostname === 'plain.test' ? 503 : 200 });
    };
    for (const options of [{}, { kind: 'horizon' }]) {
      const { upstream } = family.connect('stellar', { endpoints, fetch }).adapter;
      await upstream.operation().http({ path: '/', schema: z.object({}) }, options);
    }
    expect(asked).toEqual(['plain.test', 'named.test', 'plain.test', 'named.test']);
  });

  it('refuses an endpoint of a kind that the family does not know', () => {
    const endpoints = [usual, { url: 'https://a.test', kind: 'esplora' }];
    expect(() => family.connect('stellar', { endpoints })).toThrow(
      new TypeError('The kind of endpoint-2 must be one of horizon, indexer.'),
    );
  });

  it('opens the number of connections that the family needs, but no more if requests must not wait for each other', async () => {
    const mostAtOnce = async (coalesce: 'shared' | 'operation') => {
      let open = 0;
      let most = 0;
      const fetch = async () => {
        open += 1;
        most = Math.max(most, open);
        await new Promise((resolve) => setTimeout(resolve, 0));
        open -= 1;
        return new Response('{}');
      };
      const busy = createFamily({ ...stellar, chainIds: ['stellar'], maxConcurrent: 8 });
      const operation = busy.connect('stellar', { fetch, coalesce }).adapter.upstream.operation();
      const requests = Array.from({ length: 20 }, (_, i) => ({ path: `/${i}`, schema: z.object({}) }));
      await operation.httpAll(requests);
      return most;
    };
    expect(await mostAtOnce('shared')).toBe(8);
    expect(await mostAtOnce('operation')).toBe(6);
  });

  it.each(['base', 'atlantis', '__proto__', 'toString', ''])(
    'says which chains the family has instead of %j',
    (text) => {
      expect(() => family.connect(text as never)).toThrow(
        new TypeError(`${text} is not a chain of the stellar family, which has stellar, stellar-testnet`),
      );
    },
  );

  describe('of a chain that has stopped', () => {
    const stopped = { since: '2026-08-10', reason: 'It was wound down.' };
    const ended = createFamily({ ...stellar, stopped: { stellar: stopped } });
    const own = ['https://own-node.test'];

    it('opens it without endpoints', () => {
      const chain = ended.connect('stellar', { timeoutMs: 5 });
      expect(opened.at(-1)?.options).toEqual({ timeoutMs: 5, endpoints: [] });
      expect(chain.detail().stopped).toEqual(stopped);
      expect(JSON.stringify(chain.detail().supportedFeatures)).not.toContain('true');
    });

    it.each([{}, { endpoints: [] }, { endpoints: undefined }])('refuses every call with %j', async (options) => {
      const chain: Chain = ended.connect('stellar', options);
      const verbs = Object.getOwnPropertyNames(ChainService.prototype).filter(
        (name) => !['constructor', 'id', 'detail'].includes(name),
      );
      expect(verbs).toContain('encode');
      for (const verb of verbs) {
        // The input is not valid, but the chain must refuse before it reads the input.
        const call = async () => (chain as unknown as Record<string, () => unknown>)[verb]?.();
        await expect(call(), verb).rejects.toMatchObject({
          code: 'chain.stopped',
          message: 'Stellar has been stopped since 2026-08-10: It was wound down.',
          problems: [{ context: { chain: 'Stellar', ...stopped } }],
        });
      }
      await expect(chain.validate({}, [{}])).rejects.toMatchObject({ code: 'chain.stopped' });
    });

    it('serves it over configured endpoints, with a warning on encode', async () => {
      const chain = ended.connect('stellar', { endpoints: own });
      expect(opened.at(-1)?.options.endpoints).toMatchObject([{ url: own[0] }]);
      expect(chain.detail()).toEqual({ ...family.connect('stellar').detail(), stopped });
      const parties = { senderAddress: 'acct-a', recipientAddress: 'acct-b' };
      const intent = { mode: 'transfer' as const, ...parties, amount: '500' };
      const usual = await family.connect('stellar').encode(intent);
      const { transaction, status } = await chain.encode(intent);
      expect(transaction).toEqual(usual.transaction);
      expect(usual.status.warnings).toEqual([]);
      expect(status.warnings).toEqual([
        {
          code: 'chain.ended',
          message:
            'The public network of Stellar has been stopped since 2026-08-10: the transaction reaches only nodes that the operator of this service chose. It was wound down.',
          context: { chain: 'Stellar', ...stopped },
        },
      ]);
    });

    it('does not affect the other chains', () => {
      const chain = ended.connect('stellar-testnet');
      expect(opened.at(-1)?.options.endpoints).toHaveLength(2);
      expect(chain.detail()).not.toHaveProperty('stopped');
    });
  });

  it('lists the chains of the family', () => {
    expect(family.chainIds).toEqual(['stellar', 'stellar-testnet']);
    expect(family.family.name).toBe('stellar');
  });
});
