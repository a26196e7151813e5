import { families } from '../families/index.ts';
import { createClient } from '../load/client.ts';
import { closedLoop, type Load, p50, p99, rateOf } from '../load/run.ts';
import { key, settingsFor, startGateway } from '../processes/gateway.ts';
import { type Memory, readMemory } from '../processes/metrics.ts';
import { type Figure, megabytes, ms, perSecond } from '../report/figure.ts';
import { type Flatness, flatness, mostGrowth } from './memory.ts';
import { mixedShot } from './mixed-shots.ts';
import type { Measure } from './section.ts';

const atOnce = 16;
/** The limit of the 99th percentile, in medians. */
const mostTimes = 5;
/** With fewer requests, memory has not yet reached its lasting size. */
const leastToJudge = 50_000;
/** How often memory is looked at during the run. */
const looks = 100;

/** Measures latency and memory while the gateway is used for a while. */
export const measureMixed: Measure = async ({ plan, upstream, progress }) => {
  const { warmUp, requests } = plan.mixed;
  const endpointsOf = (name: string) =>
    families.map((family) => [family, [upstream.endpoint(family, 'good', 0, name)]] as const);
  const gateway = await startGateway(settingsFor(endpointsOf('stand-in')));
  const client = createClient(gateway.url, key, atOnce);
  try {
    await closedLoop(client, atOnce, { count: warmUp }, mixedShot);
    progress(`warmed up with ${warmUp} requests`);
    const seen: Memory[] = [await readMemory(gateway.url, key)];
    const reads: Promise<void>[] = [];
    const load = await closedLoop(
      client,
      atOnce,
      { count: requests },
      (index) => mixedShot(warmUp + index),
      (done) => {
        if (done % (requests / looks) !== 0) return;
        reads.push(readMemory(gateway.url, key).then((memory) => void seen.push(memory)));
        if (done % (requests / 10) === 0) progress(`${done} of ${requests} requests`);
      },
    );
    await Promise.all(reads);
    if (load.failures.length > 0) progress(load.failures.join('\n'));
    return {
      title: `${requests.toLocaleString('en-US')} requests, mixed`,
      how: `${atOnce} at a time, of all families in turns, their upstreams answering at once: encode (8 of 20), state (3), address/encode (2), validate (2), a chain (1), and 4 broken ones, which must be refused for the right reason. Before them ${warmUp.toLocaleString('en-US')} to warm up. Memory as the gateway tells it at /metrics; heap: the least of the tenth of the run that ends there, as most of the rest is waiting to be collected.`,
      figures: [...timeFigures(load), ...memoryFigures(flatness(seen), requests >= leastToJudge)],
    };
  } finally {
    await client.close();
    await gateway.stop();
  }
};

function timeFigures(load: Load) {
  const times = p99(load) / p50(load);
  return [
    {
      what: 'answers that were not as they must be',
      measured: `${load.failed}`,
      mustBe: 'none',
      isReached: load.failed === 0,
    },
    { what: 'rate', measured: perSecond(rateOf(load)) },
    { what: 'p50', measured: ms(p50(load)) },
    { what: 'p99', measured: ms(p99(load)) },
    { what: 'p99 / p50', measured: times.toFixed(1), mustBe: `below ${mostTimes}`, isReached: times < mostTimes },
  ];
}

function memoryFigures({ at, growth, isFlat }: Flatness, isJudged: boolean): Figure[] {
  const rows = at.map(({ percent, resident, heap }) => ({
    what: `memory at ${percent} %`,
    measured: `${megabytes(resident)} resident, ${megabytes(heap)} heap`,
  }));
  const target = { mustBe: `at most ${percents(mostGrowth)}`, isReached: isFlat };
  const grown = { what: 'growth of resident memory from 10 % to 100 %', measured: percents(growth) };
  return [...rows, { ...grown, ...(isJudged ? target : {}) }];
}

function percents(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
