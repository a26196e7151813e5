import { startAptos } from '@isochain/devnet/aptos';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actor, recipient, sender } from '../../../../packages/aptos/test/world/actor.ts';
import { type Behaviour, errorsOf } from '../chain-network.ts';
import {
  answering,
  isSending,
  type Network,
  type NetworkOptions,
  type NodeError,
  openNetwork,
  refusing,
  vmError,
  withHeaders,
} from './network.ts';

// What becomes of signed transactions that nodes refuse, or whose answers are lost.
// Codes: aptos-labs/aptos-core, api/types/src/error.rs and move-core/types/src/vm_status.rs.

const apt = 100_000_000n;
let network: Network;
let count = 0;

beforeAll(async () => {
  network = await openNetwork();
});
afterAll(() => network.close());

/** A signed transfer of 0.5 APT from a fresh account. */
async function prepared(changed: Readonly<Record<string, unknown>> = {}) {
  count += 1;
  const by = actor(`refused ${count}`);
  await network.engine.fund(by.address, 5n * apt);
  network.engine.placeAccount(by.address);
  const intent = { mode: 'transfer', senderAddress: by.address, senderPubKey: by.publicKey };
  const encoded = await network.encoded({
    ...{ ...intent, recipientAddress: recipient.address, amount: '50000000' },
    ...changed,
  });
  return { by, encoded, signature: network.sign(encoded, by) };
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

const untouched = async ({ by }: Prepared) =>
  expect([network.engine.sequenceNumber(by.address), await network.engine.balance(by.address)]).toEqual([0n, 5n * apt]);

interface Refused {
  readonly error: NodeError;
  readonly status: number;
  readonly code: string;
  readonly message: string | RegExp;
}

const refused = (words: string) => ({
  ...{ status: 400, code: 'broadcast.refused' },
  message: new RegExp(`^The node refused the transaction: .*${words}`),
});
const invalid = { status: 400, code: 'broadcast.invalid', message: 'The node refused the transaction as invalid.' };
const poor = {
  ...{ status: 400, code: 'broadcast.insufficientFunds' },
  message: 'Insufficient balance for amount plus fees.',
};
const gas = {
  ...{ status: 400, code: 'broadcast.gasRefused' },
  message: 'The node refused the gas limit of the transaction.',
};
const update = (text: string): NodeError => ({
  ...{ status: 400, error_code: 'invalid_transaction_update' },
  message: `Transaction already in mempool with a ${text}`,
});
const taken = {
  ...{ status: 409, code: 'broadcast.nonceTaken' },
  message: /^A pending transaction uses nonce 0 already/,
};
const unnamed = (code: string, message: string): NodeError => ({ status: 400, error_code: code, message });

const refusals: readonly (readonly [name: string, refused: Refused])[] = [
  ['1, a signature', { error: vmError('INVALID_SIGNATURE', 1), ...invalid }],
  ['2, a key', { error: vmError('INVALID_AUTH_KEY', 2), ...refused('the account has another key now') }],
  [
    '4, a sequence number ahead',
    {
      error: vmError('SEQUENCE_NUMBER_TOO_NEW', 4),
      ...{ status: 409, code: 'broadcast.nonceGap', message: /^Nonce 0 is too far ahead/ },
    },
  ],
  ['5, coins', { error: vmError('INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE', 5), ...poor }],
  ['7, a sender', { error: vmError('SENDING_ACCOUNT_DOES_NOT_EXIST', 7), ...refused('the sender does not exist') }],
  [
    '10, a size',
    {
      error: vmError('EXCEEDED_MAX_TRANSACTION_SIZE', 10),
      ...{ status: 400, code: 'broadcast.tooLarge' },
      message: 'The transaction is larger than what nodes relay.',
    },
  ],
  ['13, too much gas', { error: vmError('MAX_GAS_UNITS_EXCEEDS_MAX_GAS_UNITS_BOUND', 13), ...gas }],
  ['14, too little gas', { error: vmError('MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS', 14), ...gas }],
  [
    '15, a low price',
    {
      error: vmError('GAS_UNIT_PRICE_BELOW_MIN_BOUND', 15),
      ...{ status: 400, code: 'broadcast.feeTooLow', message: /^Network fees rose above the encoded fee/ },
    },
  ],
  ['16, a high price', { error: vmError('GAS_UNIT_PRICE_ABOVE_MAX_BOUND', 16), ...refused('gas price is higher') }],
  ['21', { error: vmError('INVALID_MODULE_PUBLISHER', 21), ...refused('INVALID_MODULE_PUBLISHER') }],
  ['24, the last number', { error: vmError('SEQUENCE_NUMBER_TOO_BIG', 24), ...invalid }],
  ['26', { error: vmError('FEATURE_UNDER_GATING', 26), ...refused('FEATURE_UNDER_GATING') }],
  ['28', { error: vmError('SIGNERS_CONTAIN_DUPLICATES', 28), ...refused('SIGNERS_CONTAIN_DUPLICATES') }],
  ['29', { error: vmError('SEQUENCE_NONCE_INVALID', 29), ...refused('SEQUENCE_NONCE_INVALID') }],
  ['36, a payer', { error: vmError('GAS_PAYER_ACCOUNT_MISSING', 36), ...refused('the account that pays') }],
  ['37, a deposit', { error: vmError('INSUFFICIENT_BALANCE_FOR_REQUIRED_DEPOSIT', 37), ...poor }],
  ['38', { error: vmError('GAS_PARAMS_MISSING', 38), ...refused('GAS_PARAMS_MISSING') }],
  ['41', { error: vmError('ACCOUNT_AUTHENTICATION_GAS_LIMIT_EXCEEDED', 41), ...refused('GAS_LIMIT_EXCEEDED') }],
  ['43', { error: vmError('EMPTY_PAYLOAD_PROVIDED', 43), ...refused('EMPTY_PAYLOAD_PROVIDED') }],
  [
    'a time too far ahead',
    {
      error: { ...vmError('TRANSACTION_EXPIRATION_TOO_FAR_IN_FUTURE', 44), vm_error_code: null },
      ...{ status: 400, code: 'broadcast.notFinal', message: /too far ahead of the ledger/ },
    },
  ],
  [
    '1103, no entry function',
    { error: vmError('EXECUTE_ENTRY_FUNCTION_CALLED_ON_NON_ENTRY_FUNCTION', 1103), ...refused('NON_ENTRY') },
  ],
  ['4002, out of gas', { error: vmError('OUT_OF_GAS', 4002), ...refused('OUT_OF_GAS') }],
  ['4016, aborted', { error: vmError('ABORTED', 4016), ...refused('ABORTED') }],
  ['4017', { error: vmError('ARITHMETIC_ERROR', 4017), ...refused('ARITHMETIC_ERROR') }],
  ['another payload', { error: update('different payload'), ...taken }],
  ['another time', { error: update('different expiration timestamp'), ...taken }],
  ['a higher price', { error: update('higher gas price'), ...taken }],
  [
    'rejected_by_filter',
    { error: { ...unnamed('rejected_by_filter', 'Rejected by filter'), status: 403 }, ...refused('filter') },
  ],
  [
    'invalid_input',
    { error: unnamed('invalid_input', 'Failed to deserialize input'), ...refused('Failed to deserialize') },
  ],
  [
    'mempool_is_full',
    {
      error: { ...unnamed('mempool_is_full', 'Mempool is full. Mempool size: 2, Capacity: 2'), status: 507 },
      ...{ status: 502, code: 'broadcast.congested', message: /take no more transactions at the moment/ },
    },
  ],
  [
    'mempool_is_full for the account',
    {
      error: {
        ...unnamed('mempool_is_full', 'Mempool over capacity for account. Number of transactions from account: 100'),
        status: 507,
      },
      ...{ status: 400, code: 'broadcast.chainTooLong', message: /^Too many transactions of this account wait/ },
    },
  ],
];

describe('each code of a node', () => {
  it.each(refusals)('%s', async (_, { error, status, code, message }) => {
    const one = await prepared();
    const behaves = refusing(error);
    const { answer, broadcasts, paths } = await sendOver({ node: { behaves }, other: { behaves } }, one);
    const { errors } = errorsOf(answer);
    expect({ status: answer.status, errors }).toMatchObject({
      status,
      errors: [
        {
          ...{ code, field: 'transaction' },
          message: message instanceof RegExp ? expect.stringMatching(message) : message,
        },
      ],
    });
    expect(errors).toHaveLength(1);
    expect(answer.body.hash).toBeUndefined();
    // To each node once, and each was asked for it before the refusal counted.
    expect(broadcasts).toBe(2);
    expect(paths.filter((path) => path.startsWith('/transactions/by_hash/')).length).toBeGreaterThanOrEqual(2);
    await untouched(one);
  });

  it.each(refusals)('%s: does not count where another node takes the transaction', async (_, { error }) => {
    const one = await prepared();
    const { answer } = await sendOver({ refusing: { behaves: refusing(error) }, node: {} }, one);
    expect(answer).toMatchObject({ status: 200, body: { hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) } });
  });

  it.each(refusals)('%s: is no failure where the chain has the transaction', async (_, { error }) => {
    const one = await prepared();
    const { answer: first } = await sendOver({ node: {} }, one);
    const { answer } = await sendOver({ node: { behaves: refusing(error) } }, one);
    expect(answer).toMatchObject({ status: 200, body: { hash: first.body.hash } });
  });

  it.each<readonly [string, NodeError]>([
    ['internal_error', { ...unnamed('internal_error', 'thread panicked at node7.internal.example'), status: 500 }],
    ['web_framework_error', { ...unnamed('web_framework_error', 'too many requests'), status: 429 }],
    ['health_check_failed', { ...unnamed('health_check_failed', 'The ledger is behind'), status: 503 }],
    ['api_disabled', { ...unnamed('api_disabled', 'Submit is disabled'), status: 403 }],
    ['bcs_not_supported', unnamed('bcs_not_supported', 'BCS is disabled')],
    ['a code that nobody knows', unnamed('something_new', 'Something new.')],
    ['23, another chain', vmError('BAD_CHAIN_ID', 23)],
  ])('%s says nothing of the transaction', async (_, error) => {
    const one = await prepared();
    const { answer } = await sendOver({ node: { behaves: refusing(error) } }, one);
    const { status, errors } = errorsOf(answer);
    expect([status, errors]).toMatchObject([502, [{ code: 'upstream.unavailable' }]]);
    expect(answer.text).not.toMatch(/panicked|internal\.example|Something new/);
    await untouched(one);
  });

  it('cleans what a node says', async () => {
    const one = await prepared();
    const message = `<b>no\u0007</b> ${'x'.repeat(5_000)}`;
    const { answer } = await sendOver({ node: { behaves: refusing(unnamed('vm_error', message)) } }, one);
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'broadcast.refused' }] });
    expect(errorsOf(answer).errors[0]?.message.length).toBeLessThan(1_000);
    expect(answer.text).not.toContain('\u0007');
  });
});

describe('a sequence number that is used', () => {
  const old: NodeError = {
    ...{ status: 400, error_code: 'sequence_number_too_old', vm_error_code: 3 },
    message: 'Invalid transaction: Type: Validation Code: SEQUENCE_NUMBER_TOO_OLD',
  };

  it('by another transaction of the account, names that one', async () => {
    const one = await prepared();
    const rival = await network.encoded({
      ...{ mode: 'transfer', senderAddress: one.by.address, senderPubKey: one.by.publicKey },
      ...{ recipientAddress: sender.address, amount: '7' },
    });
    const { body } = await network.broadcast(rival, network.sign(rival, one.by));
    const before = await network.engine.balance(recipient.address);
    const { answer } = await sendOver({ node: {}, other: {} }, one);
    expect(errorsOf(answer)).toMatchObject({
      status: 409,
      errors: [
        {
          code: 'broadcast.nonceUsed',
          message: `Nonce 0 is used: transaction ${body.hash} of the same account was confirmed with it. Encode again.`,
        },
      ],
    });
    expect(await network.engine.balance(recipient.address)).toBe(before);
  });

  it('is not believed of a node alone: a client would encode again, and pay twice', async () => {
    const one = await prepared();
    const { answer } = await sendOver({ node: { behaves: refusing(old) } }, one);
    expect(errorsOf(answer)).toMatchObject({
      status: 502,
      errors: [{ code: 'broadcast.uncertain', context: { maybeSent: true } }],
    });
  });

  it('which this transaction used itself, is a success', async () => {
    const one = await prepared();
    const before = await network.engine.balance(recipient.address);
    const { answers } = await sendOver({ node: {}, other: {} }, one, 3);
    expect(new Set(answers.map(({ body }) => body.hash)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await network.engine.balance(recipient.address)).toBe(before + 50_000_000n);
  });

  it('as a nonce of its own, is one that this transaction used', async () => {
    const one = await prepared({ params: { orderless: true } });
    const { answers } = await sendOver({ node: {} }, one, 2);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { answer } = await sendOver({ node: { behaves: refusing(vmError('NONCE_ALREADY_USED', 42)) } }, one);
    expect(answer).toMatchObject({ status: 200, body: { hash: answers[0]?.body.hash } });
  });

  it('as a nonce of its own, is not believed of a node alone', async () => {
    const one = await prepared({ params: { orderless: true } });
    const { answer } = await sendOver({ node: { behaves: refusing(vmError('NONCE_ALREADY_USED', 42)) } }, one);
    expect(errorsOf(answer)).toMatchObject({ status: 502, errors: [{ code: 'broadcast.uncertain' }] });
    await untouched(one);
  });
});

describe('a transaction that waits', () => {
  it('answers its hash as often as it is sent', async () => {
    const one = await prepared();
    await network.engine.setAutomine(false);
    try {
      const { answers } = await sendOver({ node: {} }, one, 3);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      await untouched(one);
    } finally {
      await network.engine.setAutomine(true);
      await network.engine.mine();
    }
    expect(network.engine.sequenceNumber(one.by.address)).toBe(1n);
  });

  it('is not replaced by another one with its number', async () => {
    const one = await prepared();
    const rival = await network.encoded({ ...one.encoded.data, params: undefined, amount: '9' });
    await network.engine.setAutomine(false);
    try {
      expect((await sendOver({ node: {} }, one)).answer.status).toBe(200);
      const { answer } = await sendOver(
        { node: {} },
        { by: one.by, encoded: rival, signature: network.sign(rival, one.by) },
      );
      expect(errorsOf(answer)).toMatchObject({ status: 409, errors: [{ code: 'broadcast.nonceTaken' }] });
    } finally {
      await network.engine.setAutomine(true);
      await network.engine.mine();
    }
    expect(await network.engine.balance(one.by.address)).toBeLessThan(5n * apt - 49_000_000n);
  });
});

describe('a key that signs, and does not control the account any more', () => {
  it('is refused by the chain', async () => {
    const one = await prepared();
    network.engine.rotate(one.by.address, actor('rotated meanwhile').address);
    const { answer } = await sendOver({ node: {}, other: {} }, one);
    expect(errorsOf(answer)).toMatchObject({
      status: 400,
      errors: [{ code: 'broadcast.refused', message: expect.stringMatching(/the account has another key now/) }],
    });
    await untouched(one);
  });
});

describe('a transaction that costs more than the account has by now', () => {
  it('is refused by the chain', async () => {
    const by = actor('spends meanwhile');
    await network.engine.fund(by.address, apt);
    network.engine.placeAccount(by.address);
    const intent = { mode: 'transfer', senderAddress: by.address, senderPubKey: by.publicKey };
    const encode = (nonce: string) =>
      network.encoded({ ...intent, recipientAddress: recipient.address, amount: '99000000', nonce });
    const [first, second] = [await encode('0'), await encode('1')];
    await network.broadcast(first, network.sign(first, by));
    const held = await network.engine.balance(by.address);
    const { answer } = await sendOver({ node: {} }, { by, encoded: second, signature: network.sign(second, by) });
    const { status, body } = answer;
    // A node takes it where the fees are there: then the transfer itself fails, and costs what was announced at most.
    if (status === 200) {
      const left = held - (await network.engine.balance(by.address));
      expect(left).toBeLessThanOrEqual(BigInt(String(second.data.fees)));
    } else expect(body.status?.errors).toMatchObject([{ code: 'broadcast.insufficientFunds' }]);
  });
});

describe('a transaction whose time is over', () => {
  /** Clocks of tests may be behind the chain by a few minutes, because it goes on with its blocks alone. */
  const soon = () => ({ params: { expirationTimestampSecs: Math.floor(network.engine.now() / 1_000) + 600 } });

  it('is called expired if clock and chain agree, and nobody has it', async () => {
    // The chain is twenty minutes behind our clock at first.
    const engine = await startAptos({ startTime: new Date(Date.now() - 1_200_000) });
    const late = await openNetwork({}, engine);
    try {
      const encoded = await late.encoded({
        ...{ mode: 'transfer', senderAddress: sender.address, senderPubKey: sender.publicKey },
        ...{ recipientAddress: recipient.address, amount: '7' },
      });
      await engine.advance(700);
      const before = await engine.balance(sender.address);
      expect(errorsOf(await late.broadcast(encoded, late.sign(encoded, sender)))).toMatchObject({
        status: 409,
        errors: [
          { code: 'broadcast.expired', message: 'The transaction expired before it was broadcast. Encode again.' },
        ],
      });
      expect(await engine.balance(sender.address)).toBe(before);
    } finally {
      await late.close();
      await engine.stop();
    }
  });

  it('is not called expired by the chain alone', async () => {
    const one = await prepared(soon());
    await network.engine.advance(700);
    const { answer } = await sendOver({ node: {}, other: {} }, one);
    // The clock of the gateway has not reached the end of it.
    expect(errorsOf(answer)).toMatchObject({ status: 502, errors: [{ code: 'broadcast.uncertain' }] });
    await untouched(one);
  });

  it('is not called so by a node alone', async () => {
    const one = await prepared();
    const { answer } = await sendOver({ node: { behaves: refusing(vmError('TRANSACTION_EXPIRED', 6)) } }, one);
    expect(errorsOf(answer)).toMatchObject({ status: 502, errors: [{ code: 'broadcast.uncertain' }] });
    await untouched(one);
  });

  it('answers its hash, if it was carried out in time', async () => {
    const one = await prepared(soon());
    const { answer: first } = await sendOver({ node: {} }, one);
    await network.engine.advance(700);
    expect((await sendOver({ node: {} }, one)).answer).toMatchObject({ status: 200, body: { hash: first.body.hash } });
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
    expect((await sendOver({ node: { behaves } }, one)).answer.status).toBe(200);
    expect(network.engine.sequenceNumber(one.by.address)).toBe(1n);
  });

  it('is told with the hash, if nothing can be asked any more', async () => {
    const one = await prepared();
    let isDead = false;
    const behaves: Behaviour = (asked, forward) => {
      if (isDead) throw new TypeError('fetch failed');
      isDead = isSending(asked);
      return isDead ? breaks(forward) : forward();
    };
    const { answer } = await sendOver({ node: { behaves } }, one);
    const { status, errors } = errorsOf(answer);
    expect([status, errors[0]?.context]).toMatchObject([
      502,
      { maybeSent: true, hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
    ]);
    expect((await sendOver({ node: {} }, one)).answer.body.hash).toBe(errors[0]?.context?.hash);
  });

  it('of a node that names another hash is not believed', async () => {
    const one = await prepared();
    const behaves = answering((asked) =>
      isSending(asked) ? { status: 202, body: { hash: `0x${'ab'.repeat(32)}` } } : undefined,
    );
    const { answer } = await sendOver({ node: { behaves } }, one);
    expect(errorsOf(answer)).toMatchObject({ status: 502, errors: [{ code: 'upstream.unavailable' }] });
    expect(answer.text).not.toContain('ab'.repeat(8));
    await untouched(one);
  });
});

describe('a node of another chain', () => {
  it('is not counted, whatever it says', async () => {
    const one = await prepared();
    const behaves = withHeaders({ 'x-aptos-chain-id': '2' });
    const { answer } = await sendOver({ other: { behaves }, node: {} }, one);
    expect(answer.status).toBe(200);
  });
});

describe('a signature of somebody else', () => {
  it('never leaves the gateway', async () => {
    const one = await prepared();
    const { answer, broadcasts } = await sendOver(
      { node: {} },
      { ...one, signature: network.sign(one.encoded, sender) },
    );
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'signature.mismatch' }] });
    expect(broadcasts).toBe(0);
  });
});
