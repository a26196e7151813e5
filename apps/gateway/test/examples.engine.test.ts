import { createPrivateKey, sign } from 'node:crypto';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { catalogue, type EncodedItem, type Status } from '@isochain/core';
import { type EngineProcess, litecoinIsAvailable, solanaAccounts, startProcess, utxoAccounts } from '@isochain/devnet';
import { HDNodeWallet, SigningKey } from 'ethers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settings } from '../src/config/settings.ts';
import { createGateway } from '../src/gateway.ts';
import { intentExamples } from '../src/openapi/intent-examples.ts';
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

const phrase = 'test test test test test test test test test test test junk';

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
    const { signingKey } = HDNodeWallet.fromPhrase(phrase, '', "m/44'/60'/0'/0/9");
    const signature = signingKey.sign(`0x${transaction.encoded[0]?.hash.value}`).serialized;
    const sent = await send('POST', broadcast?.path ?? '', { transaction: { ...transaction, signature } });
    expect(sent).toEqual({ status: 200, answer: { chainId: 'sepolia', hash: expect.stringMatching(/^0x/) } });
    expect(sent.answer).not.toEqual(broadcast?.answer);
  });

  /** The key of an example's sender, and how its chain signs. */
  const signers: Readonly<Record<string, (item: EncodedItem) => string>> = {
    evm: ({ hash }) =>
      HDNodeWallet.fromPhrase(phrase, '', "m/44'/60'/0'/0/9").signingKey.sign(`0x${hash?.value}`).serialized,
    solana({ raw }) {
      // RFC 8410: an ed25519 seed as PKCS #8.
      const seed = Buffer.from(solanaAccounts[4]?.privateKey.slice(2) ?? '', 'hex');
      const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
      const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
      return sign(null, Buffer.from(raw?.value ?? '', 'hex'), privateKey).toString('hex');
    },
    bitcoin({ hash }) {
      const { r, s } = new SigningKey(utxoAccounts[0]?.privateKey ?? '').sign(`0x${hash?.value}`);
      return `${r}${s}`.replaceAll('0x', '');
    },
  };

  const local = Object.entries(intentExamples).filter(([, { place }]) => place !== 'network');
  // In their order: what was staked can be unstaked.
  it.each(local)('of encode, %s, is carried out', async (_, { chainId, place, data }) => {
    if (place === 'litecoind' && !litecoinIsAvailable()) return;
    const encoded = await send('POST', `/api/${chainId}/transaction/encode`, { transaction: { data } });
    checkAnswer(document, 'POST', `/api/${chainId}/transaction/encode`, encoded.status, encoded.answer);
    const { transaction, status } = encoded.answer as { transaction: { encoded: EncodedItem[] }; status: Status };
    expect([encoded.status, status.errors]).toEqual([200, []]);
    const items = catalogue[chainId].family === 'bitcoin' ? transaction.encoded : transaction.encoded.slice(0, 1);
    const signature = items.map((item) => signers[catalogue[chainId].family]?.(item)).join('');
    const sent = await send('POST', `/api/${chainId}/transaction/broadcast`, {
      transaction: { ...transaction, signature },
    });
    expect(sent).toEqual({ status: 200, answer: { chainId, hash: expect.stringMatching(/\w{60}/) } });
  });
});
