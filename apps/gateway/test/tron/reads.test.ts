import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recipient, sender } from '../../../../packages/tron/test/world/actor.ts';
import { type Behaviour, errorsOf, lies } from '../chain-network.ts';
import { type Network, type NetworkOptions, openNetwork } from './network.ts';

// Histories and transactions over HTTP. TronGrid's index and nodes are asked, and what they cannot prove is not given out.

let home: Network;
let id: string;

type Nodes = NonNullable<NetworkOptions['nodes']>;

const honest: Nodes = { node: {}, grid: { kind: 'trongrid' } };
const history = `/api/chains/tron/account/${sender.address}/history`;

const withNodes = async (nodes: Nodes, check: (network: Network) => Promise<void>) => {
  const network = await openNetwork({ nodes }, home.engine);
  try {
    await check(network);
  } finally {
    await network.close();
  }
};

beforeAll(async () => {
  home = await openNetwork({ nodes: honest });
  await home.engine.fund(sender.address, 100_000_000n);
  await home.engine.fund(recipient.address, 1n);
  const intent = { mode: 'transfer', senderAddress: sender.address, recipientAddress: recipient.address };
  const encoded = await home.encoded({ ...intent, amount: '1234567' });
  id = (await home.broadcast(encoded, home.sign(encoded, sender))).body.hash as string;
  await home.engine.mine(20);
});
afterAll(() => home.close());

const party = (address: string) => ({ address, amount: '1234567', ticker: 'TRX' });

describe('a transaction of Tron', () => {
  it('is read by its id, from a node alone', async () => {
    await withNodes({ node: {} }, async ({ send }) => {
      const { status, body } = await send('GET', `/api/chains/tron/transaction/${id}`);
      expect([status, body.transaction]).toMatchObject([
        200,
        { parsed: { id, mode: 'transfer', state: 'confirmed', senders: [party(sender.address)] } },
      ]);
    });
  });

  it('is not given out with another amount', async () => {
    const liar = lies(/gettransactionbyid/, (told: object) =>
      JSON.parse(JSON.stringify(told).replaceAll('1234567', '9234567')),
    );
    await withNodes({ liar: { behaves: liar } }, async ({ send }) => {
      expect((await send('GET', `/api/chains/tron/transaction/${id}`)).status).toBe(502);
    });
    await withNodes({ liar: { behaves: liar }, node: {} }, async ({ send }) => {
      const { body } = await send('GET', `/api/chains/tron/transaction/${id}`);
      expect(body.transaction).toMatchObject({ parsed: { recipients: [party(recipient.address)] } });
    });
  });
});

describe('a history of Tron', () => {
  it('is read from the index, by the path of all chains', async () => {
    const { status, body } = await home.send('GET', history);
    expect([status, body]).toMatchObject([
      200,
      { transactions: [{ parsed: { id, senders: [party(sender.address)] } }], pagination: { nextPage: null } },
    ]);
  });

  it('is the same on the path that the specification lists for other chains', async () => {
    const answer = await home.send('GET', `/api/tron/account/${sender.address}/history`);
    expect(answer.body).toEqual((await home.send('GET', history)).body);
  });

  it('is not offered without an index, and the chain says so', async () => {
    await withNodes({ node: {} }, async ({ send }) => {
      expect(errorsOf(await send('GET', history))).toMatchObject({
        status: 404,
        errors: [{ code: 'feature.unsupported' }],
      });
      const detail = await send('GET', '/api/chains/tron');
      expect(JSON.stringify(detail.body)).toContain('"transactions":{"native":false,"tokens":false,"staking":false}');
    });
  });

  it('is not made of rows that the index changed', async () => {
    const change: Behaviour = lies(/\/transactions$/, (told: object) =>
      JSON.parse(JSON.stringify(told).replaceAll('1234567', '9234567')),
    );
    await withNodes({ node: {}, liar: { kind: 'trongrid', behaves: change } }, async ({ send }) => {
      expect((await send('GET', history)).status).toBe(502);
    });
    const both = { node: {}, liar: { kind: 'trongrid', behaves: change }, grid: { kind: 'trongrid' } } as const;
    await withNodes(both, async ({ send }) => {
      const { body } = await send('GET', history);
      expect(body.transactions).toMatchObject([{ parsed: { id, recipients: [party(recipient.address)] } }]);
    });
  });

  it('comes from the next index if one is overloaded', async () => {
    const overloaded: Behaviour = () =>
      new Response('{"Success":false,"Error":"limit","StatusCode":403}', { status: 403 });
    const both = { node: {}, busy: { kind: 'trongrid', behaves: overloaded }, grid: { kind: 'trongrid' } } as const;
    await withNodes(both, async ({ send }) => {
      expect((await send('GET', history)).body.transactions).toMatchObject([{ parsed: { id } }]);
    });
  });
});
