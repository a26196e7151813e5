import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { type EngineProcess, startProcess } from '@isochain/devnet';
import { HDNodeWallet } from 'ethers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settings } from '../src/config/settings.ts';
import { createGateway } from '../src/gateway.ts';
import { type Example, examplesOf } from './examples.ts';
import { keyHash } from './harness.ts';
import { checkAnswer, type Document } from './open-api.ts';

// Every example of the document, sent to profile development as `npm start` runs it: whoever reads one in /docs can send it there.

const key = 'a-key-for-examples';
const root = fileURLToPath(new URL('../../../', import.meta.url));

const app = createGateway(settings.parse({ keys: { tests: keyHash } }), { log: () => {}, coalesce: 'shared' });
const document = (await (await app.request('/openapi.json')).json()) as Document;
const examples = examplesOf(document);
const isBroadcast = ({ name }: Example) => name.endsWith('/transaction/broadcast');

/** What differs from start to start. */
function withoutTimes(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (name, value) => (name === 'timestamp' ? 'some time' : value));
}

describe('the examples of the document', () => {
  let gateway: EngineProcess;
  beforeAll(async () => {
    gateway = await startProcess({
      name: 'the gateway',
      command: 'env',
      args: [
        ...['ISOCHAIN_PROFILE=development', 'PORT=0', `ISOCHAIN_DEV_KEY=${key}`],
        ...[execPath, '--conditions=isochain-source', `${root}apps/gateway/src/node.ts`],
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

  it('of encode and broadcast go together, with a signature of today', async () => {
    const encode = examples.find(({ name }) => name.endsWith('/transaction/encode'));
    const broadcast = examples.find(isBroadcast);
    const { answer } = await send('POST', encode?.path ?? '', encode?.body);
    const { transaction } = answer as { transaction: { encoded: { hash: { value: string } }[] } };
    const phrase = 'test test test test test test test test test test test junk';
    const { signingKey } = HDNodeWallet.fromPhrase(phrase, '', "m/44'/60'/0'/0/9");
    const signature = signingKey.sign(`0x${transaction.encoded[0]?.hash.value}`).serialized;
    const sent = await send('POST', broadcast?.path ?? '', { transaction: { ...transaction, signature } });
    expect(sent).toEqual({ status: 200, answer: { chainId: 'sepolia', hash: expect.stringMatching(/^0x/) } });
    expect(sent.answer).not.toEqual(broadcast?.answer);
  });
});
