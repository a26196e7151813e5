import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { findHandIns } from '@isochain/conformance/hand-ins/find.ts';
import { type ChainId, catalogue, type EncodedItem, type Status } from '@isochain/core';
import { developmentEngines } from '@isochain/devnet';
import { type EngineProcess, startProcess } from '@isochain/devnet/process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settings } from '../src/config/settings.ts';
import { createGateway } from '../src/gateway.ts';
import { type Example, examplesOf } from './examples.ts';
import { keyHash } from './harness.ts';
import { checkAnswer, type Document } from './open-api.ts';

// Every example of the document, sent to profile development as `npm start` runs it. Readers of /docs can send it there.

const key = 'a-key-for-examples';
const entry = fileURLToPath(new URL('../src/node.ts', import.meta.url));

const app = createGateway(settings.parse({ keys: { tests: keyHash } }), { log: () => {}, coalesce: 'shared' });
const document = (await (await app.request('/openapi.json')).json()) as Document;
const examples = examplesOf(document);
const isBroadcast = ({ name }: Example) => name.endsWith('/transaction/broadcast');

const handIns = await findHandIns();
const onRequest = developmentEngines.filter((engine) => engine.onRequest === true).map(({ chainId }) => chainId);

/** Signs as the sender of the examples of the chain's family. */
async function signedBy(chainId: ChainId, encoded: readonly EncodedItem[]): Promise<string> {
  const handIn = handIns.find(({ family }) => family === catalogue[chainId].family);
  if (handIn === undefined) throw new Error(`No family hands in how to sign on ${chainId}.`);
  return handIn.sign(encoded, await handIn.examples.sender());
}

/** What differs from start to start. */
function withoutTimes(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (name, value) => (name === 'timestamp' ? 'some time' : value));
}

// In their order: what one example changes, the next one sees.
describe('the examples of the document', { shuffle: false }, () => {
  let gateway: EngineProcess;
  beforeAll(async () => {
    gateway = await startProcess({
      name: 'the gateway',
      command: 'env',
      args: [
        ...['ISOCHAIN_PROFILE=development', 'PORT=0', `ISOCHAIN_DEV_KEY=${key}`, `ISOCHAIN_DEV_CHAINS=${onRequest}`],
        ...[execPath, '--conditions=isochain-source', entry],
      ],
      ready: /Listening\s+(http:\S+)/,
    });
  });
  afterAll(() => gateway?.stop());

  async function send(method: string, path: string, body: unknown): Promise<{ status: number; answer: unknown }> {
    const response = await fetch(`${gateway.announced[1]}${path}`, {
      method,
      headers: { authorization: key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, answer: await response.json() };
  }

  // The transaction is broadcast after everything that it would change.
  it.each([...examples.filter((one) => !isBroadcast(one)), ...examples.filter(isBroadcast)])(
    '$name',
    async ({ method, path, body, answer: shown }) => {
      const { status, answer } = await send(method, path, body);
      expect([status, answer]).toEqual([200, expect.anything()]);
      checkAnswer(document, method, path.replace(/\?.*/, ''), status, answer);
      expect(withoutTimes(answer)).toMatchObject(withoutTimes(shown) as object);
    },
  );

  it('of encode and broadcast fit together, with a new signature', async () => {
    const encode = examples.find(({ name }) => name.endsWith('/transaction/encode'));
    const broadcast = examples.find(isBroadcast);
    const { answer } = await send('POST', encode?.path ?? '', encode?.body);
    const { chainId, transaction } = answer as { chainId: ChainId; transaction: { encoded: EncodedItem[] } };
    const signature = await signedBy(chainId, transaction.encoded);
    const sent = await send('POST', broadcast?.path ?? '', { transaction: { ...transaction, signature } });
    expect(sent).toEqual({ status: 200, answer: { chainId, hash: expect.stringMatching(/\w{60}/) } });
    expect(sent.answer).not.toEqual(broadcast?.answer);
  });

  const local = handIns.flatMap(({ examples: { intents } }) =>
    Object.entries(intents).filter(
      ([, { chainId, needs }]) =>
        needs !== 'the real network' && developmentEngines.some((engine) => engine.chainId === chainId),
    ),
  );
  // In this order, because a stake must exist before it can be unstaked.
  it.each(local)('of encode, %s, is carried out', async (_, { chainId, data }) => {
    if (developmentEngines.find((engine) => engine.chainId === chainId)?.missing?.() !== undefined) return;
    const path = `/api/${chainId}/transaction/encode`;
    const encode = () => send('POST', path, { transaction: { data } });
    // What the example before it did may be in the next block, and rewards come with every block.
    const errorsOf = async () => ((await encode()).answer as { status: Status }).status.errors;
    await expect.poll(errorsOf, { timeout: 120_000, interval: 300 }).toEqual([]);
    const encoded = await encode();
    checkAnswer(document, 'POST', path, encoded.status, encoded.answer);
    const { transaction, status } = encoded.answer as { transaction: { encoded: EncodedItem[] }; status: Status };
    expect([encoded.status, status.errors]).toEqual([200, []]);
    const signature = await signedBy(chainId, transaction.encoded);
    const sent = await send('POST', `/api/${chainId}/transaction/broadcast`, {
      transaction: { ...transaction, signature },
    });
    expect(sent).toEqual({ status: 200, answer: { chainId, hash: expect.stringMatching(/\w{60}/) } });
  });
});
