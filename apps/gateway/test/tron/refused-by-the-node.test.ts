import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actor, recipient, stranger } from '../../../../packages/tron/test/world/actor.ts';
import { type Behaviour, errorsOf, honest } from '../chain-network.ts';
import { type Network, type NetworkOptions, openNetwork } from './network.ts';

// What becomes of signed transactions that nodes refuse, or whose answers are lost.

let network: Network;
let count = 0;

beforeAll(async () => {
  network = await openNetwork();
});
afterAll(() => network.close());

/** A signed transfer of 1 TRX from a fresh account. */
async function prepared(changed: Readonly<Record<string, unknown>> = {}) {
  count += 1;
  const by = actor(`refused ${count}`);
  await network.engine.fund(by.address, 10_000_000n);
  const intent = { mode: 'transfer', senderAddress: by.address, recipientAddress: recipient.address };
  const encoded = await network.encoded({ ...intent, amount: '1000000', ...changed });
  const id = encoded.encoded[0]?.hash?.value ?? '';
  return { by, encoded, id, signature: network.sign(encoded, by) };
}

type Prepared = Awaited<ReturnType<typeof prepared>>;

/** Sends through a gateway with these nodes, and tells how often the transaction went out. */
async function sendOver(nodes: NonNullable<NetworkOptions['nodes']>, { encoded, signature }: Prepared, times = 1) {
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

const sending = (path: string) => path === '/wallet/broadcasthex';
const says =
  (code: string, message: string): Behaviour =>
  ({ path }, forward) =>
    sending(path) ? Response.json({ result: false, code, message, txid: 'ab'.repeat(32) }) : forward();
/** As `says`, with the true id. */
const saysOf =
  (code: string, message: string, txid: string): Behaviour =>
  ({ path }, forward) =>
    sending(path) ? Response.json({ result: false, code, message, txid }) : forward();

const validate = (text: string) => ['CONTRACT_VALIDATE_ERROR', `Contract validate error : ${text}`] as const;
const fails = (text: string) => [400, 'broadcast.fails', `The transaction would fail: ${text}`] as const;
const poor = [400, 'broadcast.insufficientFunds', 'Insufficient balance for amount plus fees.'] as const;
const busy = [
  ...([502, 'broadcast.congested'] as const),
  'The nodes of Tron take no more transactions at the moment. Send the same broadcast again later.',
] as const;

// Texts: Wallet.broadcastTransaction and the actuators of tronprotocol/java-tron.
describe('each code of a node', () => {
  it.each<readonly [code: string, text: string, status: number, ours: string, message: string]>([
    [
      ...(['SIGERROR', 'Validate signature error: Signature size is 64'] as const),
      ...([400, 'broadcast.invalid', 'The node refused the transaction as invalid.'] as const),
    ],
    [
      ...(['SIGERROR', 'Validate signature error: Permission denied'] as const),
      ...([400, 'broadcast.refused', 'The node refused the transaction: Permission denied'] as const),
    ],
    [
      ...(['TAPOS_ERROR', 'Tapos check error.', 409, 'broadcast.blockUnknown'] as const),
      'The nodes of Tron do not know the block that the transaction refers to. Encode again.',
    ],
    ['BANDWITH_ERROR', 'Account resource insufficient error.', ...poor],
    [
      ...(['TOO_BIG_TRANSACTION_ERROR', 'Transaction size is too big.'] as const),
      ...([400, 'broadcast.tooLarge', 'The transaction is larger than what nodes relay.'] as const),
    ],
    [...validate('Validate TransferContract error, balance is not sufficient.'), ...poor],
    [...validate('assetBalance is not sufficient.'), ...poor],
    [...validate('Validate TransferAssetActuator error, insufficient fee.'), ...poor],
    [...validate('Cannot transfer TRX to a smartContract.'), ...fails('Cannot transfer TRX to a smartContract.')],
    [...validate('frozenBalance must be less than or equal to accountBalance'), ...poor],
    [...validate('no unFreeze balance to withdraw '), ...fails('no unFreeze balance to withdraw')],
    [...validate('witnessAccount does not have any reward'), ...fails('witnessAccount does not have any reward')],
    [
      ...validate('The last withdraw time is 1795430400000, less than 24 hours'),
      ...fails('The last withdraw time is 1795430400000, less than 24 hours'),
    ],
    [
      ...validate('Invalid unfreeze operation, unfreezing times is over limit'),
      ...fails('Invalid unfreeze operation, unfreezing times is over limit'),
    ],
    [
      ...validate('The total number of votes[9000000] is greater than the tronPower[8000000]'),
      ...fails('The total number of votes[9000000] is greater than the tronPower[8000000]'),
    ],
    ['CONTRACT_EXE_ERROR', 'Contract execute error : it broke', ...fails('it broke')],
    ['SERVER_BUSY', 'Server busy.', ...busy],
    ['NO_CONNECTION', 'No connection.', ...busy],
    ['NOT_ENOUGH_EFFECTIVE_CONNECTION', 'Effective connection: 1 lt minEffectiveConnection: 3.', ...busy],
    ['BLOCK_UNSOLIDIFIED', 'Block unsolidified.', ...busy],
  ])('%s: %s', async (code, text, status, ours, message) => {
    const one = await prepared();
    const behaves = saysOf(code, text, one.id);
    const { answer, broadcasts, paths } = await sendOver({ node: { behaves }, other: { behaves } }, one);
    expect(errorsOf(answer)).toMatchObject({ status, errors: [{ code: ours, message, field: 'transaction' }] });
    expect(errorsOf(answer).errors).toHaveLength(1);
    expect(answer.body.hash).toBeUndefined();
    // To each node once, and each was asked for it before the refusal counted.
    expect(broadcasts).toBe(2);
    expect(paths.filter((path) => path === '/wallet/gettransactionbyid')).toHaveLength(2);
    expect(await network.engine.balance(one.by.address)).toBe(10_000_000n);
  });

  it.each([
    ['OTHER_ERROR', 'Error: java.lang.NullPointerException at node7.internal.example'],
    ['A_NEW_CODE', 'Something new.'],
  ])('%s says nothing of the transaction', async (code, text) => {
    const one = await prepared();
    const { answer } = await sendOver({ node: { behaves: saysOf(code, text, one.id) } }, one);
    expect(errorsOf(answer)).toMatchObject({
      status: 502,
      errors: [{ code: 'upstream.unavailable', context: { maybeSent: true, hash: one.id } }],
    });
    expect(answer.text).not.toMatch(/NullPointer|internal|Something new/);
  });
});

describe('a node that names another id', () => {
  it('is not believed, and its id is never answered', async () => {
    const one = await prepared();
    const { answer } = await sendOver({ node: { behaves: says('TAPOS_ERROR', 'Tapos check error.') } }, one);
    expect(errorsOf(answer)).toMatchObject({ status: 502, errors: [{ code: 'upstream.unavailable' }] });
    const taking: Behaviour = async ({ path }, forward) => {
      const told = await forward();
      return sending(path) ? Response.json({ ...((await told.json()) as object), txid: 'ab'.repeat(32) }) : told;
    };
    // It did take the transaction: it is found in a block.
    const { answer: taken } = await sendOver({ node: { behaves: taking } }, one);
    expect(taken).toMatchObject({ status: 200, body: { hash: one.id } });
    expect(taken.text).not.toContain('ab'.repeat(8));
  });
});

describe('a transaction that is sent again', () => {
  it('answers the same id, and moves coins once', async () => {
    const one = await prepared();
    const before = await network.engine.balance(recipient.address);
    const { answers } = await sendOver({ node: {}, other: {} }, one, 3);
    expect(answers.map(({ status, body }) => [status, body.hash])).toEqual(Array(3).fill([200, one.id]));
    expect(await network.engine.balance(recipient.address)).toBe(before + 1_000_000n);
  });

  it.each(['Dup transaction.', 'Transaction already exists.'])(
    'is not taken for known because a node says: %s',
    async (text) => {
      const one = await prepared();
      const behaves = saysOf('DUP_TRANSACTION_ERROR', text, one.id);
      const { answer } = await sendOver({ node: { behaves } }, one);
      expect(errorsOf(answer)).toMatchObject({
        status: 502,
        errors: [
          {
            ...{ code: 'broadcast.uncertain', context: { maybeSent: true, hash: one.id, reason: text } },
            message: `It is not known whether the transaction was taken: a node says “${text}”, and that does not exclude it. Look ${one.id} up, or send the same broadcast again, which is safe. Do not encode again before.`,
          },
        ],
      });
    },
  );

  it('after a refusal is not called known by a node that remembers ids', async () => {
    const one = await prepared();
    network.engine.setIdCache(true);
    try {
      await network.engine.changeAccount(one.by.address, (account) => {
        account.balance = 0n;
      });
      const { answers } = await sendOver({ node: {} }, one, 2);
      expect(answers.map((answer) => errorsOf(answer).errors[0]?.code)).toEqual([
        'broadcast.insufficientFunds',
        'broadcast.uncertain',
      ]);
    } finally {
      network.engine.setIdCache(false);
    }
  });

  it('is known although it fails now because of itself', async () => {
    const one = await prepared({ amount: undefined, useMaxAmount: true });
    expect((await sendOver({ node: {} }, one)).answer.status).toBe(200);
    expect(await network.engine.balance(one.by.address)).toBe(0n);
    const behaves = saysOf(...validate('Validate TransferContract error, balance is not sufficient.'), one.id);
    const { answer } = await sendOver({ node: { behaves } }, one);
    expect(answer).toMatchObject({ status: 200, body: { hash: one.id } });
  });
});

describe('a transaction whose time is over', () => {
  // A new chain: each block of a stand-in is 3 seconds after the one before, so the clock of an old one is far ahead of the gateway's.
  let shared: Network;
  beforeEach(async () => {
    shared = network;
    network = await openNetwork();
  });
  afterEach(async () => {
    await network.close();
    network = shared;
  });

  it('has to be encoded again', async () => {
    const one = await prepared({ params: { expiration: network.engine.now() + 20_000 } });
    await network.engine.advance(30_000);
    const { answer, broadcasts } = await sendOver({ node: {}, other: {} }, one);
    expect(errorsOf(answer)).toMatchObject({
      status: 409,
      errors: [
        { code: 'broadcast.expired', message: 'The transaction expired before it was broadcast. Encode again.' },
      ],
    });
    expect(broadcasts).toBe(2);
    expect(await network.engine.balance(one.by.address)).toBe(10_000_000n);
  });

  it('answers its id, if it was carried out in time', async () => {
    const one = await prepared({ params: { expiration: network.engine.now() + 20_000 } });
    expect((await sendOver({ node: {} }, one)).answer.status).toBe(200);
    const after = await network.engine.balance(one.by.address);
    await network.engine.advance(30_000);
    expect((await sendOver({ node: {} }, one)).answer).toMatchObject({ status: 200, body: { hash: one.id } });
    expect(await network.engine.balance(one.by.address)).toBe(after);
  });

  it('is not called so by a node alone', async () => {
    const one = await prepared();
    const behaves = saysOf('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired', one.id);
    const { answer } = await sendOver({ node: { behaves } }, one);
    expect(errorsOf(answer)).toMatchObject({ status: 502, errors: [{ code: 'broadcast.uncertain' }] });
  });
});

describe('nodes with a limit of requests', () => {
  const limited: Behaviour = ({ path }, forward) =>
    sending(path)
      ? Response.json({ Error: 'class java.lang.IllegalAccessException : lack of computing resources' })
      : forward();

  it('do not stop the others', async () => {
    const one = await prepared();
    const { answer } = await sendOver({ limited: { behaves: limited }, node: {} }, one);
    expect(answer).toMatchObject({ status: 200, body: { hash: one.id } });
  });

  it('did nothing, if there are no others', async () => {
    const one = await prepared();
    const { answer } = await sendOver({ limited: { behaves: limited }, another: { behaves: limited } }, one);
    const { status, errors } = errorsOf(answer);
    expect([status, errors[0]?.code]).toEqual([502, 'upstream.unavailable']);
    expect(errors[0]?.context?.maybeSent).toBeUndefined();
    expect(await network.engine.balance(one.by.address)).toBe(10_000_000n);
  });
});

describe('an answer that is lost', () => {
  const breaks = async (forward: () => Promise<Response>) => {
    await forward();
    throw new TypeError('fetch failed');
  };

  it('is no loss: the transaction is found', async () => {
    const one = await prepared();
    const behaves: Behaviour = ({ path }, forward) => (sending(path) ? breaks(forward) : forward());
    const { answer } = await sendOver({ node: { behaves } }, one);
    expect(answer).toMatchObject({ status: 200, body: { hash: one.id } });
  });

  it('is told with the id, if nothing can be asked any more', async () => {
    const one = await prepared();
    let isDead = false;
    const behaves: Behaviour = ({ path }, forward) => {
      if (isDead) throw new TypeError('fetch failed');
      isDead = sending(path);
      return isDead ? breaks(forward) : forward();
    };
    const refusing = saysOf(...validate('Validate TransferContract error, balance is not sufficient.'), one.id);
    for (const nodes of [{ node: { behaves } }, { node: { behaves }, other: { behaves: honestBut(refusing) } }]) {
      isDead = false;
      const { answer } = await sendOver(nodes, one);
      const { status, errors } = errorsOf(answer);
      expect([status, errors[0]?.context]).toMatchObject([502, { maybeSent: true, hash: one.id }]);
    }
  });

  /** Refuses, and does not know the transaction. */
  const honestBut =
    (refusing: Behaviour): Behaviour =>
    (asked, forward) =>
      /^\/wallet\/gettransaction/.test(asked.path) ? Response.json({}) : refusing(asked, forward);
});

describe('a chain that stands still', () => {
  it('gets no transaction', async () => {
    const one = await prepared();
    const still: Behaviour = async (asked, forward) => {
      const told = await honest(asked, forward);
      return asked.path === '/wallet/getblock' && !asked.body?.includes('id_or_num') ? Response.json(oldBlock) : told;
    };
    // A real header of the year 2026, of the Nile testnet (tronprotocol/documentation-en).
    const { default: oldBlock } = await import('../../../../packages/tron/fixtures/nile-block.json');
    const { answer, broadcasts } = await sendOver({ node: { behaves: still } }, one);
    expect(errorsOf(answer)).toMatchObject({ errors: [{ code: 'chain.standsStill' }] });
    expect(broadcasts).toBe(0);
  });
});

describe('a signature of somebody else', () => {
  it('never leaves the gateway', async () => {
    const one = await prepared();
    const { answer, broadcasts } = await sendOver(
      { node: {} },
      { ...one, signature: network.sign(one.encoded, stranger) },
    );
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'signature.mismatch' }] });
    expect(broadcasts).toBe(0);
  });
});
