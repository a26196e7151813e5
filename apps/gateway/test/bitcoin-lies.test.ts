import { describe, expect, it } from 'vitest';
import { type FakeCoin, fakeCoin, fakeEsplora, holder } from './fake-esplora.ts';
import { open } from './harness.ts';

// What upstreams say of coins, seen from outside.

const coins = [fakeCoin('0a', 100_000_000n), fakeCoin('0b', 100_000_000n)] as const;
// BIP173, examples.
const recipientAddress = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
const path = '/api/bitcoin/transaction/encode';

type List = (coin: FakeCoin) => Readonly<Record<string, unknown>>;

/** A service with an endpoint that lies, and honest ones behind it. */
async function behind(list: List, honest: number) {
  const names = ['liar', ...Array.from({ length: honest }, (_, i) => `honest-${i + 1}`)];
  const subject = await open(
    async (app) => ({
      request: async (route, init) => app.fetch(new Request(`http://gateway.test${route}`, init)),
      close: async () => {},
    }),
    {
      families: { bitcoin: () => import('@isochain/utxo').then(({ utxo }) => utxo) },
      async fetch(url) {
        const { hostname, pathname } = new URL(url);
        return (hostname === 'liar.test' ? fakeEsplora(coins, list) : fakeEsplora(coins))(pathname);
      },
      settings: { chains: { bitcoin: { endpoints: names.map((name) => ({ url: `https://${name}.test`, name })) } } },
    },
  );
  const data = { mode: 'transfer', senderAddress: holder.address, recipientAddress, amount: '100500000' };
  return { encode: () => subject.send('POST', path, { transaction: { data } }), close: subject.close };
}

interface Encoded {
  readonly data: { readonly fees: string; readonly params: { readonly inputs: readonly { readonly value: string }[] } };
}

/** Lies about the amount of one coin in the first request, and about the other coin in the second. */
function splitLies(): { readonly list: List; lieAbout(at: 0 | 1): void } {
  let lied: string | undefined;
  return {
    list: ({ txid }) => (txid === lied ? { value: 1_000_000 } : {}),
    lieAbout(at) {
      lied = coins[at].txid;
    },
  };
}

describe('an upstream that splits a lie about amounts over two requests', () => {
  it('is passed over if others are honest, and fees are the real fees of the transaction', async () => {
    const { list, lieAbout } = splitLies();
    const { encode, close } = await behind(list, 2);
    for (const at of [1, 0] as const) {
      lieAbout(at);
      const { status, body } = await encode();
      expect(status).toBe(200);
      const { data } = body.transaction as Encoded;
      expect(data.params.inputs.map(({ value }) => value)).toEqual(['100000000', '100000000']);
    }
    await close();
  });

  it('is a failure of the upstream if it is the only one', async () => {
    const { list, lieAbout } = splitLies();
    const { encode, close } = await behind(list, 0);
    for (const at of [1, 0] as const) {
      lieAbout(at);
      expect(await encode()).toMatchObject({
        status: 502,
        body: { status: { errors: [{ code: 'upstream.unavailable' }] } },
      });
    }
    await close();
  });
});

describe('an upstream with impossible numbers', () => {
  it.each<[string, List]>([
    ['an output of 2^32', () => ({ vout: 2 ** 32 })],
    ['a height beyond all blocks', () => ({ status: { confirmed: true, block_height: 2 ** 53 } })],
    ['more than the supply', () => ({ value: 2_100_000_000_000_001 })],
    ['a negative amount', () => ({ value: -1 })],
  ])('is passed over, or a failure of the upstream, and nobody blames the client: %s', async (_, list) => {
    const both = await behind(list, 1);
    expect((await both.encode()).status).toBe(200);
    await both.close();
    const alone = await behind(list, 0);
    expect(await alone.encode()).toMatchObject({
      status: 502,
      body: { status: { errors: [{ code: 'upstream.unavailable' }] } },
    });
    await alone.close();
  });
});
