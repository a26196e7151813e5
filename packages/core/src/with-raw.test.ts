import { expect, it } from 'vitest';
import * as z from 'zod';
import { withRaw } from './with-raw.ts';

const schema = z.object({ height: z.string().transform(BigInt) });

it('keeps the raw answer beside the parsed value', () => {
  const raw = { height: '5', more: [1] };
  const read = withRaw(schema).parse(raw);
  expect(read).toEqual({ value: { height: 5n }, raw });
  expect(read.raw).toBe(raw);
});

it('keeps a chosen part of the raw answer, and parses the whole', () => {
  expect(withRaw(schema, () => 'kept').parse({ height: '5' })).toEqual({ value: { height: 5n }, raw: 'kept' });
});

it('refuses answers that the schema refuses', () => {
  expect(withRaw(schema).safeParse({ height: 5 }).success).toBe(false);
});
