import { measureAssemble } from './assemble.ts';
import { measureFailingEndpoints } from './failing-endpoints.ts';
import { measureLatency } from './latency.ts';
import { measureMixed } from './mixed.ts';
import type { Measure } from './section.ts';
import { measureThroughput } from './throughput.ts';
import { measureWorker } from './worker.ts';
import { measureWrongKeys } from './wrong-keys.ts';

/** All sections, by the name that selects one alone. */
export const sections: Readonly<Record<string, Measure>> = {
  throughput: measureThroughput,
  assemble: measureAssemble,
  latency: measureLatency,
  mixed: measureMixed,
  worker: measureWorker,
  endpoints: measureFailingEndpoints,
  keys: measureWrongKeys,
};
