import { Contract, JsonRpcProvider, Wallet } from 'ethers';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type AnvilEngine, startAnvil } from './anvil.ts';
import { contracts } from './contracts.data.ts';
import { l1BlockAddress, realisticL1Fees } from './l1-fees.ts';
import { gasPriceOracleAddress, installOpStack } from './op-stack.ts';
import { waitForReceipt } from './receipt.ts';

const recipient = '0x0000000000000000000000000000000000000b0b';

let engine: AnvilEngine;
let provider: JsonRpcProvider;
let oracle: Contract;
let wallet: Wallet;

beforeAll(async () => {
  engine = await startAnvil({ chainId: 'base-sepolia', nativeChainId: 84532, network: 'optimism' });
  await installOpStack(engine);
  provider = new JsonRpcProvider(engine.url, 84532, { staticNetwork: true, cacheTimeout: -1 });
  oracle = new Contract(gasPriceOracleAddress, contracts.GasPriceOracle.abi, provider);
  wallet = new Wallet(engine.accounts[0]?.privateKey ?? '', provider);
});
afterEach(() => engine.setL1Fees(realisticL1Fees));
afterAll(async () => {
  provider.destroy();
  await engine.stop();
});

describe('the oracle', () => {
  it('shows the fees that were set', async () => {
    expect(await oracle.l1BaseFee?.()).toBe(10_000_000_000n);
    expect(await oracle.baseFeeScalar?.()).toBe(5227n);
    expect(await oracle.blobBaseFee?.()).toBe(1_000_000_000n);
    expect(await oracle.blobBaseFeeScalar?.()).toBe(1_014_213n);
    expect(await oracle.isFjord?.()).toBe(true);
    expect(await oracle.isIsthmus?.()).toBe(true);
    expect(await oracle.isJovian?.()).toBe(false);
  });

  it('has a token ratio only if one is set', async () => {
    await expect(oracle.tokenRatio?.()).rejects.toThrow('no token ratio on this chain');
    await engine.setStorage(gasPriceOracleAddress, 0n, 4321n);
    expect(await oracle.tokenRatio?.()).toBe(4321n);
  });

  // l1Fee of mined transactions, from their receipts: Base (a transfer of 0x640 L1 gas) and OP Mainnet.
  it.each([
    { scalars: [0x8ddn, 0x101c12n], l1BaseFee: 0x50f928b4n, blobBaseFee: 1n, fee: 0x125f723f3n },
    { scalars: [0x146bn, 0xf79c5n], l1BaseFee: 0x972fe4accn, blobBaseFee: 0x6a83078n, fee: 0x51a9af7fd3n },
  ])('computes $fee wei, as a public chain charged', async ({ scalars, l1BaseFee, blobBaseFee, fee }) => {
    const [baseFeeScalar = 0n, blobBaseFeeScalar = 0n] = scalars;
    await engine.setL1Fees({ baseFeeScalar, blobBaseFeeScalar, l1BaseFee, blobBaseFee });
    expect(await oracle.getL1FeeUpperBound?.(64)).toBe(fee);
    expect(await oracle.getL1Fee?.(`0x${'5a'.repeat(64)}`)).toBe(fee);
  });
});

describe('a call', () => {
  const poor = '0x00000000000000000000000000000000000000aa';
  // l1BaseFee()
  const read = { to: gasPriceOracleAddress, data: '0x519b4bd3' };

  it('needs no sender', async () => {
    const other = await startAnvil({ chainId: 'base-sepolia', nativeChainId: 84532, network: 'optimism' });
    onTestFinished(other.stop);
    await installOpStack(other);
    expect(await other.rpc('eth_blockNumber')).toBe('0x0');
    expect(BigInt(await other.rpc<string>('eth_call', [read]))).toBe(10_000_000_000n);
  });

  // Real nodes differ from anvil here: they charge nothing for calls and estimates.
  it.each(['eth_call', 'eth_estimateGas'])('is refused if its sender could not pay the fees (%s)', async (method) => {
    await expect(engine.rpc(method, [{ ...read, from: poor }])).rejects.toMatchObject({
      code: -32003,
      message: `${method}: Insufficient funds for gas * price + value (-32003)`,
    });
    const override = { [poor]: { balance: '0xde0b6b3a7640000' } };
    expect(await engine.rpc(method, [{ ...read, from: poor }, 'latest', override])).toMatch(/^0x/);
  });
});

describe('the engine', () => {
  it('charges a transfer what the oracle says', async () => {
    const charged = await chargeBeyondGas({ gasLimit: 21_000n });
    // 100 bytes * (16 * 5227 * 10^10 + 1014213 * 10^9) / 10^6, and 21000 * 1234567891 / 10^6 + 7000000003.
    expect(charged).toBe(185_053_300_000n + 25_925_925n + 7_000_000_003n);
    expect(charged).toBe((await oracle.getL1FeeUpperBound?.(64)) + (await oracle.getOperatorFee?.(21_000)));
  });

  it('gives back the operator fee of unused gas', async () => {
    expect(await chargeBeyondGas({ gasLimit: 500_000n })).toBe(192_079_225_928n);
  });

  it('charges new prices from the next transaction on', async () => {
    await engine.setL1Fees({ l1BaseFee: 0n, operatorFeeScalar: 0n });
    expect(await engine.rpc('eth_getStorageAt', [l1BlockAddress, '0x8', 'latest'])).toBe(
      `0x${7_000_000_003n.toString(16).padStart(64, '0')}`,
    );
    expect(await chargeBeyondGas({ gasLimit: 21_000n })).toBe(101_421_300_000n + 7_000_000_003n);
  });

  // With these prices the L1 fee in wei is the size in millionths of a byte, so FastLZ lengths can be compared exactly. The engine compresses in
  // native code, and our oracle in Solidity.
  it.each([
    ['bytes without any order', noise],
    ['one byte again and again', () => 7],
    ['a small alphabet', (i: number) => noise(i) % 3],
    ['a phrase of 97 bytes', (i: number) => noise(i % 97)],
    ['a phrase as far apart as a match may be', (i: number) => noise(i % 8_191)],
    ['a phrase just too far apart', (i: number) => noise(i % 8_192)],
    ['zeros with a number in every word', (i: number) => (i % 32 < 28 ? 0 : noise(i))],
  ])('charges %s by the size that the oracle finds', async (_, byteAt) => {
    await engine.setL1Fees({
      l1BaseFee: 0n,
      blobBaseFee: 1_000_000n,
      blobBaseFeeScalar: 1_000_000n,
      operatorFeeScalar: 0n,
      operatorFeeConstant: 0n,
    });
    for (const length of [200, 1_000, 17_000]) {
      const data = `0x${Array.from({ length }, (_, i) => byteAt(i).toString(16).padStart(2, '0')).join('')}`;
      const { charged, signed } = await send({ gasLimit: 1_000_000n, data });
      // The oracle takes its argument as unsigned and adds 68 bytes for the signature, which is already there.
      const said: bigint = await oracle.getL1Fee?.(signed);
      const withoutAddition = said - 68n * 836_500n;
      expect(charged).toBe(withoutAddition > 100_000_000n ? withoutAddition : 100_000_000n);
    }
  });

  it('refuses fees that do not fit their field', async () => {
    await expect(engine.setL1Fees({ baseFeeScalar: 1n << 32n })).rejects.toThrow(
      'baseFeeScalar must fit in 32 bits, not 4294967296.',
    );
  });
});

describe('a transfer of everything', () => {
  const cap = 3_000_000_000n;
  const gas = 21_000n * cap;

  it('leaves nothing if exactly the L1 fee and the operator fee are kept', async () => {
    const all = await balance(wallet.address);
    const beyondGas = (await oracle.getL1FeeUpperBound?.(64)) + (await oracle.getOperatorFee?.(21_000));
    const { receipt } = await submit({ value: all - gas - beyondGas, fee: cap, tip: cap });
    expect(receipt).toMatchObject({ status: '0x1' });
    expect(await balance(wallet.address)).toBe(0n);
    await engine.fund(wallet.address, all);
  });

  // A wallet that forgets the L1 fee, or reads it before it rises, gets neither an error nor a receipt.
  it('is accepted and never mined when one wei more is sent', async () => {
    const all = await balance(wallet.address);
    const beyondGas = (await oracle.getL1FeeUpperBound?.(64)) + (await oracle.getOperatorFee?.(21_000));
    const { signed, hash, receipt } = await submit({ value: all - gas - beyondGas + 1n, fee: cap, tip: cap }, 300);
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(receipt).toBeUndefined();

    // The engine made an empty block and forgot the transaction.
    await engine.mine(3);
    expect(await engine.rpc('eth_getTransactionReceipt', [hash])).toBeNull();
    expect(await engine.rpc('eth_getTransactionByHash', [hash])).toBeNull();
    expect(await engine.rpc('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' });
    expect(await balance(wallet.address)).toBe(all);

    await engine.fund(wallet.address, 1n);
    expect(await engine.rpc('eth_sendRawTransaction', [signed])).toBe(hash);
    expect(await waitForReceipt(engine, hash)).toMatchObject({ status: '0x1' });
    expect(await balance(wallet.address)).toBe(0n);
    await engine.fund(wallet.address, all);
  });
});

/** Bytes that look random, the same in every run. */
function noise(i: number): number {
  let x = Math.imul(i + 1, 0x9e3779b1);
  x = Math.imul(x ^ (x >>> 15), 0x85ebca6b);
  return (x ^ (x >>> 13)) & 255;
}

async function balance(address: string): Promise<bigint> {
  return BigInt(await engine.rpc<string>('eth_getBalance', [address, 'latest']));
}

interface Transfer {
  value?: bigint;
  gasLimit?: bigint;
  fee?: bigint;
  tip?: bigint;
  data?: string;
}

async function submit(
  { value = 1n, gasLimit = 21_000n, fee = 3_000_000_000n, tip = 1n, data = '0x' }: Transfer,
  timeout?: number,
) {
  const signed = await wallet.signTransaction({
    type: 2,
    chainId: 84532,
    nonce: Number(await engine.rpc('eth_getTransactionCount', [wallet.address, 'latest'])),
    to: recipient,
    value,
    data,
    gasLimit,
    maxFeePerGas: fee,
    maxPriorityFeePerGas: tip,
  });
  const hash = await engine.rpc<string>('eth_sendRawTransaction', [signed]);
  return { signed, hash, receipt: await waitForReceipt(engine, hash, timeout) };
}

/** Sends one wei, and measures what the account paid beside that and the gas. */
async function send(transfer: Transfer) {
  const before = await balance(wallet.address);
  const { signed, receipt } = await submit(transfer);
  if (receipt === undefined) throw new Error('No receipt.');
  const gasCost = BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice);
  return { signed, charged: before - (await balance(wallet.address)) - gasCost - 1n };
}

async function chargeBeyondGas(transfer: Transfer): Promise<bigint> {
  return (await send(transfer)).charged;
}
