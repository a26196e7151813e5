import type { ConnectOptions } from '@isochain/core';
import { createApp } from './app.ts';
import { createChains } from './chains.ts';
import type { Settings } from './config/settings.ts';
import type { Dependencies, Gateway } from './context.ts';
import { families as allFamilies, type Families } from './families.ts';

/** What differs between platforms, and what tests replace. */
export interface Platform extends Pick<Dependencies, 'log' | 'docsScript' | 'isStopping'> {
  readonly coalesce: NonNullable<ConnectOptions['coalesce']>;
  /** Defaults to the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Defaults to all that are built. */
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
  const { fetch, coalesce, families = allFamilies, ...rest } = platform;
  const connect = { fetch, coalesce, timeoutMs: settings.limits.upstreamTimeoutMs };
  const chains = createChains({ families, settings: settings.chains, connect });
  return createApp({ settings, chains, ...rest });
}
