import type { Mode } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { byMode } from './gateway-wishes.ts';
import { type ChainWishes, wishesOfChains } from './wishes.ts';
import { section } from './wishes-page.ts';

const price = z.object({
  rate: z
    .string()
    .transform((text) => Number(text))
    .optional()
    .describe('A price.'),
  blocks: z.enum(['1', '3']).optional().describe('How fast.'),
});
const more = price.extend({
  sorted: z.boolean().default(false).describe('Whether it is sorted.'),
  time: z.union([z.number(), z.string()]).optional().describe('How long.'),
});

function chain(id: ChainWishes['id'], ofMode: { readonly [M in Mode]?: z.ZodObject }): ChainWishes {
  const wishes = Object.fromEntries(
    Object.entries(ofMode).map(([mode, { shape }]) => [
      mode,
      {
        fees: 'What to pay.',
        ...Object.fromEntries(Object.entries(shape).map(([name, { description }]) => [`params.${name}`, description])),
      },
    ]),
  );
  const verbs = Object.fromEntries(Object.entries(ofMode).map(([mode, schema]) => [mode, { wishes: schema }]));
  return { id, detail: () => ({ wishes }), adapter: { modes: verbs as ChainWishes['adapter']['modes'] } };
}

const one = wishesOfChains([
  chain('bitcoin', { transfer: price, stake: more }),
  chain('litecoin', { transfer: more }),
  chain('dogecoin', {}),
]);
const family = { family: 'bitcoin', ...one } as const;

describe('wishes of a family', () => {
  it('are the wishes of all its chains, and name their chains if another chain with the mode lacks them', () => {
    const some = { chains: ['litecoin'] };
    expect(one.modes).toEqual(['transfer', 'stake']);
    expect(one.wishes).toEqual([
      { mode: 'transfer', place: 'fees', type: 'string', text: 'What to pay.' },
      { mode: 'transfer', place: 'params.rate', type: 'string', text: 'A price.' },
      { mode: 'transfer', place: 'params.blocks', type: '"1" or "3"', text: 'How fast.' },
      { mode: 'transfer', place: 'params.sorted', type: 'boolean', text: 'Whether it is sorted.', ...some },
      { mode: 'transfer', place: 'params.time', type: 'number or string', text: 'How long.', ...some },
      { mode: 'stake', place: 'fees', type: 'string', text: 'What to pay.' },
      { mode: 'stake', place: 'params.rate', type: 'string', text: 'A price.' },
      { mode: 'stake', place: 'params.blocks', type: '"1" or "3"', text: 'How fast.' },
      { mode: 'stake', place: 'params.sorted', type: 'boolean', text: 'Whether it is sorted.' },
      { mode: 'stake', place: 'params.time', type: 'number or string', text: 'How long.' },
    ]);
  });

  it('have one row in the table if they mean the same in several modes', () => {
    const lines = section(family).join('\n').split('\n');
    expect(lines).toContain('| `fees` | string | all | What to pay. |');
    expect(lines).toContain('| `params.blocks` | "1" or "3" | all | How fast. |');
    expect(lines).toContain('| `params.sorted` | boolean | `transfer` | Whether it is sorted. Only on `litecoin`. |');
    expect(lines).toContain('| `params.sorted` | boolean | `stake` | Whether it is sorted. |');
    expect(section({ ...family, modes: ['transfer', 'stake', 'unstake'] })).toContain(
      'Nothing can be wished for in `unstake`.',
    );
  });
});

describe('wishes of all families', () => {
  it('are put together by mode, and a wish of several families is listed once', () => {
    const other = wishesOfChains([chain('solana', { transfer: z.object({}), withdraw: z.object({}) })]);
    const { transfer, stake, withdraw, unstake } = byMode([family, { family: 'solana', ...other }]);
    expect(transfer?.slice(0, 2)).toEqual([
      { place: 'fees', families: ['bitcoin', 'solana'], text: 'What to pay.' },
      { place: 'params.rate', families: ['bitcoin'], text: 'A price.' },
    ]);
    expect(stake?.map(({ place }) => place)).toHaveLength(5);
    expect(withdraw).toEqual([{ place: 'fees', families: ['solana'], text: 'What to pay.' }]);
    expect(unstake).toBeUndefined();
  });
});
