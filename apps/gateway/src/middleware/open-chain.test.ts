import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { ChainEnv } from '../context.ts';
import { openChain } from './open-chain.ts';

/** Answers with the handler's result after its time is over. */
async function statusOf(late: 'dropped' | 'kept', finish: () => Response): Promise<number> {
  const app = new Hono<ChainEnv>();
  app.onError((error, c) => c.text(String((error as { code?: string }).code), 504));
  app.use(async (c, next) => {
    const dependencies = { chains: { open: async () => ({}) }, settings: { limits: { requestTimeoutMs: 1 } } };
    c.set('dependencies', dependencies as unknown as ChainEnv['Variables']['dependencies']);
    c.set('key', { name: 'a', expires: undefined, chains: undefined, access: 'write', rate: undefined });
    await next();
  });
  app.post('/:chainId', openChain('any', 'write', late), async (c) => {
    await new Promise<void>((resolve) => c.var.signal.addEventListener('abort', () => resolve()));
    return finish();
  });
  return (await app.request('/sepolia', { method: 'POST' })).status;
}

const answer = () => new Response('0xhash');
const failure = () => {
  throw new RangeError('broken');
};

it('drops an answer that comes after the deadline', async () => {
  expect(await statusOf('dropped', answer)).toBe(504);
});

it('keeps the answer if something has been done', async () => {
  expect(await statusOf('kept', answer)).toBe(200);
});

it('says that the time is over if there is no answer', async () => {
  expect(await statusOf('kept', failure)).toBe(504);
});
