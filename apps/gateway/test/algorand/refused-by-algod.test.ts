import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Actor,
  actor,
  newcomer,
  recipient,
  sender,
  stranger,
} from '../../../../packages/algorand/test/world/actor.ts';
import { type Behaviour, errorsOf } from '../chain-network.ts';
import {
  answering,
  honestNodes,
  idOf,
  isSending,
  type Network,
  type NetworkOptions,
  openNetwork,
  refusal,
  refusing,
  type Said,
} from './network.ts';

// What becomes of signed transactions that nodes refuse, or whose answers are lost. Texts: go-algorand, each with its file.

const algo = 1_000_000n;
let network: Network;
let count = 0;

beforeAll(async () => {
  network = await openNetwork();
});
afterAll(() => network.close());

const paid = 500_000n;

/** A signed transfer of 0.5 ALGO from a fresh account. */
async function prepared(changed: Readonly<Record<string, unknown>> = {}) {
  count += 1;
  const by = actor(`refused ${count}`);
  await network.engine.fund(by.address, 5n * algo);
  const encoded = await network.encoded({
    ...{ mode: 'transfer', senderAddress: by.address, recipientAddress: recipient.address, amount: String(paid) },
    ...changed,
  });
  return { by, encoded, signature: network.sign(encoded, by) };
}

type Prepared = Awaited<ReturnType<typeof prepared>>;
type Nodes = NonNullable<NetworkOptions['nodes']>;

/** Sends through a gateway with these endpoints, and tells how often the transaction went out. */
async function sendOver(nodes: Nodes, { encoded, signature }: Pick<Prepared, 'encoded' | 'signature'>, times = 1) {
  const other = await openNetwork({ nodes }, network.engine);
  try {
    const answers = [];
    for (let sent = 0; sent < times; sent += 1) answers.push(await other.broadcast(encoded, signature));
    const paths = other.asked.map(({ path }) => path);
    return { answers, answer: answers[0] as (typeof answers)[0], broadcasts: other.broadcasts(), paths };
  } finally {
    await other.close();
  }
}

const untouched = async ({ by }: Pick<Prepared, 'by'>) =>
  expect(await network.engine.balance(by.address)).toBe(5n * algo);
const moved = async ({ by }: Pick<Prepared, 'by'>) =>
  expect(await network.engine.balance(by.address)).toBe(5n * algo - paid - 1_000n);

interface Refused {
  readonly status: number;
  readonly code: string;
  readonly message: string | RegExp;
}

const fails = (message: RegExp): Refused => ({ status: 400, code: 'broadcast.fails', message });
const invalid: Refused = {
  ...{ status: 400, code: 'broadcast.invalid', message: 'The node refused the transaction as invalid.' },
};
const feeTooLow: Refused = { status: 400, code: 'broadcast.feeTooLow', message: /^Network fees rose above/ };
const busy: Refused = { status: 502, code: 'broadcast.congested', message: /Send the same broadcast again later/ };

const other = stranger.address;
const pool = 'TransactionPool.Remember: ';

/** Each text of a node, with the code of the answer. The window and the ids are those of the transaction. */
const texts: readonly (readonly [name: string, text: (one: Prepared) => string, expected: Refused])[] = [
  [
    'overspend (ledger/ledgercore/error.go)',
    ({ by, encoded }) =>
      `${pool}transaction ${idOf(encoded)}: overspend (account ${by.address}, data {AccountBaseData:{Status:Offline}}, tried to spend {500000})`,
    { status: 400, code: 'broadcast.insufficientFunds', message: 'Insufficient balance for amount plus fees.' },
  ],
  [
    'balance below min (ledger/ledgercore/error.go)',
    ({ by, encoded }) =>
      `${pool}transaction ${idOf(encoded)}: account ${by.address} balance 99999 below min 100000 (0 assets)`,
    fails(/the sender would hold 0\.099999 ALGO, and must keep 0\.1 ALGO/),
  ],
  [
    'balance below min, of the recipient',
    ({ encoded }) => `${pool}transaction ${idOf(encoded)}: account ${other} balance 5 below min 100000 (0 assets)`,
    fails(new RegExp(`account ${other} would hold 0\\.000005 ALGO, and must keep 0\\.1 ALGO`)),
  ],
  [
    'asset missing (ledger/apply/asset.go)',
    ({ encoded }) => `${pool}transaction ${idOf(encoded)}: asset 31566704 missing from ${other}`,
    fails(/does not hold asset 31566704/),
  ],
  [
    'receiver error: must optin (ledger/apply/asset.go)',
    ({ encoded }) =>
      `${pool}transaction ${idOf(encoded)}: receiver error: must optin, asset 31566704 missing from ${other}`,
    fails(/has not opted in to asset 31566704/),
  ],
  [
    'asset frozen (ledger/apply/asset.go)',
    ({ encoded }) => `${pool}transaction ${idOf(encoded)}: asset 31566704 frozen in ${other}`,
    fails(/the holding of asset 31566704 is frozen/),
  ],
  [
    'asset frozen in recipient (ledger/apply/asset.go)',
    ({ encoded }) => `${pool}transaction ${idOf(encoded)}: asset frozen in recipient`,
    fails(/the holding of the recipient is frozen/),
  ],
  [
    'underflow (ledger/apply/asset.go)',
    ({ encoded }) =>
      `${pool}transaction ${idOf(encoded)}: underflow on subtracting 18446744073709551615 from sender amount 9007199254740993`,
    fails(/holds 9007199254740993 base units of the asset, and 18446744073709551615 are needed/),
  ],
  [
    'asset deleted (ledger/apply/asset.go)',
    ({ encoded }) => `${pool}transaction ${idOf(encoded)}: asset 31566704 does not exist or has been deleted`,
    fails(/asset 31566704 does not exist, or was destroyed/),
  ],
  [
    'cannot close (ledger/apply/payment.go)',
    ({ encoded }) => `${pool}transaction ${idOf(encoded)}: cannot close: 3 outstanding assets`,
    fails(/the account cannot be closed: it still has assets \(3\)/),
  ],
  [
    'non-participating (ledger/apply/keyreg.go)',
    ({ by, encoded }) =>
      `${pool}transaction ${idOf(encoded)}: cannot change online/offline status of non-participating account ${by.address}`,
    fails(/left the consensus for good/),
  ],
  [
    'another authorizer (ledger/eval/eval.go)',
    ({ by, encoded }) =>
      `${pool}transaction ${idOf(encoded)}: should have been authorized by ${other} but was actually authorized by ${by.address}`,
    fails(new RegExp(`the account was rekeyed to ${other} since it was encoded`)),
  ],
  ['signature (crypto/batchverifier.go)', () => "At least one signature didn't pass verification", invalid],
  [
    'fee below threshold (data/pools/errors.go)',
    ({ encoded }) => `${pool}transaction ${idOf(encoded)}: fee {1000} below threshold 2470 (10 per byte * 247 bytes)`,
    { ...feeTooLow, message: /a node takes at least 0\.00247 ALGO/ },
  ],
  [
    'fees of a group (ledger/eval/eval.go)',
    () => `${pool}txgroup with 1mA fees is less than 2mA (usage=1.000000 * base=2mA)`,
    feeTooLow,
  ],
  [
    'fees of a group, as older nodes say it (data/transactions/verify/txn.go)',
    () => 'txgroup had 1000 in fees, which is less than the minimum 1 * 2000',
    feeTooLow,
  ],
  [
    'a full pool (data/pools/transactionPool.go)',
    () => 'TransactionPool.checkPendingQueueSize: transaction pool has reached capacity',
    busy,
  ],
  [
    'a long note (data/transactions/transaction.go)',
    () => 'transaction {...} invalid : transaction note too big: 1025 > 1024',
    invalid,
  ],
  [
    'a long window (data/transactions/transaction.go)',
    () => 'transaction {...} invalid : transaction window size excessive (1--1002)',
    invalid,
  ],
  [
    'bytes that cannot be read (daemon/algod/api/server/v2)',
    () => 'msgpack decode error [pos 5]: no matching struct field',
    invalid,
  ],
  [
    'a text of the pool that nobody knows',
    () => `${pool}something new at node7.internal.example`,
    { status: 400, code: 'broadcast.refused', message: /^The node refused the transaction: “?something new/ },
  ],
  [
    'a text that nobody knows: it may be said of a transaction that the node took',
    () => 'something new at node7.internal.example',
    {
      status: 502,
      code: 'broadcast.uncertain',
      message: /a node says “something new at”, and that does not exclude it/,
    },
  ],
  [
    'broadcast queue full (network/wsNetwork.go)',
    () => 'broadcast queue full',
    { status: 502, code: 'broadcast.uncertain', message: /could not pass it on \(broadcast queue full\)”/ },
  ],
];

/** Two nodes that refuse the same transaction, and an honest indexer. */
const refusingBoth = (said: Said): Nodes => ({
  first: { behaves: refusing(said) },
  second: { behaves: refusing(said) },
  indexer: { kind: 'indexer' },
});

async function expectRefused(one: Prepared, said: Said, { status, code, message }: Refused): Promise<void> {
  const { answer, broadcasts, paths } = await sendOver(refusingBoth(said), one);
  const { errors } = errorsOf(answer);
  const text = message instanceof RegExp ? expect.stringMatching(message) : message;
  expect({ status: answer.status, errors }).toMatchObject({ status, errors: [{ code, message: text }] });
  expect(errors).toHaveLength(1);
  expect(answer.body.hash).toBeUndefined();
  // To each node once, and each was asked for it before the refusal counted.
  expect(broadcasts).toBe(2);
  const pending = `/v2/transactions/pending/${idOf(one.encoded)}`;
  expect(paths.filter((path) => path === pending).length).toBeGreaterThanOrEqual(2);
  await untouched(one);
}

describe('each text of a node', () => {
  it.each(texts)('%s', async (_, text, expected) => {
    const one = await prepared();
    await expectRefused(one, refusal(text(one)), expected);
  });

  it.each(texts)('%s does not count where another node takes the transaction', async (_, text) => {
    const one = await prepared();
    const nodes = { refusing: { behaves: refusing(refusal(text(one))) }, ...honestNodes };
    expect((await sendOver(nodes, one)).answer).toMatchObject({ status: 200, body: { hash: idOf(one.encoded) } });
    await moved(one);
  });

  it.each(texts)('%s is no failure where a block has the transaction', async (_, text) => {
    const one = await prepared();
    await sendOver(honestNodes, one);
    const { answer } = await sendOver({ refusing: { behaves: refusing(refusal(text(one))) } }, one);
    expect(answer).toMatchObject({ status: 200, body: { hash: idOf(one.encoded) } });
    await moved(one);
  });

  it.each(texts)('%s is no failure where only the indexer still has the transaction', async (_, text) => {
    const one = await prepared();
    await sendOver(honestNodes, one);
    network.engine.prunePending();
    const nodes = { refusing: { behaves: refusing(refusal(text(one))) }, indexer: { kind: 'indexer' } } as const;
    expect((await sendOver(nodes, one)).answer).toMatchObject({ status: 200, body: { hash: idOf(one.encoded) } });
  });
});

describe('what says nothing of the transaction', () => {
  it.each<readonly [string, Said]>([
    ['a fault', { status: 500, body: { message: 'panicked at node7.internal.example' } }],
    ['too many requests', { status: 429, body: {} }],
    ['a wrong token', refusal('Invalid API Token', 401)],
    ['a proxy without a node', { status: 502, body: 'bad gateway' }],
    ['catching up', refusal('operation not available during catchup', 503)],
    ['another network', refusal('tx.GenesisHash <JBR3> does not match expected <YBQ4>')],
    ['another name of a network', refusal('tx.GenesisID <mainnet-v1.0> does not match expected <testnet-v1.0>')],
    ['no message', { status: 400, body: 'no' }],
    ['the id of another transaction', { status: 200, body: { txId: 'A'.repeat(52) } }],
    ['no id', { status: 200, body: {} }],
  ])('%s', async (_, said) => {
    const one = await prepared();
    const { answer } = await sendOver({ algod: { behaves: refusing(said) } }, one);
    const { status, errors } = errorsOf(answer);
    expect([status, errors[0]?.code]).toEqual([expect.any(Number), expect.stringMatching(/^upstream\./)]);
    expect(status).toBeGreaterThanOrEqual(500);
    expect(answer.text).not.toMatch(/panicked|internal\.example|encode again/i);
    await untouched(one);
    // The same broadcast again is safe.
    expect((await sendOver(honestNodes, one)).answer.body.hash).toBe(idOf(one.encoded));
  });

  it('a text that nobody knows is cleaned', async () => {
    const one = await prepared();
    const text = `<b>no\u0007</b> ${'x'.repeat(5_000)}`;
    const { answer } = await sendOver(refusingBoth(refusal(text)), one);
    expect(errorsOf(answer)).toMatchObject({ status: 502, errors: [{ code: 'broadcast.uncertain' }] });
    expect(errorsOf(answer).errors[0]?.message.length).toBeLessThan(1_000);
    expect(answer.text).not.toContain('\\u0007');
  });
});

describe('a transaction that the node has already', () => {
  it.each(['', pool])('is a success: "%stransaction already in ledger"', async (prefix) => {
    const one = await prepared();
    await sendOver(honestNodes, one);
    const said = refusal(`${prefix}transaction already in ledger: ${idOf(one.encoded)}`);
    const { answer } = await sendOver({ algod: { behaves: refusing(said) } }, one);
    expect(answer).toMatchObject({ status: 200, body: { hash: idOf(one.encoded) } });
    await moved(one);
  });

  it('is paid once, however often it is sent', async () => {
    const one = await prepared();
    const { answers } = await sendOver(honestNodes, one, 4);
    expect(answers.map(({ status, body }) => [status, body.hash])).toEqual(answers.map(() => [200, idOf(one.encoded)]));
    await moved(one);
  });

  it('is a success while it waits', async () => {
    const one = await prepared();
    await network.engine.setAutomine(false);
    try {
      const { answers } = await sendOver(honestNodes, one, 2);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    } finally {
      await network.engine.setAutomine(true);
      await network.engine.mine();
    }
    await moved(one);
  });
});

describe('a lease', () => {
  const params = { lease: Buffer.alloc(32, 9).toString('base64') };

  it('that another transaction took lets no second one through', async () => {
    const one = await prepared({ params });
    const second = { ...one, ...(await again(one.by, { params, amount: '1' })) };
    expect((await sendOver(honestNodes, one)).answer.status).toBe(200);
    const { answer } = await sendOver(honestNodes, second);
    expect(errorsOf(answer)).toMatchObject({
      status: 409,
      errors: [{ code: 'broadcast.leaseTaken', message: expect.stringMatching(/^Another transaction of the account/) }],
    });
    await moved(one);
    // The first one holds the lease itself: it is a success, however often it is sent.
    expect((await sendOver(honestNodes, one)).answer.body.hash).toBe(idOf(one.encoded));
    await moved(one);
  });

  it('that a waiting transaction took lets no second one through', async () => {
    const one = await prepared({ params });
    const second = await again(one.by, { params, amount: '1' });
    await network.engine.setAutomine(false);
    try {
      expect((await sendOver(honestNodes, one)).answer.status).toBe(200);
      expect(errorsOf((await sendOver(honestNodes, second)).answer)).toMatchObject({
        ...{ status: 409, errors: [{ code: 'broadcast.leaseTaken' }] },
      });
    } finally {
      await network.engine.setAutomine(true);
      await network.engine.mine();
    }
    await moved(one);
  });

  it('of another account, or another lease, is no obstacle', async () => {
    const [one, two] = [await prepared({ params }), await prepared({ params })];
    const three = await again(one.by, { params: { lease: Buffer.alloc(32, 8).toString('base64') }, amount: '1' });
    for (const each of [one, two, three]) expect((await sendOver(honestNodes, each)).answer.status).toBe(200);
  });

  it('is free again after the last valid round', async () => {
    const one = await prepared({ params });
    expect((await sendOver(honestNodes, one)).answer.status).toBe(200);
    await network.engine.mine(1_001);
    const second = await again(one.by, { params, amount: '1' });
    expect((await sendOver(honestNodes, second)).answer.status).toBe(200);
  });
});

/** A second transfer of an account, signed. */
async function again(by: Actor, changed: Readonly<Record<string, unknown>>) {
  const encoded = await network.encoded({
    ...{ mode: 'transfer', senderAddress: by.address, recipientAddress: recipient.address, ...changed },
  });
  return { by, encoded, signature: network.sign(encoded, by) };
}

describe('a window that has passed', () => {
  const twoNodes = { first: {}, second: {}, indexer: { kind: 'indexer' } } as const;

  it('is told if nobody has the transaction', async () => {
    const one = await prepared();
    await network.engine.mine(1_001);
    const { answer } = await sendOver(twoNodes, one);
    expect(errorsOf(answer)).toMatchObject({
      status: 409,
      errors: [
        { code: 'broadcast.expired', message: 'The transaction expired before it was broadcast. Encode again.' },
      ],
    });
    expect(answer.body.hash).toBeUndefined();
    await untouched(one);
  });

  it('is no failure of a transaction that a block has', async () => {
    const one = await prepared();
    await sendOver(honestNodes, one);
    await network.engine.mine(1_001);
    network.engine.prunePending();
    expect((await sendOver(twoNodes, one)).answer).toMatchObject({ status: 200, body: { hash: idOf(one.encoded) } });
    await moved(one);
  });

  it('is not called over while an indexer may still show the transaction', async () => {
    const one = await prepared();
    network.engine.setIndexerLag(2_000);
    try {
      await sendOver(honestNodes, one);
      await network.engine.mine(1_500);
      network.engine.prunePending();
      const { answer } = await sendOver(twoNodes, one);
      const { errors } = errorsOf(answer);
      expect(errors[0]?.code).not.toBe('broadcast.expired');
      expect(answer.text).not.toMatch(/[^t] encode again/i);
    } finally {
      network.engine.setIndexerLag(0);
    }
    await moved(one);
  });

  it('is not called over because one node says so', async () => {
    const one = await prepared();
    const { firstValid, lastValid } = one.encoded.data.params as unknown as Record<string, string>;
    const round = BigInt(lastValid ?? 0) + 5n;
    const said = refusal(`${pool}txn dead: round ${round} outside of ${firstValid}--${lastValid}`);
    const { answer } = await sendOver({ liar: { behaves: refusing(said) } }, one);
    expect(errorsOf(answer).errors[0]?.code).not.toBe('broadcast.expired');
    expect(answer.status).toBeGreaterThanOrEqual(400);
    await untouched(one);
    // The same bytes still count.
    expect((await sendOver(honestNodes, one)).answer.status).toBe(200);
    await moved(one);
  });
});

describe('an answer that is lost', () => {
  const breaks = async (forward: () => Promise<Response>) => {
    await forward();
    throw new TypeError('fetch failed');
  };

  it('is no loss: the transaction is found', async () => {
    const one = await prepared();
    const behaves: Behaviour = (asked, forward) => (isSending(asked) ? breaks(forward) : forward());
    expect((await sendOver({ algod: { behaves } }, one)).answer.status).toBe(200);
    await moved(one);
  });

  it('is told with the hash, if nothing can be asked any more', async () => {
    const one = await prepared();
    let isDead = false;
    const behaves: Behaviour = (asked, forward) => {
      if (isDead) throw new TypeError('fetch failed');
      isDead = isSending(asked);
      return isDead ? breaks(forward) : forward();
    };
    const { answer } = await sendOver({ algod: { behaves } }, one);
    const { status, errors } = errorsOf(answer);
    expect([status, errors[0]?.context]).toMatchObject([502, { maybeSent: true, hash: idOf(one.encoded) }]);
    expect((await sendOver(honestNodes, one)).answer.body.hash).toBe(idOf(one.encoded));
    await moved(one);
  });
});

describe('a chain that changed between encode and broadcast', () => {
  const sendNow = async (one: Prepared) => errorsOf((await sendOver(honestNodes, one)).answer);

  it('the account was emptied', async () => {
    const one = await prepared();
    network.engine.placeAccount(one.by.address, { amount: 400_000n });
    expect(await sendNow(one)).toMatchObject({ status: 400, errors: [{ code: 'broadcast.insufficientFunds' }] });
  });

  it('the account would end below its minimum balance', async () => {
    const one = await prepared();
    network.engine.placeAccount(one.by.address, { amount: 600_000n });
    expect(await sendNow(one)).toMatchObject({
      ...{ status: 400, errors: [{ code: 'broadcast.fails', message: expect.stringMatching(/must keep 0\.1 ALGO/) }] },
    });
  });

  it('the account was rekeyed', async () => {
    const one = await prepared();
    network.engine.rekey(one.by.address, stranger.address);
    expect(await sendNow(one)).toMatchObject({
      ...{ status: 400, errors: [{ code: 'broadcast.fails', message: expect.stringMatching(/was rekeyed to/) }] },
    });
  });

  it('the new recipient was closed again', async () => {
    const one = await prepared({ recipientAddress: newcomer.address, amount: '100000' });
    network.engine.placeHoldings(newcomer.address, 1);
    expect(await sendNow(one)).toMatchObject({
      ...{ status: 400, errors: [{ code: 'broadcast.fails', message: expect.stringMatching(/must keep 0\.2 ALGO/) }] },
    });
    await untouched(one);
  });

  it('the fees rose', async () => {
    const one = await prepared();
    network.engine.setFees({ perByte: 10n });
    try {
      expect(await sendNow(one)).toMatchObject({ status: 400, errors: [{ code: 'broadcast.feeTooLow' }] });
    } finally {
      network.engine.setFees({ perByte: 0n });
    }
    await untouched(one);
  });

  it('the pool is full', async () => {
    const one = await prepared();
    network.engine.capacityReached(true);
    try {
      expect((await sendNow(one)).errors).toMatchObject([{ code: 'broadcast.congested' }]);
    } finally {
      network.engine.capacityReached(false);
    }
    await untouched(one);
    expect((await sendNow(one)).status).toBe(200);
    await moved(one);
  });
});

describe('a signature of somebody else', () => {
  it('never leaves the gateway', async () => {
    const one = await prepared();
    const { answer, broadcasts } = await sendOver(honestNodes, {
      ...one,
      signature: network.sign(one.encoded, sender),
    });
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'signature.mismatch' }] });
    expect(broadcasts).toBe(0);
  });
});

it('nodes that answer every transaction by themselves are asked for it', async () => {
  const one = await prepared();
  const behaves = answering((asked) =>
    isSending(asked) ? { status: 200, body: { txId: idOf(one.encoded) } } : undefined,
  );
  // A node that says that it took the transaction is believed: it is the operator's. The state says then that nobody knows it.
  expect((await sendOver({ liar: { behaves } }, one)).answer.body.hash).toBe(idOf(one.encoded));
  const read = await network.send('GET', `/api/algorand/transaction/${idOf(one.encoded)}`);
  expect([read.status, errorsOf(read).errors[0]?.code]).toEqual([404, 'transaction.notFound']);
});
