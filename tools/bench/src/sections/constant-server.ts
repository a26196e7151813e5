import { argv } from 'node:process';
import { type ChainId, chainIds } from '@isochain/core';
import { createApp } from '@isochain/gateway/src/app.ts';
import type { Chains } from '@isochain/gateway/src/chains.ts';
import { loadSettings } from '@isochain/gateway/src/config/load.ts';
import { createLineWriter } from '@isochain/gateway/src/line-writer.ts';
import { createLog } from '@isochain/gateway/src/log.ts';
import { listen } from '@isochain/gateway/src/server.ts';
import { memoryStore } from '@isochain/gateway/src/shared/memory-store.ts';
import { createMetrics } from '@isochain/gateway/src/telemetry/metrics.ts';
import { Hono } from 'hono';

// Encode is compared with this process: the gateway's server with an app that always answers a constant.
// - `app`: the gateway's app itself, with its routes, keys, metrics and log, around chains whose encode is a constant
// - `bare`: only a route of Hono
// Arguments: `app` or `bare`, the settings, the answer.

const [, , kind = '', settingsText = '', answerText = ''] = argv;
const answer = JSON.parse(answerText);

async function constantApp(): Promise<(request: Request) => Response | Promise<Response>> {
  const settings = await loadSettings({ ISOCHAIN_CONFIG_JSON: settingsText });
  const chainOf = (id: ChainId) => ({ id, encode: async () => answer });
  // Only the part of chains that the route of encode uses.
  const chains = {
    open: async (id: ChainId) => chainOf(id),
    health: () => ({}),
    endpoints: () => [],
  } as unknown as Chains;
  const store = memoryStore();
  const metrics = createMetrics({ endpoints: () => chains.endpoints(), isStoreHealthy: () => store.isHealthy() });
  const output = createLineWriter((lines) => console.log(lines));
  const app = createApp({ settings, chains, store, metrics, log: createLog('info', output.line) });
  return (request) => app.fetch(request);
}

function constantRoute(): (request: Request) => Response | Promise<Response> {
  const app = new Hono();
  for (const id of chainIds) app.post(`/api/${id}/transaction/encode`, (c) => c.json(answer));
  return (request) => app.fetch(request);
}

const { url } = await listen(kind === 'app' ? await constantApp() : constantRoute(), {
  host: '127.0.0.1',
  port: 0,
  drainTimeoutMs: 1_000,
});
console.log(url);
