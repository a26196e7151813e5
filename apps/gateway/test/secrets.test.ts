import { settings, turns } from '@isochain/dial';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDoorman } from '../src/doorman.ts';
import { families } from '../src/families.ts';
import { createLog } from '../src/log.ts';
import { createMetrics } from '../src/telemetry/metrics.ts';
import { createFakeNode } from './fake-node.ts';
import { key, keyHash, open, type Subject } from './harness.ts';
import type { Document } from './open-api.ts';
import { type KnownSecret, knownSecrets, repeats } from './secrets.ts';

// Whatever is asked, with a secret in whatever place: neither the answer nor the log, the metrics or the traces repeat it.

const spans = new InMemorySpanExporter();
let subject: Subject;
let document: Document;
beforeAll(async () => {
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  subject = await open(
    async (app) => ({
      request: async (path, init) => app.fetch(new Request(`http://gateway.test${path}`, init)),
      close: async () => {},
    }),
    { fetch: createFakeNode().fetch, families, createMetrics, settings: { metrics: 'open' } },
  );
  document = (await (await subject.request('/openapi.json')).json()) as Document;
});
afterAll(async () => {
  await subject.close();
  trace.disable();
  context.disable();
  propagation.disable();
});

/** Spellings that arrive as the same text, or would after another turn. */
const spellings: readonly ((text: string) => string)[] = [
  (text) => encodeURIComponent(text),
  (text) => encodeURIComponent(encodeURIComponent(text)),
  (text) => encodeURI(text).replaceAll('?', '%3F').replaceAll('#', '%23'),
];

/** Chains of several families, and an unknown chain. Nearly any text is a token of a Cosmos chain. */
const chainIds = ['sepolia', 'solana', 'bitcoin', 'ton', 'cosmoshub', 'nowhere'];

let taken = 0;

/** All of them in the exhaustive run. In an ordinary one the next in turn. */
function inTurn<T>(all: readonly T[]): readonly T[] {
  if (settings.exhaustive || all.length === 0) return all;
  taken += 1;
  return all.slice(taken % all.length).slice(0, 1);
}

/** The chains on which a place is tried: those where no id has the form of the secret. */
const chainsOf = (isFree: (chainId: string) => boolean = () => true) => inTurn(chainIds.filter(isFree));

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** With a key, with a wrong key and without a key. */
const everybody = [key, 'a wrong key', undefined];

/** Sends it, and looks at everything that comes of it. */
async function expectSilence(
  { text }: KnownSecret,
  { method = 'GET', path, body, headers = {} }: Sent,
  senders: readonly (string | undefined)[] = [key],
): Promise<void> {
  for (const authorization of senders) {
    subject.log.length = 0;
    spans.reset();
    const response = await subject.request(path, {
      method,
      redirect: 'manual',
      headers: {
        ...(authorization === undefined ? {} : { authorization }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const told = {
      body: await response.text(),
      headers: JSON.stringify([...response.headers]),
      log: subject.log.join('\n'),
      spans: JSON.stringify(
        spans.getFinishedSpans().map((span) => {
          const { name, attributes, events, status } = span;
          return { name, attributes, events, status, state: span.spanContext().traceState?.serialize() };
        }),
      ),
    };
    expect(subject.log.length, 'a line is written of every request').toBeGreaterThan(0);
    for (const [where, written] of Object.entries(told)) {
      if (repeats(written, text))
        throw new Error(`${method} ${path.slice(0, 60)} (${response.status}), ${where}: ${written}`);
    }
  }
}

// Hundreds of requests each, one after the other.
describe.each(knownSecrets)('$name', (secret) => {
  const { text, isId } = secret;

  it('in every parameter of every path, on chains of all kinds', async () => {
    let tried = 0;
    for (const [template, operations] of Object.entries(document.paths)) {
      for (const place of [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)) {
        const isFree = (chainId: string) => isId(chainId, place) !== true;
        for (const chainId of place === 'chainId' ? [''].filter(isFree) : chainsOf(isFree)) {
          // Each has its turn on each chain.
          const spell = spellings[tried % spellings.length] ?? encodeURIComponent;
          const path = template
            .replace(`{${place}}`, spell(text))
            .replace('{chainId}', chainId)
            .replace(/\{\w+\}/g, '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17');
          const [method = ''] = Object.keys(operations).map((name) => name.toUpperCase());
          const body = method === 'POST' ? { body: {} } : {};
          await expectSilence(secret, { method, path, ...body }, tried % 4 === 0 ? everybody : [key]);
          await expectSilence(secret, { method: tried % 2 === 0 ? 'DELETE' : method, path: `${path}/` });
          tried += 1;
        }
      }
    }
    expect(tried).toBeGreaterThan(turns(40, 8));
  });

  it('in unknown paths', async () => {
    const encoded = encodeURIComponent(text);
    const paths = [
      ...[`/${encoded}`, `/${encoded}/`, `/docs/${encoded}`, `/health/${encoded}`, `/api/${encoded}`],
      ...[`/api/sepolia/acount/${encoded}/state`, `/api/sepolia/account/${encoded}/stat`, `/api/sepolia/${encoded}`],
      ...[
        `/api/account/${encoded}/state`,
        `/v1/api/sepolia/account/${encoded}/state`,
        `/api/account/state/${encoded}/`,
      ],
      ...[
        `/api//account/${encoded}/state`,
        `/api/sepolia/account/x${encoded}/state/`,
        `/API/sepolia/account/${encoded}`,
      ],
    ];
    for (const path of paths) {
      for (const method of ['GET', 'PUT']) await expectSilence(secret, { method, path }, everybody);
    }
  });

  it('in queries, as value and as name', async () => {
    const encoded = encodeURIComponent(text);
    const account = 'account/0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17';
    const names = ['include', 'limit', 'nextPage', 'publicKey', 'family', 'built', 'x'];
    const paths = ['/api/chains', '/api/chains/', ...chainsOf().map((id) => `/api/${id}/${account}/state`)];
    paths.push('/', '/docs/', `/api/sepolia/${account}/history/`, '/api/osmosis/validators', '/nothing');
    const isAccount = (path: string) => path.endsWith(`${account}/state`);
    for (const path of paths) {
      const chainId = path.split('/')[2] ?? '';
      const free = names.filter((each) => isId(chainId, each) !== true);
      for (const name of isAccount(path) ? free : inTurn(free)) {
        await expectSilence(secret, { path: `${path}?${name}=${encoded}` });
      }
      await expectSilence(secret, { path: `${path}?${encoded}=1` });
    }
  });

  it('in headers', async () => {
    for (const name of [
      'x-request-id',
      'tracestate',
      'traceparent',
      'accept',
      'origin',
      'user-agent',
      'if-none-match',
    ]) {
      for (const value of [text, `vendor=${text.replaceAll(',', '-')}`]) {
        const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
        const headers = { ...(name === 'tracestate' ? { traceparent } : {}), [name]: value };
        await expectSilence(secret, { path: '/api/chains/sepolia', headers });
      }
    }
    await expectSilence(secret, { path: '/api/chains', headers: { authorization: text } });
  });

  it('in bodies, as any value and as a name', async () => {
    const data = {
      mode: 'transfer',
      senderAddress: '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17',
      recipientAddress: '0x8bc6922Eb94e4858efaF9F433c35Bc241F69e8a6',
      amount: '1000',
      fees: '1',
    };
    // A memo is meant to be repeated, because it goes into the transaction. The same holds for computed fields and for fields of other modes.
    const fields = [
      'mode',
      'senderAddress',
      'recipientAddress',
      'amount',
      'useMaxAmount',
      'fees',
      'gas',
      'nonce',
      'params',
    ];
    const isFree = (place: string) => (chainId: string) => isId(chainId, place) !== true;
    for (const step of ['encode', 'validate', 'broadcast']) {
      const post = async (transaction: object, chains = chainsOf()) => {
        for (const chainId of chains) {
          const path = `/api/${chainId}/transaction/${step}`;
          await expectSilence(secret, { method: 'POST', path, body: { transaction } });
        }
      };
      for (const field of fields) await post({ data: { ...data, [field]: text } });
      await post({ data: { ...data, senderPubKey: text } }, chainsOf(isFree('publicKey')));
      await post({ data: { ...data, mode: 'transferToken', tokenId: text } });
      await post({ data: { ...data, [text]: text, params: { [text]: text } } });
      await post({ data, encoded: text, signature: text });
      await post({ data, encoded: [{ raw: { format: text, value: text } }], signature: text, [text]: 1 });
    }
    for (const chainId of chainsOf(isFree('accountId'))) {
      const own = { chainId, accountId: text };
      for (const body of [own, { accounts: [own] }, { ...own, publicKey: text, include: [text], [text]: 1 }]) {
        await expectSilence(secret, { method: 'POST', path: '/api/account/state', body });
      }
    }
    for (const chainId of chainsOf(isFree('publicKey'))) {
      await expectSilence(secret, { method: 'POST', path: `/api/${chainId}/address/encode`, body: { pubkey: text } });
    }
    const elsewhere = { chainId: text, accountId: 'x' };
    for (const body of [elsewhere, { accounts: [elsewhere] }, { [text]: text }, text, [text]]) {
      await expectSilence(secret, { method: 'POST', path: '/api/account/state', body });
    }
  });

  it('before the key is looked at', () => {
    const lines: string[] = [];
    const doorman = createDoorman({
      settings: { keys: { tests: keyHash }, cors: { origins: ['*'] } },
      log: createLog('debug', (line) => lines.push(line)),
      observer: undefined,
    });
    for (const spell of spellings) {
      for (const place of ['account', 'transaction', 'token', 'acount']) {
        for (const chainId of ['sepolia', 'nowhere', spell(text)]) {
          const url = `/api/${chainId}/${place}/${spell(text)}/state?publicKey=${spell(text)}`;
          const answer = doorman({ method: 'GET', url, headers: { 'x-request-id': text } });
          expect(answer?.status).toBe(401);
          const written = `${JSON.stringify(answer)} ${lines.join('\n')}`;
          if (repeats(written, text)) throw new Error(`${url.slice(0, 60)}: ${written}`);
        }
      }
    }
    expect(lines.length).toBeGreaterThan(10);
  });

  it('leaves no trace in the metrics', async () => {
    expect(repeats(await (await subject.request('/metrics')).text(), text)).toBe(false);
  });
});
