import { startTron, type TronEngine } from '@isochain/devnet/tron';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actor, nobody, recipient, sender, stranger } from '../../../../packages/tron/test/world/actor.ts';
import { type BlockJson, blockWith } from '../../../../packages/tron/test/world/block.ts';
import { type Behaviour, errorsOf, lies, warningsOf } from '../chain-network.ts';
import { type Network, type NetworkOptions, openNetwork } from './network.ts';

// Endpoints that answer something else than what was asked, or what no chain can say.

let engine: TronEngine;
let usdt: string;
const opened: Network[] = [];

beforeAll(async () => {
  engine = await startTron({ now: Date.now });
  const more = { decimals: 6, holders: [sender.address], amountEach: 1_000_000_000n };
  usdt = await engine.deployTrc20({ kind: 'usdt', ...more });
  // To somebody without tokens a transfer takes twice the energy.
  await engine.fund(recipient.address, 1n, usdt);
});
afterAll(async () => {
  for (const network of opened) await network.close();
  await engine.stop();
});

async function behind(nodes: NonNullable<NetworkOptions['nodes']>): Promise<Network> {
  const network = await openNetwork({ nodes }, engine);
  opened.push(network);
  return network;
}

const transfer = {
  ...{ mode: 'transfer', senderAddress: sender.address },
  ...{ recipientAddress: recipient.address, amount: '1000000' },
};
const tokens = () => ({ ...transfer, mode: 'transferToken', tokenId: usdt });

type Account = Readonly<Record<string, unknown>>;
type Row = { readonly key: string; readonly value?: number };

const isLatest = (path: string, body: string | undefined) => /getblock$/.test(path) && !body?.includes('id_or_num');

/** Changes the latest block, the solid one, or both. */
const aboutBlock =
  (path: RegExp, change: (block: BlockJson) => unknown): Behaviour =>
  (asked, forward) =>
    isLatest(asked.path, asked.body) ? lies(path, change)(asked, forward) : forward();

const head = /^\/wallet\/getblock$/;
const solid = /^\/walletsolidity\/getblock$/;
const later = (milliseconds: number) => (block: BlockJson) =>
  blockWith(block, { timestamp: block.block_header.raw_data.timestamp + milliseconds });

/** Changes a parameter of the chain. Undefined takes its row away. */
const parameter = (key: string, value: number | undefined) =>
  lies(/getchainparameters$/, (told: { chainParameter: Row[] }) => ({
    chainParameter: told.chainParameter.flatMap((row) =>
      row.key !== key ? [row] : value === undefined ? [] : [{ key, value }],
    ),
  }));

const aboutSender = (change: (account: Account) => unknown): Behaviour =>
  lies(/getaccount$/, (told: Account, { body }) =>
    body?.includes(hexOf(sender.address)) === true ? change(told) : told,
  );

function hexOf(address: string): string {
  return engine.account(address)?.address ?? '';
}

const says =
  (text: string): Behaviour =>
  () =>
    Response.json({ Error: text });

const liars: Readonly<Record<string, Behaviour>> = {
  'the first block of another network': (asked, forward) =>
    asked.body?.includes('id_or_num') === true
      ? Response.json({ blockID: '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc' })
      : forward(),
  'a block whose id is not that of its header': aboutBlock(head, (block) => ({
    ...block,
    blockID: block.blockID.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  })),
  'a solid block whose id is not that of its header': aboutBlock(solid, (block) => ({
    ...block,
    blockID: block.blockID.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  })),
  'a header that is all zero': aboutBlock(solid, () => ({
    blockID: '0'.repeat(64),
    block_header: { raw_data: {} },
  })),
  'a solid block that is newer than the latest': aboutBlock(solid, (block) =>
    blockWith(block, { number: block.block_header.raw_data.number + 1_000 }),
  ),
  'a solid block of last week': aboutBlock(solid, (block) =>
    blockWith(block, { number: block.block_header.raw_data.number - 200_000 }),
  ),
  'a block of tomorrow': aboutBlock(head, later(86_400_000)),
  'no block': aboutBlock(head, () => ({})),
  'an absurd price of energy': parameter('getEnergyFee', 1_000_000),
  'energy for nothing': parameter('getEnergyFee', 0),
  'no price of energy': parameter('getEnergyFee', undefined),
  'an absurd price of bandwidth': parameter('getTransactionFee', 1_000_000_000),
  'bandwidth for nothing': parameter('getTransactionFee', 0),
  'an absurd price of an activation': parameter('getCreateNewAccountFeeInSystemContract', 1_000_000_000),
  'an absurd price of a memo': parameter('getMemoFee', 1_000_000_000),
  'a negative price': parameter('getMemoFee', -1),
  'no parameters': lies(/getchainparameters$/, () => ({ chainParameter: [] })),
  'another account': aboutSender((account) => ({ ...account, address: hexOf(stranger.address) })),
  'a negative balance': aboutSender((account) => ({ ...account, balance: -1 })),
  'a balance beyond 64 bits': aboutSender((account) => ({ ...account, balance: '9223372036854775808' })),
  'a permission that is no number': aboutSender((account) => ({ ...account, owner_permission: { threshold: 'one' } })),
  'that it lacks computing resources': says('class java.lang.IllegalAccessException : lack of computing resources'),
  'an exception': says('class java.lang.NullPointerException : null'),
  'no JSON': () => new Response('<html>', { status: 200 }),
  nothing: () => new Response('', { status: 200 }),
  'that it is suspended': () =>
    Response.json(
      {
        Success: false,
        Error: 'The key exceeds the frequency limit(15), and the query server is suspended for 30s',
        StatusCode: 403,
      },
      { status: 403 },
    ),
};

describe.each(Object.entries(liars))('an endpoint that answers %s', (_, behaves) => {
  it('alone gives nothing to sign', async () => {
    const network = await behind({ liar: { behaves } });
    const answer = await network.encode(transfer);
    expect(errorsOf(answer)).toMatchObject({
      status: 502,
      errors: [
        {
          code: 'upstream.unavailable',
          message: expect.stringMatching(/^No upstream of tron gave a usable answer \(\d+ attempts?\)\./),
        },
      ],
    });
    expect(answer.body.transaction).toBeUndefined();
    expect(network.broadcasts()).toBe(0);
  });

  it('is passed over for an honest one', async () => {
    await engine.setResources(sender.address, { freeNetUsed: 0n });
    const network = await behind({ liar: { behaves }, honest: {} });
    const encoded = await network.encoded(transfer);
    expect(encoded.data).toMatchObject({ fees: '0', params: { txID: encoded.encoded[0]?.hash?.value } });
    expect(network.asked.some(({ node }) => node === 'honest')).toBe(true);
    expect((await network.broadcast(encoded, network.sign(encoded, sender))).status).toBe(200);
  });
});

describe('a chain that stands still', () => {
  it('is told instead of something to sign', async () => {
    const network = await behind({ late: { behaves: aboutBlock(/getblock$/, later(-86_400_000)) } });
    const answer = await network.encode(transfer);
    expect(errorsOf(answer)).toMatchObject({ status: 200, errors: [{ code: 'chain.standsStill' }] });
    expect(answer.body.transaction).toMatchObject({ encoded: [] });
    expect(network.broadcasts()).toBe(0);
  });
});

describe('a reference block that the chain never had', () => {
  it('makes a transaction that no node takes: it costs nothing, and a new one is asked for', async () => {
    const before = await engine.balance(sender.address);
    const invented = (block: BlockJson) => blockWith(block, { txTrieRoot: '11'.repeat(32) });
    const network = await behind({ liar: { behaves: aboutBlock(solid, invented) } });
    const encoded = await network.encoded(transfer);
    const answer = await network.broadcast(encoded, network.sign(encoded, sender));
    const { status, errors } = errorsOf(answer);
    // A node that lags says the same: then the same broadcast is to be sent again.
    expect([409, 502]).toContain(status);
    expect(errors).toMatchObject([{ code: expect.stringMatching(/^broadcast\.(blockUnknown|nodeBehind)$/) }]);
    expect(await engine.balance(sender.address)).toBe(before);
  });
});

describe('a price of energy that is possible, but not true', () => {
  it.each([
    ['too low', 50],
    ['too high', 210],
  ])('%s, is contradicted by a second endpoint: nothing is encoded', async (_, price) => {
    const network = await behind({ liar: { behaves: parameter('getEnergyFee', price) }, honest: {} });
    const answer = await network.encode(tokens());
    const prices = [`${price} sun`, '100 sun'];
    expect(errorsOf(answer)).toMatchObject({
      errors: [
        {
          code: 'fee.contradicted',
          message: `Two endpoints of Tron contradict each other about the chain's price of energy: ${prices.join(' and ')}. Nothing is encoded.`,
        },
      ],
    });
    expect(network.broadcasts()).toBe(0);
  });

  it.each([
    ['too low', 50],
    ['too high', 210],
  ])('%s, by the only endpoint, costs no more than the fees that were shown', async (_, price) => {
    const network = await behind({ liar: { behaves: parameter('getEnergyFee', price) } });
    await engine.setResources(sender.address, { freeNetUsed: 0n });
    const encoded = await network.encoded(tokens());
    const before = await engine.balance(sender.address);
    expect((await network.broadcast(encoded, network.sign(encoded, sender))).status).toBe(200);
    const paid = before - (await engine.balance(sender.address));
    expect(paid).toBeGreaterThan(0n);
    expect(paid).toBeLessThanOrEqual(BigInt(String(encoded.data.fees)));
  });
});

describe('an endpoint that says another energy than the call needs', () => {
  const says = (energy: number) =>
    lies(/triggerconstantcontract$/, (told: { energy_used: number; logs?: object[] }) =>
      told.logs === undefined ? told : { ...told, energy_used: energy },
    );

  it('which is less, is not followed where a second one says more', async () => {
    const { data: honest } = await (await behind({ honest: {} })).encoded(tokens());
    const network = await behind({ liar: { behaves: says(8_000) }, honest: {} });
    expect((await network.encoded(tokens())).data).toMatchObject({ gas: honest.gas, fees: honest.fees });
  });

  it('which is much more, is contradicted by a second one: nothing is encoded', async () => {
    const network = await behind({ liar: { behaves: says(1_000_000) }, honest: {} });
    const answer = await network.encode(tokens());
    expect(errorsOf(answer)).toMatchObject({ errors: [{ code: 'fee.contradicted' }] });
    expect(answer.body.transaction).toMatchObject({ encoded: [] });
    expect(network.broadcasts()).toBe(0);
  });

  it('which is less, alone makes a call that runs out of energy, and costs no more than the fees that were shown', async () => {
    const network = await behind({ liar: { behaves: says(8_000) } });
    const encoded = await network.encoded(tokens());
    const before = await engine.balance(sender.address);
    await network.broadcast(encoded, network.sign(encoded, sender));
    expect(before - (await engine.balance(sender.address))).toBeLessThanOrEqual(BigInt(String(encoded.data.fees)));
  });
});

describe('an endpoint that hides that the recipient exists', () => {
  it('gets a warning into the answer', async () => {
    const hides = lies(/getaccount$/, (told: Account, { body }) =>
      body?.includes(hexOf(recipient.address)) === true ? {} : told,
    );
    const answer = await (await behind({ liar: { behaves: hides } })).encode(transfer);
    expect(warningsOf(answer)).toContain('recipient.activated');
  });
});

describe('a broadcast', () => {
  const duplicate = { result: false, code: 'DUP_TRANSACTION_ERROR', message: 'Transaction already exists.' };
  const takes =
    (answer: object): Behaviour =>
    (asked, forward) =>
      asked.path.startsWith('/wallet/broadcast') ? Response.json(answer) : forward();

  it('that a node says it has, and no node has, is not reported as sent', async () => {
    const network = await behind({ liar: { behaves: takes(duplicate) } });
    const encoded = await network.encoded(transfer);
    const answer = await network.broadcast(encoded, network.sign(encoded, sender));
    expect(errorsOf(answer)).toMatchObject({ status: 502, errors: [{ code: 'broadcast.uncertain' }] });
    expect(answer.body.hash).toBeUndefined();
  });

  it('that a node says it has, is sent by another', async () => {
    const network = await behind({ liar: { behaves: takes(duplicate) }, honest: {} });
    const encoded = await network.encoded(transfer);
    const before = await engine.balance(recipient.address);
    const answer = await network.broadcast(encoded, network.sign(encoded, sender));
    expect(answer).toMatchObject({ status: 200, body: { hash: encoded.encoded[0]?.hash?.value } });
    expect((await engine.balance(recipient.address)) - before).toBe(1_000_000n);
  });

  it('that was refused before is not reported as sent when the node has its id in mind', async () => {
    const { address } = actor('spends meanwhile');
    await engine.fund(address, 2_000_000n);
    const network = await behind({ node: {} });
    const encoded = await network.encoded({ ...transfer, senderAddress: address, amount: '1500000' });
    await engine.changeAccount(address, (account) => {
      account.balance = 0n;
    });
    engine.setIdCache(true);
    const signature = network.sign(encoded, actor('spends meanwhile'));
    const first = await network.broadcast(encoded, signature);
    expect(errorsOf(first)).toMatchObject({ status: 400, errors: [{ code: 'broadcast.insufficientFunds' }] });
    const second = await network.broadcast(encoded, signature);
    expect(errorsOf(second)).toMatchObject({ status: 502, errors: [{ code: 'broadcast.uncertain' }] });
    engine.setIdCache(false);
  });

  it('is answered with our own id, whatever the node says', async () => {
    const network = await behind({
      liar: { behaves: takes({ result: true, code: 'SUCCESS', txid: 'ab'.repeat(32) }) },
    });
    const encoded = await network.encoded(transfer);
    const answer = await network.broadcast(encoded, network.sign(encoded, sender));
    expect(errorsOf(answer)).toMatchObject({ status: 502 });
    expect(JSON.stringify(answer.body)).not.toContain('ab'.repeat(8));
  });

  it('to a node that lacks computing resources fails over, and twice is safe', async () => {
    const busy = takes({ Error: 'class java.lang.IllegalAccessException : lack of computing resources' });
    const alone = await behind({ busy: { behaves: busy } });
    const encoded = await alone.encoded(transfer);
    const signature = alone.sign(encoded, sender);
    const before = await engine.balance(recipient.address);
    expect(errorsOf(await alone.broadcast(encoded, signature))).toMatchObject({ status: 502 });
    const both = await behind({ busy: { behaves: busy }, honest: {} });
    expect((await both.broadcast(encoded, signature)).status).toBe(200);
    expect((await both.broadcast(encoded, signature)).status).toBe(200);
    expect((await engine.balance(recipient.address)) - before).toBe(1_000_000n);
  });
});

it('an account that nobody knows is not taken for one that can send', async () => {
  const network = await behind({ liar: { behaves: aboutSender(() => ({})) } });
  expect(errorsOf(await network.encode(transfer))).toMatchObject({ errors: [{ code: 'sender.notFound' }] });
  expect(errorsOf(await network.encode({ ...transfer, senderAddress: nobody.address }))).toMatchObject({
    errors: [{ code: 'sender.notFound' }],
  });
});
