import { fromHex } from '@isochain/core';
import { RawTx } from '@scure/btc-signer/script.js';
import { describe, expect, it } from 'vitest';
import { scripts } from '../../test/spending.ts';
import { feeOf, inputWeight, outputWeight, type SpendKind, transactionWeight } from './weights.ts';

const { p2wpkh, p2tr, p2pkh } = scripts;
const p2wsh = Uint8Array.of(0, 0x20, ...new Uint8Array(32));

/** Weight of a transaction as it is in a block: bytes without the witness four times, those of the witness once (BIP141). */
function realWeight(hex: string): number {
  const bytes = fromHex(hex) as Uint8Array;
  const stripped = RawTx.encode({ ...RawTx.decode(bytes), segwitFlag: false, witnesses: undefined }).length;
  return 3 * stripped + bytes.length;
}

describe('inputWeight', () => {
  // Measured on transactions that a Litecoin node accepted, with signatures of 72 bytes.
  it.each([
    ['p2wpkh', 272],
    ['p2tr', 230],
    ['p2sh-p2wpkh', 364],
    ['p2pkh', 592],
    ['p2pkh-uncompressed', 720],
  ] as const)('of %s is %d', (kind, weight) => {
    expect(inputWeight(kind)).toBe(weight);
  });
});

describe('outputWeight', () => {
  it.each([
    ['p2wpkh', p2wpkh, 124],
    ['p2sh', scripts['p2sh-p2wpkh'], 128],
    ['p2pkh', p2pkh, 136],
    ['p2wsh', p2wsh, 172],
    ['p2tr', p2tr, 172],
    ['252 bytes', new Uint8Array(252), 4 * (8 + 1 + 252)],
    ['253 bytes', new Uint8Array(253), 4 * (8 + 3 + 253)],
  ] as const)('of %s', (_, script, weight) => {
    expect(outputWeight(script)).toBe(weight);
  });
});

describe('transactionWeight', () => {
  // The same, in virtual bytes.
  it.each([
    ['p2wpkh', [p2wpkh], 110],
    ['p2tr', [p2wpkh], 99],
    ['p2sh-p2wpkh', [p2wpkh], 133],
    ['p2pkh', [p2wpkh], 189],
    ['p2wpkh', [p2wpkh, p2wpkh], 141],
    ['p2tr', [p2wpkh, p2tr], 142],
    ['p2sh-p2wpkh', [p2wpkh, scripts['p2sh-p2wpkh']], 165],
    ['p2pkh', [p2wpkh, p2pkh], 223],
    ['p2pkh', [p2pkh, p2pkh], 226],
  ] as const)('of one input of %s to %#', (kind, outputs, size) => {
    expect(Math.ceil(transactionWeight({ inputs: [kind], outputs }) / 4)).toBe(size);
  });

  it('counts marker, flag and the empty witness of each legacy input only if there is a witness', () => {
    const of = (...inputs: SpendKind[]) => transactionWeight({ inputs, outputs: [p2wpkh] });
    expect(of('p2pkh')).toBe(40 + 592 + 124);
    expect(of('p2wpkh')).toBe(40 + 2 + 272 + 124);
    expect(of('p2wpkh', 'p2pkh', 'p2pkh-uncompressed')).toBe(40 + 2 + 272 + (592 + 1) + (720 + 1) + 124);
  });

  it('takes two bytes more for the number of inputs from the 253rd on, and of outputs', () => {
    const of = (inputs: number, outputs: number) =>
      transactionWeight({
        inputs: Array.from({ length: inputs }, () => 'p2wpkh' as const),
        outputs: Array.from({ length: outputs }, () => p2wpkh),
      });
    expect(of(252, 1)).toBe(40 + 2 + 252 * 272 + 124);
    expect(of(253, 1)).toBe(40 + 8 + 2 + 253 * 272 + 124);
    expect(of(1, 252)).toBe(40 + 2 + 272 + 252 * 124);
    expect(of(1, 253)).toBe(40 + 8 + 2 + 272 + 253 * 124);
  });

  // Transactions of bitcoin's chain, as quoted in bitcoindevkit/coin-select, tests/weight.rs: no signature makes one heavier than we say, and
  // each saves a byte of witness or two.
  it.each([
    [
      'p2wpkh to p2pkh',
      ['p2wpkh'],
      [p2pkh],
      1,
      '01000000000101b2ec00fd7d3f2c89eb27e3e280960356f69fc88a324a4bca187dd4b020aa36690000000000ffffffff01d0bb9321000000001976a9141dc94fe723f43299c6187094b1dc5a032d47b06888ac024730440220669b764de7e9dcedcba6d6d57c8c761be2acc4e1a66938ceecacaa6d494f582d02202641df89d1758eeeed84290079dd9ad36611c73cd9e381dd090b83f5e5b1422e012103f6544e4ffaff4f8649222003ada5d74bd6d960162bcd85af2b619646c8c45a5298290c00',
    ],
    [
      'two p2wpkh to p2pkh',
      ['p2wpkh', 'p2wpkh'],
      [p2pkh],
      1,
      '020000000001021edcae5160b1ba2370a45ea9342b4c883a8941274539612bddf1c379ba7ecf180700000000ffffffff5c85e19bf4f0e293c0d5f9665cb05d2a55d8bba959edc5ef02075f6a1eb9fc120100000000ffffffff0168ce3000000000001976a9145ff742d992276a1f46e5113dde7382896ff86e2a88ac0247304402202e588db55227e0c24db7f07b65f221ebcae323fb595d13d2e1c360b773d809b0022008d2f57a618bd346cfd031549a3971f22464e3e3308cee340a976f1b47a96f0b012102effbcc87e6c59b810c2fa20b0bc3eb909a20b40b25b091cf005d416b85db8c8402483045022100bdc115b86e9c863279132b4808459cf9b266c8f6a9c14a3dfd956986b807e3320220265833b85197679687c5d5eed1b2637489b34249d44cf5d2d40bc7b514181a51012102077741a668889ce15d59365886375aea47a7691941d7a0d301697edbc773b45b00000000',
    ],
    [
      'p2tr to p2wpkh',
      ['p2tr'],
      [p2wpkh],
      0,
      '0200000000010133356a4ad67383c8d4a822c088bb411a0c008fcdba84bf4505a0ac4cfc4e6d8c0100000000fdffffff01e0d2b50000000000160014e137b1254bc0b1f0df4c1f30bdb5e8ee88bfae6401401d69b620120db44b5441fc8630b3c4483f8fc15322c57b27ae55ad0b2e70e8bee1371fb32506288b5c430767b2e63b17dc047a101611114323058ce7fea72c6d00000000',
    ],
  ] as const)('is that of a real transaction: %s', (_, inputs, outputs, shorter, hex) => {
    expect(transactionWeight({ inputs, outputs })).toBe(realWeight(hex) + shorter);
  });
});

describe('feeOf', () => {
  it.each([
    [1_000n, 562, 141n],
    [1_000n, 560, 140n],
    [4_000n, 562, 564n],
    [2_114n, 562, 299n],
    [442n, 438, 49n],
    [100n, 1, 1n],
    [50_000_000n, 400_000, 5_000_000_000n],
  ])('at %d per 1,000 virtual bytes and a weight of %d is %d: whole virtual bytes, rounded up', (rate, weight, fee) => {
    expect(feeOf(rate, weight)).toBe(fee);
  });
});
