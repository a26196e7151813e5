import { Contract, Interface, JsonRpcProvider, toUtf8String, Wallet } from 'ethers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AnvilEngine, startAnvil } from './anvil.ts';
import { contracts } from './contracts.data.ts';
import { deployTestContracts, multicall3Address, type Prepared, prepareEvm, type TestContracts } from './prepare.ts';
import { waitForReceipt } from './receipt.ts';

const somebody = '0x00000000000000000000000000000000000a11ce';
const erc20 = new Interface([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function totalSupply() view returns (uint256)',
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
]);

let engine: AnvilEngine;
let provider: JsonRpcProvider;
let prepared: Prepared;
let sender: string;

beforeAll(async () => {
  engine = await startAnvil({ chainId: 'sepolia', nativeChainId: 11155111 });
  prepared = await prepareEvm(engine);
  provider = new JsonRpcProvider(engine.url, 11155111, { staticNetwork: true, cacheTimeout: -1 });
  sender = engine.accounts[0]?.address ?? '';
});
afterAll(async () => {
  provider.destroy();
  await engine.stop();
});

// Each test finds the engine as it was prepared.
let asItWas: string;
beforeEach(async () => {
  asItWas = await engine.rpc('evm_snapshot');
});
afterEach(() => engine.rpc('evm_revert', [asItWas]));

describe('a prepared engine', () => {
  it('lists the demo token under the same id on every engine', () => {
    const token = { id: prepared.demoToken, name: 'Isochain Demo Dollar', ticker: 'DEMO', decimals: 6 };
    expect(engine.tokens).toEqual([token]);
    // The address follows from the bytes of DemoToken. It changes only with the contract.
    expect(prepared.demoToken).toBe('0xf41DEc33aA7366aE1b626E5da591980B5C2aDd60');
  });

  it('has a token that every account holds', async () => {
    const token = new Contract(prepared.demoToken, erc20, provider);
    expect(await token.name?.()).toBe('Isochain Demo Dollar');
    expect(await token.symbol?.()).toBe('DEMO');
    expect(await token.decimals?.()).toBe(6n);
    expect(await token.totalSupply?.()).toBe(10_000_000_000_000n);
    for (const { address } of engine.accounts) expect(await token.balanceOf?.(address)).toBe(1_000_000_000_000n);
  });

  it('records the first holdings in events', async () => {
    const logs = await provider.getLogs({ address: prepared.demoToken, fromBlock: 0 });
    expect(logs.map((log) => erc20.parseLog(log)?.args.to)).toEqual(engine.accounts.map(({ address }) => address));
  });

  it('has spent nothing of the accounts', async () => {
    for (const { address } of engine.accounts) {
      expect(await provider.getBalance(address)).toBe(10_000n * 10n ** 18n);
      expect(await provider.getTransactionCount(address)).toBe(0);
    }
  });

  it('answers many reads in one call', async () => {
    const multicall = new Contract(
      multicall3Address,
      [
        'function getEthBalance(address) view returns (uint256)',
        'function aggregate3((address target, bool allowFailure, bytes callData)[]) view returns ((bool success, bytes returnData)[])',
      ],
      provider,
    );
    const answers = await multicall.aggregate3?.([
      [multicall3Address, true, multicall.interface.encodeFunctionData('getEthBalance', [sender])],
      [prepared.demoToken, true, erc20.encodeFunctionData('balanceOf', [sender])],
      [prepared.demoToken, true, '0xdeadbeef'],
    ]);
    expect(answers.map(([success, data]: [boolean, string]) => [success, data])).toEqual([
      [true, word(10_000n * 10n ** 18n)],
      [true, word(1_000_000_000_000n)],
      [false, '0x'],
    ]);
  });

  it('may be prepared again', async () => {
    const before = await provider.getBlockNumber();
    expect(await prepareEvm(engine)).toEqual(prepared);
    expect(engine.tokens).toHaveLength(1);
    expect(await provider.getBlockNumber()).toBe(before);
  });

  it('moves tokens', async () => {
    expect(await transfer(prepared.demoToken, 1_500_000n)).toMatchObject({ status: '0x1' });
    expect(await balanceOf(prepared.demoToken, somebody)).toBe(1_500_000n);
    expect(await balanceOf(prepared.demoToken, sender)).toBe(999_998_500_000n);
  });

  it('refuses to move more than the balance, with an error without text', async () => {
    const data = await revertData(prepared.demoToken, erc20.encodeFunctionData('transfer', [somebody, 10n ** 20n]));
    expect(erc20.parseError(data)?.name).toBe('ERC20InsufficientBalance');
    expect(erc20.parseError(data)?.args.needed).toBe(10n ** 20n);
  });
});

describe('contracts with bad manners', () => {
  let odd: TestContracts;
  beforeAll(async () => {
    odd = await deployTestContracts(engine);
  });

  const payload = erc20.encodeFunctionData('transfer', [somebody, 10_000n]);

  it('include a token whose transfer returns nothing when it works', async () => {
    expect(await call(odd.noReturn, payload)).toBe('0x');
    expect(await transfer(odd.noReturn, 10_000n)).toMatchObject({ status: '0x1' });
    expect(await balanceOf(odd.noReturn, somebody)).toBe(10_000n);
  });

  it('include a token whose failed transfer returns false and is mined as a success', async () => {
    expect(await call(odd.returnsFalse, payload)).toBe(word(0n));
    expect(await transfer(odd.returnsFalse, 10_000n)).toMatchObject({ status: '0x1' });
    expect(await balanceOf(odd.returnsFalse, somebody)).toBe(0n);
  });

  it('include a token that reverts with a reason, for calls and gas estimates', async () => {
    const reason = new Interface(['error Error(string)']);
    expect(reason.parseError(await revertData(odd.reverting, payload))?.args[0]).toBe('blacklisted');
    await expect(estimateGas(odd.reverting, payload)).rejects.toMatchObject({
      name: 'RpcError',
      code: 3,
      message: expect.stringContaining('blacklisted'),
    });
  });

  it('include a token that delivers less than was sent', async () => {
    expect(await call(odd.feeOnTransfer, payload)).toBe(word(1n));
    expect(await transfer(odd.feeOnTransfer, 10_000n)).toMatchObject({ status: '0x1' });
    expect(await balanceOf(odd.feeOnTransfer, somebody)).toBe(9_900n);
    expect(await balanceOf(odd.feeOnTransfer, sender)).toBe(1_000_000_000_000n - 10_000n);
  });

  it('include a token whose name and symbol have 32 bytes', async () => {
    const token = new Contract(odd.bytes32, contracts.Bytes32Token.abi, provider);
    expect(toUtf8String(await token.symbol?.())).toBe(`B32${'\0'.repeat(29)}`);
    expect(toUtf8String(await token.name?.())).toBe(`Bytes32 Token${'\0'.repeat(19)}`);
    expect(await call(odd.bytes32, erc20.encodeFunctionData('symbol'))).toHaveLength(2 + 64);
    expect(await transfer(odd.bytes32, 1n)).toMatchObject({ status: '0x1' });
  });

  it('resemble an address without code, which takes calls and estimates of a token transfer', async () => {
    expect(await call(somebody, payload)).toBe('0x');
    expect(await estimateGas(somebody, payload)).toBe(21_950n);
  });

  it('include a receiver that needs more gas than a plain transfer', async () => {
    const gas = await estimateGas(odd.receiver, '0x', 1n);
    expect(gas).toBeGreaterThan(60_000n);
    expect(await estimateGas(somebody, '0x', 1n)).toBe(21_000n);
  });

  it('include a receiver that refuses coins', async () => {
    await expect(estimateGas(odd.rejecter, '0x', 1n)).rejects.toMatchObject({
      code: 3,
      message: expect.stringContaining('no coins please'),
    });
  });
});

function word(value: bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`;
}

function call(to: string, data: string): Promise<string> {
  return engine.rpc<string>('eth_call', [{ from: sender, to, data }, 'latest']);
}

async function estimateGas(to: string, data: string, value = 0n): Promise<bigint> {
  const quantity = `0x${value.toString(16)}`;
  return BigInt(await engine.rpc<string>('eth_estimateGas', [{ from: sender, to, data, value: quantity }]));
}

async function revertData(to: string, data: string): Promise<string> {
  const error: unknown = await call(to, data).catch((reason: unknown) => reason);
  return String((error as { data?: unknown }).data);
}

async function balanceOf(token: string, holder: string): Promise<bigint> {
  return BigInt(await call(token, erc20.encodeFunctionData('balanceOf', [holder])));
}

/** Sends tokens from account 0 to somebody, built and signed by ethers. */
async function transfer(token: string, value: bigint) {
  const wallet = new Wallet(engine.accounts[0]?.privateKey ?? '', provider);
  const response = await wallet.sendTransaction({
    to: token,
    data: erc20.encodeFunctionData('transfer', [somebody, value]),
    gasLimit: 200_000n,
  });
  return waitForReceipt(engine, response.hash);
}
