import type { TronWeb } from 'tronweb';
import { encodeFunctionData, parseAbi } from 'viem';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Desk, openDesk } from '../../test/tron-desk.ts';
import { evmAddress, hexAddress } from './address.ts';
import type { TronEngine } from './engine.ts';
import type { Trc20Kind } from './tokens.ts';

// TRC-20 tokens: simulations, energy and what a failed call costs.

const abi = parseAbi([
  'function transfer(address,uint256)',
  'function isBlackListed(address)',
  'function name()',
  'function symbol()',
  'function decimals()',
]);
let desk: Desk;
let engine: TronEngine;
let owner: string;
let friend: string;
let next = 2000;

beforeEach(async () => {
  desk ??= await openDesk();
  engine = desk.engine;
  owner = await desk.newcomer(next++, 1_000_000_000n);
  friend = await desk.newcomer(next++, 1n);
});
afterAll(() => desk?.stop());

const token = (kind: Trc20Kind = 'standard') => engine.deployTrc20({ kind, holders: [owner], amountEach: 1_000_000n });

/** Call data, without 0x. */
const transferData = (amount: bigint) =>
  encodeFunctionData({ abi, functionName: 'transfer', args: [evmAddress(hexAddress(friend)), amount] }).slice(2);

interface Simulated {
  readonly result: { readonly result?: boolean; readonly message?: string; readonly code?: string };
  readonly energy_used?: number;
  readonly energy_penalty?: number;
  readonly constant_result?: readonly string[];
  readonly logs?: readonly { readonly data: string }[];
  readonly transaction?: { readonly ret: readonly object[] };
}

async function simulate(contract: string, data: string): Promise<Simulated> {
  const [owner_address, contract_address] = [owner, contract].map(hexAddress);
  return (await desk.post('/wallet/triggerconstantcontract', { owner_address, contract_address, data })) as Simulated;
}

type Method = Parameters<TronWeb['transactionBuilder']['triggerSmartContract']>;

async function call(contract: string, amount: number, feeLimit: number): Promise<{ id: string; info: Info }> {
  const options: Method[2] = { feeLimit, txLocal: true };
  const parameters = [
    { type: 'address', value: friend },
    { type: 'uint256', value: amount },
  ];
  const { transaction } = await desk.web.transactionBuilder.triggerSmartContract(
    contract,
    'transfer(address,uint256)',
    options,
    parameters,
    owner,
  );
  const id = await desk.send(owner, transaction);
  return { id, info: (await desk.info(id)) as Info };
}

interface Info {
  readonly fee?: number;
  readonly result?: string;
  readonly resMessage?: string;
  readonly receipt: Readonly<Record<string, unknown>>;
  readonly log?: readonly object[];
}

describe('a simulated call', () => {
  it('tells energy, result and logs', async () => {
    const usdt = await token('usdt');
    const plain = await simulate(usdt, transferData(7n));
    // USDT returns false, although it succeeds.
    expect(plain).toMatchObject({
      result: { result: true },
      constant_result: ['0'.repeat(64)],
      logs: [{ address: hexAddress(usdt).slice(2), data: '7'.padStart(64, '0') }],
      transaction: { ret: [{}], raw_data: { contract: [{ type: 'TriggerSmartContract' }] } },
    });
    await engine.setEnergyFactor(usdt, 34_000n);
    const factored = await simulate(usdt, transferData(7n));
    const base = plain.energy_used ?? 0;
    expect(factored).toMatchObject({ energy_used: Math.floor(base * 4.4), energy_penalty: Math.floor(base * 3.4) });
    expect(await desk.post('/wallet/getcontractinfo', { value: usdt, visible: true })).toMatchObject({
      contract_state: { energy_factor: 34_000 },
    });
  });

  it('costs 15,000 more if the recipient does not hold the token yet, as on mainnet', async () => {
    const usdt = await token('usdt');
    const before = (await simulate(usdt, transferData(7n))).energy_used ?? 0;
    await engine.fund(friend, 1n, usdt);
    expect(before - ((await simulate(usdt, transferData(7n))).energy_used ?? 0)).toBe(15_000);
  });

  it('that reverts has its reason, and looks valid at first', async () => {
    const answer = await simulate(await token('reverting'), transferData(1n));
    expect(answer).toMatchObject({
      result: { result: true, message: Buffer.from('REVERT opcode executed').toString('hex') },
      constant_result: [expect.stringMatching(/^08c379a0/)],
      transaction: { ret: [{ ret: 'FAILED' }] },
    });
  });

  it('that breaks off is an error, and so is one of no contract', async () => {
    const broken = await simulate(await token('asserting'), transferData(1_000_001n));
    expect(broken.result.code).toBe('OTHER_ERROR');
    expect(broken.transaction).toBeUndefined();
    const none = await simulate(friend, transferData(1n));
    expect(none).toEqual({
      result: { code: 'CONTRACT_VALIDATE_ERROR', message: Buffer.from('Smart contract is not exist.').toString('hex') },
    });
  });

  it('shows what a token burns', async () => {
    const { logs } = await simulate(await token('burning'), transferData(1000n));
    expect(logs?.map(({ data }) => Number(`0x${data}`))).toEqual([1000, 10]);
  });

  it('is estimated only by nodes that say so', async () => {
    const usdt = await token('usdt');
    const question = { owner_address: owner, contract_address: usdt, data: transferData(1n), visible: true };
    expect(await desk.post('/wallet/estimateenergy', question)).toEqual({
      result: { code: 'CONTRACT_VALIDATE_ERROR', message: 'this node does not support estimate energy' },
    });
    engine.setEstimatesEnergy(true);
    expect(await desk.post('/wallet/estimateenergy', question)).toMatchObject({
      result: { result: true },
      energy_required: (await simulate(usdt, transferData(1n))).energy_used,
    });
    engine.setEstimatesEnergy(false);
  });
});

describe('a call', () => {
  it('uses the energy of stakes first', async () => {
    const contract = await token();
    const energy = (await simulate(contract, transferData(3n))).energy_used ?? 0;
    await engine.setResources(owner, { energy: 10_000n });
    const { info } = await call(contract, 3, 10_000_000);
    expect(info).toMatchObject({
      fee: (energy - 10_000) * 100,
      receipt: {
        energy_usage: 10_000,
        energy_fee: (energy - 10_000) * 100,
        energy_usage_total: energy,
        result: 'SUCCESS',
      },
    });
    expect(await engine.balance(friend, contract)).toBe(3n);
  });

  it('runs out at its fee limit, even with staked energy, and pays for all of it', async () => {
    const contract = await token();
    await engine.setResources(owner, { energy: 1_000_000n });
    const { id, info } = await call(contract, 3, 2_000_000);
    expect(info).toMatchObject({
      result: 'FAILED',
      receipt: { energy_usage: 20_000, energy_usage_total: 20_000, result: 'OUT_OF_ENERGY' },
    });
    expect(info.log).toBeUndefined();
    expect(await desk.post('/wallet/gettransactionbyid', { value: id })).toMatchObject({
      ret: [{ contractRet: 'OUT_OF_ENERGY' }],
    });
    expect(await engine.balance(friend, contract)).toBe(0n);
  });

  it('that reverts costs what ran', async () => {
    const contract = await token('reverting');
    const energy = (await simulate(contract, transferData(3n))).energy_used ?? 0;
    const { info } = await call(contract, 3, 100_000_000);
    expect(info).toMatchObject({
      fee: energy * 100,
      result: 'FAILED',
      resMessage: Buffer.from('REVERT opcode executed').toString('hex'),
      receipt: { energy_fee: energy * 100, result: 'REVERT' },
    });
  });

  it('that breaks off costs the whole limit', async () => {
    const { info } = await call(await token('asserting'), 1_000_001, 5_000_000);
    expect(info).toMatchObject({ fee: 5_000_000, result: 'FAILED', receipt: { result: 'ILLEGAL_OPERATION' } });
  });

  it('is refused for no contract, and beyond the highest limit', async () => {
    await expect(call(friend, 1, 1)).rejects.toThrow('Contract validate error : No contract or not a smart contract');
    const contract = await token();
    await engine.setParameter('getMaxFeeLimit', 1_000_000n);
    await expect(call(contract, 1, 1_000_001)).rejects.toThrow('feeLimit must be >= 0 and <= 1000000');
    await engine.setParameter('getMaxFeeLimit', 15_000_000_000n);
  });
});

describe('USDT', () => {
  it('does not let a blacklisted sender go, and takes its fee', async () => {
    const usdt = await token('usdt');
    await engine.setTokenFee(usdt, 100n, 1_000_000n);
    await call(usdt, 1000, 100_000_000);
    expect(await engine.balance(friend, usdt)).toBe(990n);
    await engine.blacklist(usdt, owner);
    expect((await simulate(usdt, transferData(1n))).transaction?.ret).toEqual([{ ret: 'FAILED' }]);
    await engine.blacklist(usdt, owner, false);
    expect((await simulate(usdt, transferData(1n))).transaction?.ret).toEqual([{}]);
  });

  it('can lie at its address of mainnet', async () => {
    const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    const usdt = await engine.deployTrc20({ kind: 'usdt', address, holders: [owner], amountEach: 50n });
    expect(usdt).toBe(address);
    await call(usdt, 20, 100_000_000);
    expect([await engine.balance(owner, usdt), await engine.balance(friend, usdt)]).toEqual([30n, 20n]);
  });
});

describe('JSON-RPC', () => {
  const rpc = (body: unknown) => desk.post('/jsonrpc', body);
  const ethCall = (to: string, functionName: 'name' | 'symbol' | 'decimals') => ({
    jsonrpc: '2.0',
    method: 'eth_call',
    params: [{ to: evmAddress(hexAddress(to)), data: encodeFunctionData({ abi, functionName }) }, 'latest'],
  });

  it('knows the chain', async () => {
    expect(await rpc({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: '0x2b6653dc',
    });
    const { result } = (await rpc({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' })) as { result: string };
    expect(Number(result)).toBeGreaterThanOrEqual(80_000_000);
  });

  it('answers batches, with an error for each call that fails', async () => {
    const odd = await engine.deployTrc20({ kind: 'bytes32', name: 'Maker', symbol: 'MKR' });
    const answers = (await rpc([
      { ...ethCall(odd, 'symbol'), id: 1 },
      { ...ethCall(friend, 'name'), id: 2 },
    ])) as { id: number; result?: string; error?: object }[];
    expect(answers).toMatchObject([
      { id: 1, result: `0x${Buffer.from('MKR').toString('hex').padEnd(64, '0')}` },
      { id: 2, error: { code: -32600, message: 'Smart contract is not exist.' } },
    ]);
    expect(await rpc(Array.from({ length: 101 }, () => ethCall(odd, 'name')))).toMatchObject({
      error: { code: -32005 },
    });
  });
});
