import { describe, expect, it } from 'vitest';
import { connectTo, Fault, type NodeScript, now, Status, sender } from '../test/scripted-node.ts';
import { type Signed, signedDeployment, signedTransfer } from '../test/signed.ts';
import type { StarknetOptions } from './options.ts';

const usual = signedTransfer();
const { hash } = usual.signed;

function open(
  nodes: readonly (NodeScript | 'dead')[],
  { plan, signed }: Signed = usual,
  options: Partial<StarknetOptions> = {},
) {
  const scripted = connectTo('starknet', nodes, options);
  const { adapter } = scripted;
  const operation = adapter.upstream.operation();
  const run = () => adapter.submit(signed, plan, operation);
  const caught = () =>
    run().then(
      (id) => expect.fail(`taken as ${id}`),
      (error: unknown) => error,
    );
  return { ...scripted, operation, run, caught };
}

const refuses = (code: number, data?: unknown, rest: NodeScript = {}): NodeScript => ({
  ...rest,
  says: new Fault(code, words[code] ?? 'An unexpected error occurred', data),
});

/** starknet-specs, api/starknet_write_api.json. */
const words: Readonly<Record<number, string>> = {
  28: 'Class hash not found',
  52: 'Invalid transaction nonce',
  53: "The transaction's resources don't cover validation or the minimal transaction fee",
  54: "Account balance is smaller than the transaction's maximal fee (calculated as the sum of each resource's limit x max price)",
  55: 'Account validation failed',
  58: 'Sender address is not an account contract',
  59: 'A transaction with the same hash already exists in the mempool',
  61: 'The transaction version is not supported',
  63: 'An unexpected error occurred',
  64: 'Replacement transaction is underpriced',
  65: 'Transaction fee below minimum',
};

const inBlock = { [hash]: { finality_status: 'ACCEPTED_ON_L2', execution_status: 'SUCCEEDED' } };
const nonceText = (next: number, got = 5) =>
  `Invalid transaction nonce of contract at address ${sender}. Account nonce: ${next}; got: ${got}.`;
const panic = (text: string) =>
  `The \`validate\` entry point panicked with:\nError in contract (contract address: ${sender}, class hash: 0x036078334509b514626504edc9fb252328d1a240e4e948bef8d0c08dff45927f, selector: 0x0162da33a4585851fe8d3af3c2a9c60b557814e221e0d4f30ff0b2189d9c7775):\n0x617267656e742f ('${text}').\n`;

describe('a transaction that is taken', () => {
  it('answers its own hash', async () => {
    const { run, sends } = open([{}]);
    expect(await run()).toBe(hash);
    const { transaction } = { transaction: JSON.parse(usual.signed.raw) };
    expect(sends()).toEqual([
      { node: 0, method: 'starknet_addInvokeTransaction', params: { invoke_transaction: transaction } },
    ]);
  });

  it('may begin an account', async () => {
    const deployment = signedDeployment();
    const { run, sends } = open([{}], deployment);
    expect(await run()).toBe(deployment.signed.hash);
    expect(sends()).toMatchObject([
      {
        method: 'starknet_addDeployAccountTransaction',
        params: { deploy_account_transaction: JSON.parse(deployment.signed.raw) },
      },
    ]);
  });

  it('goes to all nodes at once, and one that takes it is enough', async () => {
    const { run, sends } = open([refuses(54), 'dead', { says: 'hangs' }, {}, refuses(52, nonceText(6))]);
    expect(await run()).toBe(hash);
    expect(new Set(sends().map(({ node }) => node))).toEqual(new Set([0, 1, 2, 3, 4]));
  });

  it('may be sent again and again', async () => {
    const { run } = open([{}]);
    expect([await run(), await run(), await run()]).toEqual([hash, hash, hash]);
  });

  it('may be sent again after nodes forgot it', async () => {
    let isForgotten = false;
    const { run, sends } = open([
      {
        says: () => (sends().length === 1 || isForgotten ? 'takes' : new Fault(59, words[59] ?? '')),
        // The mempool drops a transaction after five minutes.
        methods: { starknet_getTransactionStatus: () => (isForgotten ? new Fault(29, 'not found') : undefined) },
      },
    ]);
    expect(await run()).toBe(hash);
    expect(await run()).toBe(hash);
    isForgotten = true;
    expect(await run()).toBe(hash);
    expect(sends()).toHaveLength(3);
  });

  it.each([
    ['the hash of another', '0xabc'],
    ['no felt', 'yes'],
    ['no JSON', new Status(200, '<html>')],
  ])('is not believed of a node that answers %s', async (_, says) => {
    expect(await open([{ says }]).caught()).toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
  });

  it('is believed of a node that writes its hash with leading zeros', async () => {
    expect(await open([{ says: `0x${hash.slice(2).padStart(64, '0')}` }]).run()).toBe(hash);
  });
});

describe('refusals', () => {
  const beyondBalance = 'Resources bounds (max_amount: 2500000) exceed balance (0). BoundsExceedBalance';
  const notDeployed = `Transaction validation has failed:\nRequested contract address ${sender} is not deployed.\n`;
  const threshold = 'Transaction L2 gas price 12000000000 is below the required threshold 24000000000.';
  it.each([
    [28, 'broadcast.refused', 'the class of the account is not declared there', undefined],
    [53, 'broadcast.feeTooLow', 'Encode again', undefined],
    [53, 'broadcast.feeTooLow', 'at least 24000000000 FRI for a unit of gas of layer 2', threshold],
    [63, 'broadcast.feeTooLow', 'at least 24000000000 FRI for a unit of gas of layer 2', threshold],
    [54, 'broadcast.insufficientFunds', 'Insufficient balance', undefined],
    [55, 'broadcast.insufficientFunds', 'Insufficient balance', beyondBalance],
    [
      55,
      'broadcast.refused',
      'does not take the signature (argent/invalid-owner-sig)',
      panic('argent/invalid-owner-sig'),
    ],
    [55, 'broadcast.refused', 'signature of its guardian too', panic('argent/missing-guardian-sig')],
    [55, 'broadcast.refused', 'argent/unsupported-paymaster', panic('argent/unsupported-paymaster')],
    [55, 'broadcast.refused', 'the account is not deployed there', notDeployed],
    [58, 'broadcast.refused', 'the sender is no account there', undefined],
    [64, 'broadcast.replacementFeeTooLow', 'Replacement transaction is underpriced', undefined],
    [65, 'broadcast.feeTooLow', 'Encode again', undefined],
    [
      65,
      'broadcast.feeTooLow',
      'at least 8000000000 FRI',
      'Max gas price is too low: 1, minimum required gas price: 8000000000.',
    ],
    [
      63,
      'broadcast.congested',
      'take no more transactions',
      'StarkNet Alpha throughput limit reached, please wait a few minutes',
    ],
    [63, 'broadcast.congested', 'take no more transactions', 'Mempool is full'],
  ])('%i is %s (%s), after the transaction was looked up', async (code, expected, message, data) => {
    const { caught, askedFor, sends } = open([refuses(code, data), refuses(code, data)]);
    expect(await caught()).toMatchObject({
      code: expected,
      message: expect.stringContaining(message),
      problems: [{ field: 'transaction' }],
    });
    expect(sends()).toHaveLength(2);
    expect(askedFor('starknet_getTransactionStatus')).toHaveLength(2);
  });

  it.each(['RECEIVED', 'CANDIDATE', 'PRE_CONFIRMED', 'ACCEPTED_ON_L2', 'ACCEPTED_ON_L1'])(
    'do not count if the transaction is %s at any node',
    async (finality_status) => {
      const known = { [hash]: { finality_status } };
      const nodes = [refuses(52, nonceText(6)), refuses(53), refuses(54), refuses(55), refuses(59), refuses(64)];
      for (const refused of nodes) expect(await open([refused, 'dead', refuses(63, 'no', { known })]).run()).toBe(hash);
    },
  );

  it('do not count if it failed in a block: its nonce is used, and the fee is paid', async () => {
    const known = { [hash]: { finality_status: 'ACCEPTED_ON_L2', execution_status: 'REVERTED', failure_reason: null } };
    expect(await open([refuses(52, nonceText(6), { known })]).run()).toBe(hash);
  });

  it('of most weight are told', async () => {
    const nodes = [refuses(63, 'Mempool is full'), refuses(55, panic('argent/invalid-owner-sig')), refuses(54)];
    expect(await open(nodes).caught()).toMatchObject({ code: 'broadcast.insufficientFunds' });
  });

  it('of one node do not count while another may have it', async () => {
    expect(await open([refuses(54), 'dead']).caught()).toMatchObject({
      ...{ code: 'broadcast.uncertain', maybeSent: true, hash },
      message: expect.stringContaining('Account balance is smaller'),
    });
  });

  it('do not count if the other node does not show it yet: what was sent to it may still arrive', async () => {
    for (const nodes of [[refuses(54), { says: 'dies' }] as const, [{ says: 'dies' }, refuses(54)] as const]) {
      const error = await open(nodes).caught();
      expect(error).toMatchObject({ code: 'broadcast.uncertain', maybeSent: true, hash });
      expect(String(error)).not.toContain('Encode again');
    }
  });

  it('of a busy node say nothing if another may have it', async () => {
    const { caught } = open([refuses(63, 'Mempool is full'), 'dead']);
    expect(await caught()).toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
  });

  it.each([
    ['an unexpected error', 63, 'something broke'],
    ['an internal error', -32603, undefined],
    ['a code that nobody knows', 4711, undefined],
  ])('with %s are none: the node may have taken it', async (_, code, data) => {
    const error = await open([refuses(code, data)]).caught();
    expect(error).toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
    expect(JSON.stringify((error as { problems: unknown }).problems)).not.toContain('something broke');
  });

  it.each([61, -32602])('with code %i are of a node that is too old: nothing was sent', async (code) => {
    const { caught } = open([refuses(code, 'unknown variant')]);
    expect(await caught()).toMatchObject({
      ...{ code: 'upstream.unavailable', maybeSent: false },
      attempts: [{ detail: 'it takes no transactions of version 3' }],
    });
  });

  it.each([61, -32602])('with code %i do not hide that of another', async (code) => {
    expect(await open([refuses(code), refuses(54)]).caught()).toMatchObject({ code: 'broadcast.insufficientFunds' });
  });

  it('with a hostile text stay short, and name no host', async () => {
    const { caught } = open([refuses(55, `see https://evil.example/key ${'x'.repeat(5_000)}`)]);
    const { message } = (await caught()) as Error;
    expect(message.length).toBeLessThan(300);
    expect(message).not.toContain('evil.example');
  });
});

describe('a node of another chain', () => {
  const sepolia = { chainId: '0x534e5f5345504f4c4941' };

  it('cannot take the transaction: its hash is another', async () => {
    expect(await open([sepolia]).caught()).toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
  });

  it.each([52, 54, 55])('cannot refuse it: error %i', async (code) => {
    const error = await open([refuses(code, undefined, sepolia)]).caught();
    expect(error).toMatchObject({
      code: 'upstream.unavailable',
      attempts: [{ detail: 'it serves another chain' }],
    });
  });

  it('does not know it either', async () => {
    const { caught } = open([refuses(55, undefined, { ...sepolia, known: inBlock })]);
    expect(await caught()).toMatchObject({ code: 'upstream.unavailable' });
  });

  it('does not hide the refusal of ours', async () => {
    const { caught } = open([refuses(55, panic('argent/invalid-owner-sig'), sepolia), refuses(53)]);
    expect(await caught()).toMatchObject({ code: 'broadcast.feeTooLow' });
  });
});

describe('a node that says that it has the transaction', () => {
  it('is believed if it shows it', async () => {
    expect(await open([refuses(59, undefined, { known: inBlock })]).run()).toBe(hash);
  });

  it('is not believed alone, and nobody is told to encode again', async () => {
    for (const nodes of [[refuses(59)], [refuses(59), refuses(54)], [refuses(52, nonceText(6)), refuses(59)]])
      expect(await open(nodes).caught()).toMatchObject({
        ...{ code: 'broadcast.uncertain', maybeSent: true, hash },
        message: expect.stringContaining('already exists in the mempool'),
      });
  });
});

describe('a nonce that is not the next', () => {
  const other = {
    transaction_hash: '0xbeef',
    type: 'INVOKE',
    sender_address: `0x${sender.slice(3)}`,
    nonce: '0x5',
  };
  const latest = 100_000;
  /** The nonce of the account was used in this block. */
  function usedIn(block: number, transactions: readonly object[], oldest = 0): NodeScript {
    return refuses(52, nonceText(6), {
      methods: {
        starknet_blockNumber: () => latest,
        starknet_getNonce({ block_id: at }) {
          const { block_number: number } = at as { block_number?: number };
          if (number !== undefined && number < oldest) return new Fault(24, 'Block not found');
          return (number ?? latest + 1) >= block ? '0x6' : '0x5';
        },
        starknet_getBlockWithTxs({ block_id: at }) {
          const { block_number: number = latest + 1 } = at as { block_number?: number };
          const rest = { transaction_hash: '0x1', type: 'L1_HANDLER', nonce: '0x5', contract_address: '0x1' };
          return { transactions: number === block ? [rest, ...transactions] : [rest] };
        },
      },
    });
  }

  it.each([latest + 1, latest, latest - 7, latest - 5_000, 3, 0])(
    'and was used in block %i names the transaction that used it',
    async (block) => {
      const { caught, operation } = open([usedIn(block, [other])]);
      expect(await caught()).toMatchObject({
        code: 'broadcast.nonceUsed',
        message: expect.stringContaining('Nonce 5 is used: transaction 0xbeef of the same account'),
      });
      expect(operation.trace.roundTrips).toBeLessThan(16);
    },
  );

  it('and was used by this very transaction answers its hash', async () => {
    expect(await open([usedIn(latest - 50, [{ ...other, transaction_hash: hash }])]).run()).toBe(hash);
  });

  it.each([
    ['of another sender', { ...other, sender_address: '0x77' }],
    ['with another nonce', { ...other, nonce: '0x4' }],
  ])('is not said to be used by a transaction %s', async (_, stranger) => {
    expect(await open([usedIn(latest - 50, [stranger])]).caught()).toMatchObject({ code: 'broadcast.uncertain', hash });
  });

  it('and was used before the states that the node has is uncertain', async () => {
    const { caught, operation } = open([usedIn(latest - 5_000, [other], latest - 100)]);
    expect(await caught()).toMatchObject({ code: 'broadcast.uncertain', maybeSent: true, hash });
    expect(operation.trace.roundTrips).toBeLessThan(16);
  });

  it.each([
    ['in decimals', nonceText(6)],
    ['in hex', `Invalid transaction nonce. Expected: 0x6 <= nonce <= 0xce, got: 0x5.`],
    ['not at all', undefined],
    ['with nonsense', 'Account nonce: banana; got: 5'],
  ])('is not believed to be used by a node that tells the next one %s and shows no transaction', async (_, data) => {
    expect(await open([refuses(52, data)]).caught()).toMatchObject({
      code: 'broadcast.uncertain',
      maybeSent: true,
      hash,
    });
  });

  it.each([
    ['devnet', 52, nonceText(3)],
    ['the gateway', 52, 'Invalid transaction nonce. Expected: 0x3 <= nonce <= 0x4, got: 0x5.'],
    ['nodes that pass it on', 55, nonceText(3)],
    ['an account that is not deployed', 52, nonceText(0)],
  ])('may be ahead: %s', async (_, code, data) => {
    expect(await open([refuses(code, data)]).caught()).toMatchObject({ code: 'broadcast.nonceGap' });
  });

  it('is uncertain if one node calls it used, and another one that is behind does not', async () => {
    const { caught } = open([refuses(52, nonceText(3)), refuses(52, nonceText(6))]);
    expect(await caught()).toMatchObject({ code: 'broadcast.uncertain' });
  });
});

describe('a deployment', () => {
  const deployment = signedDeployment();
  const text = 'Invalid deploy account transaction. Account is already deployed (nonce=0x1).';

  it.each([52, 55, 63])('that was carried out answers its hash, however often it is sent: %i', async (code) => {
    const known = { [deployment.signed.hash]: { finality_status: 'ACCEPTED_ON_L1', execution_status: 'SUCCEEDED' } };
    expect(await open([refuses(code, text, { known })], deployment).run()).toBe(deployment.signed.hash);
  });

  it('after another one names that', async () => {
    const { transaction_hash: _, ...sent } = JSON.parse(deployment.signed.raw);
    const { caught } = open(
      [
        refuses(52, text, {
          methods: {
            starknet_blockNumber: () => 9,
            starknet_getNonce: () => '0x1',
            starknet_getBlockWithTxs: () => ({ transactions: [{ ...sent, transaction_hash: '0xbeef' }] }),
          },
        }),
      ],
      deployment,
    );
    expect(await caught()).toMatchObject({
      code: 'broadcast.nonceUsed',
      message: expect.stringContaining('transaction 0xbeef'),
    });
  });

  it('after one that nobody shows is uncertain', async () => {
    const { caught } = open([refuses(52, text)], deployment);
    expect(await caught()).toMatchObject({
      ...{ code: 'broadcast.uncertain', hash: deployment.signed.hash },
      message: expect.stringContaining('Account is already deployed'),
    });
  });
});

describe('an answer that is lost', () => {
  it('is found in a block', async () => {
    expect(await open([{ says: 'dies', known: inBlock }, 'dead']).run()).toBe(hash);
  });

  it('says that it may have been sent', async () => {
    expect(await open([{ says: 'dies' }]).caught()).toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
  });

  it.each([
    ['a status that does not exist', { finality_status: 'REJECTED' }],
    ['nothing', {}],
  ])('is not found in %s', async (_, status) => {
    const methods = { starknet_getTransactionStatus: () => status };
    expect(await open([{ says: 'dies', methods }]).caught()).toMatchObject({ maybeSent: true });
  });
});

describe('a chain that stands still', () => {
  const still = { latestAt: now - 3_600_000 };

  it('gets nothing', async () => {
    const { caught, sends } = open([still, still]);
    expect(await caught()).toMatchObject({ code: 'chain.standsStill' });
    expect(sends()).toEqual([]);
  });

  it('is one where all nodes stand still', async () => {
    expect(await open([still, {}]).run()).toBe(hash);
  });

  it('is not asked about if the operator says so', async () => {
    expect(await open([still], usual, { oldestBlockMs: 0 }).run()).toBe(hash);
  });
});
