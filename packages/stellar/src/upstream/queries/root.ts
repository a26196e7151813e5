import * as z from 'zod';
import { integer, time } from '../fields.ts';
import { horizonQuery, type Query } from '../query.ts';

/** What a server says of itself (stellar/go, protocols/horizon/main.go: Root). */
export interface RootFacts {
  /** The first number of its version. Undefined if it tells none. */
  readonly version: number | undefined;
  readonly passphrase: string;
  /** The latest ledger that can be read here. */
  readonly historyLatest: bigint;
  /** When it closed, in milliseconds since 1970. */
  readonly historyClosedAt: number;
  /** The oldest ledger that can be read here. */
  readonly historyElder: bigint;
  /** The latest ledger of the core that takes transactions. It may be ahead. */
  readonly coreLatest: bigint;
}

export const root: Query<RootFacts> = horizonQuery({
  path: '/',
  schema: z.object({
    horizon_version: z.string().optional(),
    network_passphrase: z.string(),
    history_latest_ledger: integer,
    history_latest_ledger_closed_at: time,
    history_elder_ledger: integer,
    core_latest_ledger: integer,
  }),
  read: (raw) => ({
    version: versionIn(raw.horizon_version),
    passphrase: raw.network_passphrase,
    historyLatest: raw.history_latest_ledger,
    historyClosedAt: raw.history_latest_ledger_closed_at,
    historyElder: raw.history_elder_ledger,
    coreLatest: raw.core_latest_ledger,
  }),
});

/** @param text - `28.0.1-1a2b3c`: with the commit that it was built from. */
function versionIn(text: string | undefined): number | undefined {
  const [, major] = /^v?(\d{1,4})\./.exec(text ?? '') ?? [];
  return major === undefined ? undefined : Number(major);
}
