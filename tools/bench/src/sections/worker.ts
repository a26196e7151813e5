import { performance } from 'node:perf_hooks';
import { bundleGateway } from '@isochain/conformance/checks/gateway-bundle.ts';
import { startWorker, type Worker, type WorkerOptions } from '@isochain/conformance/checks/workerd.ts';
import { type BenchFamily, families } from '../families/index.ts';
import { key, settingsFor } from '../processes/gateway.ts';
import type { EndpointSettings } from '../processes/upstream.ts';
import { type Figure, ms } from '../report/figure.ts';
import { median } from '../report/percentiles.ts';
import type { Measure } from './section.ts';
import { encodeShot } from './shots.ts';

const mostMs = 50;

/** Measures the first request of a family on Workers. That request loads the family. */
export const measureWorker: Measure = async ({ plan, upstream, progress }) => {
  const bundle = await bundleGateway();
  const figures: Figure[] = [];
  for (const family of families) {
    const pairs: { first: number; second: number }[] = [];
    for (let start = 0; start < plan.worker.starts; start++) {
      pairs.push(await measureStart(bundle, family, upstream.endpoint(family, 'good', 0, 'stand-in')));
    }
    const more = median(pairs.map(({ first, second }) => first - second));
    progress(`${family.name}: ${pairs.map(({ first, second }) => `${ms(first)}, then ${ms(second)}`).join('; ')}`);
    figures.push(
      {
        what: `${family.name}, first and second`,
        measured: `${ms(median(pairs.map(({ first }) => first)))}, ${ms(median(pairs.map(({ second }) => second)))}`,
      },
      {
        what: `${family.name}, first - second`,
        measured: ms(more),
        mustBe: `below ${mostMs} ms`,
        isReached: more < mostMs,
      },
    );
  }
  return {
    title: 'First request of a family on workerd',
    how: `Encode of a transfer, the first and the second after /health has answered, the upstream answering at once; median of ${plan.worker.starts} starts of the bundle that would be deployed.`,
    figures,
  };
};

async function measureStart(bundle: WorkerOptions, family: BenchFamily, endpoint: EndpointSettings) {
  const settings = { ...settingsFor([[family, [endpoint]]]), log: 'error' };
  const worker = await startWorker({ ...bundle, variables: { ISOCHAIN_CONFIG_JSON: JSON.stringify(settings) } });
  try {
    await worker.fetch('/health');
    return { first: await timeOf(worker, family, 1), second: await timeOf(worker, family, 2) };
  } finally {
    await worker.stop();
  }
}

async function timeOf(worker: Worker, family: BenchFamily, number: number): Promise<number> {
  const { path, method, body = '', status: expected, contains = '' } = encodeShot(family, number);
  const headers = { authorization: key, 'content-type': 'application/json' };
  const since = performance.now();
  const { status, text } = await worker.fetch(path, { method, headers, body });
  const took = performance.now() - since;
  if (status !== expected || !text.includes(contains))
    throw new Error(`${path} answers ${status}: ${text.slice(0, 500)}`);
  return took;
}
