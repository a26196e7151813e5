import type { Plan } from '../plan.ts';
import type { Upstream } from '../processes/upstream.ts';
import type { Section } from '../report/figure.ts';

/** The tools of a section. */
export interface Bench {
  readonly plan: Plan;
  readonly upstream: Upstream;
  /** Called with a line about each step, for people who wait. */
  progress(line: string): void;
}

/** Measures something. */
export type Measure = (bench: Bench) => Promise<Section>;
