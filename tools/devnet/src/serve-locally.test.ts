import { Agent, createServer, request, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type LocalServer, serveLocally } from './serve-locally.ts';

/** Blocks this thread, as a slow machine does with work that is short elsewhere. */
function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Lets waiting events run, so that closed connections are noticed. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function ask(url: string, agent: Agent): Promise<{ status: number | undefined; reused: boolean }> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent }, (response) => {
      response.resume().once('end', () => resolve({ status: response.statusCode, reused: call.reusedSocket }));
    });
    call.once('error', reject).end();
  });
}

describe('a server of this process', () => {
  let running: LocalServer | undefined;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  afterEach(async () => {
    agent.destroy();
    await running?.stop();
  });

  it('keeps connections, even if the process is too busy to use them', async () => {
    // Node's own limits, but shorter, so that the test need not wait long.
    const limits = { keepAliveTimeout: 1, keepAliveTimeoutBuffer: 0, headersTimeout: 1, requestTimeout: 1 };
    const server: Server = createServer({ ...limits, connectionsCheckingInterval: 1 }, (_, response) => response.end());
    running = await serveLocally(server);
    expect(await ask(running.url, agent)).toMatchObject({ status: 200 });
    await turns();
    block(50);
    await turns();
    expect(await ask(running.url, agent)).toEqual({ status: 200, reused: true });
  });
});
