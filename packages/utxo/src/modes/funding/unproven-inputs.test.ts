import { describe, expect, it } from 'vitest';
import type { ScriptType } from '../../address/account.ts';
import { unprovenInputs } from './unproven-inputs.ts';

// BIP143 and BIP341, "signature validation rules": the amounts in the digest of an input.

type Input = readonly [type: ScriptType, isProven?: 'proven'];

describe('inputs whose amounts could be lied about', () => {
  it.each<[string, readonly Input[], readonly number[]]>([
    ['one of p2wpkh: it signs its own amount', [['p2wpkh']], []],
    ['one of p2sh-p2wpkh', [['p2sh-p2wpkh']], []],
    ['two of p2wpkh: neither signs the amount of the other', [['p2wpkh'], ['p2wpkh']], [0, 1]],
    ['one of each of the two', [['p2wpkh'], ['p2sh-p2wpkh']], [0, 1]],
    [
      'two of p2wpkh with one that is proven: it may be the other one the next time',
      [['p2wpkh', 'proven'], ['p2wpkh']],
      [1],
    ],
    ['three of p2wpkh with one that is proven', [['p2wpkh'], ['p2wpkh', 'proven'], ['p2wpkh']], [0, 2]],
    [
      'all proven',
      [
        ['p2wpkh', 'proven'],
        ['p2sh-p2wpkh', 'proven'],
        ['p2pkh', 'proven'],
      ],
      [],
    ],
    ['one of p2pkh, which signs no amount', [['p2pkh']], [0]],
    ['p2pkh beside p2wpkh: the latter signs its own', [['p2pkh'], ['p2wpkh']], [0]],
    ['proven p2pkh beside p2wpkh', [['p2pkh', 'proven'], ['p2wpkh']], []],
    ['p2pkh beside two of p2wpkh', [['p2wpkh'], ['p2pkh', 'proven'], ['p2wpkh']], [0, 2]],
    ['the last of them', [['p2wpkh', 'proven'], ['p2pkh', 'proven'], ['p2sh-p2wpkh']], [2]],
    ['taproot, which signs all amounts', [['p2tr'], ['p2tr']], []],
    ['one of taproot beside all others', [['p2wpkh'], ['p2pkh'], ['p2tr'], ['p2wpkh']], []],
    ['nothing', [], []],
  ])('of %s', (_, inputs, expected) => {
    const all = inputs.map(([type, isProven], at) => ({ type, at, isProven: isProven !== undefined }));
    expect(unprovenInputs(all, ({ isProven }) => isProven).map(({ at }) => at)).toEqual(expected);
  });
});
