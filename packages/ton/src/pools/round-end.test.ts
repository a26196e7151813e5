import { describe, expect, it } from 'vitest';
import recorded from '../../fixtures/liquid-pool.json' with { type: 'json' };
import roundEnds from '../../fixtures/liquid-pool-round-ends.json' with { type: 'json' };
import { Address, beginCell } from '../ton-core.ts';
import type { MethodAnswer, StackItem } from '../upstream/queries/get-method.ts';
import { burnOutcome, readLiquidPool } from './liquid-pool.ts';
import { dueAtRoundEnd } from './round-end.ts';

const { burns } = roundEnds;

type Burn = (typeof burns)[number];
type Recorded = string | null | (string | null)[];

function itemOf(value: Recorded): StackItem {
  if (Array.isArray(value)) return { type: 'tuple', items: value.map(itemOf) };
  if (value === null) return { type: 'other' };
  if (!value.startsWith('EQ')) return { type: 'number', value: BigInt(value) };
  return { type: 'cell', cell: beginCell().storeAddress(Address.parse(value)).endCell() };
}

/** The recorded answer with the values of this state. */
function answerOf({ lastRound, validators, ...state }: Burn['stored']): MethodAnswer {
  const stack = (recorded.answer as Recorded[]).map(itemOf);
  const put = (index: number, value: Recorded) => (stack[index] = itemOf(value));
  put(2, state.total);
  put(4, state.optimistic);
  put(6, validators === 'now' ? '2' : '1');
  put(7, [null, '3', '0', lastRound.borrowed, lastRound.expected, lastRound.returned, lastRound.profit]);
  put(11, state.commission);
  put(13, state.supply);
  put(15, state.deposits);
  put(17, state.requested);
  put(28, state.projectedTotal);
  put(29, state.projectedSupply);
  return { exitCode: 0, stack };
}

const outcomeOf = ({ updated, balance, tokens, ...wishes }: Burn, due: bigint) =>
  burnOutcome({ ...readLiquidPool(answerOf(updated)), due }, BigInt(balance), BigInt(tokens), wishes);

describe('a burn in the first message after the validators changed', () => {
  it('is answered as the public contract answered it on the machine', () => {
    const found = burns.map((burn) => outcomeOf(burn, dueAtRoundEnd(answerOf(burn.stored), answerOf(burn.updated))));
    expect(found).toEqual(burns.map(({ outcome }) => outcome));
  });

  it('would often be promised otherwise if what the pool pays first did not count', () => {
    const wrong = burns.filter((burn) => outcomeOf(burn, 0n) !== burn.outcome);
    expect(new Set(wrong.map((burn) => `${outcomeOf(burn, 0n)}, in truth ${burn.outcome}`))).toEqual(
      new Set(['paid, in truth billed', 'paid, in truth refused', 'billed, in truth refused']),
    );
  });

  it('costs the pool nothing first while the validators are the same', () => {
    const same = burns.filter(({ stored }) => stored.validators === 'now');
    expect(same.length).toBeGreaterThan(2);
    for (const { stored, updated } of same) expect(dueAtRoundEnd(answerOf(stored), answerOf(updated))).toBe(0n);
  });
});
