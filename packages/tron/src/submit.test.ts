import { utils } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { type NodeFacts, now, openNodes, Status } from '../test/scripted-nodes.ts';
import { signedTransfer } from '../test/signed-transfer.ts';
import { walletTransaction } from './bytes/wallet-transaction.ts';
import type { TronOptions } from './options.ts';

const usual = signedTransfer();
const { hash } = usual.signed;
const known = walletTransaction(usual.plan);

function open(
  nodes: readonly (NodeFacts | 'dead')[],
  { plan, signed }: ReturnType<typeof signedTransfer> = usual,
  options: Partial<TronOptions> = {},
) {
  const scripted = openNodes(nodes, options);
  const { adapter } = scripted.chain;
  const operation = adapter.upstream.operation();
  const run = () => adapter.submit(signed, plan, operation);
  const caught = () =>
    run().then(
      (id) => expect.fail(`taken as ${id}`),
      (error: unknown) => error,
    );
  return { ...scripted, adapter, operation, run, caught };
}

const refuses = (code: string, message = '', rest: NodeFacts = {}): NodeFacts => ({ ...rest, says: { code, message } });
const validate = (text: string) => refuses('CONTRACT_VALIDATE_ERROR', `Contract validate error : ${text}`);
const late = { latestAt: now + 1_000_000 };

describe('a transaction that is taken', () => {
  it('answers its own id', async () => {
    const { run, sends } = open([{}]);
    expect(await run()).toBe(hash);
    expect(sends()).toMatchObject([
      { host: 'node.0.example', path: '/wallet/broadcasthex', body: { transaction: usual.signed.raw } },
    ]);
  });

  it('takes one round trip once the chain was seen moving', async () => {
    const { adapter, run } = open([{}, {}]);
    await run();
    const later = adapter.upstream.operation();
    await adapter.submit(usual.signed, usual.plan, later);
    expect(later.trace.roundTrips).toBe(1);
  });

  it('goes to all nodes at once, and one that takes it is enough', async () => {
    const { run, sends } = open([validate('something'), 'dead', { says: 'hangs' }, {}, refuses('SERVER_BUSY')]);
    expect(await run()).toBe(hash);
    // A node that is not there gets nothing: its guard fails first.
    expect(new Set(sends().map(({ host }) => host))).toEqual(
      new Set([0, 1, 2, 3, 4].map((number) => `node.${number}.example`)),
    );
  });

  it('may be sent again and again', async () => {
    const { run } = open([{}]);
    expect([await run(), await run(), await run()]).toEqual([hash, hash, hash]);
  });

  it.each([
    ['the id of another', { result: true, code: 'SUCCESS', txid: 'ab'.repeat(32) }],
    ['a contradiction', { result: true, code: 'SIGERROR' }],
    ['another contradiction', { result: false, code: 'SUCCESS' }],
    ['nothing', {}],
    ['something else', { result: 'yes' }],
    ['no JSON', new Status(200, '<html>')],
  ])('is not believed of a node that answers %s', async (_, answer) => {
    const { caught } = open([{ own: { '/wallet/broadcasthex': answer } }]);
    expect(await caught()).toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
  });

  it('is not believed of a node of another network', async () => {
    const { caught } = open([{ genesis: '0'.repeat(64) }]);
    expect(await caught()).toMatchObject({ code: 'upstream.unavailable' });
  });
});

describe('a node that does not take bytes', () => {
  it.each([404, 405, 501])('gets JSON after status %i, with the same id in tronweb', async (status) => {
    const memo = signedTransfer({ memo: 'für dich', permissionId: 2 });
    const { run, sends } = open([{ says: new Status(status, 'no such path'), saysToJson: 'takes' }], memo);
    expect(await run()).toBe(memo.signed.hash);
    const body = sends()[1]?.body as { raw_data: object; signature: string[]; txID: string };
    expect(sends().map(({ path }) => path)).toEqual(['/wallet/broadcasthex', '/wallet/broadcasttransaction']);
    const message = utils.transaction.txJsonToPb({ ...body, visible: false } as never);
    expect(utils.transaction.txPbToRawDataHex(message).toLowerCase()).toBe(
      (body as unknown as { raw_data_hex: string }).raw_data_hex,
    );
    expect(body).toMatchObject({
      visible: false,
      txID: memo.signed.hash,
      signature: [expect.stringMatching(/^\w{130}$/)],
    });
    expect(memo.signed.raw.endsWith(body.signature[0] ?? '-')).toBe(true);
  });

  it('gets amounts beyond 2^53 as numbers with all digits', async () => {
    const contract = { ...usual.plan.contract, type: 'TransferContract', amount: 9_007_199_254_740_993n } as never;
    const { run, sends } = open([{ says: new Status(405), saysToJson: 'takes' }], signedTransfer({ contract }));
    await run();
    expect(sends()[1]?.text).toContain('"amount":9007199254740993,');
  });

  it('tells its refusal in hex', async () => {
    const { caught } = open([
      {
        says: new Status(405),
        saysToJson: { code: 'CONTRACT_VALIDATE_ERROR', message: 'Contract validate error : no such thing' },
      },
    ]);
    expect(await caught()).toMatchObject({
      code: 'broadcast.fails',
      message: 'The transaction would fail: no such thing',
    });
  });

  it('may take no transactions at all', async () => {
    const { caught } = open([{ says: new Status(404), saysToJson: new Status(404) }]);
    expect(await caught()).toMatchObject({ code: 'upstream.unavailable', maybeSent: false });
  });
});

describe('refusals', () => {
  it.each([
    ['SIGERROR', 'Validate signature error: Signature size is 64', 'broadcast.invalid'],
    ['SIGERROR', 'Validate signature error: sig error', 'broadcast.refused'],
    ['TAPOS_ERROR', 'Tapos check error.', 'broadcast.blockUnknown'],
    ['BANDWITH_ERROR', 'Account resource insufficient error.', 'broadcast.insufficientFunds'],
    ['TOO_BIG_TRANSACTION_ERROR', 'Transaction size is too big.', 'broadcast.tooLarge'],
    ['CONTRACT_VALIDATE_ERROR', 'Contract validate error : balance is not sufficient.', 'broadcast.insufficientFunds'],
    ['CONTRACT_VALIDATE_ERROR', 'Contract validate error : The last withdraw time is 1', 'broadcast.fails'],
    ['CONTRACT_EXE_ERROR', 'Contract execute error : it broke', 'broadcast.fails'],
    ['SERVER_BUSY', 'Server busy.', 'broadcast.congested'],
    ['NO_CONNECTION', 'No connection.', 'broadcast.congested'],
    ['BLOCK_UNSOLIDIFIED', 'Block unsolidified.', 'broadcast.congested'],
  ])('%s (%s) is %s, after the transaction was looked up', async (code, message, expected) => {
    const { caught, asked, sends } = open([refuses(code, message), refuses(code, message)]);
    expect(await caught()).toMatchObject({ code: expected });
    expect(sends()).toHaveLength(2);
    expect(asked('/wallet/gettransactionbyid')).toHaveLength(2);
    expect(asked('/wallet/gettransactionfrompending')).toHaveLength(2);
  });

  it.each([
    ['mined', { mined: [known] }],
    ['pending', { pending: [known] }],
  ] as const)('do not count if the transaction is %s at any node', async (_, facts) => {
    for (const refused of [
      validate('The last withdraw time is 1, less than 24 hours'),
      refuses('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired'),
      refuses('DUP_TRANSACTION_ERROR', 'Dup transaction.'),
      refuses('TAPOS_ERROR'),
      refuses('BANDWITH_ERROR'),
    ]) {
      const { run } = open([refused, 'dead', refuses('SERVER_BUSY', '', facts)]);
      expect(await run()).toBe(hash);
    }
  });

  it('of most weight are told', async () => {
    const { caught } = open([refuses('SERVER_BUSY'), validate('balance is not sufficient.'), refuses('TAPOS_ERROR')]);
    expect(await caught()).toMatchObject({ code: 'broadcast.insufficientFunds' });
  });

  it('of one node do not count while another may have it', async () => {
    const { caught } = open([validate('it fails'), 'dead']);
    expect(await caught()).toMatchObject({
      ...{ code: 'broadcast.uncertain', maybeSent: true, hash },
      message: expect.stringContaining('“it fails”'),
    });
  });

  it('do not count if the other node does not show it yet: what was sent to it may still arrive', async () => {
    const { caught } = open([validate('it fails'), { says: 'dies' }]);
    expect(await caught()).toMatchObject({ code: 'broadcast.uncertain', maybeSent: true, hash });
  });

  it('that seem to hold at all nodes do not count either: one node says so', async () => {
    for (const code of ['TOO_BIG_TRANSACTION_ERROR', 'SIGERROR', 'TAPOS_ERROR', 'BANDWITH_ERROR']) {
      for (const nodes of [[refuses(code), 'dead'] as const, ['dead', refuses(code)] as const]) {
        const error = await open(nodes).caught();
        expect(error).toMatchObject({ code: 'broadcast.uncertain', maybeSent: true, hash });
        expect(String(error)).not.toContain('Encode again');
      }
    }
  });

  it('count beside a lost answer once its time is over', async () => {
    const past = signedTransfer({ expiration: now - 60_000 });
    const { caught } = open([refuses('TAPOS_ERROR'), { says: 'dies' }], past);
    expect(await caught()).toMatchObject({ code: 'broadcast.expired' });
  });

  it('by a node with an error of its own are none', async () => {
    const { caught } = open([refuses('OTHER_ERROR', 'Error: java.lang.NullPointerException')]);
    const error = await caught();
    expect(error).toMatchObject({ code: 'upstream.unavailable' });
    expect(JSON.stringify((error as { problems: unknown }).problems)).not.toContain('NullPointer');
  });
});

describe('a node that saw the bytes before', () => {
  it.each(['Dup transaction.', 'Transaction already exists.'])(
    'and shows them nowhere proves nothing: %s',
    async (message) => {
      const { caught } = open([refuses('DUP_TRANSACTION_ERROR', message)]);
      expect(await caught()).toMatchObject({
        ...{ code: 'broadcast.uncertain', maybeSent: true, hash },
        message: expect.stringContaining(message),
      });
    },
  );

  it('may have passed them on, whatever another node says', async () => {
    for (const pending of [[], 'closed'] as const) {
      const { caught } = open([
        { ...refuses('DUP_TRANSACTION_ERROR', 'Transaction already exists.'), pending },
        validate('it fails'),
      ]);
      expect(await caught()).toMatchObject({
        ...{ code: 'broadcast.uncertain', maybeSent: true, hash },
        message: expect.stringContaining('“it fails”'),
      });
    }
  });

  it('says that its time is over once the chain is past it', async () => {
    const old = signedTransfer({ expiration: now - 60_000 });
    const { caught } = open([refuses('DUP_TRANSACTION_ERROR', 'Transaction already exists.')], old);
    expect(await caught()).toMatchObject({ code: 'broadcast.expired' });
  });
});

describe('a node that could not pass it on', () => {
  const unshared = refuses('NOT_ENOUGH_EFFECTIVE_CONNECTION', 'P2P broadcast failed.');

  it('has it', async () => {
    expect(await open([{ ...unshared, pending: [known] }]).run()).toBe(hash);
  });

  it('may have it', async () => {
    expect(await open([{ ...unshared, pending: 'closed' }]).caught()).toMatchObject({ code: 'broadcast.uncertain' });
  });
});

describe('a transaction that is too old', () => {
  const old = signedTransfer({ expiration: now - 1 });

  it('is not sent', async () => {
    const { caught, sends } = open([{}, {}], old);
    expect(await caught()).toMatchObject({ code: 'broadcast.expired' });
    expect(sends()).toEqual([]);
  });

  it('answers its id if it was carried out in time', async () => {
    const { run, sends } = open([{}, { mined: [walletTransaction(old.plan)] }], old);
    expect(await run()).toBe(old.signed.hash);
    expect(sends()).toEqual([]);
  });

  it('is sent if no node has a block after its time: our clock may be fast', async () => {
    const { run, sends } = open([{ latestAt: now - 30_000 }], old);
    expect(await run()).toBe(old.signed.hash);
    expect(sends()).toHaveLength(1);
  });

  it('is told by the node, if our clock is a little slow', async () => {
    const soon = signedTransfer({ expiration: now + 20_000 });
    const expired = refuses('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired', { latestAt: now + 21_000 });
    expect(await open([expired], soon).caught()).toMatchObject({ code: 'broadcast.expired' });
  });

  it('is not believed of a node with a clock of its own', async () => {
    const expired = refuses('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired', late);
    expect(await open([expired]).caught()).toMatchObject({ code: 'broadcast.uncertain', maybeSent: true, hash });
  });

  it('is uncertain if no node can be asked for it', async () => {
    const own = {
      '/wallet/gettransactionbyid': new Status(200, 'this API is closed because this node is a lite fullnode'),
    };
    const expired = refuses('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired', { own });
    expect(await open([expired], old).caught()).toMatchObject({ code: 'broadcast.uncertain' });
  });
});

describe('a block that nodes do not know', () => {
  it('may come to a node that is behind', async () => {
    const { caught } = open([refuses('TAPOS_ERROR', 'Tapos check error.', { latestAt: now - 60_000 })]);
    expect(await caught()).toMatchObject({ code: 'broadcast.nodeBehind' });
  });
});

describe('nodes that are busy', () => {
  const limited = { Error: 'class java.lang.IllegalAccessException : lack of computing resources' } as const;

  it('by their limit of requests did nothing', async () => {
    const { caught } = open([{ says: limited }, { says: new Status(429) }]);
    expect(await caught()).toMatchObject({
      ...{ code: 'upstream.unavailable', maybeSent: false },
      attempts: [{ outcome: 'rateLimited' }, { outcome: 'rateLimited' }],
    });
  });

  it('do not hide the refusal of another', async () => {
    const { caught } = open([{ says: limited }, validate('it fails')]);
    expect(await caught()).toMatchObject({ code: 'broadcast.fails' });
  });

  it('do not hide that another may have it', async () => {
    const { caught } = open([refuses('SERVER_BUSY', 'Server busy.'), 'dead']);
    expect(await caught()).toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
  });
});

describe('an answer that is lost', () => {
  it('is found in a block', async () => {
    expect(await open([{ says: 'dies', mined: [known] }]).run()).toBe(hash);
  });

  it('is found in the list of waiting transactions', async () => {
    expect(await open([{ says: 'dies', pending: [known] }, 'dead']).run()).toBe(hash);
  });

  it('says that it may have been sent', async () => {
    expect(await open([{ says: 'dies' }]).caught()).toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
  });

  it.each([
    ['nothing but the id', { txID: hash }],
    ['other bytes', { ...known, raw_data_hex: `${known.raw_data_hex.slice(0, -2)}00` }],
  ])('is not found in %s', async (_, told) => {
    expect(await open([{ says: 'dies', mined: [told], pending: [told] }]).caught()).toMatchObject({ maybeSent: true });
  });

  it('is not looked up in answers about another transaction', async () => {
    const own = { '/wallet/gettransactionbyid': { txID: 'ab'.repeat(32) } };
    expect(await open([{ says: 'dies', own, pending: 'closed' }]).caught()).toMatchObject({ maybeSent: true });
  });
});

describe('a chain that stands still', () => {
  it('gets nothing', async () => {
    const { caught, sends } = open([{ latestAt: now - 3_600_000 }]);
    expect(await caught()).toMatchObject({ code: 'chain.standsStill' });
    expect(sends()).toEqual([]);
  });

  it('is not asked about if the operator says so', async () => {
    const { run } = open([{ latestAt: now - 3_600_000 }], usual, { oldestBlockMs: 0 });
    expect(await run()).toBe(hash);
  });
});
