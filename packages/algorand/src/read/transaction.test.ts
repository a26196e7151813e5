import { describe, expect, it } from 'vitest';
import { bytes, idOf, indexed, made, otherId, payment, pending } from '../../test/chain-rows.ts';
import type { Fields } from '../../test/judge.ts';
import {
  type AlgodScript,
  addressOfBytes,
  connectTo,
  creator,
  dies,
  genesisHash,
  type IndexerScript,
  nobody,
  now,
  recipient,
  refused,
  round,
  sender,
} from '../../test/scripted-node.ts';

// Transactions made by other libraries, answered by a script.

type Json = Readonly<Record<string, unknown>>;

const of = (address: string, amount: bigint | string, ticker = 'ALGO') => ({
  address,
  amount: amount.toString(),
  ticker,
});
const held = (address: string, amount: bigint, ticker = 'DEMO', id: bigint = xaid) => ({
  ...of(address, amount, ticker),
  tokenId: id.toString(),
});
/** The fees where nobody is shown as sender, or somebody else. */
const paidBySender = { fees: { amount: '1000', ticker: 'ALGO', payer: sender } };
const ids = (fields: Fields, row: unknown) => ({ [idOf(fields)]: row as object });

/** Reads a transaction that the indexer shows so. */
async function readIndexed(fields: Fields, changed: Json = {}, inPart: Json = {}) {
  const known = ids(fields, indexed(fields, changed, inPart));
  const { chain } = connectTo({ indexer: { known } });
  return (await chain.transaction(idOf(fields), { include: ['parsed', 'raw'] })).transaction;
}

/** Reads a transaction that the node shows so. There is no indexer. */
async function readPending(fields: Fields, known: Json = {}) {
  const { chain } = connectTo({ algod: { pending: ids(fields, pending(fields, known)) }, indexer: [] });
  return (await chain.transaction(idOf(fields))).transaction;
}

const placed = {
  state: 'confirmed',
  blockHeight: String(round - 10),
  timestamp: String(now - 28_000),
  confirmations: '11',
  fees: { amount: '1000', ticker: 'ALGO' },
};

const xaid = 31_566_704n;
const tokenId = '31566704';
const most = 2n ** 64n - 1n;

const keys = {
  votekey: new Uint8Array(32).fill(1),
  selkey: new Uint8Array(32).fill(2),
  sprfkey: new Uint8Array(64).fill(3),
  votefst: 1n,
  votelst: 3_000_000n,
  votekd: 1_733n,
};

const rest = 7_000_000n;

const handsOver = (by: string) => ({
  code: 'transaction.changesControl',
  message: `This transaction changes who may spend from ${sender}: ${by}`,
  context: { account: sender, by },
});

/** Fields, what the indexer adds, and what must be read. */
const cases: [string, Fields, Json, object][] = [
  [
    'a payment',
    payment,
    {},
    { mode: 'transfer', senders: [of(sender, 1_000_000n)], recipients: [of(recipient, 1_000_000n)] },
  ],
  [
    'a payment to oneself',
    { ...payment, rcv: bytes(sender) },
    {},
    { mode: 'transfer', senders: [of(sender, 1_000_000n)], recipients: [of(sender, 1_000_000n)] },
  ],
  [
    'a payment with all that a header may have, and all of 64 bits',
    {
      ...payment,
      amt: most,
      note: Buffer.from('thank you ✓'),
      lx: new Uint8Array(32).fill(9),
      grp: new Uint8Array(32).fill(8),
      rekey: bytes(creator),
    },
    {},
    {
      mode: 'transfer',
      memo: 'thank you ✓',
      senders: [of(sender, most)],
      recipients: [of(recipient, most)],
      warnings: [handsOver(creator)],
    },
  ],
  [
    'a payment to oneself that hands the account to another key',
    { ...payment, rcv: bytes(sender), rekey: bytes(creator) },
    {},
    {
      mode: 'transfer',
      senders: [of(sender, 1_000_000n)],
      recipients: [of(sender, 1_000_000n)],
      warnings: [handsOver(creator)],
    },
  ],
  [
    'a note that is no text',
    { ...payment, note: Uint8Array.of(0xff, 0xfe) },
    {},
    { mode: 'transfer', senders: [of(sender, 1_000_000n)], recipients: [of(recipient, 1_000_000n)] },
  ],
  [
    'a payment that closes the account, to its recipient',
    { ...payment, close: bytes(recipient) },
    { 'close-amount': rest },
    { mode: 'transfer', senders: [of(sender, 8_000_000n)], recipients: [of(recipient, 8_000_000n)] },
  ],
  [
    'a payment that closes the account, to somebody else',
    { ...payment, close: bytes(creator) },
    { 'close-amount': rest },
    {
      mode: 'transfer',
      senders: [of(sender, 8_000_000n)],
      recipients: [of(recipient, 1_000_000n), of(creator, rest)],
    },
  ],
  [
    'a payment of nothing that closes the account',
    { ...made('pay', { close: bytes(creator) }) },
    { 'close-amount': rest },
    { mode: 'transfer', senders: [of(sender, rest)], recipients: [of(creator, rest)] },
  ],
  [
    'a transfer of an asset',
    made('axfer', { xaid, aamt: most, arcv: bytes(recipient) }),
    {},
    {
      mode: 'transferToken',
      tokenId,
      senders: [held(sender, most)],
      recipients: [held(recipient, most)],
    },
  ],
  [
    'an opt-in',
    made('axfer', { xaid, arcv: bytes(sender) }),
    {},
    { mode: 'enableToken', tokenId, senders: [of(sender, 0n)] },
  ],
  [
    'an opt-out of an asset that the account has nothing of',
    made('axfer', { xaid, arcv: bytes(creator), aclose: bytes(creator) }),
    {},
    { mode: 'enableToken', tokenId, senders: [of(sender, 0n)] },
  ],
  [
    'an opt-out as encode makes it: the holding closes to itself',
    made('axfer', { xaid: 5n, arcv: bytes(sender), aclose: bytes(sender) }),
    {},
    { mode: 'enableToken', tokenId: '5', senders: [of(sender, 0n)] },
  ],
  [
    'a transfer of an asset that nobody knows',
    made('axfer', { xaid: most, aamt: 3n, arcv: bytes(recipient) }),
    {},
    {
      mode: 'transferToken',
      tokenId: most.toString(),
      senders: [held(sender, 3n, `ASA ${most}`, most)],
      recipients: [held(recipient, 3n, `ASA ${most}`, most)],
    },
  ],
  [
    'an opt-out that sends what is left',
    made('axfer', { xaid, arcv: bytes(creator), aclose: bytes(creator) }),
    { 'close-amount': 5n },
    {
      mode: 'transferToken',
      tokenId,
      senders: [held(sender, 5n)],
      recipients: [held(creator, 5n)],
    },
  ],
  [
    'an opt-out with a transfer to somebody else',
    made('axfer', { xaid, aamt: 2n, arcv: bytes(recipient), aclose: bytes(creator) }),
    { 'close-amount': 5n },
    {
      mode: 'transferToken',
      tokenId,
      senders: [held(sender, 7n)],
      recipients: [held(recipient, 2n), held(creator, 5n)],
    },
  ],
  [
    'a transfer of nothing to somebody else',
    made('axfer', { xaid, arcv: bytes(recipient) }),
    {},
    {
      mode: 'transferToken',
      tokenId,
      senders: [held(sender, 0n)],
      recipients: [held(recipient, 0n)],
    },
  ],
  [
    'a clawback: it comes from another account than the sender',
    made('axfer', { xaid, aamt: 5n, arcv: bytes(recipient), asnd: bytes(nobody) }),
    {},
    {
      mode: 'transferToken',
      tokenId,
      senders: [held(nobody, 5n)],
      recipients: [held(recipient, 5n)],
      ...paidBySender,
    },
  ],
  [
    'a clawback of nothing back to the sender',
    made('axfer', { xaid, arcv: bytes(sender), asnd: bytes(nobody) }),
    {},
    { mode: 'transferToken', tokenId, senders: [held(nobody, 0n)], recipients: [held(sender, 0n)], ...paidBySender },
  ],
  [
    'going online',
    made('keyreg', keys),
    {},
    { mode: 'stake', senders: [of(sender, 0n)], validators: { target: of(sender, 0n) } },
  ],
  [
    'going online before 2022, without a key for state proofs',
    made('keyreg', { ...keys, sprfkey: undefined }),
    {},
    { mode: 'stake', senders: [of(sender, 0n)], validators: { target: of(sender, 0n) } },
  ],
  [
    'going offline',
    made('keyreg', {}),
    {},
    { mode: 'unstake', senders: [of(sender, 0n)], validators: { source: of(sender, 0n) } },
  ],
  ['giving up rewards for ever', made('keyreg', { nonpart: true }), {}, { mode: 'unknown', ...paidBySender }],
  [
    'a freeze',
    made('afrz', { faid: xaid, fadd: bytes(recipient), afrz: true }),
    {},
    { mode: 'unknown', ...paidBySender },
  ],
  [
    'what sets a holding free',
    made('afrz', { faid: xaid, fadd: bytes(recipient) }),
    {},
    { mode: 'unknown', ...paidBySender },
  ],
  [
    'a transaction of a kind that nobody knows yet',
    made('new', {}),
    {},
    {
      ...{ mode: 'unknown', ...paidBySender },
      warnings: [expect.objectContaining({ code: 'transaction.incomplete', context: { parts: 'what it does' } })],
    },
  ],
];

describe('a transaction of a block', () => {
  it.each(cases)('%s, as an indexer shows it', async (_, fields, inPart, expected) => {
    const { parsed, raw } = await readIndexed(fields, {}, inPart);
    expect(parsed).toEqual({ id: idOf(fields), ...placed, ...expected });
    expect(raw).toMatchObject({ id: idOf(fields) });
  });

  it.each(cases)('%s, as a node shows it', async (_, fields, { 'close-amount': closed = 0n }, expected) => {
    const closing = { [fields.type === 'pay' ? 'closing-amount' : 'asset-closing-amount']: closed };
    const { parsed } = await readPending(fields, { 'confirmed-round': round - 10, ...closing });
    const { timestamp, ...known } = placed;
    expect(parsed).toEqual({ id: idOf(fields), ...known, ...expected });
  });

  it.each([
    ['the name of the network, which was signed', payment, { 'genesis-id': undefined }],
    ['the hash of the genesis, which was signed', payment, { 'genesis-hash': undefined }],
    ['both', payment, { 'genesis-hash': undefined, 'genesis-id': undefined }],
    ['the name of the network, which was not signed', { ...payment, gen: undefined }, {}],
  ])('that lacks %s', async (_, fields, changed) => {
    expect((await readIndexed(fields, changed)).parsed).toMatchObject({ id: idOf(fields), mode: 'transfer' });
  });

  it('with zeros written out as older indexers do', async () => {
    const zeros = {
      lease: Buffer.alloc(32).toString('base64'),
      group: '',
      'rekey-to': '',
      note: '',
      'genesis-id': '',
    };
    const fields = { ...payment, gen: undefined };
    for (const none of ['', addressOfBytes(new Uint8Array(32))]) {
      const { parsed } = await readIndexed(fields, { ...zeros, 'rekey-to': none }, { 'close-remainder-to': none });
      expect(parsed?.recipients).toEqual([of(recipient, 1_000_000n)]);
    }
  });

  it('shows what the inner transactions of an application moved', async () => {
    const app = { 'application-transaction': { 'application-id': 1 } };
    const inner = [
      { ...indexed(payment), id: undefined, sender: nobody, 'payment-transaction': { amount: 5, receiver: sender } },
      {
        ...indexed(made('appl', { snd: bytes(nobody) }), { id: undefined }),
        'inner-txns': [
          indexed(made('axfer', { snd: bytes(nobody), xaid, aamt: most, arcv: bytes(sender) }), { id: undefined }),
          { ...indexed(payment), sender: nobody, 'payment-transaction': { amount: 7, receiver: sender } },
        ],
      },
    ];
    const { parsed } = await readIndexed(made('appl', {}), { ...app, 'inner-txns': inner });
    expect(parsed).toEqual({
      id: idOf(made('appl', {})),
      ...placed,
      mode: 'unknown',
      // The application paid the fees of its own transactions.
      senders: [of(nobody, 4_012n), held(nobody, most)],
      ...paidBySender,
      recipients: [of(sender, 12n), held(sender, most)],
    });
  });

  it('shows rewards that came in with a payment', async () => {
    const told = { 'sender-rewards': 11, 'receiver-rewards': 22, 'close-rewards': 33 };
    const fields = { ...payment, close: bytes(creator) };
    const expected = {
      senders: [of(sender, 1_000_000n + rest)],
      recipients: [of(recipient, 1_000_022n), of(creator, rest + 33n), of(sender, 11n)],
    };
    expect((await readIndexed(fields, told, { 'close-amount': rest })).parsed).toMatchObject(expected);
    const known = { 'confirmed-round': round - 1, 'closing-amount': rest, ...told };
    expect((await readPending(fields, known)).parsed).toMatchObject(expected);
  });

  it('shows rewards that came in with what moves no coins', async () => {
    const { parsed } = await readIndexed(made('axfer', { xaid, arcv: bytes(sender) }), { 'sender-rewards': 11 });
    expect(parsed).toMatchObject({ mode: 'enableToken', recipients: [of(sender, 11n)] });
  });

  it('names a transaction of an application that cannot be read, and shows the others', async () => {
    const app = { 'application-transaction': { 'application-id': 1 } };
    const good = {
      ...indexed(payment),
      sender: nobody,
      fee: 0,
      'payment-transaction': { amount: 5, receiver: sender },
    };
    const inner = [{ ...good, 'payment-transaction': { amount: -5, receiver: sender } }, good];
    const { parsed } = await readIndexed(made('appl', {}), { ...app, 'inner-txns': inner });
    expect(parsed).toMatchObject({
      recipients: [of(sender, 5n)],
      warnings: [{ code: 'transaction.incomplete', context: { parts: 'a transaction of an application' } }],
    });
    const odd = { ...pending({ ...payment, snd: bytes(nobody) }), 'closing-amount': 'x' };
    const known = { 'confirmed-round': round - 1, 'inner-txns': [odd] };
    expect((await readPending(made('appl', {}), known)).parsed?.warnings).toHaveLength(1);
  });

  it('is shown without a time that the indexer does not tell', async () => {
    for (const time of [null, undefined]) {
      const { parsed } = await readIndexed(payment, { 'round-time': time });
      expect(parsed).toMatchObject({ state: 'confirmed', blockHeight: String(round - 10) });
      expect(parsed).not.toHaveProperty('timestamp');
    }
  });

  it('shows inner transactions that the node tells', async () => {
    const inner = pending({ ...payment, snd: bytes(nobody), rcv: bytes(sender) });
    const known = { 'confirmed-round': round - 1, 'inner-txns': [inner] };
    const { parsed } = await readPending(made('appl', {}), known);
    expect(parsed).toMatchObject({ mode: 'unknown', recipients: [of(sender, 1_000_000n)], confirmations: '2' });
  });
});

describe('a transaction of no block', () => {
  it('waits, and has paid nothing yet', async () => {
    const { parsed } = await readPending({ ...payment, close: bytes(creator) });
    expect(parsed).toEqual({
      id: idOf({ ...payment, close: bytes(creator) }),
      mode: 'transfer',
      state: 'pending',
      senders: [of(sender, 1_000_000n)],
      recipients: [of(recipient, 1_000_000n), of(creator, 0n)],
    });
  });

  it('was thrown out of the pool, and moved nothing', async () => {
    const { parsed } = await readPending(payment, { 'pool-error': 'TransactionPool.Remember: overspend' });
    expect(parsed).toEqual({ id: idOf(payment), mode: 'transfer', state: 'failed', senders: [of(sender, 0n)] });
  });

  it('shows no fee and no sender if it is not known what it was to do', async () => {
    const fields = made('appl', {});
    const inner = pending({ ...payment });
    const { parsed } = await readPending(fields, { 'pool-error': 'logic eval error', 'inner-txns': [inner] });
    expect(parsed).toEqual({ id: idOf(fields), mode: 'unknown', state: 'failed' });
  });
});

describe('endpoints', () => {
  const id = idOf(payment);
  const waits: AlgodScript = { pending: ids(payment, pending(payment)) };
  const thrown: AlgodScript = { pending: ids(payment, pending(payment, { 'pool-error': 'overspend' })) };
  const landed: AlgodScript = { pending: ids(payment, pending(payment, { 'confirmed-round': round - 10 })) };
  const has: IndexerScript = { known: ids(payment, indexed(payment)) };

  it.each<[string, Parameters<typeof connectTo>[0], string, number]>([
    ['the node alone knows it', { algod: waits }, 'pending', 1],
    ['the indexer alone knows it', { indexer: has }, 'confirmed', 1],
    ['the indexer has it in a block, and the node still in its pool', { algod: waits, indexer: has }, 'confirmed', 1],
    ['the indexer has it, though a node threw it out', { algod: thrown, indexer: has }, 'confirmed', 1],
    ['the second node knows it', { algod: [{}, waits] }, 'pending', 2],
    ['the second node has it in a block, and the first threw it out', { algod: [thrown, landed] }, 'confirmed', 2],
    ['the second node still holds what the first threw out', { algod: [thrown, waits] }, 'pending', 2],
    ['the second indexer knows it', { indexer: [{}, has] }, 'confirmed', 2],
    ['the second indexer knows what the node threw out', { algod: thrown, indexer: [{}, has] }, 'confirmed', 2],
    ['there is no indexer', { algod: landed, indexer: [] }, 'confirmed', 1],
    ['the indexer is dead, and is asked twice', { algod: waits, indexer: 'dead' }, 'pending', 2],
    ['the node is dead, and is asked twice', { algod: 'dead', indexer: has }, 'confirmed', 2],
  ])('%s', async (_, connected, state, rounds) => {
    const { chain, onTrace, roundTrips } = connectTo(connected);
    expect((await chain.transaction(id, { onTrace })).transaction.parsed?.state).toBe(state);
    expect(roundTrips()).toBe(rounds);
  });

  it('tell the time of the block if one of them knows it', async () => {
    const { chain } = connectTo({ algod: landed, indexer: has });
    expect((await chain.transaction(id)).transaction.parsed).toMatchObject({ timestamp: String(now - 28_000) });
  });

  it('know nothing', async () => {
    const { chain } = connectTo();
    await expect(chain.transaction(id)).rejects.toMatchObject({ code: 'transaction.notFound' });
  });

  it.each([
    ['node', { algod: { own: { [`/v2/transactions/pending/${id}`]: dies } } }],
    ['indexer', { indexer: 'dead' as const }],
    ['node, which catches up', { algod: { own: { [`/v2/transactions/pending/${id}`]: refused(503, 'catching up') } } }],
    [
      'node, with another refusal',
      { algod: { own: { [`/v2/transactions/pending/${id}`]: refused(404, 'Not Found') } } },
    ],
    ['indexer, with another refusal', { indexer: { own: { [`/v2/transactions/${id}`]: refused(404, 'Not Found') } } }],
  ])('prove nothing if the %s gives no answer', async (_, connected) => {
    const { chain } = connectTo(connected);
    await expect(chain.transaction(id)).rejects.toMatchObject({ name: 'UpstreamError' });
  });
});

describe('lies', () => {
  const id = idOf(payment);
  const lies: [string, unknown][] = [
    ['another amount', { 'payment-transaction': { amount: 999_999, receiver: recipient } }],
    ['another recipient', { 'payment-transaction': { amount: 1_000_000, receiver: nobody } }],
    ['another sender', { sender: nobody }],
    ['another fee', { fee: 999 }],
    ['another note', { note: Buffer.from('hello').toString('base64') }],
    ['another window', { 'last-valid': round + 981 }],
    ['another mode', indexed(made('axfer', { xaid, arcv: bytes(recipient) }), { id })],
    ['another network', { 'genesis-hash': 'SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=' }],
    ['another network by its name', { 'genesis-id': 'testnet-v1.0' }],
    ['a payment without its part', { 'payment-transaction': undefined }],
    ['a broken address', { sender: sender.toLowerCase() }],
    ['a negative fee', { fee: -1 }],
    ['more than 64 bits', { fee: 2n ** 64n }],
    ['a note that is no base64', { note: '%' }],
    ['a lease of 31 bytes', { lease: Buffer.alloc(31, 1).toString('base64') }],
    ['a group', { group: Buffer.alloc(32, 1).toString('base64') }],
    ['a rekeying', { 'rekey-to': nobody }],
  ];

  it.each(lies)('of an indexer about %s are found out', async (_, changed) => {
    const row = indexed(payment, changed as Json);
    const { chain } = connectTo({ indexer: { known: { [id]: row } } });
    await expect(chain.transaction(id)).rejects.toMatchObject({ name: 'UpstreamError' });
    const honest = connectTo({ indexer: [{ known: { [id]: row } }, { known: { [id]: indexed(payment) } }] });
    expect((await honest.chain.transaction(id)).transaction.parsed?.mode).toBe('transfer');
  });

  it.each<[string, Fields]>([
    ['amount', { ...payment, amt: 1n }],
    ['recipient', { ...payment, rcv: bytes(nobody) }],
    ['type', made('keyreg', {})],
    ['network', { ...payment, gh: new Uint8Array(32).fill(1) }],
  ])('of a node about the %s are found out', async (_, fields) => {
    const { chain } = connectTo({ algod: { pending: { [id]: pending(fields) } }, indexer: [] });
    await expect(chain.transaction(id)).rejects.toMatchObject({ name: 'UpstreamError' });
  });

  it('need an id that was asked for', async () => {
    const { chain } = connectTo({ indexer: { known: { [otherId]: indexed(payment) } } });
    await expect(chain.transaction(otherId)).rejects.toMatchObject({ name: 'UpstreamError' });
  });

  it('about the network of a block that an indexer has are found out', async () => {
    const other = { 'genesis-hash': 'SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=' };
    const known = { [id]: indexed(payment) };
    const lost = connectTo({ indexer: { known, own: { '/v2/blocks/1': other } } });
    await expect(lost.chain.transaction(id)).rejects.toMatchObject({ name: 'UpstreamError' });
    const own = { '/v2/blocks/1': { 'genesis-hash': genesisHash } };
    const { chain, askedFor } = connectTo({ indexer: { known, own } });
    await chain.transaction(id);
    await chain.transaction(id);
    expect(askedFor('/v2/blocks/1')).toHaveLength(1);
  });
});
