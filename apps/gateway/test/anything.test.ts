import { turns } from '@isochain/dial';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakeNode } from './fake-node.ts';
import { open, type Subject } from './harness.ts';

// Whatever is sent, it is answered as the document says, and never with a defect.

let subject: Subject;
beforeAll(async () => {
  subject = await open(
    async (app) => ({
      request: async (path, init) => app.fetch(new Request(`http://gateway.test${path}`, init)),
      close: async () => {},
    }),
    { fetch: createFakeNode().fetch },
  );
});
afterAll(() => subject.close());

const address = fc.constantFrom(
  '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17',
  '0x12f7464c9ff094098d3f1d987a7c0ce958e1cc17',
  '0x12F7464C9Ff094098d3F1d987a7C0Ce958E1cC17',
  '0x0000000000000000000000000000000000000000',
  'bc1qxyz',
);
const anything = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.constantFrom('', '1', '-1', '0x', '1e9'));
const orAnything = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary }, { weight: 1, arbitrary: anything });

const data = fc.record(
  {
    mode: orAnything(fc.constantFrom('transfer', 'transferToken', 'stake', 'convertAsset', 'deployAccount')),
    senderAddress: orAnything(address),
    recipientAddress: orAnything(address),
    tokenId: orAnything(address),
    amount: orAnything(fc.bigInt({ min: 0n, max: 2n ** 257n }).map(String)),
    useMaxAmount: orAnything(fc.boolean()),
    senderPubKey: anything,
    fees: orAnything(fc.nat().map(String)),
    gas: orAnything(fc.nat().map(String)),
    nonce: orAnything(fc.nat().map(String)),
    memo: anything,
    params: anything,
    from: anything,
    to: anything,
  },
  { requiredKeys: [] },
);

const encoded = fc.array(
  fc.record({
    hash: orAnything(fc.record({ format: fc.constant('keccak256'), value: fc.string() })),
    raw: orAnything(fc.record({ format: fc.constantFrom('RLP', 'WALLET_CONNECT'), value: fc.string() })),
  }),
  { maxLength: 3 },
);

const transaction = fc.record(
  { data: orAnything(data), encoded: orAnything(encoded), signature: anything },
  { requiredKeys: [] },
);

const account = fc.record(
  {
    chainId: orAnything(fc.constantFrom('sepolia', 'osmosis', 'solana')),
    accountId: orAnything(address),
    include: anything,
    publicKey: anything,
  },
  { requiredKeys: [] },
);

it.each([
  ['/api/sepolia/transaction/encode', fc.record({ transaction: orAnything(transaction) })],
  ['/api/base-sepolia/transaction/validate', fc.record({ transaction: orAnything(transaction) })],
  ['/api/sepolia/transaction/broadcast', fc.record({ transaction: orAnything(transaction) })],
  ['/api/sepolia/address/encode', fc.record({ pubkey: anything })],
  ['/api/account/state', fc.oneof(account, fc.record({ accounts: orAnything(fc.array(account, { maxLength: 4 })) }))],
])('%s', async (path, body) => {
  await fc.assert(
    fc.asyncProperty(orAnything(body as fc.Arbitrary<unknown>), async (value) => {
      const { status } = await subject.send('POST', path, JSON.stringify(value) ?? '');
      expect([200, 400, 404, 501, 502]).toContain(status);
    }),
    { numRuns: turns(400) },
  );
});

it('any path', async () => {
  const segment = fc.oneof(
    fc.constantFrom(
      'api',
      'chains',
      'sepolia',
      'osmosis',
      'solana',
      'account',
      'state',
      'tokens',
      'token',
      'transaction',
      'encode',
      'validators',
      'history',
    ),
    fc.string({ unit: 'binary', maxLength: 10 }).map((text) => encodeURIComponent(text)),
    fc.constantFrom('%', '%zz', '%00', '%2F', '..', '', '*', ':chainId'),
  );
  const path = fc.tuple(fc.array(segment, { maxLength: 6 }), fc.string({ maxLength: 20 }));
  await fc.assert(
    fc.asyncProperty(path, fc.boolean(), async ([segments, query], isApi) => {
      const url = new URL(`http://gateway.test/${[...(isApi ? ['api'] : []), ...segments].join('/')}`);
      url.search = query;
      const response = await subject.request(`${url.pathname}${url.search}`, {
        headers: { authorization: 'a key for tests' },
      });
      await response.arrayBuffer();
      // 308: a path that has a route without its last slash.
      expect([200, 308, 400, 404, 405, 501, 502]).toContain(response.status);
    }),
    { numRuns: turns(1000) },
  );
});
