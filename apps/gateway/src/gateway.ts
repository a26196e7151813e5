import type { ConnectOptions } from '@isochain/core';
import type { Fetch } from '@isochain/core/upstream';
import { createApp } from './app.ts';
import { createChains } from './chains.ts';
import type { Settings } from './config/settings.ts';
import type { Dependencies, Gateway } from './context.ts';
import { families as allFamilies, type Families } from './families.ts';
import { memoryStore } from './shared/memory-store.ts';
import { notesIn } from './shared/notes.ts';
import type { Store } from './shared/store.ts';
import type { Metrics, MetricsSources } from './telemetry/metrics.ts';
import { attemptSpan } from './telemetry/spans.ts';

/** What differs between platforms, and what tests replace. */
export interface Platform
  extends Pick<Dependencies, 'log' | 'docsScript' | 'developmentKey' | 'isStopping' | 'limiter' | 'compresses'> {
  readonly coalesce: NonNullable<ConnectOptions['coalesce']>;
  /** Defaults to the memory of this process. */
  readonly store?: Store | undefined;
  /** Makes the metrics; none by default. */
  readonly createMetrics?: ((sources: MetricsSources) => Metrics) | undefined;
  /** Defaults to the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Defaults to all families that are built. */
  readonly families?: Families | undefined;
}

/**
 * Puts the service together.
 *
 * @example
 * const app = createGateway(await loadSettings(process.env), { log, coalesce: 'shared' });
 * const response = await app.request('/health');
 */
export function createGateway(settings: Settings, platform: Platform): Gateway {
  const { fetch, coalesce, families = allFamilies, store = memoryStore(), createMetrics, ...rest } = platform;
  const connect: Omit<ConnectOptions, 'endpoints'> = {
    fetch,
    coalesce,
    timeoutMs: settings.limits.upstreamTimeoutMs,
    notes: notesIn(store),
    onAttempt(attempt) {
      metrics?.attempted(attempt);
      attemptSpan(attempt);
    },
    onRemark({ chainId: chain, endpoint, remark }) {
      rest.log('warn', 'an upstream should be looked after', { chain, endpoint, remark });
    },
  };
  const chains = createChains({ families, settings: settings.chains, connect });
  const metrics =
    settings.metrics === 'off'
      ? undefined
      : createMetrics?.({ endpoints: () => chains.endpoints(), isStoreHealthy: () => store.isHealthy() });
  return createApp({ settings, chains, store, metrics, ...rest });
}
