import type { Codec } from '@isochain/conformance';
import { Address, beginCell, Cell } from '@ton/core';

// What get methods answer, as an object: numbers and addresses by their place on the stack, which lies can be told about one by one.

/** How an interface writes the items of a stack. */
interface Form {
  readonly list: (answer: Answer) => readonly unknown[];
  readonly put: (answer: Answer, stack: readonly unknown[]) => unknown;
  number(item: unknown): string | undefined;
  cell(item: unknown): Cell | undefined;
  ofNumber(hex: string): unknown;
  ofCell(cell: Cell): unknown;
}

type Answer = Readonly<Record<string, unknown>>;

const base64 = (text: unknown) => (typeof text === 'string' ? Cell.fromBase64(text) : undefined);

const forms: Readonly<Record<'v3' | 'v2' | 'tonapi', Form>> = {
  v3: {
    list: ({ stack }) => stack as unknown[],
    put: (answer, stack) => ({ ...answer, stack }),
    number: (item) => ((item as { type: string }).type === 'num' ? (item as { value: string }).value : undefined),
    cell: (item) =>
      ['cell', 'slice'].includes((item as { type: string }).type)
        ? base64((item as { value: unknown }).value)
        : undefined,
    ofNumber: (value) => ({ type: 'num', value }),
    ofCell: (cell) => ({ type: 'slice', value: cell.toBoc().toString('base64') }),
  },
  v2: {
    list: ({ result }) => (result as { stack: unknown[] }).stack,
    put: (answer, stack) => ({ ...answer, result: { ...(answer.result as object), stack } }),
    number: (item) => ((item as unknown[])[0] === 'num' ? String((item as unknown[])[1]) : undefined),
    cell: (item) =>
      ['cell', 'slice'].includes(String((item as unknown[])[0]))
        ? base64(((item as unknown[])[1] as { bytes: unknown }).bytes)
        : undefined,
    ofNumber: (value) => ['num', value],
    ofCell: (cell) => ['slice', { bytes: cell.toBoc().toString('base64') }],
  },
  tonapi: {
    list: ({ stack }) => stack as unknown[],
    put: (answer, stack) => ({ ...answer, stack }),
    number: (item) => ((item as { type: string }).type === 'num' ? (item as { num: string }).num : undefined),
    cell: (item) => {
      const { type, cell } = item as { type: string; cell: string };
      return type === 'cell' ? Cell.fromHex(cell) : undefined;
    },
    ofNumber: (num) => ({ type: 'num', num }),
    ofCell: (cell) => ({ type: 'cell', cell: cell.toBoc().toString('hex') }),
  },
};

function addressIn(cell: Cell): string | undefined {
  try {
    return cell.bits.length === 267 ? cell.beginParse().loadAddress().toRawString() : undefined;
  } catch {
    return undefined;
  }
}

const hexOf = (value: bigint) => (value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`);
const ofHex = (text: string) => (text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text === '0x' ? 0 : text));

/** Codec of the answers of get methods over an interface. */
export function methodCodec(kind: keyof typeof forms): Codec {
  const { list, put, number, cell, ofNumber, ofCell } = forms[kind];
  return {
    decode(told) {
      const answer = told as Answer;
      const items = list(answer).map((item, i) => {
        const value = number(item);
        if (value !== undefined) return [`number${i}`, ofHex(value)];
        const inner = cell(item);
        const address = inner && addressIn(inner);
        return address === undefined ? [`item${i}`, item] : [`address${i}`, address];
      });
      return { answer: put(answer, []), stack: Object.fromEntries(items) };
    },
    encode(told) {
      const { answer, stack } = (told ?? {}) as { answer?: Answer; stack?: Readonly<Record<string, unknown>> };
      if (answer === undefined || typeof answer !== 'object') return {};
      const items = Object.entries(stack ?? {}).map(([name, value]) => {
        if (name.startsWith('number')) return ofNumber(hexOf(BigInt(value as bigint)));
        if (!name.startsWith('address')) return value;
        return ofCell(
          beginCell()
            .storeAddress(parsed(String(value)))
            .endCell(),
        );
      });
      try {
        return put(answer, items);
      } catch {
        return {};
      }
    },
  };
}

/** An address that cannot be read is the empty one. */
function parsed(text: string): Address | null {
  try {
    return Address.parse(text);
  } catch {
    return null;
  }
}
