import { type BenchFamily, families } from '../families/index.ts';
import { createClient } from '../load/client.ts';
import { closedLoop, openLoop, p50, p99 } from '../load/run.ts';
import { key, settingsFor, startGateway } from '../processes/gateway.ts';
import { deadEndpoint, type EndpointSettings } from '../processes/upstream.ts';
import { type Figure, ms } from '../report/figure.ts';
import type { Bench, Measure } from './section.ts';
import { encodeShot, refusedShot } from './shots.ts';

const timeoutMs = 500;
/** The time of one attempt, and a fifth of it more. */
const mostMs = 1.2 * timeoutMs;
const rate = 100;
const upstreamMs = 20;
const warmUp = 300;

const troubles = ['down', 'slow', 'lying', 'limited'] as const;

/** Two of three endpoints fail: the two that are asked first. */
export const measureFailingEndpoints: Measure = async (bench) => {
  const figures: Figure[] = [];
  for (const family of families) {
    for (const trouble of troubles) figures.push(...(await measureTrouble(bench, family, trouble)));
  }
  return {
    title: 'Two of three endpoints fail',
    how: `Encode of transfers, ${rate} a second whether or not earlier ones have been answered, ${bench.plan.failingEndpoints.requests} in all; their time counts from when they were due. The first two endpoints in the list fail, the third answers after ${upstreamMs} ms. One attempt may take ${timeoutMs} ms (\`limits.upstreamTimeoutMs\`; 8000 by default). Down: nobody listens. Slow: 30 seconds. Lying: another chain, or HTML, in turns. Limited: 429.`,
    figures,
  };
};

async function measureTrouble(
  { plan, upstream, progress }: Bench,
  family: BenchFamily,
  trouble: (typeof troubles)[number],
): Promise<Figure[]> {
  const failing = (name: string): EndpointSettings | Promise<EndpointSettings> =>
    trouble === 'down' ? deadEndpoint(family, name) : upstream.endpoint(family, trouble, 0, name);
  const good = upstream.endpoint(family, 'good', upstreamMs, 'third');
  const endpoints = [await failing('first'), await failing('second'), good];
  const gateway = await startGateway(settingsFor([[family, endpoints]], timeoutMs));
  const client = createClient(gateway.url, key, 200);
  try {
    // Loads the family and compiles the common code, without a request to an upstream.
    await closedLoop(client, 1, { count: warmUp }, (index) => refusedShot(family, index));
    const load = await openLoop(client, rate, plan.failingEndpoints.requests, (index) => encodeShot(family, index));
    progress(`${family.name}, ${trouble}: ${load.failed} failed, p50 ${ms(p50(load))}, p99 ${ms(p99(load))}`);
    if (load.failures.length > 0) progress(load.failures.join('\n'));
    return [
      {
        what: `${family.name}, ${trouble}: failed`,
        measured: `${load.failed}`,
        mustBe: 'none',
        isReached: load.failed === 0,
      },
      {
        what: `${family.name}, ${trouble}: p99 (p50)`,
        measured: `${ms(p99(load))} (${ms(p50(load))})`,
        mustBe: `below ${mostMs} ms`,
        isReached: p99(load) < mostMs,
      },
    ];
  } finally {
    await client.close();
    await gateway.stop();
  }
}
