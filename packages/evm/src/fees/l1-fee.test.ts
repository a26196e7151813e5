import type { Chain } from '@isochain/core';
import { Interface } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectTo, gasPriceOracleAddress, oracle, scriptedNode, token, word } from '../../test/scripted-node.ts';
import { evm } from '../index.ts';
import { type OracleAnswer, oracleReads, readOracle, surcharge } from './l1-fee.ts';

const calls = new Interface([
  'function getL1FeeUpperBound(uint256 size)',
  'function getL1Fee(bytes transaction)',
  'function getOperatorFee(uint256 gas)',
  'function tokenRatio()',
]);

const decode = (data: string) => {
  const call = calls.parseTransaction({ data });
  return [call?.name, ...(call?.args.toArray() ?? [])];
};

const hexWord = (value: bigint) => word(value) as `0x${string}`;

describe('the reads of GasPriceOracle', () => {
  it('ask for the upper bound and for two points of the operator fee', () => {
    const [bound, zero, million] = oracleReads('op', 0).map(({ data }) => decode(data));
    expect([bound, zero, million]).toEqual([
      ['getL1FeeUpperBound', 64n],
      ['getOperatorFee', 0n],
      ['getOperatorFee', 1_000_000n],
    ]);
    expect(oracleReads('op', 68).map(({ data }) => decode(data))[0]).toEqual(['getL1FeeUpperBound', 132n]);
  });

  it('go to the predeploy (specs.optimism.io, "Predeploys")', () => {
    for (const { target } of oracleReads('mantle', 68))
      expect(target).toBe('0x420000000000000000000000000000000000000F');
  });

  it('ask for the ratio on Mantle only', () => {
    expect(oracleReads('op', 0)).toHaveLength(4);
    expect(decode(oracleReads('mantle', 0).at(-1)?.data ?? '')).toEqual(['tokenRatio']);
  });

  it.each([0, 68])(
    'price %d bytes of calldata as bytes that do not compress, should there be no upper bound',
    (length) => {
      const [name, bytes] = decode(oracleReads('op', length)[3]?.data ?? '');
      expect(name).toBe('getL1Fee');
      const raw = Buffer.from(String(bytes).slice(2), 'hex');
      // The most bytes of an unsigned transaction, and 68 for its signature.
      expect(raw).toHaveLength(64 + length + 68);
      expect(raw).not.toContain(0);
      // FastLZ looks for three bytes that occurred before (FastLZ, level 1). This input has no such bytes.
      const triples = new Set(Array.from({ length: raw.length - 2 }, (_, i) => raw.toString('hex', i, i + 3)));
      expect(triples.size).toBe(raw.length - 2);
    },
  );

  it('have the same bytes each time', () => {
    expect(oracleReads('op', 68)).toEqual(oracleReads('op', 68));
  });
});

describe('the answer of GasPriceOracle', () => {
  const reverted = undefined;

  it('is taken from the upper bound', () => {
    expect(readOracle('op', [hexWord(7n), hexWord(1n), hexWord(2n), hexWord(9n)])).toEqual({
      upperBound: 7n,
      operatorFeeOfZero: 1n,
      operatorFeeOfMillion: 2n,
      tokenRatio: 1n,
    });
  });

  it('is taken from the fee of random bytes if there is no upper bound (before Fjord)', () => {
    expect(readOracle('op', [reverted, reverted, reverted, hexWord(9n)])).toEqual({
      upperBound: 9n,
      operatorFeeOfZero: 0n,
      operatorFeeOfMillion: 0n,
      tokenRatio: 1n,
    });
  });

  it('is unknown without both, or without the ratio on Mantle', () => {
    expect(readOracle('op', [reverted, hexWord(1n), hexWord(2n), reverted])).toBeUndefined();
    expect(readOracle('op', ['0x', '0x', '0x', '0x'])).toBeUndefined();
    expect(readOracle('mantle', [hexWord(7n), reverted, reverted, reverted, reverted])).toBeUndefined();
    expect(readOracle('mantle', [hexWord(7n), reverted, reverted, reverted, hexWord(4000n)])?.tokenRatio).toBe(4000n);
  });

  it.each<[string, bigint[]]>([
    ['an L1 fee of more ether than there is', [2n ** 96n, 0n, 0n, 0n, 1n]],
    ['an operator fee of more coins than there are', [1n, 0n, 2n ** 96n, 0n, 1n]],
    ['an operator fee that falls with gas', [1n, 2n, 1n, 0n, 1n]],
    ['an ether that is worth nothing', [1n, 0n, 0n, 0n, 0n]],
    ['an ether that is worth too much', [1n, 0n, 0n, 0n, 2n ** 64n]],
  ])('is none where it says %s', (_, words) => {
    expect(readOracle('mantle', words.map(hexWord))).toBeUndefined();
  });

  it('is accepted up to the highest possible value', () => {
    const words = [2n ** 96n - 1n, 5n, 5n, 0n, 2n ** 64n - 1n].map(hexWord);
    expect(readOracle('mantle', words)).toMatchObject({ operatorFeeOfZero: 5n, operatorFeeOfMillion: 5n });
  });
});

describe('the surcharge', () => {
  const answer: OracleAnswer = { upperBound: 1_001n, operatorFeeOfZero: 0n, operatorFeeOfMillion: 0n, tokenRatio: 1n };

  it('sets aside the present L1 fee and a quarter, and the double for a max transfer', () => {
    expect(surcharge(answer, 21_000n, false)).toEqual({ l1Fee: 1_252n, operatorFee: 0n });
    expect(surcharge(answer, 21_000n, true)).toEqual({ l1Fee: 2_002n, operatorFee: 0n });
  });

  it('is in native coins', () => {
    expect(surcharge({ ...answer, tokenRatio: 3n }, 21_000n, false).l1Fee).toBe(3_754n);
  });

  // specs.optimism.io, Isthmus ("operator fee": gas * scalar / 1e6 + constant) and Jovian (gas * scalar * 100 + constant).
  const scalar = fc.bigInt({ min: 0n, max: 2n ** 32n - 1n });
  const constant = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  const gas = fc.bigInt({ min: 0n, max: 30_000_000n });

  it.each([
    ['Isthmus', (g: bigint, s: bigint, c: bigint) => (g * s) / 1_000_000n + c],
    ['Jovian', (g: bigint, s: bigint, c: bigint) => g * s * 100n + c],
  ])('has the operator fee of %s for any gas, from two points', (_, fee) => {
    fc.assert(
      fc.property(gas, scalar, constant, (g, s, c) => {
        const points = { operatorFeeOfZero: fee(0n, s, c), operatorFeeOfMillion: fee(1_000_000n, s, c) };
        return surcharge({ ...answer, ...points }, g, false).operatorFee === fee(g, s, c);
      }),
    );
  });

  it('is 42123 for 21000 gas with a scalar of 2000000 and a constant of 123, as anvil charges', () => {
    const points = { operatorFeeOfZero: 123n, operatorFeeOfMillion: 2_000_123n };
    expect(surcharge({ ...answer, ...points }, 21_000n, true).operatorFee).toBe(42_123n);
  });
});

/** The L1 fee after Fjord for data that compresses to at most 170 bytes (specs.optimism.io, "Fjord L1-Cost fee changes"). */
function fjordFloor(scalars: { base: bigint; blob: bigint }, prices: { base: bigint; blob: bigint }): bigint {
  return (100_000_000n * (16n * scalars.base * prices.base + scalars.blob * prices.blob)) / 10n ** 12n;
}

describe('the formula behind the upper bound', () => {
  // Scalars, prices and fees of real receipts. Base, transaction 0xca564948e3e825f65731424da063240eec34ba921dd117ac5d06b8c2e0b2d962; OP
  // Mainnet, 0xca5a3c6bcb4a1ddf5e762687816b82dbcf869b8c5a4d7301b65f33f8b0f53685.
  it.each([
    ['Base', { base: 0x8ddn, blob: 0x101c12n }, { base: 0x50f928b4n, blob: 0x1n }, 0x125f723f3n],
    ['OP Mainnet', { base: 0x146bn, blob: 0xf79c5n }, { base: 0xcdb8f78n, blob: 0xa92fc3n }, 0xae8f1995n],
  ])('gives the L1 fee in the receipt of %s', (_, scalars, prices, fee) => {
    expect(fjordFloor(scalars, prices)).toBe(fee);
  });
});

const sender = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const transfer = {
  mode: 'transfer',
  senderAddress: sender,
  recipientAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  amount: '1',
};
const script = { baseFee: 1_000n, tips: [1n], balances: { [sender.toLowerCase()]: 10n ** 18n } };
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

describe('encode on a chain with L1 fees', () => {
  const paramsOf = async (functions: Parameters<typeof oracle>[0], data: object = transfer) => {
    const held = { [sender.toLowerCase()]: 5n };
    const contracts = {
      [gasPriceOracleAddress]: oracle(functions),
      [usdc.toLowerCase()]: token({ balances: held }),
    };
    const { chain } = connectTo('optimism', { ...script, contracts });
    return (await chain.encode(data)).transaction.data.params;
  };

  it('asks for the size of the transaction', async () => {
    const getL1FeeUpperBound = (size: bigint) => size * 100n;
    expect(await paramsOf({ getL1FeeUpperBound })).toMatchObject({ l1Fee: '8000', operatorFee: '0' });
    const tokens = { ...transfer, mode: 'transferToken', tokenId: usdc };
    expect(await paramsOf({ getL1FeeUpperBound }, tokens)).toMatchObject({ l1Fee: '16500' });
  });

  it('falls back to the fee of random bytes if the upper bound reverts', async () => {
    const getL1Fee = (bytes: string) => BigInt(bytes.length / 2 - 1) * 100n;
    expect(await paramsOf({ getL1Fee })).toMatchObject({ l1Fee: '16500', operatorFee: '0' });
  });

  it('accepts a chain without operator fees', async () => {
    expect(await paramsOf({ getL1FeeUpperBound: () => 100n })).toMatchObject({ l1Fee: '125', operatorFee: '0' });
  });

  it('fails without an oracle instead of guessing: such a transaction might never be mined', async () => {
    const { chain, onTrace, attempts } = connectTo('base', script);
    await expect(chain.encode(transfer, { onTrace })).rejects.toMatchObject({ code: 'upstream.unavailable' });
    expect(attempts()).toContain('eth_call: GasPriceOracle tells no possible L1 fee');
    const { chain: single } = connectTo('base', { ...script, multicall: false });
    await expect(single.encode(transfer)).rejects.toMatchObject({
      code: 'upstream.unavailable',
      context: { reason: 'GasPriceOracle tells no L1 fee' },
    });
  });

  it("asks the next endpoint if the first's oracle answers impossible values", async () => {
    const said = (fees: Parameters<typeof oracle>[0]) =>
      scriptedNode(8453, { ...script, contracts: { [gasPriceOracleAddress]: oracle(fees) } });
    // An operator fee that falls with gas.
    const liar = said({ getL1FeeUpperBound: () => 1_000n, getOperatorFee: (gas) => (gas === 0n ? 2n : 1n) });
    const honest = said({ getL1FeeUpperBound: () => 800n, getOperatorFee: (gas) => gas * 3n });
    const nodes: Readonly<Record<string, typeof fetch>> = { liar: liar.fetch, honest: honest.fetch };
    const connect = (...names: string[]): Chain =>
      evm.connect('base', {
        endpoints: names.map((name) => ({ name, url: `https://${name}.test` })),
        fetch: (input, init) =>
          (nodes[new URL(String(input)).hostname.replace('.test', '')] as typeof fetch)(input, init),
      });
    const { transaction } = await connect('liar', 'honest').encode({ ...transfer, fees: '63000001000' });
    expect(transaction.data.params).toMatchObject({ l1Fee: '1000', operatorFee: '63000' });
    await expect(connect('liar').encode(transfer)).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it('fails on Mantle without the ratio', async () => {
    const contracts = { [gasPriceOracleAddress]: oracle({ getL1FeeUpperBound: () => 1n }) };
    const { chain } = connectTo('mantle', { ...script, contracts });
    await expect(chain.encode(transfer)).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it('asks the oracle directly if Multicall3 is not at its address', async () => {
    const contracts = { [gasPriceOracleAddress]: oracle({ getL1FeeUpperBound: () => 1_000n }) };
    const { chain } = connectTo('world-chain', { ...script, contracts, multicall: false });
    const { transaction } = await chain.encode(transfer);
    expect(transaction.data.params).toMatchObject({ l1Fee: '1250', operatorFee: '0' });
  });
});
