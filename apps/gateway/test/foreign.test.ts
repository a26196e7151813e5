import { type ChainId, catalogue, chainIds } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { settings } from '../src/config/settings.ts';
import { createGateway } from '../src/gateway.ts';
import { type Entry, key, keyHash } from './harness.ts';

// What clients send in place of an address or a chain id of this service: on a chain of each family.

const app = createGateway(settings.parse({ keys: { tests: keyHash }, limits: { rate: null } }), {
  log: () => {},
  coalesce: 'shared',
  fetch: () => Promise.reject(new TypeError('The network is off.')),
});

async function errorsAt(path: string, body?: object): Promise<readonly Entry[]> {
  const response = await app.request(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return ((await response.json()) as { status: { errors: readonly Entry[] } }).status.errors;
}

const oneOfEach = [
  'aptos',
  'algorand',
  'osmosis',
  'ethereum',
  'bitcoin',
  'tron',
  'ton',
  'starknet',
  'solana',
  'stellar',
] as const;

// Sources: see the test of explainForeign in core.
const addresses: readonly (readonly [family: string, of: RegExp, text: string])[] = [
  ['evm', /Ethereum/, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
  ['tron', /Tron/, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['bitcoin', /Bitcoin/, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['cosmos', /Cosmos/, 'cosmos1jv65s3grqf6v6jl3dp4t6c9t9rk99cd88lyufl'],
  ['ton', /TON/, 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'],
  ['stellar', /Stellar/, 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN'],
  ['algorand', /Algorand/, 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ'],
  ['solana', /Solana/, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
];

const transferTo = (recipientAddress: string) => ({
  transaction: { data: { mode: 'transfer', senderAddress: '-', recipientAddress, amount: '1' } },
});

describe.each(oneOfEach)('on %s', (id) => {
  it('an address of another family is named as such', async () => {
    for (const [family, of, text] of addresses) {
      if (family === catalogue[id].family) continue;
      const read = await errorsAt(`/api/${id}/account/${text}/state`);
      expect([text, read[0]]).toMatchObject([
        text,
        { code: 'account.invalid', message: expect.stringMatching(/address of/) },
      ]);
      expect(read[0]?.message).toMatch(of);
      const encoded = await errorsAt(`/api/${id}/transaction/encode`, transferTo(text));
      const recipient = encoded.find(({ field }) => field === 'transaction.data.recipientAddress');
      expect([text, recipient?.code]).toEqual([text, 'address.invalid']);
      expect(recipient?.message).toMatch(of);
    }
  });

  it.each(['vitalik.eth', 'bob*example.com', 'durov.ton'])(
    'the name %s is not resolved, and the message says so',
    async (name) => {
      const said = 'it is a name, and names are not resolved here: send the address that it stands for';
      expect((await errorsAt(`/api/${id}/account/${name}/state`))[0]).toMatchObject({
        code: 'account.invalid',
        context: { reason: said },
      });
      const encoded = await errorsAt(`/api/${id}/transaction/encode`, transferTo(name));
      const recipient = encoded.find(({ field }) => field === 'transaction.data.recipientAddress');
      expect(recipient).toMatchObject({ code: 'address.invalid', context: { reason: said } });
    },
  );

  it('an amount without quotes is shown with them', async () => {
    const { transaction } = transferTo('-');
    const [error] = await errorsAt(`/api/${id}/transaction/encode`, {
      transaction: { data: { ...transaction.data, amount: 1000 } },
    });
    expect(error?.message).toBe('transaction.data.amount: must be a string: write "1000"');
  });
});

describe('in place of a chain id', () => {
  it.each<[string, ChainId]>([
    ['eip155:1', 'ethereum'],
    ['1', 'ethereum'],
    ['cosmos:osmosis-1', 'osmosis'],
    ['cosmoshub-4', 'cosmoshub'],
    ['SN_MAIN', 'starknet'],
  ])('%s is answered with %s', async (text, id) => {
    const message = `Unknown chain ${text}: use ${id} here.`;
    expect((await errorsAt(`/api/${encodeURIComponent(text)}/validators`))[0]).toMatchObject({
      code: 'chain.unknown',
      message,
    });
    expect((await errorsAt(`/api/chains/${encodeURIComponent(text)}`))[0]).toMatchObject({ message });
    const account = { chainId: text, accountId: 'x' };
    expect((await errorsAt('/api/account/state', account))[0]).toMatchObject({ message });
  });

  it('the beginning of a genesis hash belongs to the chain that has it', async () => {
    for (const [namespace, length] of [
      ['bip122', 32],
      ['solana', 32],
      ['algorand', 32],
    ] as const) {
      for (const id of chainIds) {
        const { family } = catalogue[id];
        if (family !== (namespace === 'bip122' ? 'bitcoin' : namespace)) continue;
        const response = await app.request(`/api/chains/${id}`, { headers: { authorization: key } });
        const { chain } = (await response.json()) as { chain: { params?: { genesisHash?: string } } };
        const hash = chain.params?.genesisHash?.slice(0, length).replaceAll('+', '-').replaceAll('/', '_');
        if (hash === undefined) continue;
        const [error] = await errorsAt(`/api/${encodeURIComponent(`${namespace}:${hash}`)}/validators`);
        expect([id, error?.message]).toEqual([id, `Unknown chain ${namespace}:${hash}: use ${id} here.`]);
      }
    }
  });
});
