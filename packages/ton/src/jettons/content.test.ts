import { createHash } from 'node:crypto';
import { beginCell, Cell, Dictionary } from '@ton/core';
import { describe, expect, it } from 'vitest';
import { readContent } from './content.ts';

const keyOf = (name: string) => BigInt(`0x${createHash('sha256').update(name).digest('hex')}`);

function content(values: Readonly<Record<string, Cell>>): Cell {
  const all = Dictionary.empty(Dictionary.Keys.BigUint(256), Dictionary.Values.Cell());
  for (const [name, value] of Object.entries(values)) all.set(keyOf(name), value);
  return beginCell().storeUint(0, 8).storeDict(all).endCell();
}

/** @ton/core writes a chain of cells as TEP-64 wants it. */
const snake = (text: string) => beginCell().storeUint(0, 8).storeStringTail(text).endCell();

function chunked(...parts: string[]): Cell {
  const all = Dictionary.empty(Dictionary.Keys.Uint(32), Dictionary.Values.Cell());
  // The order in which parts are written is not their order in the text.
  for (const [i, part] of [...parts.entries()].reverse()) all.set(i, beginCell().storeStringTail(part).endCell());
  return beginCell().storeUint(1, 8).storeDict(all).endCell();
}

describe('readContent', () => {
  it('reads texts of one cell and of many', () => {
    const long = 'long '.repeat(200);
    const cell = content({ name: snake(long), symbol: snake('LNG'), decimals: snake('6'), image: snake('x') });
    expect(readContent(cell)).toEqual({ name: long, symbol: 'LNG', decimals: '6', uri: undefined });
  });

  it('joins chunks in the order of their numbers, also within a letter', () => {
    expect(readContent(content({ name: chunked('first ', 'second ', 'third') }))?.name).toBe('first second third');
    const [one, two] = [Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1)];
    const all = Dictionary.empty(Dictionary.Keys.Uint(32), Dictionary.Values.Cell());
    all.set(0, beginCell().storeBuffer(one).endCell());
    all.set(1, beginCell().storeBuffer(two).endCell());
    expect(readContent(content({ name: beginCell().storeUint(1, 8).storeDict(all).endCell() }))?.name).toBe('é');
  });

  it('reads the address of a document', () => {
    const cell = beginCell().storeUint(1, 8).storeStringTail('https://example.com/jetton.json').endCell();
    expect(readContent(cell)).toEqual({ uri: 'https://example.com/jetton.json' });
  });

  it('leaves out what it cannot read', () => {
    const cell = content({ name: beginCell().storeUint(0, 3).endCell(), symbol: snake('OK') });
    expect(readContent(cell)).toEqual({ name: undefined, symbol: 'OK', decimals: undefined, uri: undefined });
  });

  it.each([
    ['empty', Cell.EMPTY],
    ['of another layout', beginCell().storeUint(7, 8).endCell()],
    ['broken', beginCell().storeUint(0, 8).storeBit(true).endCell()],
  ])('answers undefined for a cell that is %s', (_, cell) => {
    expect(readContent(cell)).toBeUndefined();
  });
});
