import { type BenchFamily, families } from '../families/index.ts';
import { createClient } from '../load/client.ts';
import { closedLoop, openLoop, p50, p99 } from '../load/run.ts';
import { key, settingsFor, startGateway } from '../processes/gateway.ts';
import { type Figure, ms } from '../report/figure.ts';
import { percentile } from '../report/percentiles.ts';
import type { Bench, Measure } from './section.ts';
import { encodeShot } from './shots.ts';

const upstreamMs = 50;
const rate = 100;
const crowd = 500;
const most = { p50: 60, p99: 90 };

/** How long clients wait if upstreams are as far away as real ones. */
export const measureLatency: Measure = async (bench) => {
  const figures: Figure[] = [];
  for (const family of families) figures.push(...(await measureFamily(bench, family)));
  return {
    title: `Encode with an upstream of ${upstreamMs} ms`,
    how: `Transfers arrive ${rate} times a second whether or not earlier ones have been answered, ${bench.plan.latency.requests} in all; their time counts from when they were due. Then ${crowd} at the same moment.`,
    figures,
  };
};

async function measureFamily(bench: Bench, family: BenchFamily): Promise<Figure[]> {
  const gateway = await startGateway(
    settingsFor([[family, [bench.upstream.endpoint(family, 'good', upstreamMs, 'stand-in')]]]),
  );
  const client = createClient(gateway.url, key, crowd);
  try {
    // The first requests load the family and compile the common code.
    await openLoop(client, rate, rate, (index) => encodeShot(family, index));
    const steady = await openLoop(client, rate, bench.plan.latency.requests, (index) =>
      encodeShot(family, 1_000 + index),
    );
    bench.progress(`${family.name} at ${rate} /s: p50 ${ms(p50(steady))}, p99 ${ms(p99(steady))}`);
    const crowded = await closedLoop(client, crowd, { count: crowd }, (index) => encodeShot(family, 1_000_000 + index));
    bench.progress(`${family.name}, ${crowd} at once: ${crowded.failed} failed`);
    const failures = [...steady.failures, ...crowded.failures];
    if (failures.length > 0) bench.progress(failures.join('\n'));
    return [
      {
        what: `${family.name}, p50`,
        measured: ms(p50(steady)),
        mustBe: `below ${most.p50} ms`,
        isReached: p50(steady) < most.p50,
      },
      {
        what: `${family.name}, p99`,
        measured: ms(p99(steady)),
        mustBe: `below ${most.p99} ms`,
        isReached: p99(steady) < most.p99,
      },
      { what: `${family.name}, failed`, measured: `${steady.failed}`, mustBe: 'none', isReached: steady.failed === 0 },
      {
        what: `${family.name}, ${crowd} at the same moment`,
        measured: `${crowd - crowded.failed} succeeded, the last after ${ms(percentile(crowded.latencies, 1))}`,
        mustBe: 'all succeed',
        isReached: crowded.failed === 0,
      },
    ];
  } finally {
    await client.close();
    await gateway.stop();
  }
}
