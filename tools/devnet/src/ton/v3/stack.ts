import { Cell, type TupleItem } from '@ton/core';
import { Refusal } from '../refusal.ts';
import { boc64 } from '../text.ts';

/** A number as the services write it: `0x1f`, `-0x1`. */
export function hexNumber(value: bigint): string {
  return value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`;
}

/** Reads the stack of a request: `{type, value}` with the types num, cell and slice. */
export function readStack(stack: unknown): TupleItem[] {
  if (!Array.isArray(stack)) return [];
  return (stack as { type?: unknown; value?: unknown }[]).map(({ type, value }) => {
    switch (type) {
      case 'num':
        return { type: 'int', value: readNumber(String(value)) };
      case 'cell':
        return { type: 'cell', cell: Cell.fromBase64(String(value)) };
      case 'slice':
        return { type: 'slice', cell: Cell.fromBase64(String(value)) };
      default:
        throw new Refusal(500, `unsupported stack parameter type: ${type}`);
    }
  });
}

/** Decimal or hex, with a sign. */
export function readNumber(text: string): bigint {
  try {
    return text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text);
  } catch {
    throw new Refusal(422, `cannot parse number ${text}`);
  }
}

/** An item of an answer's stack (DecodeStackEntry in toncenter/ton-indexer, index/proxy.go). */
export function stackJson(item: TupleItem): unknown {
  switch (item.type) {
    case 'int':
      return { type: 'num', value: hexNumber(item.value) };
    case 'cell':
      return { type: 'cell', value: boc64(item.cell) };
    case 'slice':
    case 'builder':
      return { type: 'slice', value: boc64(item.cell) };
    case 'tuple':
      return { type: 'tuple', value: item.items.map(stackJson) };
    case 'null':
      // A null is a list without elements.
      return { type: 'list', value: [] };
    case 'nan':
      throw new Refusal(501, 'failed to decode api/v2 stack: unsupported stack entry type: nan');
  }
}
