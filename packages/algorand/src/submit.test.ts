import { describe, expect, it } from 'vitest';
import {
  type AlgodScript,
  connectTo,
  dies,
  hangs,
  type IndexerScript,
  now,
  pendingOf,
  recipient,
  refused,
  round,
  type Said,
  type Scripted,
  Status,
  sender,
  transactionOf,
} from '../test/scripted-node.ts';
import { type Signed, signedTransfer } from '../test/signed.ts';
import type { AlgorandOptions } from './options.ts';

const usual = signedTransfer();
const { hash } = usual.signed;
const other = signedTransfer({ fee: 2_000n }).signed.hash;
const first = round;
const last = round + 1_000;

interface World extends Partial<AlgorandOptions> {
  readonly algod?: readonly Scripted<AlgodScript>[];
  readonly indexer?: readonly Scripted<IndexerScript>[];
}

/** Nodes and indexers that saw an encode before. */
function open(world: World, { plan, signed }: Signed = usual) {
  const scripted = connectTo(world);
  const operation = scripted.adapter.upstream.operation();
  const run = () => scripted.adapter.submit(signed, plan, operation);
  const caught = () =>
    run().then(
      (id) => expect.fail(`taken as ${id}`),
      (error: unknown) => error as { readonly code: string; readonly message: string; readonly maybeSent?: boolean },
    );
  return { ...scripted, operation, run, caught };
}

const pool = (text: string) => refused(400, `TransactionPool.Remember: ${text}`);
const full = refused(400, 'TransactionPool.checkPendingQueueSize: transaction pool has reached capacity');
const poor = pool(
  `transaction ${hash}: overspend (account ${sender}, data {Status:Offline MicroAlgos:0.0A}, tried to spend 1.001000A)`,
);
const cheap = pool('fee {{} 1000} below threshold 2470 (10 per byte * 247 bytes)');
const leased = pool(`transaction ${hash} using an overlapping lease (sender, lease):(${sender}, ${recipient})`);
const dead = (at: number) => pool(`txn dead: round ${at} outside of ${first}--${last}`);
const catching = refused(503, 'operation not available during catchup');

/** A node some rounds later, which says that the window is over. */
const after = (at: number): AlgodScript => ({ round: at, says: dead(at + 1) });
const found: IndexerScript = { round: last + 5_000, known: { [hash]: transactionOf(hash) } };
const inBlock = { [hash]: pendingOf(round + 1) };

describe('a transaction that is taken', () => {
  it('answers its own id, and goes as its bytes', async () => {
    const { run, sends } = open({});
    expect(await run()).toBe(hash);
    expect(sends()).toMatchObject([
      { path: '/v2/transactions', method: 'POST', headers: { 'content-type': 'application/x-binary' } },
    ]);
    expect(Buffer.from(sends()[0]?.body ?? []).toString('hex')).toBe(usual.signed.raw);
  });

  it('goes to all nodes at once, and to no indexer', async () => {
    const { run, sends } = open({
      algod: [{ says: poor }, 'dead', { says: hangs }, {}, { says: full }],
      indexer: [{}, {}],
    });
    expect(await run()).toBe(hash);
    expect(
      sends()
        .map(({ endpoint }) => endpoint)
        .toSorted(),
    ).toEqual(['algod 0', 'algod 1', 'algod 2', 'algod 3', 'algod 4']);
  });

  it('may be known already', async () => {
    expect(await open({ algod: [{ says: pool(`transaction already in ledger: ${hash}`) }] }).run()).toBe(hash);
  });

  it('may be sent again and again', async () => {
    const { run } = open({});
    expect([await run(), await run(), await run()]).toEqual([hash, hash, hash]);
  });

  it.each([
    ['the id of another one', other],
    ['no JSON', new Status(200, '<html>')],
    ['no id', new Status(200, {})],
    ['a number', new Status(200, { txId: 5 })],
  ])('is not believed of a node that answers %s', async (_, says) => {
    expect(await open({ algod: [{ says }] }).caught()).toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
  });

  it('is not believed of a node that has another one already', async () => {
    const says = pool(`transaction already in ledger: ${other}`);
    expect(await open({ algod: [{ says }] }).caught()).toMatchObject({ code: 'broadcast.refused' });
  });
});

describe('a transaction without an answer', () => {
  it.each<[string, Said]>([
    ['broken', dies],
    ['a page of a proxy', new Status(502, '<html>')],
    ['an error of the node', refused(500, 'failed retrieving node status')],
    ['a refusal in another form', new Status(400, '<html>')],
  ])('may have been taken: %s', async (_, says) => {
    const error = await open({ algod: [{ says }] }).caught();
    expect(error).toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
    expect(error.message).not.toMatch(/encode again/i);
  });

  it('is found in a block', async () => {
    expect(await open({ algod: [{ says: 'lands' }] }).run()).toBe(hash);
  });

  it('is found in the pool of another node', async () => {
    const world: World = { algod: [{ says: dies }, { says: full, pending: { [hash]: pendingOf() } }] };
    expect(await open(world).run()).toBe(hash);
  });

  it('makes a refusal of another node uncertain', async () => {
    const error = await open({ algod: [{ says: dies }, { says: poor }] }).caught();
    expect(error).toMatchObject({ code: 'broadcast.uncertain', maybeSent: true });
    expect(error.message).toContain(hash);
  });

  it('stays without a verdict if another node is busy', async () => {
    const error = await open({ algod: [{ says: dies }, { says: full }] }).caught();
    expect(error).toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
  });
});

describe('a node that takes nothing', () => {
  it.each([
    ['catches up', catching],
    ['wants a token', refused(401, 'Invalid API Token')],
    ['has had enough requests', new Status(429, '', { 'retry-after': '1' })],
  ])('was not sent to if it %s', async (_, says) => {
    const error = await open({ algod: [{ says }, { says }] }).caught();
    expect(error).toMatchObject({ code: 'upstream.unavailable', maybeSent: false });
  });

  it('leaves the verdict to the others', async () => {
    expect(await open({ algod: [{ says: catching }, {}] }).run()).toBe(hash);
    expect(await open({ algod: [{ says: catching }, { says: poor }] }).caught()).toMatchObject({
      code: 'broadcast.insufficientFunds',
    });
  });
});

describe('a node of another network', () => {
  const foreign = { params: { changed: { 'genesis-hash': 'SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=' } } };

  it('is not believed when it takes the transaction', async () => {
    expect(await open({ algod: [foreign] }).caught()).toMatchObject({ code: 'upstream.unavailable', maybeSent: false });
  });

  it('is not believed when it refuses it', async () => {
    const error = await open({ algod: [{ ...foreign, ...after(last + 500) }, { says: poor }] }).caught();
    expect(error).toMatchObject({ code: 'broadcast.insufficientFunds' });
  });

  it.each(['GenesisID <mainnet-v1.0>', 'GenesisHash <YBQ4JWH4DW655UWXMBF6IVUOH5WQIGMHVQ333ZFWEC22WOJERLPQ>'])(
    'is recognized by its text: %s',
    async (what) => {
      const says = pool(`tx.${what} does not match expected <x>`);
      expect(await open({ algod: [{ says }] }).caught()).toMatchObject({
        code: 'upstream.unavailable',
        maybeSent: false,
      });
    },
  );
});

describe('a transaction whose window is over', () => {
  it('answers its id if an indexer has it', async () => {
    expect(await open({ algod: [after(last + 5_000)], indexer: [found] }).run()).toBe(hash);
    expect(await open({ algod: [after(last + 5_000)], indexer: ['dead', {}, found] }).run()).toBe(hash);
  });

  it('answers its id if the node still has it', async () => {
    expect(await open({ algod: [{ ...after(last + 3), pending: inBlock }], indexer: ['dead'] }).run()).toBe(hash);
  });

  it('has expired if the nodes and an indexer are past it, and do not have it', async () => {
    for (const at of [last, last + 1, last + 5_000]) {
      const error = await open({ algod: [after(at)], indexer: [{ round: at }] }).caught();
      expect(error).toMatchObject({ code: 'broadcast.expired' });
    }
    // An indexer that is not up to date does no harm beside one that is.
    const indexer = [{ round: last - 5 }, { round: last + 5 }];
    expect(await open({ algod: [after(last + 5)], indexer }).caught()).toMatchObject({ code: 'broadcast.expired' });
  });

  it('has expired although a node gave no answer: it cannot carry it out any more', async () => {
    const error = await open({ algod: [after(last + 5), { says: dies }], indexer: [{ round: last + 5 }] }).caught();
    expect(error).toMatchObject({ code: 'broadcast.uncertain' });
    const both: World = { algod: [after(last + 5), { round: last + 5, says: dies }], indexer: [{ round: last + 5 }] };
    expect(await open(both).caught()).toMatchObject({ code: 'broadcast.expired' });
  });

  it.each<[string, World]>([
    ['the indexer lags', { algod: [after(last + 5)], indexer: [{ round: last - 1 }] }],
    ['the indexer gives no answer', { algod: [after(last + 5)], indexer: ['dead'] }],
    ['there is no indexer', { algod: [after(last + 5)], indexer: [] }],
    ['the indexer tells a round that is far ahead', { algod: [after(last + 5)], indexer: [{ round: last + 5_000 }] }],
    [
      'another node is not there yet',
      { algod: [after(last + 5), { round: last - 400, says: full }], indexer: [{ round: last + 5 }] },
    ],
    ['the node says so, and its round is another one', { algod: [{ says: dead(last + 9) }], indexer: [{}] }],
    [
      'only the indexer is past it',
      { algod: [{ round: last - 2, says: dead(last + 9) }], indexer: [{ round: last + 3 }] },
    ],
  ])('is uncertain if %s', async (_, world) => {
    const error = await open(world).caught();
    expect(error).toMatchObject({ code: 'broadcast.uncertain', maybeSent: true });
    expect(error.message).toContain('Do not encode again before');
  });

  describe('without an indexer', () => {
    const short = signedTransfer({ lastValid: BigInt(first + 100) });
    const end = first + 100;
    const over = (at: number): AlgodScript => ({ round: at, says: pool(`txn dead: round ${at + 1} outside of x`) });

    it('has expired as long as the nodes keep all of its rounds', async () => {
      const says = pool(`txn dead: round ${end + 51} outside of ${first}--${end}`);
      const world = { algod: [{ round: end + 50, says }], indexer: [] };
      expect(await open(world, short).caught()).toMatchObject({ code: 'broadcast.expired' });
    });

    it.each([end, end + 9, first + 1_001, first + 9_000])('is uncertain in round %d', async (at) => {
      const says = pool(`txn dead: round ${at + 1} outside of ${first}--${end}`);
      const world = { algod: [{ round: at, says }], indexer: [] };
      expect(await open(world, short).caught()).toMatchObject({ code: 'broadcast.uncertain' });
    });

    it('is uncertain if one of the nodes gives no answer', async () => {
      const says = pool(`txn dead: round ${end + 51} outside of ${first}--${end}`);
      const world = { algod: [{ round: end + 50, says }, 'dead'] as const, indexer: [] };
      expect(await open(world, short).caught()).toMatchObject({ code: 'broadcast.uncertain' });
    });

    it('is not believed of a text that names no window', async () => {
      expect(await open({ algod: [over(first + 5)], indexer: [] }, short).caught()).toMatchObject({
        code: 'broadcast.refused',
      });
    });
  });
});

describe('a transaction whose window has not begun', () => {
  it('is to be sent again if the nodes are a little behind', async () => {
    const error = await open({ algod: [{ round: first - 3, says: dead(first - 2) }] }).caught();
    expect(error).toMatchObject({ code: 'broadcast.nodeBehind' });
    expect(error.message).not.toMatch(/encode again/i);
  });

  it('is a trap if its window is far ahead', async () => {
    const error = await open({ algod: [{ round: first - 50_000, says: dead(first - 50_000) }] }).caught();
    expect(error).toMatchObject({ code: 'broadcast.notFinal' });
    expect(error.message).toContain('Do not encode again before');
  });
});

describe('a refusal that says nothing about duplicates', () => {
  it.each([
    ['the pool is full', full],
    ['the fee is too low', cheap],
    ['the lease is taken', leased],
    ['an unknown text', refused(400, 'failure broadcasting transaction to network')],
  ])('is no refusal if the node has the transaction: %s', async (_, says) => {
    expect(await open({ algod: [{ says, pending: inBlock }] }).run()).toBe(hash);
    expect(await open({ algod: [{ says, pending: { [hash]: pendingOf() } }] }).run()).toBe(hash);
    expect(await open({ algod: [{ says }], indexer: [found] }).run()).toBe(hash);
  });

  it.each([
    ['the fee is too low', cheap],
    ['the lease is taken', leased],
    ['an unknown text', refused(400, 'failure broadcasting transaction to network')],
  ])('is uncertain if the node does not show that it does not have it: %s', async (_, says) => {
    for (const answer of [dies, refused(404, 'Not Found'), new Status(404, '<html>'), catching]) {
      const own = { [`/v2/transactions/pending/${hash}`]: answer };
      expect(await open({ algod: [{ says, own }] }).caught()).toMatchObject({ code: 'broadcast.uncertain' });
    }
  });

  it('counts if no node has the transaction', async () => {
    expect(await open({ algod: [{ says: cheap }, { says: cheap }] }).caught()).toMatchObject({
      code: 'broadcast.feeTooLow',
    });
    expect(await open({ algod: [{ says: leased }] }).caught()).toMatchObject({ code: 'broadcast.leaseTaken' });
    expect(await open({ algod: [{ says: full }] }).caught()).toMatchObject({ code: 'broadcast.congested' });
  });

  it('counts if the pool of the node threw the transaction out', async () => {
    const pending = { [hash]: pendingOf(0, 'overspend') };
    expect(await open({ algod: [{ says: poor, pending }] }).caught()).toMatchObject({
      code: 'broadcast.insufficientFunds',
    });
  });
});

describe('look-ups', () => {
  it('believe no indexer that answers with another transaction', async () => {
    const indexer = [{ round: last + 5, known: { [hash]: transactionOf(other) } }];
    expect(await open({ algod: [after(last + 5)], indexer }).caught()).toMatchObject({ code: 'broadcast.uncertain' });
  });

  it('ask nodes for their round before they ask for the transaction', async () => {
    const { caught, asked } = open({ algod: [{ says: poor }], indexer: [] });
    await caught();
    const paths = asked.map(({ path }) => path);
    const pending = paths.indexOf(`/v2/transactions/pending/${hash}`);
    expect(paths.slice(paths.indexOf('/v2/transactions')).slice(0, pending)).toContain('/v2/status');
    expect(pending).toBe(paths.length - 1);
  });
});

describe('a chain that stands still', () => {
  it('gets nothing', async () => {
    const { caught, sends } = open({ algod: [{ status: { ageMs: 1_200_000 } }] });
    expect(await caught()).toMatchObject({ code: 'chain.standsStill' });
    expect(sends()).toEqual([]);
  });

  it('is looked at again when the last young round was seen long ago', async () => {
    let time = now;
    let ageMs = 1_000;
    const { run, caught, sends } = open({ algod: [() => ({ status: { ageMs } })], now: () => time });
    expect(await run()).toBe(hash);
    time += 1_200_000;
    ageMs = 1_200_000;
    expect(await caught()).toMatchObject({ code: 'chain.standsStill' });
    expect(sends()).toHaveLength(1);
  });
});
