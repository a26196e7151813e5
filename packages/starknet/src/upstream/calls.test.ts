import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { connectTo, Fault, transfer } from '../../test/scripted-node.ts';
import { askable, question } from './calls.ts';

const ask = { params: {}, schema: z.string() };

describe('a question', () => {
  it('has no errors that are answers', () => {
    expect(question('starknet_chainId', ask.params, ask.schema).isAnswer).toBeUndefined();
  });

  it('may have errors that are answers, and no others', () => {
    const { isAnswer } = askable('starknet_getNonce', ask.params, ask.schema, { codes: [20, 40] });
    expect([20, 40].map((code) => isAnswer?.({ code, message: 'rate limit' }))).toEqual([true, true]);
    expect([21, 24, -32603].map((code) => isAnswer?.({ code, message: '' }))).toEqual([false, false, false]);
  });

  it('is the same question if it has the same codes: equal reads are made once', () => {
    const [one, same, other] = [[20], [20], [20, 40]].map((codes) => askable('a', ask.params, ask.schema, { codes }));
    expect(one?.isAnswer).toBe(same?.isAnswer);
    expect(one?.isAnswer).not.toBe(other?.isAnswer);
  });
});

describe('an error of a node', () => {
  it.each([24, 63, -32602, -32603, 4711])('that is no answer leads to the next node: %i', async (code) => {
    const broken = { methods: { starknet_getNonce: () => new Fault(code, 'an error') } };
    const { chain, onTrace, attempts } = connectTo('starknet', [broken, {}]);
    expect((await chain.encode(transfer, { onTrace })).status.errors).toEqual([]);
    expect(attempts()?.[0]).toContain('starknet_getNonce');
  });

  it('that is an answer stays with the node', async () => {
    const { chain, asked } = connectTo('starknet', [{ accounts: {} }, {}]);
    expect((await chain.encode(transfer, {})).status.errors).toMatchObject([{ code: 'sender.notFound' }]);
    expect(new Set(asked.map(({ node }) => node))).toEqual(new Set([0]));
  });
});
