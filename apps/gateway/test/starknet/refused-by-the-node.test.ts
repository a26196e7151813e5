import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actor } from '../../../../packages/starknet/test/world/actor.ts';
import { type Behaviour, type Encoded, errorsOf } from '../chain-network.ts';
import { answering, changing, isSending, type Network, type NetworkOptions, openNetwork, refusing } from './network.ts';

// What becomes of signed transactions that nodes refuse, or whose answers are lost. Codes: starknet-specs, api/starknet_write_api.json.

const strk = 10n ** 18n;
let network: Network;
let count = 0;
let recipientAddress: string;

beforeAll(async () => {
  network = await openNetwork();
  recipientAddress = network.engine.accounts[1]?.address ?? '';
});
afterAll(() => network.close());

/** A signed transfer of 10,000 FRI from a fresh account. */
async function prepared(changed: Readonly<Record<string, unknown>> = {}) {
  count += 1;
  const by = actor(`refused ${count}`);
  const address = network.engine.deployAccount('argent-0.4.0', by.publicKey, { amount: 5n * strk });
  const intent = { mode: 'transfer', senderAddress: address, recipientAddress, amount: '10000' };
  const encoded = await network.encoded({ ...intent, ...changed });
  return { by, address, encoded, signature: network.sign(encoded, by), hash: hashOf(encoded) };
}

/** A signed deployment of a fresh account. */
async function preparedDeployment() {
  count += 1;
  const by = actor(`refused ${count}`);
  const address = network.engine.addressOf('argent-0.4.0', by.publicKey);
  await network.engine.fund(address, 5n * strk);
  const encoded = await network.encoded({ mode: 'deployAccount', senderPubKey: by.publicKey });
  return { by, address, encoded, signature: network.sign(encoded, by), hash: hashOf(encoded) };
}

const hashOf = ({ encoded }: Encoded) => `0x${encoded[0]?.hash?.value.replace(/^0+/, '')}`;

/** Sends through a gateway with these nodes, and tells how often the transaction went out. */
async function sendOver(
  nodes: NonNullable<NetworkOptions['nodes']>,
  { encoded, signature }: { readonly encoded: Encoded; readonly signature: string },
  times = 1,
) {
  const other = await openNetwork({ nodes }, network.engine);
  try {
    const answers = [];
    for (let sent = 0; sent < times; sent += 1) answers.push(await other.broadcast(encoded, signature));
    const methods = other.calls().map(({ method }) => method);
    return { answers, answer: answers[0] as (typeof answers)[0], broadcasts: other.broadcasts(), methods };
  } finally {
    await other.close();
  }
}

/** As starknet-devnet 0.8.1 and sequencers write it. */
const nonceText = (expected: string, got: string) =>
  `Invalid transaction nonce of contract at address 0x05b614322c40801f07646174dfd2e8756d63faa8a2e5f1373ac3b30228a9e929. Account nonce: ${expected}; got: ${got}.`;

interface Refused {
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
  readonly status: number;
  readonly code: string;
  readonly message: string | RegExp;
}

const tooLow = { status: 400, code: 'broadcast.feeTooLow', message: /^Network fees rose above the encoded fee/ };

const refusals: readonly (readonly [name: string, refused: Refused])[] = [
  [
    '28, an unknown class',
    {
      error: { code: 28, message: 'Class hash not found' },
      status: 400,
      code: 'broadcast.refused',
      message: /[Cc]lass/,
    },
  ],
  [
    '52, a nonce ahead',
    {
      error: { code: 52, message: 'Invalid transaction nonce', data: nonceText('0', '1') },
      ...{ status: 409, code: 'broadcast.nonceGap', message: /Encode again/ },
    },
  ],
  [
    '53, bounds that are too low',
    {
      error: {
        ...{ code: 53, message: "The transaction's resources don't cover validation or the minimal transaction fee" },
      },
      ...tooLow,
    },
  ],
  [
    '53, a price below that of the block',
    {
      error: {
        ...{ code: 53, message: "The transaction's resources don't cover validation or the minimal transaction fee" },
        data: 'Transaction L2 gas price 12000000000 is below the required threshold 13000000000.',
      },
      ...tooLow,
    },
  ],
  [
    '54',
    {
      error: {
        code: 54,
        message:
          "Account balance is smaller than the transaction's maximal fee (calculated as the sum of each resource's limit x max price)",
      },
      ...{ status: 400, code: 'broadcast.insufficientFunds', message: 'Insufficient balance for amount plus fees.' },
    },
  ],
  [
    '55, a signature that the account does not take',
    {
      error: {
        ...{ code: 55, message: 'Account validation failed' },
        data: "The `validate` entry point panicked with:\n0x617267656e742f696e76616c69642d6f776e65722d736967 ('argent/invalid-owner-sig').",
      },
      ...{ status: 400, code: 'broadcast.refused' },
      message: 'The node refused the transaction: the account does not take the signature (argent/invalid-owner-sig)',
    },
  ],
  [
    '58',
    {
      error: { code: 58, message: 'Sender address is not an account contract' },
      ...{
        status: 400,
        code: 'broadcast.refused',
        message: 'The node refused the transaction: the sender is no account there',
      },
    },
  ],
  [
    '64',
    {
      error: { code: 64, message: 'Replacement transaction is underpriced' },
      ...{ status: 400, code: 'broadcast.replacementFeeTooLow', message: /Encode again with a higher fee/ },
    },
  ],
  ['65', { error: { code: 65, message: 'Transaction fee below minimum' }, ...tooLow }],
];

describe('each code of a node', () => {
  it.each(refusals)('%s', async (_, { error, status, code, message }) => {
    const one = await prepared();
    const behaves = refusing(error);
    const { answer, broadcasts, methods } = await sendOver({ node: { behaves }, other: { behaves } }, one);
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
    expect(methods.filter((method) => method === 'starknet_getTransactionStatus').length).toBeGreaterThanOrEqual(2);
    expect([network.engine.nonce(one.address), await network.engine.balance(one.address)]).toEqual([1n, 5n * strk]);
  });

  it.each(refusals)('%s does not count where another node takes the transaction', async (_, { error }) => {
    const one = await prepared();
    const { answer } = await sendOver({ refusing: { behaves: refusing(error) }, node: {} }, one);
    expect(answer).toMatchObject({ status: 200, body: { hash: one.hash } });
  });

  it.each(refusals)('%s is no failure where the chain has the transaction', async (_, { error }) => {
    const one = await prepared();
    expect((await sendOver({ node: {} }, one)).answer.status).toBe(200);
    const { answer } = await sendOver({ node: { behaves: refusing(error) } }, one);
    expect(answer).toMatchObject({ status: 200, body: { hash: one.hash } });
  });

  it.each([
    ['61, another version of transactions', { code: 61, message: 'The transaction version is not supported' }],
    ['63, something unexpected', { code: 63, message: 'An unexpected error occurred', data: 'node7.internal.example' }],
    [
      '-32602, another version of the interface',
      { code: -32602, message: 'Invalid version of invoke transaction: "0x3"' },
    ],
    ['-32601', { code: -32601, message: 'Method not found' }],
    ['-32603', { code: -32603, message: 'Internal error at node7.internal.example' }],
    ['a code that nobody knows', { code: 777, message: 'Something new.' }],
  ])('%s says nothing of the transaction', async (_, error) => {
    const one = await prepared();
    const { answer } = await sendOver({ node: { behaves: refusing(error) } }, one);
    const { status, errors } = errorsOf(answer);
    expect([status, errors]).toMatchObject([502, [{ code: 'upstream.unavailable' }]]);
    expect(answer.text).not.toMatch(/internal|Something new|Invalid version/);
    expect(network.engine.nonce(one.address)).toBe(1n);
    // Another node may take it.
    const { answer: taken } = await sendOver({ bad: { behaves: refusing(error) }, node: {} }, one);
    expect(taken).toMatchObject({ status: 200, body: { hash: one.hash } });
  });

  /** Nodes that speak of the transaction itself, and do not show it. */
  const claims = [
    ['52, a used nonce', { code: 52, message: 'Invalid transaction nonce', data: nonceText('3', '1') }],
    ['52, without a text', { code: 52, message: 'Invalid transaction nonce' }],
    [
      '59, a transaction that waits',
      { code: 59, message: 'A transaction with the same hash already exists in the mempool' },
    ],
  ] as const;

  it.each(claims)('%s, is not believed without a proof', async (_, error) => {
    const one = await prepared();
    const { answer } = await sendOver({ node: { behaves: refusing(error) } }, one);
    expect(errorsOf(answer)).toMatchObject({
      status: 502,
      errors: [{ code: 'broadcast.uncertain', context: { maybeSent: true, hash: one.hash } }],
    });
    expect(network.engine.nonce(one.address)).toBe(1n);
  });

  it.each(claims)('%s, does not count where another node takes the transaction', async (_, error) => {
    const one = await prepared();
    const { answer } = await sendOver({ claiming: { behaves: refusing(error) }, node: {} }, one);
    expect(answer).toMatchObject({ status: 200, body: { hash: one.hash } });
  });

  it.each(claims)('%s, is a success with our own hash where the transaction is known', async (_, error) => {
    const one = await prepared();
    const { engine } = network;
    engine.setMining('received');
    try {
      expect((await sendOver({ node: {} }, one)).answer.status).toBe(200);
      // The stand-in itself answers 59 now.
      expect((await sendOver({ node: {} }, one)).answer).toMatchObject({ status: 200, body: { hash: one.hash } });
      const { answer } = await sendOver({ node: { behaves: refusing(error) } }, one);
      expect(answer).toMatchObject({ status: 200, body: { hash: one.hash } });
    } finally {
      engine.setMining('each');
      await engine.mine();
    }
    expect(engine.nonce(one.address)).toBe(2n);
  });
});

describe('a deployment', () => {
  const sent = /addDeployAccount/;

  it('of a class that nobody declared', async () => {
    const one = await preparedDeployment();
    const behaves = refusing({ code: 28, message: 'Class hash not found' });
    const { answer } = await sendOver({ node: { behaves } }, one);
    expect(errorsOf(answer)).toMatchObject({
      status: 400,
      errors: [{ code: 'broadcast.refused', field: 'transaction' }],
    });
    expect(network.engine.nonce(one.address)).toBe(0n);
  });

  it('of an account that is there already, as a node says', async () => {
    const one = await preparedDeployment();
    const data = `${nonceText('1', '0')} Account is already deployed (nonce=1).`;
    const behaves = refusing({ code: 52, message: 'Invalid transaction nonce', data });
    const { answer, methods } = await sendOver({ node: { behaves } }, one);
    // The account is not there: the node lies, or knows more than it shows.
    expect(errorsOf(answer)).toMatchObject({
      status: 502,
      errors: [{ code: 'broadcast.uncertain', context: { maybeSent: true, hash: one.hash } }],
    });
    expect(methods.filter((method) => sent.test(method))).toHaveLength(1);
  });

  it.each([
    ['54', { code: 54, message: "Account balance is smaller than the transaction's maximal fee" }],
    [
      '55, of older nodes',
      {
        ...{ code: 55, message: 'Account validation failed' },
        data: 'Max fee (26501832000000000) exceeds balance (0). BoundsExceedBalance',
      },
    ],
  ])('of an account without coins: %s', async (_, error) => {
    const one = await preparedDeployment();
    const { answer } = await sendOver({ node: { behaves: refusing(error) } }, one);
    expect(errorsOf(answer)).toMatchObject({
      status: 400,
      errors: [{ code: 'broadcast.insufficientFunds', message: 'Insufficient balance for amount plus fees.' }],
    });
  });

  it('that is sent again answers the same hash', async () => {
    const one = await preparedDeployment();
    const { answers } = await sendOver({ node: {}, other: {} }, one, 3);
    expect(answers.map(({ status, body }) => [status, body.hash])).toEqual(Array(3).fill([200, one.hash]));
    expect(network.engine.nonce(one.address)).toBe(1n);
  });
});

describe('the chain itself', () => {
  it('says that the nonce was used by another transaction', async () => {
    const one = await prepared();
    const intent = { mode: 'transfer', senderAddress: one.address, recipientAddress, amount: '20000' };
    const other = await network.encoded(intent);
    expect((await network.broadcast(other, network.sign(other, one.by))).status).toBe(200);
    const before = await network.engine.balance(one.address);
    const { answer } = await sendOver({ node: {} }, one);
    expect(errorsOf(answer)).toMatchObject({
      status: 409,
      errors: [{ code: 'broadcast.nonceUsed', field: 'transaction', message: expect.stringMatching(/Encode again/) }],
    });
    expect(await network.engine.balance(one.address)).toBe(before);
  });

  it('says that the balance is gone', async () => {
    const one = await prepared();
    await network.engine.fund(one.address, -5n * strk);
    const { answer } = await sendOver({ node: {} }, one);
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'broadcast.insufficientFunds' }] });
    expect(network.engine.nonce(one.address)).toBe(1n);
  });

  it('says that prices rose above the bounds', async () => {
    const one = await prepared();
    network.engine.setGasPrices({ l2: 84_000_000_000n });
    await network.engine.mine();
    try {
      const { answer } = await sendOver({ node: {} }, one);
      expect(errorsOf(answer)).toMatchObject({
        status: 400,
        errors: [{ code: 'broadcast.feeTooLow', message: expect.stringContaining('84000000000 FRI') }],
      });
    } finally {
      network.engine.setGasPrices({ l2: 8_400_000_000n });
      await network.engine.mine();
    }
    expect(network.engine.nonce(one.address)).toBe(1n);
  });

  it('answers the hash of a transaction that reverted: its fee was charged', async () => {
    const one = await prepared({ amount: undefined, useMaxAmount: true });
    // The amount is gone when it runs, and the fee is there.
    const { fees } = one.encoded.data as unknown as { readonly fees: string };
    await network.engine.fund(one.address, BigInt(fees) - 5n * strk);
    const { answers } = await sendOver({ node: {} }, one, 2);
    expect(answers.map(({ status, body }) => [status, body.hash])).toEqual(Array(2).fill([200, one.hash]));
    expect(network.engine.nonce(one.address)).toBe(2n);
  });
});

describe('a transaction that is sent again', () => {
  it('answers the same hash, and moves coins once', async () => {
    const one = await prepared();
    const before = await network.engine.balance(recipientAddress);
    const { answers } = await sendOver({ node: {}, other: {} }, one, 3);
    expect(answers.map(({ status, body }) => [status, body.hash])).toEqual(Array(3).fill([200, one.hash]));
    expect(await network.engine.balance(recipientAddress)).toBe(before + 10_000n);
  });
});

describe('a node that names another hash', () => {
  const another = `0x${'ab'.repeat(31)}`;

  it('is not believed, and its hash is never answered', async () => {
    const one = await prepared();
    const { answer } = await sendOver(
      {
        node: {
          behaves: answering(({ method }) =>
            isSending(method) ? { result: { transaction_hash: another } } : undefined,
          ),
        },
      },
      one,
    );
    expect(errorsOf(answer)).toMatchObject({ status: 502, errors: [{ code: 'upstream.unavailable' }] });
    expect(answer.text).not.toContain('ab'.repeat(8));
    // It did take the transaction: it is found on the chain.
    const taking = changing('starknet_addInvokeTransaction', () => ({ transaction_hash: another }));
    const { answer: taken } = await sendOver({ node: { behaves: taking } }, one);
    expect(taken).toMatchObject({ status: 200, body: { hash: one.hash } });
  });
});

describe('an answer that is lost', () => {
  const sends = (body: string | undefined) => /"starknet_add/.test(body ?? '');
  const breaks = async (forward: () => Promise<Response>): Promise<Response> => {
    await forward();
    throw new TypeError('fetch failed');
  };

  it('is no loss: the transaction is found', async () => {
    const one = await prepared();
    const behaves: Behaviour = ({ body }, forward) => (sends(body) ? breaks(forward) : forward());
    const { answer } = await sendOver({ node: { behaves } }, one);
    expect(answer).toMatchObject({ status: 200, body: { hash: one.hash } });
    expect(network.engine.nonce(one.address)).toBe(2n);
  });

  it('is told with the hash, if nothing can be asked any more', async () => {
    const one = await prepared();
    let isDead = false;
    const behaves: Behaviour = ({ body }, forward) => {
      if (isDead) throw new TypeError('fetch failed');
      isDead = sends(body);
      return isDead ? breaks(forward) : forward();
    };
    const { answer } = await sendOver({ node: { behaves } }, one);
    const { status, errors } = errorsOf(answer);
    expect([status, errors[0]?.context]).toMatchObject([502, { maybeSent: true, hash: one.hash }]);
  });
});

describe('a chain that stands still', () => {
  it('gets no transaction', async () => {
    const one = await prepared();
    const behaves = changing('starknet_getBlockWithTxHashes', (told: object) => ({
      ...told,
      timestamp: 1_700_000_000,
    }));
    const { answer, broadcasts } = await sendOver({ node: { behaves } }, one);
    expect(errorsOf(answer)).toMatchObject({ errors: [{ code: 'chain.standsStill' }] });
    expect(broadcasts).toBe(0);
  });
});
