import { fromBase64, fromHex, toHex } from '@isochain/core';
import { fromBase58 } from '@isochain/core/bytes';
import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { recordedEncode } from '../../test/recordings.ts';
import { addressOf, trustWalletVectors, type Vector } from '../../test/vectors.ts';
import type { Address } from '../address/address.ts';
import { programs, stakeConfig, sysvars } from '../well-known.ts';
import {
  compileMessage,
  decodeMessage,
  decodeTransaction,
  encodeMessage,
  encodeTransaction,
  type Instruction,
  privilegesOf,
} from './message.ts';
import { transfer } from './programs/system.ts';

const bytesOf = (hex: string) => fromHex(hex) ?? new Uint8Array();

/** The instructions of a vector, with the privileges that its header gives. */
function instructionsOf({ header, staticAccounts, instructions }: Vector): Instruction[] {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header;
  const meta = (address: string) => {
    const index = staticAccounts.indexOf(address);
    const signer = index < numSignerAccounts;
    const end = signer
      ? numSignerAccounts - numReadonlySignerAccounts
      : staticAccounts.length - numReadonlyNonSignerAccounts;
    return { address: address as Address, signer, writable: index < end };
  };
  return instructions.map(({ program, accounts, dataHex }) => ({
    program: program as Address,
    accounts: accounts.map(meta),
    data: bytesOf(dataHex),
  }));
}

/** What version 0 adds around a legacy message without lookup tables: its number before, and no tables behind. */
function unversioned({ version, messageHex }: Vector): string {
  return version === 0 ? messageHex.slice(2, -2) : messageHex;
}

describe('compileMessage', () => {
  it.each(trustWalletVectors().map((vector) => [vector.name, vector] as const))(
    'makes the message of Trust Wallet Core: %s',
    (_, vector) => {
      const [payer] = vector.staticAccounts;
      const message = { payer: payer as Address, blockhash: vector.recentBlockhashOrNonce };
      const compiled = compileMessage({ ...message, instructions: instructionsOf(vector) });
      expect(toHex(encodeMessage(compiled))).toBe(unversioned(vector));
    },
  );

  it('makes the recorded stake of a service that signs with a second key', () => {
    const { value } = recordedEncode('stake').encoded[0]?.raw ?? {};
    const recorded = decodeMessage(bytesOf(value ?? ''));
    if (recorded === undefined) throw new Error('not a message');
    const instructions = recorded.instructions.map(({ program, accounts, data }) => ({
      program: recorded.keys[program] as Address,
      accounts: accounts.map((index) => ({
        address: recorded.keys[index] as Address,
        ...privilegesOf(recorded, index),
      })),
      data,
    }));
    const [payer, stakeAccount, , vote] = recorded.keys as [Address, Address, Address, Address];
    const first = [stakeAccount, programs.system, vote, programs.stake, stakeConfig, sysvars.clock, sysvars.rent];
    const compiled = compileMessage({ payer, blockhash: recorded.blockhash, instructions }, first);
    expect(toHex(encodeMessage(compiled))).toBe(value);
  });

  it('gives a key the strongest of its privileges, and keeps the order of the caller within a class', () => {
    const [a, b, c, d, program] = [1, 2, 3, 4, 5].map(addressOf) as [Address, Address, Address, Address, Address];
    const instructions = [
      { program, accounts: [{ address: b }, { address: c }, { address: a }], data: new Uint8Array() },
      {
        program,
        accounts: [
          { address: c, signer: true },
          { address: d, writable: true },
          { address: b, writable: true },
        ],
        data: new Uint8Array(),
      },
    ];
    const compiled = compileMessage({ payer: a, blockhash: addressOf(9), instructions }, [d]);
    expect(compiled.keys).toEqual([a, c, d, b, program]);
    expect(compiled.header).toEqual({ signers: 2, readonlySigners: 1, readonlyOthers: 1 });
    expect([0, 1, 2, 3, 4].map((index) => privilegesOf(compiled, index))).toEqual([
      { signer: true, writable: true },
      { signer: true, writable: false },
      { signer: false, writable: true },
      { signer: false, writable: true },
      { signer: false, writable: false },
    ]);
  });
});

describe('decodeMessage', () => {
  it.each(trustWalletVectors().map((vector) => [vector.name, vector] as const))('reads %s like kit', (_, vector) => {
    const bytes = bytesOf(unversioned(vector));
    const decoded = decodeMessage(bytes);
    const kit = getCompiledTransactionMessageDecoder().decode(bytes);
    if (kit.version !== 'legacy') throw new Error('not a legacy message');
    expect(decoded?.keys).toEqual(kit.staticAccounts);
    expect(decoded?.blockhash).toBe(kit.lifetimeToken);
    expect(decoded?.header).toEqual({
      signers: kit.header.numSignerAccounts,
      readonlySigners: kit.header.numReadonlySignerAccounts,
      readonlyOthers: kit.header.numReadonlyNonSignerAccounts,
    });
    expect(decoded?.instructions.map(({ program, accounts, data }) => [program, accounts, toHex(data)])).toEqual(
      kit.instructions.map(({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => [
        programAddressIndex,
        accountIndices,
        toHex(data as Uint8Array),
      ]),
    );
    expect(decoded && toHex(encodeMessage(decoded))).toBe(toHex(bytes));
  });

  it('reads a memo whose length takes two bytes', () => {
    const data = new Uint8Array(900).fill(0x61);
    const message = { payer: addressOf(1), blockhash: addressOf(2) };
    const compiled = compileMessage({ ...message, instructions: [{ program: programs.memo, accounts: [], data }] });
    expect(decodeMessage(encodeMessage(compiled))?.instructions[0]?.data).toEqual(data);
  });

  const sound = encodeMessage(
    compileMessage({
      payer: addressOf(1),
      blockhash: addressOf(2),
      instructions: [transfer(addressOf(1), addressOf(3), 1n)],
    }),
  );
  const changed = (offset: number, byte: number) => Uint8Array.from(sound, (old, i) => (i === offset ? byte : old));

  it.each([
    ['nothing', new Uint8Array()],
    ['one byte less', sound.subarray(0, -1)],
    ['one byte more', Uint8Array.from([...sound, 0])],
    ['another version', Uint8Array.from([0x80, ...sound, 0])],
    ['no signer', changed(0, 0)],
    ['only readonly signers', changed(1, 1)],
    ['more readonly accounts than there are', changed(2, 3)],
    ['an index to nothing', changed(sound.length - 16, 7)],
    [
      'a length in a longer spelling than it needs',
      Uint8Array.from([...sound.subarray(0, 3), 0x83, 0x00, ...sound.subarray(4)]),
    ],
  ])('refuses %s', (_, bytes) => {
    expect(decodeMessage(bytes)).toBeUndefined();
  });

  it('takes lengths of 16 bits, and not one more', () => {
    const withData = (length: number) => {
      const instruction = { program: programs.memo, accounts: [], data: new Uint8Array(length) };
      const message = { payer: addressOf(1), blockhash: addressOf(2), instructions: [instruction] };
      return encodeMessage(compileMessage(message));
    };
    const lengthByKit = (bytes: Uint8Array) => {
      const decoded = getCompiledTransactionMessageDecoder().decode(bytes);
      return 'instructions' in decoded ? decoded.instructions[0]?.data?.length : undefined;
    };
    for (const length of [127, 128, 16_383, 16_384, 65_534, 65_535]) {
      expect(decodeMessage(withData(length))?.instructions[0]?.data.length).toBe(length);
      expect(lengthByKit(withData(length))).toBe(length);
    }
    expect(decodeMessage(withData(65_536))).toBeUndefined();
  });

  it('never throws, whatever it is given', () => {
    for (let i = 0; i < sound.length; i++) {
      for (const byte of [0, 1, 0x7f, 0x80, 0xff]) expect(() => decodeMessage(changed(i, byte))).not.toThrow();
      expect(decodeMessage(sound.subarray(0, i))).toBeUndefined();
    }
  });
});

describe('transactions', () => {
  it.each(trustWalletVectors().map((vector) => [vector.name, vector] as const))(
    'take %s apart and together',
    (_, vector) => {
      const bytes = fromBase58(vector.signedTx) ?? fromBase64(vector.signedTx) ?? new Uint8Array();
      const signed = decodeTransaction(bytes);
      expect(signed && toHex(signed.message)).toBe(vector.messageHex);
      expect(signed?.signatures.map(toHex)).toEqual(vector.signatures.map(({ signature }) => signature));
      expect(toHex(getTransactionDecoder().decode(bytes).messageBytes as unknown as Uint8Array)).toBe(
        vector.messageHex,
      );
      expect(signed && toHex(encodeTransaction(signed))).toBe(toHex(bytes));
    },
  );

  it.each([[[]], [[0]], [[1]], [[1, 2, 3]], [[0x80, 0x80, 0x80, 0x80]]])('refuses %j', (bytes) => {
    expect(decodeTransaction(Uint8Array.from(bytes))).toBeUndefined();
  });
});
