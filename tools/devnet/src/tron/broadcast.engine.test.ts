import type { TronWeb } from 'tronweb';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Desk, openDesk } from '../../test/tron-desk.ts';
import { hexAddress } from './address.ts';
import type { TronEngine } from './engine.ts';

// What a node checks before and besides the contract itself, and what it charges.

const nobody = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';
let desk: Desk;
let engine: TronEngine;
let owner: string;
let friend: string;
let build: TronWeb['transactionBuilder'];
let next = 1000;

beforeEach(async () => {
  desk ??= await openDesk();
  engine = desk.engine;
  owner = await desk.newcomer(next++, 100_000_000n);
  friend = await desk.newcomer(next++, 100_000_000n);
  build = desk.web.transactionBuilder;
});
afterAll(() => desk?.stop());

const transfer = (amount = 1, to = friend) => build.sendTrx(to, amount, owner);
/** Another id for the same transfer. */
let tick = 0;
const memo = (text: string, to = friend) =>
  transfer(++tick, to).then((one) => desk.web.transactionBuilder.addUpdateData(one, text, 'utf8', { txLocal: true }));

/** The bytes of a whole transaction. Its raw data has 128 to 255 bytes, and so two bytes of length. */
function wholeOf(raw: string, signature?: string): string {
  const length = raw.length / 2;
  if (length < 128 || length > 255) throw new RangeError(`${length} bytes`);
  return `0a${length.toString(16)}01${raw}${signature === undefined ? '' : `1241${signature}`}`;
}

describe('transfers', () => {
  it.each([
    [
      'to oneself',
      () => build.sendTrx(owner, 1, owner).catch(() => unchecked({ amount: 1, to_address: hexAddress(owner) })),
      'Cannot transfer TRX to yourself.',
    ],
    ['of nothing', () => unchecked({ to_address: hexAddress(friend) }), 'Amount must be greater than 0.'],
    [
      'of more than there is',
      () => transfer(100_000_001),
      'Validate TransferContract error, balance is not sufficient.',
    ],
    [
      'below the price of an activation',
      () => transfer(99_000_000, nobody),
      'Validate TransferContract error, balance is not sufficient.',
    ],
  ])('are refused %s', async (_, make, text) => {
    await expect(desk.send(owner, await make())).rejects.toThrow(
      `CONTRACT_VALIDATE_ERROR: Contract validate error : ${text}`,
    );
    expect(await engine.balance(owner)).toBe(100_000_000n);
  });

  /** A transfer that tronweb would not build. */
  async function unchecked(value: Record<string, unknown>) {
    const { transaction } = desk.web.utils;
    const made = await transfer();
    const contract = made.raw_data.contract[0];
    Object.assign(contract?.parameter ?? {}, { value: { owner_address: hexAddress(owner), amount: 0, ...value } });
    const pb = transaction.txJsonToPb(made);
    return { ...made, txID: transaction.txPbToTxID(pb).slice(2), raw_data_hex: transaction.txPbToRawDataHex(pb) };
  }

  it('are refused from an account that was never activated', async () => {
    const stranger = await desk.newcomer(next++, 0n);
    await engine.changeAccount(stranger, () => {});
    const other = desk.web.address.fromPrivateKey('11'.repeat(32)) as string;
    expect(engine.account(other)).toBeUndefined();
    const made = await build.sendTrx(friend, 1, other);
    const signed = desk.web.utils.crypto.signTransaction('11'.repeat(32), made);
    expect(await desk.web.trx.sendRawTransaction(signed)).toMatchObject({
      code: 'CONTRACT_VALIDATE_ERROR',
      message: Buffer.from(`Contract validate error : account [${other}] does not exist`).toString('hex'),
    });
  });

  it('to contracts are refused once the committee forbids them', async () => {
    await engine.setContractType(friend);
    await desk.send(owner, await transfer());
    await engine.setParameter('getForbidTransferToContract', 1n);
    await expect(desk.send(owner, await transfer())).rejects.toThrow('Cannot transfer TRX to a smartContract.');
    await engine.setParameter('getForbidTransferToContract', 0n);
  });
});

describe('signatures', () => {
  it('must be those of the owner', async () => {
    await expect(desk.send(friend, await transfer())).rejects.toThrow(
      /^SIGERROR: Validate signature error: [0-9a-f]{130} is signed by T\w{33} but it is not contained of permission\.$/,
    );
    const { raw_data_hex } = await transfer();
    const transaction = wholeOf(raw_data_hex);
    expect(await desk.post('/wallet/broadcasthex', { transaction })).toMatchObject({
      code: 'SIGERROR',
      message: 'Validate signature error: miss sig or contract',
    });
    await expect(desk.send([owner, owner], await transfer())).rejects.toThrow(
      'Signature count is 2 more than key counts of permission : 1',
    );
  });

  it('must reach the threshold, and two of them cost 1 TRX', async () => {
    const keys = [owner, friend].map((address) => ({ address, weight: 1 }));
    await engine.setPermissions(owner, { id: 0, name: 'owner', threshold: 2, keys });
    await expect(desk.send(owner, await transfer())).rejects.toThrow('Validate signature error: sig error');
    await expect(desk.send([owner, owner], await transfer())).rejects.toThrow(`${owner} has signed twice!`);
    const before = await engine.balance(owner);
    const id = await desk.send([owner, friend], await transfer(5));
    expect(before - (await engine.balance(owner))).toBe(1_000_005n);
    expect(await desk.info(id)).toMatchObject({ fee: 1_000_000 });
  });

  it('of an active permission count for the contracts that it allows', async () => {
    const [transferOnly, votesOnly] = [`02${'00'.repeat(31)}`, `10${'00'.repeat(31)}`];
    const keys = [{ address: friend, weight: 1 }];
    await engine.setPermissions(owner, undefined, [
      { id: 2, name: 'transfer', threshold: 1, keys, operations: transferOnly },
      { id: 3, name: 'votes', threshold: 1, keys, operations: votesOnly },
    ]);
    const by = async (permissionId: number) =>
      build.sendTrx(desk.engine.accounts[0]?.address ?? '', 1, owner, { permissionId });
    await desk.send(friend, await by(2));
    await expect(desk.send(friend, await by(3))).rejects.toThrow('Validate signature error: Permission denied');
    await expect(desk.send(friend, await by(4))).rejects.toThrow("Validate signature error: permission isn't exit");
    // Without an owner permission the account is its own.
    await desk.send(owner, await transfer(3));
  });
});

describe('reference block and time', () => {
  it('refuses an unknown block', async () => {
    const made = await transfer();
    const { transaction } = desk.web.utils;
    made.raw_data.ref_block_hash = '00'.repeat(8);
    const pb = transaction.txJsonToPb(made);
    const changed = {
      ...made,
      txID: transaction.txPbToTxID(pb).slice(2),
      raw_data_hex: transaction.txPbToRawDataHex(pb),
    };
    await expect(desk.send(owner, changed)).rejects.toThrow('TAPOS_ERROR: Tapos check error.');
  });

  it('refuses what has expired, or lives for more than a day', async () => {
    const made = await transfer();
    await engine.advance(60_000);
    await expect(desk.send(owner, made)).rejects.toThrow('TRANSACTION_EXPIRATION_ERROR: Transaction expired');
    const long = await build.extendExpiration(await transfer(), 86_400, { txLocal: true });
    await expect(desk.send(owner, long)).rejects.toThrow('TRANSACTION_EXPIRATION_ERROR: Transaction expired');
  });

  it('takes a transaction once', async () => {
    const made = await transfer();
    await desk.send(owner, made);
    await expect(desk.send(owner, made)).rejects.toThrow('DUP_TRANSACTION_ERROR: Dup transaction.');
  });

  it('says that a refused transaction exists, if the node caches ids', async () => {
    engine.setIdCache(true);
    const made = await transfer(200_000_000);
    await expect(desk.send(owner, made)).rejects.toThrow('balance is not sufficient');
    await expect(desk.send(owner, made)).rejects.toThrow('DUP_TRANSACTION_ERROR: Transaction already exists.');
    engine.setIdCache(false);
    expect(await desk.post('/wallet/gettransactionbyid', { value: made.txID })).toEqual({});
  });

  it('keeps transactions that wait, and mines them', async () => {
    await engine.setAutomine(false);
    const id = await desk.send(owner, await transfer(9));
    expect(await desk.post('/wallet/gettransactionbyid', { value: id })).toEqual({});
    expect(await desk.post('/wallet/gettransactionfrompending', { value: id })).toMatchObject({ txID: id });
    // The pool knows what the first one spends.
    await expect(desk.send(owner, await transfer(99_999_999))).rejects.toThrow('balance is not sufficient');
    await engine.mine();
    await engine.setAutomine(true);
    expect(await desk.post('/wallet/gettransactionbyid', { value: id })).toMatchObject({ txID: id });
    expect(await desk.post('/walletsolidity/gettransactioninfobyid', { value: id })).toEqual({});
    await engine.mine(19);
    expect(await desk.post('/walletsolidity/gettransactioninfobyid', { value: id })).toMatchObject({ id });
  });
});

describe('bandwidth', () => {
  const used = async () => {
    const resource = await desk.post('/wallet/getaccountresource', { address: owner, visible: true });
    const { NetUsed = 0, freeNetUsed = 0 } = resource as { NetUsed?: number; freeNetUsed?: number };
    return { NetUsed, freeNetUsed };
  };

  it('comes from the stake, then from the free pool, then from TRX, all or nothing', async () => {
    await engine.setResources(owner, { net: 300n });
    const first = await desk.info(await desk.send(owner, await transfer()));
    const size = (first as { receipt: { net_usage: number } }).receipt.net_usage;
    // Usage shrinks a little with each block.
    const near = (bytes: number) => expect.closeTo(bytes, -1);
    expect(await used()).toEqual({ NetUsed: size, freeNetUsed: 0 });
    await desk.send(owner, await transfer(1));
    expect(await used()).toEqual({ NetUsed: near(size), freeNetUsed: size });
    await desk.send(owner, await transfer(2));
    expect(await used()).toEqual({ NetUsed: near(size), freeNetUsed: near(2 * size) });
    // 600 - 2 x 265 is too little, and no pool adds to another.
    const burned = await desk.info(await desk.send(owner, await transfer(3)));
    expect(burned).toMatchObject({ fee: size * 1000, receipt: { net_fee: size * 1000 } });
    await engine.advance(86_400_000);
    expect(await used()).toEqual({ NetUsed: 0, freeNetUsed: 0 });
  });

  it('is not free while the network has none left', async () => {
    await engine.setPublicNet(0n);
    expect(await desk.info(await desk.send(owner, await transfer()))).toMatchObject({ fee: expect.any(Number) });
    await engine.setPublicNet(14_400_000_000n);
  });

  it('is missing if the account has no TRX for it', async () => {
    await engine.setResources(owner, { freeNetUsed: 600n });
    await engine.changeAccount(owner, (account) => {
      account.balance = 200_000n;
    });
    await expect(desk.send(owner, await transfer())).rejects.toThrow(
      'BANDWITH_ERROR: Account resource insufficient error.',
    );
  });

  it('of an activation comes from the stake or costs 0.1 TRX, and takes 1000 bytes at most', async () => {
    await engine.setResources(owner, { net: 1000n });
    const other = desk.web.address.fromPrivateKey('22'.repeat(32)) as string;
    const id = await desk.send(owner, await transfer(1, other));
    expect(await desk.info(id)).toMatchObject({ fee: 1_000_000, receipt: { net_usage: expect.any(Number) } });
    const third = desk.web.address.fromPrivateKey('33'.repeat(32)) as string;
    await expect(desk.send(owner, await memo('x'.repeat(900), third))).rejects.toThrow(
      /^TOO_BIG_TRANSACTION_ERROR: Too big new account transaction, TxId [0-9a-f]{64}, the size is 10\d\d bytes, maxTxSize 1000$/,
    );
  });
});

describe('memo', () => {
  it('costs 1 TRX', async () => {
    const id = await desk.send(owner, await memo('hello'));
    expect(await desk.info(id)).toMatchObject({ fee: 1_000_000 });
    expect(await desk.post('/wallet/gettransactionbyid', { value: id })).toMatchObject({
      raw_data: { data: Buffer.from('hello').toString('hex') },
    });
  });
});

describe('broadcasthex', () => {
  it('answers in plain text', async () => {
    const made = await transfer(4);
    const { signature } = desk.web.utils.crypto.signTransaction(desk.keyOf(owner), made);
    const transaction = wholeOf(made.raw_data_hex, signature[0]);
    const sent = await desk.post('/wallet/broadcasthex', { transaction });
    expect(sent).toMatchObject({ result: true, code: 'SUCCESS', message: '', txid: made.txID });
    const again = await desk.post('/wallet/broadcasthex', { transaction });
    expect(again).toMatchObject({ result: false, code: 'DUP_TRANSACTION_ERROR', message: 'Dup transaction.' });
    expect(JSON.parse((again as { transaction: string }).transaction)).toMatchObject({ txID: made.txID });
  });
});

describe('tests', () => {
  it('can answer in place of the engine', async () => {
    engine.failNext('/wallet/getblock', { status: 403, body: { Success: false } });
    expect((await fetch(`${engine.url}/wallet/getblock`)).status).toBe(403);
    engine.intercept(async (call, answer) => {
      const { status, body } = await answer();
      return call.path === '/wallet/getblock' ? { status, body: { ...(body as object), lie: true } } : { status, body };
    });
    expect(await desk.get('/wallet/getblock')).toMatchObject({
      lie: true,
      blockID: expect.stringMatching(/^0000000004c4/),
    });
    engine.intercept(undefined);
    expect(await desk.get('/wallet/getblock')).not.toHaveProperty('lie');
    expect(engine.requests.at(-1)).toMatchObject({ method: 'GET', path: '/wallet/getblock' });
  });

  it('can stand in for another network', async () => {
    expect(await desk.get('/wallet/getblock?id_or_num=0')).toMatchObject({
      blockID: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
    });
    const other = await openDesk({ network: 'another', bare: true });
    const genesis = (await other.get('/wallet/getblock?id_or_num=0')) as { blockID: string };
    expect(genesis.blockID).not.toContain('1ebf88508a03865c');
    await other.stop();
  });
});
