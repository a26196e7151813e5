import { describe, expect, it } from 'vitest';
import { someAddress } from '../../test/addresses.ts';
import { programs } from '../well-known.ts';
import { readInstruction } from './instructions.ts';

const [a, b, c, d] = [someAddress(1), someAddress(2), someAddress(3), someAddress(4)] as const;

const read = (program: typeof programs.system | typeof programs.token | typeof programs.token2022, data: Uint8Array) =>
  readInstruction([program, a, b, c, d], 0, [1, 2, 3, 4], data);

describe('readInstruction', () => {
  // SystemInstruction of anza-xyz/solana-sdk, system-interface/src/instruction.rs, in its order.
  it.each([
    [0, 'CreateAccount', true],
    [1, 'Assign', true],
    [5, 'WithdrawNonceAccount', false],
    [6, 'InitializeNonceAccount', false],
    [7, 'AuthorizeNonceAccount', false],
    [8, 'Allocate', true],
    [9, 'AllocateWithSeed', true],
    [10, 'AssignWithSeed', true],
    [12, 'UpgradeNonceAccount', false],
    [13, 'none', false],
  ])('knows of the system program number %s, %s: %s', (tag, _, isKnown) => {
    const data = Uint8Array.from({ length: 120 }, (__, i) => (i === 0 ? tag : 0));
    expect(read(programs.system, data)).toEqual(isKnown ? { program: programs.system } : undefined);
  });

  it('reads the coins of transfers', () => {
    const amount = Uint8Array.from([1, 2, 0, 0, 0, 0, 0, 0]);
    expect(read(programs.system, Uint8Array.from([2, 0, 0, 0, ...amount]))).toMatchObject({
      ...{ coinsFrom: a, coinsTo: b, coins: '513' },
    });
    // TransferWithSeed: the account that signs stands between.
    expect(read(programs.system, Uint8Array.from([11, 0, 0, 0, ...amount]))).toMatchObject({
      ...{ coinsFrom: a, coinsTo: c, coins: '513' },
    });
  });

  // extension/transfer_fee/instruction.rs of token-2022: TransferCheckedWithFee is 26, 1, the amount, the decimals and the fee.
  it('reads the tokens of a transfer that names its fee, but no other instruction about fees', () => {
    const rest = [1, 2, 0, 0, 0, 0, 0, 0, 6, 9, 0, 0, 0, 0, 0, 0, 0];
    expect(read(programs.token2022, Uint8Array.from([26, 1, ...rest]))).toEqual({
      ...{ program: programs.token2022, source: a, tokenId: b, destination: c, tokens: '513' },
    });
    for (const other of [0, 2, 3, 4, 5]) {
      expect(read(programs.token2022, Uint8Array.from([26, other, ...rest]))).toBeUndefined();
    }
    for (const tag of [25, 27]) expect(read(programs.token2022, Uint8Array.from([tag, 1, ...rest]))).toBeUndefined();
  });
});
