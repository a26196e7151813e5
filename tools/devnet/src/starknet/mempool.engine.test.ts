import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { accountOf, nonceOf, receiptOf, run } from '../../test/starknet-desk.ts';
import { accountClassHashes } from './classes/hashes.ts';
import type { StarknetStandIn } from './engine.ts';
import { startStarknet } from './starknet.ts';
import { hex, toFelt } from './vm/felt.ts';
import { amount, type Bounds, deployAccount, invoke, signedBy } from './wallet.ts';

let engine: StarknetStandIn | undefined;
beforeEach(async () => {
  await engine?.stop();
  engine = await startStarknet();
});
afterAll(() => engine?.stop());

const at = (): StarknetStandIn => {
  if (engine === undefined) throw new Error('not started');
  return engine;
};
const me = () => accountOf(at(), 0);
const transfer = (value: bigint) => ({ to: at().strk, name: 'transfer', calldata: ['0x1', ...amount(value)] });
const made = (nonce: bigint, bounds: Bounds = {}, value = 1n) =>
  signedBy(me(), invoke(me().address, [transfer(value)], nonce, bounds));
const submit = async (transaction: object) => {
  const sent = await at().rpc<{ transaction_hash: string }>('starknet_addInvokeTransaction', {
    invoke_transaction: transaction,
  });
  return sent.transaction_hash;
};
const status = (transaction_hash: string) =>
  at().rpc<{ finality_status: string }>('starknet_getTransactionStatus', { transaction_hash });

describe('the way of a transaction', () => {
  it('is received, pre-confirmed, accepted', async () => {
    at().setMining('received');
    const hash = await submit(made(1n));
    expect(await status(hash)).toEqual({ finality_status: 'RECEIVED' });
    await expect(receiptOf(at(), hash)).rejects.toMatchObject({ code: 29 });
    expect(await at().rpc('starknet_getTransactionByHash', { transaction_hash: hash })).toMatchObject({ nonce: '0x1' });
    expect(await nonceOf(at(), me().address)).toBe(1n);
    at().setMining('pre-confirmed');
    await submit(made(2n));
    expect(await status(hash)).toMatchObject({ finality_status: 'PRE_CONFIRMED', execution_status: 'SUCCEEDED' });
    const receipt = await receiptOf(at(), hash);
    expect(receipt).toMatchObject({ finality_status: 'PRE_CONFIRMED' });
    expect(receipt).not.toHaveProperty('block_number');
    const nonce = (block_id: string) =>
      at().rpc('starknet_getNonce', { block_id, contract_address: hex(toFelt(me().address)) });
    expect([await nonce('latest'), await nonce('pre_confirmed')]).toEqual(['0x1', '0x3']);
    await at().mine();
    expect(await status(hash)).toMatchObject({ finality_status: 'ACCEPTED_ON_L2' });
    expect(await nonce('latest')).toBe('0x3');
    const block = await at().rpc<{ transactions: string[] }>('starknet_getBlockWithTxHashes', { block_id: 'latest' });
    expect(block.transactions).toHaveLength(2);
  });

  it('reads balances of older blocks', async () => {
    await run(at(), me(), [transfer(5n)]);
    const number = await at().rpc<number>('starknet_blockNumber');
    await run(at(), me(), [transfer(7n)]);
    const balance = async (block_id: unknown) => {
      const request = {
        contract_address: hex(toFelt(at().strk)),
        entry_point_selector: '0x2e4263afad30923c891518314c3c95dbe830a16874e8abc5777a9a20b54c76e',
        calldata: ['0x1'],
      };
      return (await at().rpc<string[]>('starknet_call', { request, block_id }))[0];
    };
    expect(await balance({ block_number: number })).toBe('0x5');
    expect(await balance({ block_number: number - 1 })).toBe('0x0');
    expect(await balance('latest')).toBe('0xc');
    await expect(balance({ block_number: 9_999 })).rejects.toMatchObject({ code: 24 });
  });

  it('waits for its nonce', async () => {
    const later = await submit(made(3n));
    expect(await status(later)).toEqual({ finality_status: 'RECEIVED' });
    await expect(submit(made(202n))).rejects.toMatchObject({ code: 52 });
    await submit(made(2n));
    await submit(made(1n));
    expect(await status(later)).toMatchObject({ finality_status: 'ACCEPTED_ON_L2' });
    expect(at().nonce(me().address)).toBe(4n);
  });

  it('may follow the deployment of its account in the mempool', async () => {
    at().setMining('received');
    const account = accountOf(at(), 4);
    const { publicKey = '' } = account;
    const first = invoke(account.address, [transfer(1n)], 1n);
    await expect(submit(signedBy(account, first))).rejects.toMatchObject({ code: 52 });
    const deployment = deployAccount(accountClassHashes['argent-0.4.0'], publicKey, [0n, toFelt(publicKey), 1n]);
    const { transaction_hash } = await at().rpc<{ transaction_hash: string }>('starknet_addDeployAccountTransaction', {
      deploy_account_transaction: signedBy(account, deployment),
    });
    const hash = await submit(signedBy(account, first));
    await at().mine();
    expect(await status(transaction_hash)).toMatchObject({ execution_status: 'SUCCEEDED' });
    expect(await status(hash)).toMatchObject({ execution_status: 'SUCCEEDED' });
  });

  it('ends when the mempool drops it', async () => {
    at().setMining('received');
    const hash = await submit(made(1n));
    at().drop(hash);
    await expect(status(hash)).rejects.toMatchObject({ code: 29 });
  });
});

describe('the gateway refuses', () => {
  it('the same transaction while it waits', async () => {
    at().setMining('received');
    const transaction = made(1n);
    await submit(transaction);
    await expect(submit(transaction)).rejects.toMatchObject({ code: 59 });
    at().setMining('pre-confirmed');
    const next = made(2n);
    await submit(next);
    await expect(submit(next)).rejects.toMatchObject({ code: 59 });
    await at().mine();
    await expect(submit(next)).rejects.toMatchObject({ code: 52 });
  });

  it('a replacement that pays less than a tenth more', async () => {
    at().setMining('received');
    const first = await submit(made(1n, { tip: 100n }));
    const price = 20_000_000_000n;
    await expect(submit(made(1n, { tip: 109n, l2Price: (price * 110n) / 100n }))).rejects.toMatchObject({ code: 64 });
    await expect(submit(made(1n, { tip: 110n, l2Price: (price * 109n) / 100n }))).rejects.toMatchObject({ code: 64 });
    const second = await submit(made(1n, { tip: 110n, l2Price: (price * 110n) / 100n }));
    await expect(status(first)).rejects.toMatchObject({ code: 29 });
    await at().mine();
    expect(await status(second)).toMatchObject({ finality_status: 'ACCEPTED_ON_L2' });
  });

  it('prices below its floor, and below the latest block', async () => {
    await expect(submit(made(1n, { l2Price: 7_999_999_999n }))).rejects.toMatchObject({ code: 65 });
    at().setGasPrices({ l2: 30_000_000_000n });
    await at().mine();
    await expect(submit(made(1n))).rejects.toMatchObject({
      code: 63,
      data: 'Transaction L2 gas price 20000000000 is below the required threshold 30000000000.',
    });
    await submit(made(1n, { l2Price: 30_000_000_000n }));
  });

  it('queries and other versions', async () => {
    const query = { ...made(1n), version: '0x100000000000000000000000000000003' };
    await expect(submit(query)).rejects.toMatchObject({ code: 61 });
    await expect(submit({ ...made(1n), version: '0x4' })).rejects.toMatchObject({ code: 61 });
    await expect(submit({ ...made(1n), version: '0x1' })).rejects.toMatchObject({
      code: -32602,
      reason: 'Invalid version of invoke transaction: "0x1"',
    });
  });

  it('felts with leading zeros, and from the prime on', async () => {
    await expect(submit({ ...made(1n), nonce: '0x01' })).rejects.toMatchObject({ code: -32602 });
    const padded = { ...made(1n), sender_address: me().address };
    await expect(submit(padded)).rejects.toMatchObject({ code: -32602 });
    const prime = '0x800000000000011000000000000000000000000000000000000000000000001';
    await expect(submit({ ...made(1n), nonce: prime })).rejects.toMatchObject({ code: -32602 });
  });
});

describe('fees', () => {
  it('are gas times prices, with the tip', async () => {
    at().setGasPrices({ l2: 9_000_000_000n, l1Data: 1_000n });
    at().setUsage({ invoke: 1_000_000n, l1Data: 200n });
    const receipt = await run(at(), me(), [transfer(1n)], { tip: 7n });
    expect(BigInt(receipt.actual_fee.amount)).toBe(1_185_600n * 9_000_000_007n + 200n * 1_000n);
  });

  it('revert a transaction that uses more than its bounds, and are charged', async () => {
    at().setUsage({ actualPercent: 200n });
    const before = await at().balance(me().address);
    const receipt = await run(at(), me(), [transfer(1n)], { l2Amount: 1_500_000n });
    expect(receipt.revert_reason).toBe('Insufficient max L2Gas: max amount: 1500000, actual used: 2256000.');
    const fee = BigInt(receipt.actual_fee.amount);
    expect(fee).toBeGreaterThan(0n);
    expect(await at().balance(me().address)).toBe(before - fee);
    expect(await at().balance('0x1')).toBe(0n);
    // Nothing but the fee.
    expect(receipt.events).toHaveLength(1);
  });

  it('revert a transaction that leaves too little for them', async () => {
    const { address } = me();
    const receipt = await run(at(), me(), [transfer(await at().balance(address))]);
    expect(receipt.revert_reason).toMatch(/^Insufficient fee token balance\. Fee: \d+, balance: low\/high 0\/0\.$/);
    expect(await at().balance('0x1')).toBe(0n);
  });
});

describe('controls', () => {
  it('answer in place of the engine', async () => {
    at().failNext('starknet_chainId', { error: { code: 63, message: 'An unexpected error occurred' } });
    await expect(at().rpc('starknet_chainId')).rejects.toMatchObject({ code: 63 });
    expect(await at().rpc('starknet_chainId')).toBe('0x534e5f4d41494e');
    at().intercept(({ method }, answer) => (method === 'starknet_specVersion' ? { result: '0.8.1' } : answer()));
    expect(await at().rpc('starknet_specVersion')).toBe('0.8.1');
    at().intercept(undefined);
    expect(await at().rpc('starknet_specVersion')).toBe('0.10.2');
    expect(at().requests.map(({ method }) => method)).toContain('starknet_specVersion');
  });

  it('take back a rehearsal', async () => {
    const before = await at().balance(me().address);
    const number = await at().rpc('starknet_blockNumber');
    await at().rehearse(async () => {
      await run(at(), me(), [transfer(5n)]);
      at().setGasPrices({ l2: 1n });
      await at().advance(100);
    });
    expect(await at().balance(me().address)).toBe(before);
    expect(await at().rpc('starknet_blockNumber')).toBe(number);
    expect(at().nonce(me().address)).toBe(1n);
    const receipt = await run(at(), me(), [transfer(5n)]);
    expect(receipt.execution_status).toBe('SUCCEEDED');
  });

  it('speak older versions', async () => {
    await run(at(), me(), [transfer(1n)]);
    const nonce = (block_id: string) =>
      at().rpc('starknet_getNonce', { block_id, contract_address: hex(toFelt(me().address)) });
    const events = async () => {
      const filter = { from_block: { block_number: 2 }, to_block: 'latest', chunk_size: 1 };
      return (await at().rpc<{ events: object[] }>('starknet_getEvents', { filter })).events[0];
    };
    expect(await events()).toHaveProperty('event_index');
    at().setSpecVersion('0.9.0');
    expect(await events()).not.toHaveProperty('event_index');
    expect(await nonce('pre_confirmed')).toBe('0x2');
    at().setSpecVersion('0.8.1');
    expect(await nonce('pending')).toBe('0x2');
    await expect(nonce('pre_confirmed')).rejects.toMatchObject({ code: -32602 });
    expect(await at().rpc('starknet_specVersion')).toBe('0.8.1');
  });

  it('take batches, and parameters by position', async () => {
    const calls = [
      { jsonrpc: '2.0', id: 7, method: 'starknet_chainId', params: [] },
      { jsonrpc: '2.0', id: 'x', method: 'starknet_getNonce', params: ['latest', hex(toFelt(me().address))] },
      { jsonrpc: '2.0', id: 9, method: 'starknet_getNonce', params: ['latest', '0x5'] },
    ];
    const response = await fetch(at().url, { method: 'POST', body: JSON.stringify(calls) });
    expect(await response.json()).toEqual([
      { jsonrpc: '2.0', id: 7, result: '0x534e5f4d41494e' },
      { jsonrpc: '2.0', id: 'x', result: '0x1' },
      { jsonrpc: '2.0', id: 9, error: { code: 20, message: 'Contract not found' } },
    ]);
  });
});
