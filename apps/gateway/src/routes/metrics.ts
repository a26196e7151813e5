import { refuse } from '@isochain/core';
import type { Handler } from 'hono';
import type { Env } from '../context.ts';

/** Metrics of this process, in the text format of Prometheus. */
export const metrics: Handler<Env> = async (c) => {
  const { metrics: counted } = c.get('dependencies');
  if (counted === undefined) throw refuse('route.notFound', {});
  const { type, body } = await counted.text();
  return c.body(body, 200, { 'Content-Type': type, 'Cache-Control': 'no-store' });
};
