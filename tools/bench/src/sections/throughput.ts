import { cpuUsage } from 'node:process';
import { type BenchFamily, families } from '../families/index.ts';
import { createClient } from '../load/client.ts';
import { closedLoop, rateOf } from '../load/run.ts';
import { startChild } from '../processes/child.ts';
import { key, settingsFor, startGateway } from '../processes/gateway.ts';
import { type Figure, perSecond } from '../report/figure.ts';
import { median } from '../report/percentiles.ts';
import type { Bench, Measure } from './section.ts';
import { encodeShot } from './shots.ts';

/** Requests at a time. */
const atOnce = 32;
/** The gateway's own app must reach at least this share of a bare route's rate. */
const leastShare = 0.25;

interface Server {
  readonly name: 'encode' | 'app' | 'bare';
  readonly url: string;
  stop(): Promise<void>;
}

/** Measures encode over HTTP and constant answers, in turns. */
export const measureThroughput: Measure = async (bench) => {
  const figures: Figure[] = [];
  for (const family of families) figures.push(...(await measureFamily(bench, family)));
  return {
    title: 'Encode over HTTP, its upstream answering at once',
    how: `Requests per second, ${atOnce} at a time, median of ${bench.plan.throughput.rounds} rounds in turns. "Constant answer": the gateway's own app (server, routes, keys, log, metrics) with the same JSON in place of the chain. "Bare": the same server with one route of Hono and nothing else. Upstream and load generator share the cores with the gateway; where the generator uses nearly all of one, the rate is its own limit.`,
    figures,
  };
};

async function measureFamily(bench: Bench, family: BenchFamily): Promise<Figure[]> {
  const { rounds, seconds, warmUp } = bench.plan.throughput;
  const settings = settingsFor([[family, [bench.upstream.endpoint(family, 'good', 0, 'stand-in')]]]);
  const servers: Server[] = [];
  try {
    servers.push({ name: 'encode', ...(await startGateway(settings)) });
    const answer = await answerOf(servers[0]?.url ?? '', family);
    for (const name of ['app', 'bare'] as const) {
      const entry = new URL('constant-server.ts', import.meta.url);
      servers.push({ name, ...(await startChild(entry, { args: [name, JSON.stringify(settings), answer] })) });
    }
    const rates: Record<Server['name'], number[]> = { encode: [], app: [], bare: [] };
    let number = 0;
    let generator = 0;
    for (let round = -1; round < rounds; round++) {
      for (const { name, url } of servers) {
        const client = createClient(url, key, atOnce);
        const until = round < 0 ? { count: warmUp } : { seconds };
        const before = cpuUsage();
        const load = await closedLoop(client, atOnce, until, () => encodeShot(family, number++));
        const { user, system } = cpuUsage(before);
        await client.close();
        if (load.failed > 0)
          throw new Error(`${name}: ${load.failed} of ${load.count} failed: ${load.failures.join('\n')}`);
        if (round < 0) continue;
        rates[name].push(rateOf(load));
        generator = Math.max(generator, (user + system) / 1e6 / load.seconds);
        bench.progress(`${family.name} ${name}: ${perSecond(rateOf(load))}`);
      }
    }
    return toFigures(family, rates, generator);
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** One answer of encode. */
async function answerOf(url: string, family: BenchFamily): Promise<string> {
  const { path, body = null } = encodeShot(family, 0);
  const headers = { authorization: key, 'content-type': 'application/json' };
  return (await fetch(`${url}${path}`, { method: 'POST', headers, body })).text();
}

function toFigures(family: BenchFamily, rates: Record<Server['name'], number[]>, generator: number): Figure[] {
  const [encode, app, bare] = [median(rates.encode), median(rates.app), median(rates.bare)];
  // Rounds run in turns. Each is compared with its neighbour, which ran at almost the same time.
  const share = median(rates.app.map((rate, round) => rate / (rates.bare[round] ?? Number.NaN)));
  return [
    { what: `${family.name}, encode of a transfer`, measured: perSecond(encode) },
    { what: `${family.name}, constant answer`, measured: perSecond(app) },
    { what: `${family.name}, bare constant answer`, measured: perSecond(bare) },
    {
      what: `${family.name}, constant answer / bare`,
      measured: share.toFixed(2),
      mustBe: `at least ${leastShare}`,
      isReached: share >= leastShare,
    },
    {
      what: `${family.name}, most that the load generator used of a core`,
      measured: `${(100 * generator).toFixed(0)} %`,
    },
  ];
}
