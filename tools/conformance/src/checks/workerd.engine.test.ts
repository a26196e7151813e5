import { describe, expect, it } from 'vitest';
import { startWorker } from './workerd.ts';

const source = `
  const seen = [typeof Buffer, typeof process, typeof fetch, typeof crypto];
  export default { fetch: (request, env) => Response.json([...seen, new URL(request.url).pathname, env.SETTING ?? null]) };`;

const start = (modules: Record<string, string>, compatibilityDate: string) =>
  startWorker({ modules, main: 'main.js', compatibilityDate, variables: { SETTING: 'on' } });

describe('workerd', () => {
  it('has nothing of Node before 2026-08-04', async () => {
    const worker = await start({ 'main.js': source }, '2026-08-01');
    try {
      expect(worker.readyMs).toBeGreaterThan(0);
      const { status, text } = await worker.fetch('/a');
      expect([status, JSON.parse(text)]).toEqual([200, ['undefined', 'undefined', 'function', 'object', '/a', 'on']]);
    } finally {
      await worker.stop();
    }
  });

  it('loads several modules', async () => {
    const worker = await start(
      {
        'main.js': "import { answer } from './other.js'; export default { fetch: () => new Response(answer) };",
        'other.js': "export const answer = 'yes';",
      },
      '2026-10-01',
    );
    try {
      expect(await worker.fetch('/')).toEqual({ status: 200, text: 'yes' });
    } finally {
      await worker.stop();
    }
  });
});
