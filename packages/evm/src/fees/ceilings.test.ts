import { formatAmount } from '@isochain/core';
import { Transaction } from 'ethers';
import { describe, expect, it } from 'vitest';
import {
  connectTo,
  Fault,
  gasPriceOracleAddress,
  hex,
  justNow,
  type NodeScript,
  oracle,
  token,
} from '../../test/scripted-node.ts';
import { ann, bob } from '../../test/signers.ts';
import { chains, type EvmChainId } from '../chains.ts';
import type { EvmOptions } from '../options.ts';

// One endpoint lies about prices. The account holds 100 coins, and the liar wants 98 of them as fees for 21,000 gas.

const ether = 10n ** 18n;
const gwei = 10n ** 9n;
const loot = 98n * ether;
/** Wei per gas at which a plain transfer costs the 98 coins. */
const greed = loot / 21_000n;
const gold = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const sender = ann.address.toLowerCase();

const usual: NodeScript = {
  baseFee: gwei,
  tips: [gwei, gwei],
  balances: { [sender]: 100n * ether },
  contracts: { [gold.toLowerCase()]: token({ balances: { [sender]: 5_000_000n } }) },
};
const people = { senderAddress: ann.address, recipientAddress: bob.address };
const transfer = { ...people, mode: 'transfer', amount: ether.toString() };
const everything = { ...people, mode: 'transfer', useMaxAmount: true };
const tokens = { ...people, mode: 'transferToken', tokenId: gold, amount: '1500000' };
const allTokens = { ...people, mode: 'transferToken', tokenId: gold, useMaxAmount: true };

async function encode(chainId: EvmChainId, script: NodeScript, intent: object, options: EvmOptions = {}) {
  const contracts = { ...usual.contracts, ...script.contracts };
  const { chain } = connectTo(chainId, { ...usual, ...script, contracts }, options);
  const { transaction, status } = await chain.encode(intent);
  const [item] = transaction.encoded;
  return {
    data: transaction.data as { fees: string; params: Record<string, string> } & Record<string, unknown>,
    encoded: transaction.encoded,
    bytes: item?.raw === undefined ? undefined : Transaction.from(item.raw.value),
    errors: status.errors.map(({ code, field, context }) => ({ code, field, context })),
    messages: status.errors.map(({ message }) => message),
    warnings: status.warnings.map(({ code }) => code),
  };
}

const refused = [expect.objectContaining({ code: 'fee.aboveCeiling' })];

const tipOfGreed: NodeScript = { tips: [greed, greed] };
const baseFeeOfGreed: NodeScript = { baseFee: greed };
const gasPriceOfGreed: NodeScript = { methods: { eth_gasPrice: () => hex(greed) } };
const lineaOfGreed = (more: object = {}): NodeScript => ({
  methods: {
    eth_maxPriorityFeePerGas: () => hex(gwei),
    linea_estimateGas: () => ({ gasLimit: '0x5208', baseFeePerGas: '0x7', priorityFeePerGas: hex(greed), ...more }),
  },
});
/** An endpoint that does not have the method: the node's own suggestion counts. */
const lineaFallback: NodeScript = {
  methods: { eth_maxPriorityFeePerGas: () => hex(greed), linea_estimateGas: () => new Fault(-32601, 'no such method') },
};
const noLegacyBlock = { eth_getBlockByNumber: () => ({ number: '0x1', timestamp: justNow() }) };
const lyingOracle = (functions: Parameters<typeof oracle>[0]): NodeScript => ({
  contracts: { [gasPriceOracleAddress]: oracle({ getL1FeeUpperBound: () => 1n, tokenRatio: () => 1n, ...functions }) },
});

describe('an upstream that lies about prices gets nothing signed', () => {
  const lies: [string, EvmChainId, NodeScript, object[]][] = [
    ['a tip', 'ethereum', tipOfGreed, [transfer, everything, tokens, allTokens]],
    ['a base fee', 'ethereum', baseFeeOfGreed, [transfer, everything, tokens, allTokens]],
    ['a legacy gas price', 'fantom', gasPriceOfGreed, [transfer, everything, tokens, allTokens]],
    [
      'a gas price where blocks have no base fee',
      'chiliz',
      { methods: { ...gasPriceOfGreed.methods, ...noLegacyBlock } },
      [transfer, everything, tokens, allTokens],
    ],
    ['linea_estimateGas', 'linea', lineaOfGreed(), [transfer, everything, tokens, allTokens]],
    [
      'the base fee of linea_estimateGas',
      'linea',
      lineaOfGreed({ baseFeePerGas: hex(greed), priorityFeePerGas: '0x1' }),
      [transfer, everything, tokens, allTokens],
    ],
    ['the tip that Linea suggests', 'linea', lineaFallback, [transfer, everything, tokens, allTokens]],
    ['the gas price of ZKsync', 'zksync', gasPriceOfGreed, [transfer, everything, tokens, allTokens]],
    ['the gas price of HyperEVM', 'hyperliquid', gasPriceOfGreed, [transfer, everything, tokens, allTokens]],
    ['the gas price of Cronos', 'cronos', gasPriceOfGreed, [transfer, everything, tokens, allTokens]],
    ['the base fee of Arbitrum', 'arbitrum', baseFeeOfGreed, [transfer, everything, tokens, allTokens]],
    // 30 million gas are the limit of a transaction there; the whole limit is charged, at the ordinary price.
    [
      'the gas that a transfer needs, where the limit is charged',
      'monad-testnet',
      { baseFee: 100n * gwei, estimate: 30_000_000n },
      [transfer, everything, tokens, allTokens],
    ],
    ['the gas, where half of the limit is charged', 'avalanche', { estimate: 15_000_000n }, [transfer, tokens]],
    [
      'the gas, where a part of the limit is charged',
      'cronos',
      { estimate: 15_000_000n, methods: { eth_gasPrice: () => hex(gwei) } },
      [transfer, tokens],
    ],
    ['the gas, beyond all fees', 'ethereum', { estimate: 10n ** 10n }, [transfer, everything, tokens, allTokens]],
    ['the L1 fee', 'base', lyingOracle({ getL1FeeUpperBound: () => 40n * ether }), [transfer, everything, tokens]],
    [
      'the operator fee',
      'optimism',
      lyingOracle({ getOperatorFee: () => 98n * ether }),
      [transfer, everything, tokens],
    ],
    [
      'the price of ether',
      'mantle',
      lyingOracle({ getL1FeeUpperBound: () => gwei, tokenRatio: () => 100n * gwei }),
      [transfer, everything, tokens],
    ],
  ];
  const cases = lies.flatMap(([what, chainId, script, intents]) =>
    intents.map((intent) => [what, chainId, script, intent] as const),
  );

  it.each(cases)('%s of %s: %#', async (_, chainId, script, intent) => {
    const { data, errors, encoded, warnings } = await encode(chainId, script, intent);
    expect(encoded).toEqual([]);
    expect(errors).toEqual(refused);
    // A tenth of the account, whatever the mode.
    if (BigInt(data.fees) > 10n * ether) expect(warnings).toContain('fee.high');
  });
});

describe('the refusal', () => {
  it('has the numbers in gwei for people and in wei for programs', async () => {
    const { errors, messages } = await encode('ethereum', tipOfGreed, transfer);
    expect(errors).toEqual([
      {
        code: 'fee.aboveCeiling',
        field: 'transaction.data.fees',
        context: {
          what: 'gas price',
          asked: (greed + 2n * gwei).toString(),
          ceiling: chains.ethereum.ceilings.gasPrice,
          chain: 'Ethereum',
        },
      },
    ]);
    expect(messages).toEqual([
      `A gas price of ${formatAmount(greed + 2n * gwei, 9)} gwei is above the ceiling of 25000 gwei for Ethereum: the service does not offer it by itself.`,
    ]);
  });

  it('names the tip if only the tip is too high', async () => {
    const { errors, encoded } = await encode('ethereum', { tips: [1_001n * gwei] }, transfer);
    expect(encoded).toEqual([]);
    expect(errors[0]?.context).toMatchObject({ what: 'tip', asked: (1_001n * gwei).toString() });
    expect((await encode('ethereum', { tips: [1_000n * gwei] }, transfer)).errors).toEqual([]);
  });

  it('names the gas limit', async () => {
    const { errors, messages } = await encode('monad-testnet', { estimate: 30_000_000n }, transfer);
    expect(errors[0]).toMatchObject({ field: 'transaction.data.gas', context: { what: 'gas limit' } });
    expect(messages[0]).toContain('A gas limit of 30000000 gas is above the ceiling of 1000000 gas for Monad Testnet');
  });

  it('names the sum of all fees if each part is below its own ceiling', async () => {
    const { errors } = await encode('ethereum', { estimate: 10n ** 10n }, transfer);
    expect(errors[0]?.context).toMatchObject({ what: 'sum of fees', asked: (30n * ether).toString() });
  });

  it('begins one wei above the ceiling', async () => {
    const { gasPrice } = chains.fantom.ceilings;
    // The offered price is 1.1 times the node's price, rounded up.
    const scaled = (price: bigint): NodeScript => ({ methods: { eth_gasPrice: () => hex(price) } });
    const most = (BigInt(gasPrice) * 10n) / 11n;
    expect((await encode('fantom', scaled(most), transfer)).errors).toEqual([]);
    expect((await encode('fantom', scaled(most + 1n), transfer)).errors).toEqual(refused);
  });

  // Ceilings of the chains: a tip of 1,000 gwei and 2.5 ETH in all for Ethereum, 1,000,000 gas for Monad.
  it.each<[string, EvmChainId, NodeScript, NodeScript]>([
    ['one wei above that of the tip', 'ethereum', { tips: [1_000n * gwei] }, { tips: [1_000n * gwei + 1n] }],
    // A cap of 2 * 2 + 1 gwei, times 500,000,000.
    [
      'one unit of gas above that of the sum of fees',
      'ethereum',
      { baseFee: 2n * gwei, tips: [gwei], estimate: 500_000_000n },
      { baseFee: 2n * gwei, tips: [gwei], estimate: 500_000_001n },
    ],
    ['one unit of gas above that of gas', 'monad-testnet', { estimate: 1_000_000n }, { estimate: 1_000_001n }],
  ])('begins %s', async (_, chainId, most, more) => {
    const taken = await encode(chainId, most, transfer);
    expect(taken.errors).toEqual([]);
    expect(taken.bytes).toBeDefined();
    const beyond = await encode(chainId, more, transfer);
    expect(beyond.errors).toEqual(refused);
    expect(beyond.encoded).toEqual([]);
  });
});

describe('a wish', () => {
  it('for fees above the ceiling is obeyed, with the tip still below its own', async () => {
    const wish = (30_000n * gwei * 21_000n).toString();
    const { errors, bytes, data } = await encode('ethereum', tipOfGreed, { ...transfer, fees: wish });
    // The least that the network is said to take is its base fee of 1 gwei: the wish is above it.
    expect(errors).toEqual([]);
    expect(data.fees).toBe(wish);
    expect(bytes?.maxFeePerGas).toBe(30_000n * gwei);
    expect(bytes?.maxPriorityFeePerGas).toBe(1_000n * gwei);
  });

  it('for fees below the ceiling is never exceeded by a lying upstream', async () => {
    const wish = (2_000n * gwei * 21_000n).toString();
    const { bytes } = await encode('ethereum', tipOfGreed, { ...transfer, fees: wish });
    expect(bytes?.maxFeePerGas).toBe(2_000n * gwei);
    expect(bytes?.maxPriorityFeePerGas).toBe(1_000n * gwei);
  });

  it('for the legacy price above the ceiling is obeyed', async () => {
    const wish = (100_000n * gwei * 21_000n).toString();
    const { errors, bytes } = await encode('fantom', gasPriceOfGreed, { ...transfer, fees: loot.toString() });
    expect(errors).toEqual([]);
    expect(bytes?.gasPrice).toBe(greed);
    const { bytes: honest } = await encode(
      'fantom',
      { methods: { eth_gasPrice: () => hex(gwei) } },
      { ...transfer, fees: wish },
    );
    expect(honest?.gasPrice).toBe(100_000n * gwei);
  });

  it("for fees that a lying upstream calls too low is not told to pay the upstream's price", async () => {
    const { errors, encoded } = await encode('ethereum', baseFeeOfGreed, { ...transfer, fees: '63000000000000' });
    expect(encoded).toEqual([]);
    expect(errors).toEqual(refused);
  });

  it('for gas above the ceiling is obeyed', async () => {
    const { errors, bytes } = await encode('monad-testnet', { baseFee: 100n * gwei }, { ...transfer, gas: '2000000' });
    expect(errors).toEqual([]);
    expect(bytes?.gasLimit).toBe(2_000_000n);
  });

  it("for gas that a lying upstream calls too low is not told to take the upstream's amount", async () => {
    const { errors } = await encode('monad-testnet', { estimate: 30_000_000n }, { ...transfer, gas: '21000' });
    expect(errors).toEqual(refused);
  });
});

describe('sending everything', () => {
  // The cap is 1.25 times the next base fee, plus the tip: 15,001 gwei. That is below the ceiling of the price and above the ceiling of the tip.
  const dear: NodeScript = { baseFee: 12_000n * gwei, tips: [gwei] };

  it('offers no tip above its ceiling, and names the amount that stays behind', async () => {
    const { bytes, warnings, errors } = await encode('ethereum', dear, everything);
    expect(errors).toEqual([]);
    expect(bytes?.maxFeePerGas).toBe(15_001n * gwei);
    expect(bytes?.maxPriorityFeePerGas).toBe(1_000n * gwei);
    expect(warnings).toContain('amount.leavesDust');
  });

  it('offers none with a wish either', async () => {
    const wish = (15_001n * gwei * 21_000n).toString();
    const { bytes } = await encode('ethereum', { baseFee: gwei, tips: [gwei] }, { ...everything, fees: wish });
    expect(bytes?.maxPriorityFeePerGas).toBe(1_000n * gwei);
  });
});

describe('the ceilings of the operator', () => {
  const ceilings = (own: EvmOptions['ceilings']) => ({ ceilings: own });

  it('replace those of the chain, one by one', async () => {
    const low = await encode('ethereum', {}, transfer, ceilings({ gasPrice: '2999999999' }));
    expect(low.errors).toEqual(refused);
    // Twice the base fee of 1 gwei and a tip of 1 gwei.
    expect((await encode('ethereum', {}, transfer, ceilings({ gasPrice: '3000000000' }))).errors).toEqual([]);
    expect((await encode('ethereum', {}, transfer, ceilings({ tip: '999999999' }))).errors).toEqual(refused);
    expect((await encode('ethereum', {}, transfer, ceilings({ gas: '20999' }))).errors).toEqual(refused);
    expect((await encode('ethereum', {}, transfer, ceilings({ gas: '21000' }))).errors).toEqual([]);
    expect((await encode('ethereum', {}, transfer, ceilings({ fee: '62999999999999' }))).errors).toEqual(refused);
    expect((await encode('ethereum', {}, transfer, ceilings({ fee: '63000000000000' }))).errors).toEqual([]);
  });

  it('can be raised', async () => {
    const price = (100n * ether).toString();
    const own = ceilings({ gasPrice: price, tip: price, fee: price });
    expect((await encode('ethereum', tipOfGreed, transfer, own)).errors).toEqual([]);
  });

  it("stand among the facts of the chain, beside the chain's own ceilings", () => {
    const { chain } = connectTo('ethereum', usual, ceilings({ fee: '7' }));
    expect(chain.adapter.facts?.ceilings).toEqual({ ...chains.ethereum.ceilings, fee: '7' });
  });
});
