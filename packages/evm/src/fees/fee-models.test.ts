import { catalogue } from '@isochain/core';
import { turns } from '@isochain/dial';
import { Transaction } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anvil } from '../../test/recordings.ts';
import {
  connectTo,
  Fault,
  gasPriceOracleAddress,
  hex,
  justNow,
  type NodeScript,
  oracle,
} from '../../test/scripted-node.ts';
import { type EvmChainId, evmChainIds } from '../chains.ts';
import { feeModels, medianTip } from './fee-models.ts';

const sender = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const recipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ether = 10n ** 18n;

// Odd numbers, so that rounding shows: a base fee of 1.000000007 gwei, tips of 1.500000001 gwei, a gas price of 2.000000003 gwei.
const baseFee = 1_000_000_007n;
const tips = [1_500_000_001n, 1_500_000_001n, 1_500_000_001n];
const gasPrice = { eth_gasPrice: () => hex(2_000_000_003) };
const balances = { [sender.toLowerCase()]: 20n * ether };

interface Case {
  readonly title: string;
  readonly chainId: EvmChainId;
  readonly script: NodeScript;
  /** Cost of a transfer of one coin, computed by hand from the rules of the class. All in wei. */
  readonly expected: Priced;
  /** The same with useMaxAmount. */
  readonly max: Priced;
}

interface Priced {
  readonly gas: string;
  readonly fees: string;
  readonly params: Readonly<Record<string, string>>;
}

const eip1559 = (maxFeePerGas: string, maxPriorityFeePerGas: string, more: Record<string, string> = {}) => ({
  type: 'eip1559',
  maxFeePerGas,
  maxPriorityFeePerGas,
  ...more,
});

/** A chain of the OP stack. The extraData of its latest block says how fast base fees move. */
const onBase = (extraData: string): NodeScript => ({
  baseFee,
  contracts: { [gasPriceOracleAddress]: oracle({ getL1FeeUpperBound: () => 1_000_000_001n }) },
  methods: {
    eth_getBlockByNumber: () => ({ number: '0x1', timestamp: justNow(), baseFeePerGas: '0x1', extraData }),
  },
});

const cases: Case[] = [
  {
    title: 'eip1559: twice the next base fee and the median tip; for all, 1.25 times, offered as tip in full',
    chainId: 'ethereum',
    script: { baseFee, tips },
    expected: { gas: '21000', fees: '73500000315000', params: eip1559('3500000015', '1500000001') },
    max: { gas: '21000', fees: '57750000210000', params: eip1559('2750000010', '2750000010') },
  },
  {
    title: 'eip1559 with a floor under the tip: Polygon takes no less than 25 gwei',
    chainId: 'polygon',
    script: { baseFee, tips },
    expected: { gas: '21000', fees: '567000000294000', params: eip1559('27000000014', '25000000000') },
    max: { gas: '21000', fees: '551250000189000', params: eip1559('26250000009', '26250000009') },
  },
  {
    title: 'eip1559 without tips in the history: Polygon is offered 30 gwei',
    chainId: 'polygon-amoy',
    script: { baseFee, tips: [undefined, undefined] },
    expected: { gas: '21000', fees: '672000000294000', params: eip1559('32000000014', '30000000000') },
    max: { gas: '21000', fees: '656250000189000', params: eip1559('31250000009', '31250000009') },
  },
  {
    title: 'eip1559 with a base fee of 0: on BNB Smart Chain the tip of 0.05 gwei is all',
    chainId: 'bsc',
    script: { baseFee: 0n, tips: [0n, 0n] },
    expected: { gas: '21000', fees: '1050000000000', params: eip1559('50000000', '50000000') },
    max: { gas: '21000', fees: '1050000000000', params: eip1559('50000000', '50000000') },
  },
  {
    title: 'eip1559 where blocks take no tip, and the pool takes no less than 1 wei: Avalanche',
    chainId: 'avalanche',
    script: { baseFee, tips: [0n] },
    expected: { gas: '21000', fees: '42000000315000', params: eip1559('2000000015', '1') },
    max: { gas: '21000', fees: '26250000210000', params: eip1559('1250000010', '1250000010') },
  },
  {
    title: 'eip1559 with a base fee of a few wei: Gnosis is offered a tip of 1 gwei',
    chainId: 'gnosis',
    script: { baseFee: 7n, tips: [] },
    expected: { gas: '21000', fees: '21000000294000', params: eip1559('1000000014', '1000000000') },
    max: { gas: '21000', fees: '21000000189000', params: eip1559('1000000009', '1000000009') },
  },
  {
    title: 'eip1559 with a floor under the price: Moonbeam takes no less than 31.25 gwei',
    chainId: 'moonbeam',
    script: { baseFee, tips: [0n] },
    expected: { gas: '21000', fees: '656250000000000', params: eip1559('31250000000', '0') },
    max: { gas: '21000', fees: '656250000000000', params: eip1559('31250000000', '31250000000') },
  },
  {
    title: 'auto, on a chain with base fees',
    chainId: 'chiliz',
    script: {
      baseFee,
      tips,
      methods: {
        ...gasPrice,
        eth_getBlockByNumber: () => ({ number: '0x1', timestamp: justNow(), baseFeePerGas: '0x1' }),
      },
    },
    expected: { gas: '21000', fees: '73500000315000', params: eip1559('3500000015', '1500000001') },
    max: { gas: '21000', fees: '57750000210000', params: eip1559('2750000010', '2750000010') },
  },
  {
    title: 'auto, on a chain without: 1.1 times the gas price, although the history answers zeros',
    chainId: 'chiliz-testnet',
    script: {
      baseFee: 0n,
      tips: [5n],
      methods: { ...gasPrice, eth_getBlockByNumber: () => ({ number: '0x1', timestamp: justNow() }) },
    },
    expected: { gas: '21000', fees: '46200000084000', params: { type: 'legacy', gasPrice: '2200000004' } },
    max: { gas: '21000', fees: '46200000084000', params: { type: 'legacy', gasPrice: '2200000004' } },
  },
  {
    title: 'legacy',
    chainId: 'fantom',
    script: { methods: gasPrice },
    expected: { gas: '21000', fees: '46200000084000', params: { type: 'legacy', gasPrice: '2200000004' } },
    max: { gas: '21000', fees: '46200000084000', params: { type: 'legacy', gasPrice: '2200000004' } },
  },
  {
    // Operator fee after Isthmus: gas * 2 + 123, which on anvil's OP engine costs 42123 for 21000 gas.
    title: 'op: 1.25 times the upper bound of the L1 fee, twice for all, and the operator fee',
    chainId: 'optimism',
    script: {
      baseFee,
      tips,
      contracts: {
        [gasPriceOracleAddress]: oracle({
          getL1FeeUpperBound: (size) => (size === 64n ? 1_000_000_001n : 0n),
          getOperatorFee: (gas) => (gas * 2_000_000n) / 1_000_000n + 123n,
        }),
      },
    },
    expected: {
      gas: '21000',
      fees: '73501250357125',
      params: eip1559('3500000015', '1500000001', { l1Fee: '1250000002', operatorFee: '42123' }),
    },
    max: {
      gas: '21000',
      fees: '57752000252125',
      params: eip1559('2750000010', '2750000010', { l1Fee: '2000000002', operatorFee: '42123' }),
    },
  },
  {
    // Deposits use half of the gas of these blocks.
    title: 'op, where the median is that of deposits without a tip: what nodes suggest',
    chainId: 'optimism',
    script: {
      baseFee,
      tips: [0n, 0n],
      contracts: { [gasPriceOracleAddress]: oracle({ getL1FeeUpperBound: () => 1_000_000_001n }) },
    },
    expected: {
      gas: '21000',
      fees: '42022250294002',
      params: eip1559('2001000014', '1000000', { l1Fee: '1250000002', operatorFee: '0' }),
    },
    max: {
      gas: '21000',
      fees: '26273000189002',
      params: eip1559('1251000009', '1251000009', { l1Fee: '2000000002', operatorFee: '0' }),
    },
  },
  {
    // 1.04^50 = 7.107 for ten seconds of full blocks, but never more than 4; 1.04^15 = 1.801 for three.
    title:
      'op with short blocks and a base fee that rises by (6 - 1) / 125 in each: what 10 and 3 seconds can make of it',
    chainId: 'base',
    script: {
      ...onBase('0x010000007d000000060000000000000000'),
      tips,
    },
    expected: {
      gas: '21000',
      fees: '115501250609002',
      params: eip1559('5500000029', '1500000001', { l1Fee: '1250000002', operatorFee: '0' }),
    },
    max: {
      gas: '21000',
      fees: '69512000294002',
      params: eip1559('3310000014', '3310000014', { l1Fee: '2000000002', operatorFee: '0' }),
    },
  },
  {
    // Denim multiplied Base's denominator of 100 by 10 (base/base#4565): 1.004^50 = 1.22 and 1.004^15 = 1.06, both below the usual factor.
    title: 'op with short blocks and a base fee that rises by (5 - 1) / 1000 in each: what is usual lasts',
    chainId: 'base-sepolia',
    script: {
      ...onBase('0x01000003e8000000050000000000000000'),
      tips,
    },
    expected: {
      gas: '21000',
      fees: '73501250315002',
      params: eip1559('3500000015', '1500000001', { l1Fee: '1250000002', operatorFee: '0' }),
    },
    max: {
      gas: '21000',
      fees: '57752000210002',
      params: eip1559('2750000010', '2750000010', { l1Fee: '2000000002', operatorFee: '0' }),
    },
  },
  {
    // Operator fee after Jovian: gas * 3 * 100 + 500.
    title: 'op-mantle: the L1 fee is in ether, and a coin is worth a 4000th of it',
    chainId: 'mantle',
    script: {
      baseFee,
      tips,
      contracts: {
        [gasPriceOracleAddress]: oracle({
          getL1FeeUpperBound: () => 1_000_000_001n,
          getOperatorFee: (gas) => gas * 300n + 500n,
          tokenRatio: () => 4_000n,
        }),
      },
    },
    expected: {
      gas: '21000',
      fees: '78500006620500',
      params: eip1559('3500000015', '1500000001', { l1Fee: '5000000005000', operatorFee: '6300500' }),
    },
    max: {
      gas: '21000',
      fees: '65750006518500',
      params: eip1559('2750000010', '2750000010', { l1Fee: '8000000008000', operatorFee: '6300500' }),
    },
  },
  {
    title: 'arbitrum: no tip; the estimate holds the price of L1, and drifts by up to a quarter',
    chainId: 'arbitrum',
    script: { baseFee, tips: [0n], estimate: 100_001n },
    expected: { gas: '125002', fees: '250004001750028', params: eip1559('2000000014', '0') },
    max: { gas: '125002', fees: '187503001375022', params: eip1559('1500000011', '0') },
  },
  {
    title: 'zksync: the gas price of the node, and its estimate as it stands',
    chainId: 'zksync',
    script: { methods: gasPrice, estimate: 150_000n },
    expected: { gas: '150000', fees: '360000000600000', params: eip1559('2400000004', '0') },
    max: { gas: '150000', fees: '330000000600000', params: eip1559('2200000004', '0') },
  },
  {
    // docs.linea.build, example answer of linea_estimateGas.
    title: 'linea: what linea_estimateGas answers, with a tenth more tip and a third more base fee',
    chainId: 'linea',
    script: {
      baseFee: 7n,
      tips,
      methods: {
        eth_maxPriorityFeePerGas: () => hex(5),
        linea_estimateGas: () => ({ gasLimit: '0xcf08', baseFeePerGas: '0x7', priorityFeePerGas: '0x43a82a4' }),
      },
    },
    expected: { gas: '53000', fees: '4136000538000', params: eip1559('78037746', '78037736') },
    max: { gas: '53000', fees: '4136000538000', params: eip1559('78037746', '78037746') },
  },
  {
    title: 'linea at an endpoint without linea_estimateGas: the suggested tip and a fifth',
    chainId: 'linea-sepolia',
    script: {
      baseFee: 7n,
      tips,
      methods: {
        eth_maxPriorityFeePerGas: () => hex(1_000_000_001),
        linea_estimateGas: () => new Fault(-32601, 'The method linea_estimateGas does not exist'),
      },
    },
    expected: { gas: '21000', fees: '25200000252000', params: eip1559('1200000012', '1200000002') },
    max: { gas: '21000', fees: '25200000252000', params: eip1559('1200000012', '1200000012') },
  },
  {
    title: 'eip1559-gaslimit: Monad takes no less than 100 gwei',
    chainId: 'monad-testnet',
    script: { baseFee: 40_000_000_000n, tips: [] },
    expected: { gas: '21000', fees: '2100000000000000', params: eip1559('100000000000', '2000000000') },
    max: { gas: '21000', fees: '2100000000000000', params: eip1559('100000000000', '100000000000') },
  },
  {
    // (29/28)^25 = 2.404 for ten seconds of full blocks of 400 ms, (29/28)^7 = 1.279 for three (docs.monad.xyz, "Gas pricing").
    title: 'eip1559-gaslimit: what 10 and 3 seconds of full blocks make of the base fee, 1/28 each',
    chainId: 'monad-testnet',
    script: { baseFee: 200_000_000_000n, tips: [] },
    expected: { gas: '21000', fees: '10164000000000000', params: eip1559('484000000000', '2000000000') },
    max: { gas: '21000', fees: '5418000000000000', params: eip1559('258000000000', '258000000000') },
  },
  {
    // 1.125^10 = 3.247 and 1.125^3 = 1.424.
    title: 'eip1559-hyperevm: what 10 and 3 seconds of blocks of one second make of the gas price, and no tip',
    chainId: 'hyperliquid',
    script: { methods: { eth_gasPrice: () => hex(100_000_001) } },
    expected: { gas: '21000', fees: '6825000084000', params: eip1559('325000004', '0') },
    max: { gas: '21000', fees: '3003000042000', params: eip1559('143000002', '143000002') },
  },
  {
    title: 'eip1559-cosmos: no tip, and no less than 1.2 times the gas price of the node',
    chainId: 'cronos',
    script: { baseFee, tips, methods: { eth_gasPrice: () => hex(5_000_000_003) } },
    expected: { gas: '21000', fees: '126000000084000', params: eip1559('6000000004', '0') },
    max: { gas: '21000', fees: '126000000084000', params: eip1559('6000000004', '0') },
  },
  {
    // 1.125^14 = 5.2 for ten seconds of full blocks of 700 ms, but never more than 4; 1.125^4 = 1.602 for three.
    title: 'eip1559-cosmos: what full blocks make of the base fee where that is more',
    chainId: 'injective-evm-testnet',
    script: { baseFee, tips, methods: { eth_gasPrice: () => hex(1) } },
    expected: { gas: '21000', fees: '84000000588000', params: eip1559('4000000028', '0') },
    max: { gas: '21000', fees: '33810000252000', params: eip1559('1610000012', '0') },
  },
];

const transfer = { mode: 'transfer', senderAddress: sender, recipientAddress: recipient };
const withoutChecksum = (params: unknown) => {
  const { checksum: _, ...rest } = params as Record<string, unknown>;
  return rest;
};

describe('fees', () => {
  it('are tested for every class', () => {
    const classes = new Set(cases.map(({ title }) => title.split(/[ :,]/)[0]));
    expect(classes).toEqual(new Set(Object.keys(feeModels)));
  });

  describe.each(cases)('$title', ({ chainId, script, expected, max }) => {
    const { chain } = connectTo(chainId, { balances, ...script });

    it('for an amount', async () => {
      const { transaction, status } = await chain.encode({ ...transfer, amount: ether.toString() });
      expect(status.errors).toEqual([]);
      const { gas, fees, params } = transaction.data;
      expect({ gas, fees, params: withoutChecksum(params) }).toEqual(expected);
    });

    it('for the whole balance: the sent amount and the fees add up to the balance, to the last wei', async () => {
      const { transaction, status } = await chain.encode({ ...transfer, useMaxAmount: true });
      expect(status.errors).toEqual([]);
      const { gas, fees, params, amount } = transaction.data;
      expect({ gas, fees, params: withoutChecksum(params) }).toEqual(max);
      expect(BigInt(amount as string) + BigInt(fees as string)).toBe(20n * ether);
    });

    it('are in the bytes', async () => {
      const { transaction } = await chain.encode({ ...transfer, useMaxAmount: true });
      const decoded = Transaction.from(transaction.encoded[0]?.raw?.value ?? '');
      expect(decoded.gasLimit).toBe(BigInt(max.gas));
      expect(decoded.value).toBe(20n * ether - BigInt(max.fees));
      if (max.params.type === 'legacy') expect(decoded.gasPrice).toBe(BigInt(max.params.gasPrice ?? ''));
      else {
        expect(decoded.maxFeePerGas).toBe(BigInt(max.params.maxFeePerGas ?? ''));
        expect(decoded.maxPriorityFeePerGas).toBe(BigInt(max.params.maxPriorityFeePerGas ?? ''));
      }
    });
  });

  describe('from real answers of nodes', () => {
    /** The recorded history. It was asked for one percentile. */
    const history = (session: 'default' | 'berlin') => {
      const { reward, ...rest } = anvil(session, 'fee history').result as { reward: string[][] };
      return { ...rest, reward: reward.map(([, median]) => [median]) };
    };
    const recorded = (session: 'default' | 'berlin') => ({
      eth_feeHistory: () => history(session),
      eth_gasPrice: () => anvil(session, 'gas price').result,
      eth_getBlockByNumber: () => anvil(session, 'block latest').result,
      eth_getBalance: () => anvil(session, 'balance').result,
      eth_estimateGas: () => anvil(session, 'estimate native').result,
    });
    /** When it was recorded. */
    const then = (session: 'default' | 'berlin') => ({
      now: () => Number((anvil(session, 'block latest').result as { timestamp: string }).timestamp) * 1000,
    });

    it('follow from base fees and tips', async () => {
      // Next base fee 0x2ded2674 = 770516596; tips of 1 gwei in the two blocks that held transactions: 2 * 770516596 + 1000000000.
      const { chain } = connectTo('ethereum', { methods: recorded('default') }, then('default'));
      const { transaction } = await chain.encode({ ...transfer, amount: '1' });
      expect(transaction.data).toMatchObject({
        gas: '21000',
        fees: '53361697032000',
        params: { maxFeePerGas: '2541033192', maxPriorityFeePerGas: '1000000000' },
      });
    });

    it('follow from the gas price on a chain without EIP-1559', async () => {
      // 0x6fc23ac0 = 1875000000; 1.1 times.
      const { chain } = connectTo('chiliz', { methods: recorded('berlin') }, then('berlin'));
      const { transaction } = await chain.encode({ ...transfer, amount: '1' });
      expect(transaction.data).toMatchObject({
        fees: '43312500000000',
        params: { type: 'legacy', gasPrice: '2062500000' },
      });
    });
  });

  it('are not guessed if the node does not tell them: another endpoint is asked', async () => {
    const { chain } = connectTo('ethereum', {
      balances,
      methods: { eth_feeHistory: () => ({ baseFeePerGas: [], reward: [] }) },
    });
    await expect(chain.encode({ ...transfer, amount: '1' })).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });
});

describe('the median tip', () => {
  const history = (tips: readonly [bigint, number][]) => ({
    baseFeePerGas: [1n],
    reward: tips.map(([tip]) => [tip]),
    gasUsedRatio: tips.map(([, ratio]) => ratio),
  });

  it.each<[string, [bigint, number][], bigint | undefined]>([
    ['of none', [], undefined],
    [
      'of empty blocks',
      [
        [9n, 0],
        [9n, 0],
      ],
      undefined,
    ],
    ['of one', [[5n, 0.1]], 5n],
    [
      'of three in any order',
      [
        [5n, 1],
        [1n, 1],
        [3n, 1],
      ],
      3n,
    ],
    [
      'leaves empty blocks out',
      [
        [5n, 1],
        [0n, 0],
        [3n, 1],
        [0n, 0],
        [4n, 1],
      ],
      4n,
    ],
    [
      'of two is the higher',
      [
        [3n, 1],
        [5n, 1],
      ],
      5n,
    ],
    [
      'sorts by value, not by digits',
      [
        [10n, 1],
        [9n, 1],
        [100n, 1],
      ],
      10n,
    ],
  ])('%s', (_, tips, expected) => {
    expect(medianTip(history(tips))).toBe(expected);
  });

  it('is unknown if a node tells no rewards', () => {
    expect(medianTip({ baseFeePerGas: [1n] })).toBeUndefined();
    expect(medianTip({ baseFeePerGas: [1n], reward: null, gasUsedRatio: null })).toBeUndefined();
    expect(medianTip({ baseFeePerGas: [1n], reward: [[]], gasUsedRatio: [1] })).toBeUndefined();
  });

  it('counts the blocks with a reward if a node does not tell how full they were', () => {
    expect(medianTip({ baseFeePerGas: [1n], reward: [[0n], [5n]] })).toBe(5n);
    expect(medianTip({ baseFeePerGas: [1n], reward: [[0n], [5n]], gasUsedRatio: [undefined, undefined] })).toBe(5n);
  });

  it('does not count negative rewards', () => {
    expect(medianTip({ baseFeePerGas: [1n], reward: [[undefined], [5n]], gasUsedRatio: [0.5, 0.5] })).toBe(5n);
  });
});

describe('fees of any market', () => {
  const number = (max: bigint) => fc.bigInt({ min: 0n, max });
  const gwei = 1_000_000_000n;
  const market = fc.record({
    base: number(500n * gwei),
    tip: number(100n * gwei),
    price: fc.bigInt({ min: 1n, max: 500n * gwei }),
    estimate: fc.bigInt({ min: 12_000n, max: 30_000_000n }),
    l1Fee: number(10n ** 15n),
    operatorScalar: number(2n ** 32n - 1n),
    ratio: fc.bigInt({ min: 1n, max: 10_000n }),
    balance: number(10n ** 24n),
  });

  type Market = typeof market extends fc.Arbitrary<infer M> ? M : never;

  /** A node in that market. */
  const nodeOf = ({ base, tip, price, estimate, l1Fee, operatorScalar, ratio, balance }: Market): NodeScript => ({
    baseFee: base,
    tips: [tip, tip],
    estimate,
    balances: { [sender.toLowerCase()]: balance },
    contracts: {
      [gasPriceOracleAddress]: oracle({
        getL1FeeUpperBound: () => l1Fee,
        getOperatorFee: (gas) => (gas * operatorScalar) / 1_000_000n,
        tokenRatio: () => ratio,
      }),
    },
    methods: {
      eth_gasPrice: () => hex(price),
      eth_maxPriorityFeePerGas: () => hex(tip),
      linea_estimateGas: () => ({ gasLimit: hex(estimate), baseFeePerGas: hex(base), priorityFeePerGas: hex(tip) }),
      eth_getBlockByNumber: () => ({ number: '0x1', timestamp: justNow(), baseFeePerGas: hex(base) }),
    },
  });
  /** Prices here are far above all ceilings. */
  const most = (10n ** 30n).toString();
  const none = { gasPrice: most, tip: most, gas: most, fee: most };
  const amountIn = (data: Record<string, unknown>, name: string) => BigInt(data[name] as string);

  it.each(evmChainIds.filter((id) => catalogue[id].paths.encode))(
    'on %s are what the bytes can cost, and all there is is all there is',
    async (chainId) => {
      await fc.assert(
        fc.asyncProperty(market, async (given) => {
          const { chain } = connectTo(chainId, nodeOf(given), { ceilings: none });
          const { transaction, status } = await chain.encode({ ...transfer, useMaxAmount: true });
          const { data, encoded } = transaction;
          const fees = amountIn(data, 'fees');
          if (status.errors.length > 0) {
            // Refused only if nothing would be left to send.
            expect(status.errors.map(({ code }) => code)).toEqual(['balance.nothingToSend']);
            expect(given.balance).toBeLessThanOrEqual(fees);
            return;
          }
          expect(amountIn(data, 'amount') + fees).toBe(given.balance);
          const { l1Fee = '0', operatorFee = '0' } = data.params as Record<string, string>;
          const decoded = Transaction.from(encoded[0]?.raw?.value ?? '');
          const cap = decoded.maxFeePerGas ?? decoded.gasPrice ?? 0n;
          expect(decoded.gasLimit * cap + BigInt(l1Fee) + BigInt(operatorFee)).toBe(fees);
          expect(decoded.gasLimit).toBeGreaterThanOrEqual(given.estimate);
          expect(decoded.maxPriorityFeePerGas ?? 0n).toBeLessThanOrEqual(cap);
          expect(decoded.value).toBe(amountIn(data, 'amount'));
        }),
        { numRuns: turns(25) },
      );
    },
  );

  it('with a wish never exceed the wish', async () => {
    await fc.assert(
      fc.asyncProperty(market, number(10n ** 18n), async (given, wish) => {
        const { chain } = connectTo('base', nodeOf({ ...given, balance: 10n ** 24n }), { ceilings: none });
        const { transaction, status } = await chain.encode({ ...transfer, amount: '1', fees: wish.toString() });
        if (status.errors.some(({ code }) => code === 'fee.tooLow')) return;
        expect(status.errors).toEqual([]);
        const fees = amountIn(transaction.data, 'fees');
        expect(fees).toBeLessThanOrEqual(wish);
        expect(wish - fees).toBeLessThan(amountIn(transaction.data, 'gas'));
      }),
      { numRuns: turns(100) },
    );
  });
});
