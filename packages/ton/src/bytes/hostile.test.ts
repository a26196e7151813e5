import { RefusedError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { bocOf, chainBoc, prunedDictionary, sharedDictionary, sharedTree } from '../../test/hostile-cells.ts';
import { dataOf, itemsOfData, otherParams, senderKey, signedOfData } from '../../test/made.ts';
import { namedChain } from '../chains.ts';
import { sizeOf } from '../fees/cell-size.ts';
import { readConfig } from '../fees/prices.ts';
import { Address, beginCell, Cell, readBoc } from '../ton-core.ts';
import { readExternalMessage } from '../wallets/read-message.ts';
import { signedBody } from '../wallets/signing-message.ts';
import { walletInit } from '../wallets/wallet.ts';
import { explain } from './explain.ts';

// What clients and endpoints could send to keep a service busy, or to have it stop. Each of these takes minutes, years or the whole stack if cells
// are followed one by one.

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const data = dataOf('transfer');
const sender = Address.parse((data as unknown as { senderAddress: string }).senderAddress);
const [item] = itemsOfData(data);
const signing = Cell.fromHex(item?.raw?.value ?? '');
const signature = senderKey.sign(signing.hash());

async function codeOf(text: string) {
  try {
    await signedOfData(data, text);
    return 'taken';
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return error.code;
  }
}

const libraries = sharedDictionary(256, (leaf) => leaf.storeBit(false).storeRef(Cell.EMPTY));

describe('readBoc', () => {
  it('reads trees as deep as the chain knows them, and no deeper', () => {
    expect(readBoc(chainBoc(1024))?.depth()).toBe(1024);
    expect(readBoc(chainBoc(1025))).toBeUndefined();
    expect(readBoc(chainBoc(16_000))).toBeUndefined();
  });

  it('refuses cells that refer to themselves or back', () => {
    expect(readBoc(bocOf([[0]]))).toBeUndefined();
    expect(readBoc(bocOf([[1], [0]]))).toBeUndefined();
    expect(readBoc(bocOf([[1], [2], [1]]))).toBeUndefined();
    expect(readBoc(bocOf([[7]]))).toBeUndefined();
  });

  it('refuses a head that promises more than there is', () => {
    const promised = Uint8Array.from([0xb5, 0xee, 0x9c, 0x72, 0x04, 0x04, ...new Array(20).fill(0xff)]);
    expect(readBoc(promised)).toBeUndefined();
  });
});

describe('a signature that is a BOC', () => {
  it('may be a shared tree', async () => {
    expect(await codeOf(hex(sharedTree(1000).toBoc()))).toBe('signature.malformed');
  });

  it('may be a chain of as many cells as fit', async () => {
    expect(await codeOf(hex(chainBoc(16_000)))).toBe('signature.malformed');
    expect(await codeOf(hex(chainBoc(1024)))).toBe('signature.malformed');
  });

  it('may deploy with libraries without end', async () => {
    const { code, data: state } = walletInit({ version: 'v4r2', walletId: 1, publicKey: senderKey.publicKey });
    const init = beginCell()
      .storeUint(0, 2)
      .storeMaybeRef(code)
      .storeMaybeRef(state)
      .storeMaybeRef(libraries)
      .endCell();
    for (const inline of [true, false]) {
      const message = beginCell()
        .storeUint(0b1000, 4)
        .storeAddress(sender)
        .storeCoins(0)
        .storeBit(true)
        .storeBit(!inline);
      if (inline) message.storeSlice(init.beginParse());
      else message.storeRef(init);
      message.storeBit(true).storeRef(signedBody('v4r2', signing, signature));
      const boc = message.endCell().toBoc();
      expect(readExternalMessage(Cell.fromBoc(boc)[0] ?? Cell.EMPTY).to.equals(sender)).toBe(true);
      // Only the signature counts.
      expect(await codeOf(hex(boc))).toBe('taken');
    }
  });
});

describe('params', () => {
  const { jetton } = otherParams.mintless;
  const itemsWith = (more: object) => () =>
    itemsOfData(dataOf('transferToken', { params: { jetton: { ...jetton, ...more } } }));
  const altered = expect.objectContaining({ code: 'data.altered' });

  it('refuses a state with libraries', () => {
    const stateInit = beginCell().storeUint(0, 4).storeMaybeRef(libraries).endCell();
    expect(itemsWith({ stateInit: hex(stateInit.toBoc()) })).toThrowError(altered);
    expect(itemsWith({ stateInit: hex(Cell.EMPTY.toBoc()) })).toThrowError(altered);
    expect(itemsWith({ stateInit: hex(beginCell().storeUint(0, 6).endCell().toBoc()) })).toThrowError(altered);
  });

  it('takes a payload that is a shared tree, and refuses one that is too deep', () => {
    expect(itemsWith({ customPayload: hex(sharedTree(500).toBoc()) })()).toHaveLength(1);
    expect(itemsWith({ customPayload: hex(chainBoc(1025)) })).toThrowError(altered);
  });

  it('refuses a payload that makes the message too deep', () => {
    expect(itemsWith({ customPayload: hex(chainBoc(501)) })).toThrowError(altered);
  });
});

describe('explain', () => {
  const explained = (inner: Cell) => {
    const cell = beginCell()
      .storeUint(1, 32)
      .storeUint(2, 32)
      .storeUint(3, 32)
      .storeUint(0, 8)
      .storeUint(3, 8)
      .storeRef(inner);
    const value = hex(cell.endCell().toBoc());
    return explain(namedChain('ton'), [{ raw: { format: 'BOC', value } }]).data;
  };
  const head = () => beginCell().storeUint(0b0110, 4).storeUint(0, 2).storeAddress(sender).storeCoins(1n);
  const rest = (cell: ReturnType<typeof head>) => cell.storeCoins(0).storeCoins(0).storeUint(0, 96);

  it('reads no other currencies', () => {
    const currencies = sharedDictionary(32, (leaf) => leaf.storeUint(0, 5));
    expect(explained(rest(head().storeMaybeRef(currencies)).storeUint(0, 2).endCell())).toEqual({ mode: 'unknown' });
  });

  it('reads no libraries', () => {
    const init = rest(head().storeBit(false)).storeUint(0b10, 2).storeUint(0, 4).storeMaybeRef(libraries);
    expect(explained(init.storeBit(false).endCell())).toEqual({ mode: 'unknown' });
  });

  it('reads no comment that is a shared tree', () => {
    const body = beginCell().storeUint(0, 32).storeRef(sharedTree(900)).storeRef(sharedTree(900)).endCell();
    expect(explained(rest(head().storeBit(false)).storeUint(0b01, 2).storeRef(body).endCell())).toEqual({
      mode: 'unknown',
    });
  });
});

describe('sizes and prices', () => {
  it('counts a shared cell once', () => {
    expect(sizeOf([sharedTree(1000), sharedTree(1000)])).toEqual({ bits: 0n, cells: 1001n });
  });

  it.each([
    ['every param', sharedDictionary(32, (leaf) => leaf.storeRef(Cell.EMPTY))],
    ['pruned branches', prunedDictionary(32)],
    ['nothing', Cell.EMPTY],
  ])('refuses a configuration with %s', (_, root) => {
    expect(readConfig(root)).toBeUndefined();
  });
});
