import { describe, expect, it } from 'vitest';
import { scripts } from '../../test/spending.ts';
import { chains } from '../chains.ts';
import { dustThreshold, leastChange, surchargeOf } from './dust.ts';

const { p2wpkh, p2tr, p2pkh } = scripts;
const p2sh = scripts['p2sh-p2wpkh'];
const p2wsh = Uint8Array.of(0, 0x20, ...new Uint8Array(32));
const p2a = Uint8Array.of(0x51, 2, 0x4e, 0x73);
const opReturn = Uint8Array.of(0x6a, 1, 7);
const { bitcoin, litecoin, dogecoin } = chains;

describe('dustThreshold', () => {
  // Bitcoin Core's comments (src/policy/policy.cpp) name 546 and 294. For litecoin, testmempoolaccept took these amounts and refused one unit less.
  it.each([
    ['p2pkh', p2pkh, 546n, 5_460n],
    ['p2sh', p2sh, 540n, 5_400n],
    ['p2wpkh', p2wpkh, 294n, 2_940n],
    ['p2wsh', p2wsh, 330n, 3_300n],
    ['p2tr', p2tr, 330n, 3_300n],
    ['pay to anchor', p2a, 240n, 2_400n],
    ['OP_RETURN', opReturn, 0n, 0n],
  ])('of %s', (_, script, onBitcoin, onLitecoin) => {
    expect(dustThreshold(bitcoin.policy, script)).toBe(onBitcoin);
    expect(dustThreshold(litecoin.policy, script)).toBe(onLitecoin);
    expect(leastChange(bitcoin.policy, script)).toBe(onBitcoin);
  });

  it('treats only real witness programs as witness programs', () => {
    const [version0, push] = [0x00, 0x14];
    const longer = Uint8Array.of(version0, push, ...new Uint8Array(21));
    const notVersion = Uint8Array.of(0x50, push, ...new Uint8Array(20));
    expect(dustThreshold(bitcoin.policy, longer)).toBe(BigInt(3 * (9 + 23 + 148)));
    expect(dustThreshold(bitcoin.policy, notVersion)).toBe(BigInt(3 * (9 + 22 + 148)));
  });

  it('on dogecoin is 0.001 for every script, but change starts at 0.01', () => {
    expect([p2pkh, p2sh].map((script) => dustThreshold(dogecoin.policy, script))).toEqual([100_000n, 100_000n]);
    expect(dustThreshold(dogecoin.policy, opReturn)).toBe(0n);
    expect(leastChange(dogecoin.policy, p2pkh)).toBe(1_000_000n);
  });
});

describe('surchargeOf', () => {
  it('adds 0.01 for each output from 0.001 up to 0.01 on dogecoin', () => {
    const of = (...values: bigint[]) => surchargeOf(dogecoin.policy, values);
    expect(of(1_000_000n)).toBe(0n);
    expect(of(999_999n)).toBe(1_000_000n);
    expect(of(100_000n, 999_999n, 5_000_000n)).toBe(2_000_000n);
    expect(of(99_999n, 0n)).toBe(0n);
  });

  it('is zero elsewhere', () => {
    expect(surchargeOf(bitcoin.policy, [100_000n])).toBe(0n);
  });
});
