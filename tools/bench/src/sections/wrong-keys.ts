import { setTimeout as delay } from 'node:timers/promises';
import { families } from '../families/index.ts';
import { createClient } from '../load/client.ts';
import { closedLoop, type Load, p50, rateOf } from '../load/run.ts';
import { runChild } from '../processes/child.ts';
import { key, settingsFor, startGateway } from '../processes/gateway.ts';
import { ms, perSecond } from '../report/figure.ts';
import { median } from '../report/percentiles.ts';
import type { Measure } from './section.ts';
import { encodeShot } from './shots.ts';

const wrongPerSecond = 10_000;
/** Authenticated requests at a time. */
const atOnce = 32;
const leastShare = 0.5;
/** The time from the start of the flood's process to its full rate. */
const floodStartMs = 1_500;

interface Flood {
  readonly refused: number;
  readonly seconds: number;
  readonly failures: readonly string[];
}

/** Measures how a flood of wrong keys slows the requests with a right key. */
export const measureWrongKeys: Measure = async ({ plan, upstream, progress }) => {
  const [family] = families;
  if (family === undefined) throw new RangeError('There is no family.');
  const { rounds, seconds } = plan.wrongKeys;
  const gateway = await startGateway(settingsFor([[family, [upstream.endpoint(family, 'good', 0, 'stand-in')]]]));
  const client = createClient(gateway.url, key, atOnce);
  let number = 0;
  const authenticated = async (length: number): Promise<Load> => {
    const load = await closedLoop(client, atOnce, { seconds: length }, () => encodeShot(family, number++));
    if (load.failed > 0) throw new Error(`${load.failed} of ${load.count} failed: ${load.failures.join('\n')}`);
    return load;
  };
  const flood = async (length: number): Promise<Flood> => {
    const { path } = encodeShot(family, 0);
    const args = [gateway.url, path, String(wrongPerSecond), String(length)];
    return JSON.parse(await runChild(new URL('flood.ts', import.meta.url), { args }));
  };
  try {
    await Promise.all([flood(2), authenticated(2)]);
    const pairs: { alone: Load; flooded: Load; flood: Flood }[] = [];
    for (let round = 0; round < rounds; round++) {
      const alone = await authenticated(seconds);
      const running = flood(seconds + floodStartMs / 1000);
      await delay(floodStartMs);
      const flooded = await authenticated(seconds);
      pairs.push({ alone, flooded, flood: await running });
      progress(`${perSecond(rateOf(alone))} alone, ${perSecond(rateOf(flooded))} flooded`);
    }
    const share = median(pairs.map(({ alone, flooded }) => rateOf(flooded) / rateOf(alone)));
    const refused = median(pairs.map((pair) => pair.flood.refused / pair.flood.seconds));
    const failures = pairs.flatMap((pair) => pair.flood.failures);
    if (failures.length > 0) progress(failures.join('\n'));
    const rate = (which: 'alone' | 'flooded') => median(pairs.map((pair) => rateOf(pair[which])));
    const wait = (which: 'alone' | 'flooded') => median(pairs.map((pair) => p50(pair[which])));
    return {
      title: `${wrongPerSecond.toLocaleString('en-US')} wrong keys a second`,
      how: `Encode of transfers by somebody with a key, ${atOnce} at a time, the upstream answering at once; alone, and while another process sends requests with wrong keys, ${wrongPerSecond.toLocaleString('en-US')} a second as far as the gateway takes them. Median of ${rounds} rounds in turns. Rate limits are off: this is what a gateway bears by itself.`,
      figures: [
        { what: 'wrong keys refused', measured: perSecond(refused) },
        { what: 'authenticated, alone', measured: `${perSecond(rate('alone'))}, p50 ${ms(wait('alone'))}` },
        { what: 'authenticated, flooded', measured: `${perSecond(rate('flooded'))}, p50 ${ms(wait('flooded'))}` },
        {
          what: 'flooded / alone',
          measured: share.toFixed(2),
          mustBe: `at least ${leastShare}`,
          isReached: share >= leastShare,
        },
      ],
    };
  } finally {
    await client.close();
    await gateway.stop();
  }
};
