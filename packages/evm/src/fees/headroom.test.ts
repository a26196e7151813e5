import { describe, expect, it } from 'vitest';
import { connectTo, gasPriceOracleAddress, hex, type NodeScript, oracle } from '../../test/scripted-node.ts';
import { chains, type EvmChainId, evmChainIds } from '../chains.ts';
import { headroom, historyBlocks, type Rise, riseIn, steepestRise, survivedMs, usualRise } from './headroom.ts';

const sender = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const transfer = {
  mode: 'transfer',
  senderAddress: sender,
  recipientAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
};
const rise = (numerator: bigint, denominator: bigint): Rise => ({ numerator, denominator });

describe('the headroom of a cap', () => {
  // Worked out with (1 + rise)^(whole blocks in 10 or 3 seconds), rounded up to per cent.
  it.each<[string, number, Rise, bigint, bigint]>([
    ['is what is usual where blocks are long: Ethereum', 12_000, usualRise, 200n, 125n],
    // 1.125^5 = 1.802 and 1.125.
    ['is what is usual at two seconds', 2_000, usualRise, 200n, 125n],
    // 1.125^10 = 3.247 and 1.125^3 = 1.424.
    ['grows as blocks get shorter: HyperEVM', 1_000, usualRise, 325n, 143n],
    // (29/28)^25 = 2.404 and (29/28)^7 = 1.278.
    ['grows with the steepness: Monad', 400, rise(1n, 28n), 241n, 128n],
    // 1.004^50 = 1.221 and 1.004^15 = 1.062.
    ['is what is usual where ten times the blocks rise by a tenth each: Base', 200, rise(4n, 1_000n), 200n, 125n],
    // 1.014^50 = 2.004 and 1.014^15 = 1.232.
    ['is rounded up: Base Sepolia', 200, rise(14n, 1_000n), 201n, 125n],
    ['is never more than ceilings have room for', 200, usualRise, 400n, 200n],
    ['is bounded for what no chain has', 1, rise(2n ** 32n, 1n), 400n, 200n],
    ['is what is usual where base fees never rise', 200, rise(0n, 8n), 200n, 125n],
  ])('%s', (_, blockTimeMs, steepness, amount, maximum) => {
    expect([headroom(blockTimeMs, steepness, false), headroom(blockTimeMs, steepness, true)]).toEqual([
      amount,
      maximum,
    ]);
  });
});

describe('extraData of a block of the OP stack', () => {
  it.each<[string, string | null | undefined, Rise | undefined]>([
    // specs.optimism.io, holocene/exec-engine: denominator 250, elasticity 6.
    ['of Holocene', '0x00000000fa00000006', rise(5n, 250n)],
    // jovian/exec-engine: and a minimum base fee. Base's after Denim: 5 and 1000, with 5,000,000 wei.
    ['of Jovian', '0x01000003e80000000500000000004c4b40', rise(4n, 1_000n)],
    ['in upper case', '0x00000000FA00000006', rise(5n, 250n)],
    ['with an elasticity of one', '0x00000000fa00000001', rise(0n, 250n)],
    ['of none', '0x', undefined],
    ['that is missing', undefined, undefined],
    ['that is null', null, undefined],
    ['with a denominator of nothing', '0x000000000000000006', undefined],
    ['with an elasticity of nothing', '0x00000000fa00000000', undefined],
    ['of Holocene with more behind', '0x00000000fa0000000600', undefined],
    ['of Jovian without its minimum', '0x01000003e800000005', undefined],
    ['of a version to come', '0x02000003e80000000500000000004c4b40', undefined],
    // What builders of Ethereum write there.
    ['that is a name', '0x546974616e2028746974616e6275696c6465722e78797a29', undefined],
  ])('%s', (_, extraData, expected) => {
    expect(riseIn(extraData as `0x${string}` | null | undefined)).toEqual(expected);
  });
});

describe('the steepest rise in a history', () => {
  it.each<[string, bigint[], Rise | undefined]>([
    ['of none', [], undefined],
    ['of one block', [5n], undefined],
    ['that fell', [1_000n, 900n, 800n], undefined],
    ['that rose and fell', [1_000n, 1_010n, 900n, 990n, 995n], rise(90n, 900n)],
    // The least rise of any base fee (EIP-1559).
    ['of one wei says nothing', [7n, 8n], undefined],
    ['from nothing says nothing', [0n, 1_000n], undefined],
  ])('%s', (_, baseFees, expected) => {
    expect(steepestRise(baseFees)).toEqual(expected);
  });
});

describe('a chain that raises base fees faster than its known rule', () => {
  const balances = { [sender.toLowerCase()]: 10n ** 20n };
  const withHistory = (baseFeePerGas: readonly bigint[]): NodeScript => ({
    baseFee: 1n,
    balances,
    contracts: { [gasPriceOracleAddress]: oracle({ getL1FeeUpperBound: () => 1n }) },
    methods: { eth_feeHistory: () => ({ baseFeePerGas: baseFeePerGas.map(hex), gasUsedRatio: [], reward: [] }) },
  });
  const capOf = async (chainId: EvmChainId, history: readonly bigint[]) => {
    const { chain } = connectTo(chainId, withHistory(history));
    const { transaction } = await chain.encode({ ...transfer, amount: '1' });
    return BigInt((transaction.data.params as { maxFeePerGas: string }).maxFeePerGas);
  };
  const gwei = 10n ** 9n;

  it('shows in its own history', async () => {
    // Monad's is known to rise by 1/28 in a block. By 5 % in each of 25 blocks: 1.05^25 = 3.387.
    const tip = 2n * gwei;
    expect(await capOf('monad-testnet', [200n * gwei, 200n * gwei])).toBe(482n * gwei + tip);
    expect(await capOf('monad-testnet', [200n * gwei, 210n * gwei, 200n * gwei])).toBe(678n * gwei + tip);
  });

  it('cannot make a cap of more than four times the base fee', async () => {
    expect(await capOf('monad-testnet', [gwei, 200n * gwei])).toBe(802n * gwei);
  });
});

describe('the requested history', () => {
  it.each<[EvmChainId, number]>([
    ['ethereum', 10],
    ['gnosis', 10],
    ['monad-testnet', 25],
    ['base', 50],
  ])('of %s has %d blocks: as many as a cap survives, and ten at least', async (chainId, blocks) => {
    const { chain, node } = connectTo(chainId, {
      baseFee: 1n,
      balances: { [sender.toLowerCase()]: 10n ** 20n },
      contracts: { [gasPriceOracleAddress]: oracle({ getL1FeeUpperBound: () => 1n }) },
    });
    await chain.encode({ ...transfer, amount: '1' });
    expect(node.asked.find(({ method }) => method === 'eth_feeHistory')?.params).toEqual([hex(blocks), 'latest', [50]]);
  });

  it('fits into a small answer on every chain', () => {
    const most = Math.max(...evmChainIds.map((id) => historyBlocks(chains[id].blockTimeMs)));
    // The largest numbers that a node can tell of a block: two prices of 64 bits and a ratio.
    const block = '"0xffffffffffffffff",["0xffffffffffffffff"],0.12345678901234567,'.length;
    expect(most * block).toBeLessThan(8_000);
  });
});

describe('every chain', () => {
  it('has a block time with which the time of a maximum can be counted', () => {
    for (const id of evmChainIds) expect(survivedMs.maximum / chains[id].blockTimeMs, id).toBeLessThanOrEqual(15);
  });
});
