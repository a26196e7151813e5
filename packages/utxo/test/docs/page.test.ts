import * as ecc from '@bitcoinerlab/secp256k1';
import { address, initEccLib, networks } from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { readText } from '../../../../tools/docs/src/repository.ts';
import { chains, utxoChainIds } from '../../src/chains.ts';
import { contextOf } from '../../src/context.ts';
import { dustThreshold, surchargeOf } from '../../src/fees/dust.ts';
import { inputWeight, type SpendKind } from '../../src/fees/weights.ts';
import { utxoOptionsSchema } from '../../src/options.ts';
import { paymentWishes, priceWishes, stakeWishes } from '../../src/wishes.ts';

initEccLib(ecc);
const page = readText('docs/bitcoin.md') ?? '';
const source = (name: string) => readText(`packages/utxo/src/${name}.ts`) ?? '';

/** Rows of the first table behind a text, without its head. */
function rowsAfter(text: string): string[][] {
  const [, rest = ''] = page.split(text);
  const lines = rest.split('\n');
  const from = lines.findIndex((line) => line.startsWith('|'));
  const table = lines.slice(
    from,
    lines.findIndex((line, i) => i > from && !line.startsWith('|')),
  );
  return table.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const withCommas = (amount: bigint | number) => amount.toLocaleString('en');

// scriptPubKeys, by bitcoinjs-lib, of any address of the type.
const scripts: Record<string, Uint8Array> = Object.fromEntries(
  Object.entries({
    p2pkh: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    p2sh: '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    p2wpkh: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    p2wsh: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    p2tr: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  }).map(([type, text]) => [type, address.toOutputScript(text, networks.bitcoin)]),
);

describe('docs/bitcoin.md', () => {
  it('has every option of the family, with its default', () => {
    const options = Object.keys(utxoOptionsSchema.shape).map((name) => `\`${name}\``);
    const rows = rowsAfter('\n## Options\n');
    expect(rows.map(([name]) => name)).toEqual(options);
    const { maxInputs, maxScannedAddresses } = contextOf('bitcoin');
    expect(Object.fromEntries(rows)).toMatchObject({
      '`maxInputs`': String(maxInputs),
      '`maxScannedAddresses`': String(maxScannedAddresses),
    });
  });

  it('has the numbers of each chain', () => {
    const rows: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
      rowsAfter('\n## What works where\n').map(([name = '', ...cells]) => [name, cells]),
    );
    const policies = utxoChainIds.map((id) => contextOf(id).policy);
    expect(
      rows['least fee rate, per virtual byte, [unless nodes take less](#below-1-satoshi-per-virtual-byte)'],
    ).toEqual(policies.map((p) => withCommas(p.minFeeRate / 1000n)));
    expect(rows['highest fee rate']).toEqual(policies.map((p) => withCommas(p.maxFeeRate / 1000n)));
    expect(rows['[replacement](#replacing-a-transaction)']).toEqual(
      policies.map(({ isReplaceable }) => (isReplaceable ? 'yes' : 'no')),
    );
    expect(rows['[protection of small coins](#small-coins-are-protected)']).toEqual(
      policies.map(({ collectibleLimit }) => (collectibleLimit === undefined ? 'no' : 'p2tr')),
    );
    const maturity = rows['coins of miners are spent after'] ?? [];
    expect(maturity.map((text) => Number.parseInt(text, 10))).toEqual(policies.map((p) => p.coinbaseMaturity));
    expect(maturity[3]).toContain(`after ${chains.litecoin.policy.pegOutMaturity}`);
    const stakes = (rows['`stake`, `unstake`, `withdraw`'] ?? []).map((text) => text !== 'no');
    expect(stakes).toEqual(utxoChainIds.map((id) => contextOf(id).chain.babylon !== undefined));
    const { collectibleLimit, doubtfulLimit } = chains.bitcoin.policy;
    expect(page).toContain(`coins of ${withCommas(collectibleLimit)} satoshi and less`);
    expect(page).toContain(`coins of ${withCommas(collectibleLimit + 1n)} to ${withCommas(doubtfulLimit)} satoshi`);
    expect(page).toContain(`no more than ${chains.bitcoin.policy.longTermFeeRate / 1000n} satoshi per virtual byte`);
  });

  it('has the dust limits of the code', () => {
    const rows = rowsAfter('to relay it:\n');
    expect(rows.flatMap(([types = '']) => types.split(', '))).toEqual(Object.keys(scripts));
    for (const [types = '', ...limits] of rows) {
      for (const type of types.split(', ')) {
        const expected = [chains.bitcoin, chains.litecoin, chains.dogecoin].map(({ network, policy }) =>
          type.startsWith('p2w') || type === 'p2tr'
            ? network.bech32 && dustThreshold(policy, scripts[type] ?? new Uint8Array()).toString()
            : dustThreshold(policy, scripts[type] ?? new Uint8Array()).toString(),
        );
        expect(limits, type).toEqual(expected.map((limit) => limit ?? ''));
      }
    }
    const { policy } = chains.dogecoin;
    expect(surchargeOf(policy, [100_000n, 999_999n, 1_000_000n])).toBe(2_000_000n);
    expect(page).toContain('from 100,000 up to 1,000,000 (0.01 DOGE) cost 1,000,000 more each');
  });

  it('has the weights of inputs', () => {
    const rows = rowsAfter('depends on the sender:\n');
    for (const [kind = '', weight, size] of rows) {
      const spend = kind.includes('65 bytes') ? 'p2pkh-uncompressed' : (kind as SpendKind);
      expect([weight, size], kind).toEqual([String(inputWeight(spend)), String(inputWeight(spend) / 4)]);
    }
    expect(rows).toHaveLength(5);
  });

  it('has every wish', () => {
    const rows = rowsAfter('in `params` of the intent:\n').map(([name = '']) => name.replace(/`|, beside.*/g, ''));
    const wishes = { ...paymentWishes.shape, ...stakeWishes.shape, ...priceWishes.shape };
    expect(rows.toSorted()).toEqual(['fees', ...Object.keys(wishes)].toSorted());
  });

  it('has the numbers of the code', () => {
    expect(source('modes/funding/previous-transactions')).toContain('maxBytes = 150_000');
    expect(source('fees/fee-rate')).toContain('maxEndpoints = 3');
    expect(source('upstream/core-node-scan')).toContain('timeoutMs = 120_000');
    expect(source('bytes/plan')).toContain('replaceableSequence = 0xffff_fffd');
  });
});
