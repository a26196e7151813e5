import { toBase64 } from '@isochain/core';
import { type HttpAnswer, mediumAnswer, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { canonicalAddress } from '../../address/address.ts';
import { Address, beginCell, type Cell } from '../../ton-core.ts';
import { boc64, bocHex } from '../fields.ts';
import { type Form, form, mapped, type Query } from '../query.ts';
import { notFound, v2Answer } from '../refusals.ts';

/** What a get method of a contract answered. */
export interface MethodAnswer {
  /** 0 and 1: it ran. 11: the contract has no such method. -13: the account has no contract. */
  readonly exitCode: number;
  readonly stack: readonly StackItem[];
}

/** An item of the stack. The interfaces do not always tell slices from cells, so a slice is its cell. */
export type StackItem =
  | { readonly type: 'number'; readonly value: bigint }
  | { readonly type: 'cell'; readonly cell: Cell }
  | { readonly type: 'tuple'; readonly items: readonly StackItem[] }
  | { readonly type: 'other' };

/** The exit code of an account without a contract (ton-blockchain/ton, crypto/smc-envelope). */
export const noContract = -13;

/**
 * Exit codes that say something of the endpoint, and nothing of the contract: it did not have the library with the code (9, cell underflow), or it gave too
 * little gas (13) or too few data (14). Services write what nobody could run as other numbers below 0, such as -14 for gas.
 *
 * @see https://github.com/ton-blockchain/ton, crypto/vm/excno.hpp, and crypto/vm/vm.cpp for libraries.
 */
const ofEndpoint: readonly number[] = [9, 13, 14];

/** What a get method takes. An address becomes a slice. */
export type Argument = Address | bigint;

/** Runs a get method of a contract. If the endpoint could not run it, the next one is asked. */
export function getMethod(contract: Address, method: string, args: readonly Argument[]): Query<MethodAnswer> {
  const address = canonicalAddress(contract);
  const query: Query<MethodAnswer> = {
    forms: {
      'toncenter-v3': form(
        {
          path: '/runGetMethod',
          body: { json: { address, method, stack: args.map(v3Argument) } },
          maxBytes: mediumAnswer,
          schema: v3Result,
        },
        read,
      ),
      'toncenter-v2': form(
        {
          path: '/runGetMethod',
          body: { json: { address, method, stack: args.map(v2Argument) } },
          maxBytes: mediumAnswer,
          schema: v2Result,
        },
        read,
      ),
      tonapi: tonapiForm(address, method, args),
    },
  };
  return mapped(query, (answer) => {
    const { exitCode } = answer;
    const isOfEndpoint = (exitCode < 0 && exitCode !== noContract) || ofEndpoint.includes(exitCode);
    if (isOfEndpoint) throw new RejectedAnswer(`it could not run a get method (exit code ${exitCode})`);
    return answer;
  });
}

function tonapiForm(address: string, method: string, args: readonly Argument[]): Form<MethodAnswer> {
  return form(
    {
      path: `/blockchain/accounts/${address}/methods/${method}`,
      route: '/blockchain/accounts/{account}/methods/{method}',
      query: { args: args.map(tonapiArgument) },
      maxBytes: mediumAnswer,
      schema: tonapiResult,
      refusals: notFound,
    },
    (answer) => (answer.ok ? answer.value : { exitCode: noContract, stack: [] }),
  );
}

/** Whether a get method ran to its end (ton-blockchain/docs, content/tvm/exit-codes). */
export function hasRun({ exitCode }: MethodAnswer): boolean {
  return exitCode === 0 || exitCode === 1;
}

/** @throws RejectedAnswer if the item is not a number. */
export function numberAt({ stack }: Pick<MethodAnswer, 'stack'>, index: number): bigint {
  const item = stack[index];
  if (item?.type !== 'number') throw new RejectedAnswer('a get method answers something else');
  return item.value;
}

/** @throws RejectedAnswer if the item is not a cell or slice. */
export function cellAt({ stack }: Pick<MethodAnswer, 'stack'>, index: number): Cell {
  const item = stack[index];
  if (item?.type !== 'cell') throw new RejectedAnswer('a get method answers something else');
  return item.cell;
}

/**
 * @returns Undefined for the empty address (`addr_none`).
 * @throws RejectedAnswer if the item is not an address.
 */
export function addressAt(answer: Pick<MethodAnswer, 'stack'>, index: number): Address | undefined {
  const cell = cellAt(answer, index);
  try {
    return cell.beginParse().loadMaybeAddress() ?? undefined;
  } catch {
    throw new RejectedAnswer('a get method answers something else');
  }
}

/** @throws RejectedAnswer if the item is not an amount of coins or tokens. */
export function amountAt(answer: Pick<MethodAnswer, 'stack'>, index: number): bigint {
  const amount = numberAt(answer, index);
  if (amount < 0n || amount >= 2n ** 120n) throw new RejectedAnswer('a get method answers an impossible amount');
  return amount;
}

/** @throws RejectedAnswer if the item is not a tuple. */
export function tupleAt({ stack }: Pick<MethodAnswer, 'stack'>, index: number): readonly StackItem[] {
  const item = stack[index];
  if (item?.type !== 'tuple') throw new RejectedAnswer('a get method answers something else');
  return item.items;
}

function read({ value }: HttpAnswer<MethodAnswer>): MethodAnswer {
  return value;
}

// Numbers of stacks: `0x1f`, `-0x1`, also `0x` for 0 (tonapi), or decimal.
function numberOf(text: string): bigint | undefined {
  const [, sign, hex, decimal] = /^(-?)(?:0x([0-9a-f]*)|(\d+))$/i.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const value = decimal === undefined ? BigInt(`0x${hex || '0'}`) : BigInt(decimal);
  return sign === '-' ? -value : value;
}

function toNumber(text: unknown): StackItem {
  const value = typeof text === 'string' ? numberOf(text) : undefined;
  return value === undefined ? { type: 'other' } : { type: 'number', value };
}

function toCell(schema: z.ZodType<Cell | undefined>, text: unknown): StackItem {
  const { data: cell } = schema.safeParse(text);
  return cell === undefined ? { type: 'other' } : { type: 'cell', cell };
}

/** Tuples in tuples are not read deeper than any contract here has them. */
const deepest = 4;

function toTuple(items: unknown, depth: number, read: (item: unknown, depth: number) => StackItem): StackItem {
  if (!Array.isArray(items) || depth >= deepest) return { type: 'other' };
  return { type: 'tuple', items: items.map((item) => read(item, depth + 1)) };
}

function sliceOf(address: Address): string {
  return toBase64(beginCell().storeAddress(address).endCell().toBoc());
}

function hexOf(value: bigint): string {
  return value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`;
}

// toncenter v3 (toncenter/ton-indexer, ton-index-go/index/models/v2.go)

function v3Argument(argument: Argument) {
  return argument instanceof Address
    ? { type: 'slice', value: sliceOf(argument) }
    : { type: 'num', value: hexOf(argument) };
}

const v3Entry = z.object({ type: z.string(), value: z.unknown() });
const v3Item = z.unknown().transform((item) => readV3(item));

function readV3(item: unknown, depth = 0): StackItem {
  const { type, value } = v3Entry.safeParse(item).data ?? {};
  if (type === 'num') return toNumber(value);
  if (type === 'tuple') return toTuple(value, depth, readV3);
  return type === 'cell' || type === 'slice' ? toCell(boc64, value) : { type: 'other' };
}

const v3Result = z
  .object({ exit_code: z.int(), stack: z.array(v3Item).nullish() })
  .transform(({ exit_code: exitCode, stack }): MethodAnswer => ({ exitCode, stack: stack ?? [] }));

// toncenter v2 (toncenter/ton-http-api)

function v2Argument(argument: Argument) {
  return argument instanceof Address ? ['tvm.Slice', sliceOf(argument)] : ['num', hexOf(argument)];
}

const v2Item = z.array(z.unknown()).transform(([type, value]): StackItem => {
  if (type === 'num') return toNumber(value);
  if (type === 'tuple') return toTuple(membersOf(value).elements, 0, readV2);
  if (type !== 'cell' && type !== 'slice') return { type: 'other' };
  return toCell(boc64, membersOf(value).bytes);
});

/** Members of a tuple are written in another way than the stack (pytonlib, of tonlib_api.tl: tvm.stackEntry). */
function readV2(item: unknown, depth: number): StackItem {
  const { number, cell, slice, tuple } = membersOf(item);
  if (number !== undefined) return toNumber(membersOf(number).number);
  if (tuple !== undefined) return toTuple(membersOf(tuple).elements, depth, readV2);
  return toCell(boc64, membersOf(cell ?? slice).bytes);
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value) as Readonly<Record<string, unknown>>;
}

const v2Result = v2Answer(z.object({ exit_code: z.int(), stack: z.array(v2Item).nullish() })).transform(
  ({ exit_code: exitCode, stack }): MethodAnswer => ({ exitCode, stack: stack ?? [] }),
);

// tonapi (tonkeeper/opentonapi, api/openapi.yml: MethodExecutionResult)

function tonapiArgument(argument: Argument): string {
  return argument instanceof Address ? argument.toRawString() : hexOf(argument);
}

const tonapiItem = z.unknown().transform((item) => readTonapi(item));

function readTonapi(item: unknown, depth = 0): StackItem {
  const { type, num, cell, slice, tuple } = membersOf(item);
  if (type === 'num') return toNumber(num);
  if (type === 'tuple') return toTuple(tuple, depth, readTonapi);
  return type === 'cell' || type === 'slice' ? toCell(bocHex, cell ?? slice) : { type: 'other' };
}

const tonapiResult = z
  .object({ exit_code: z.int(), stack: z.array(tonapiItem).nullish() })
  .transform(({ exit_code: exitCode, stack }): MethodAnswer => ({ exitCode, stack: stack ?? [] }));
