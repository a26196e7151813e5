import * as z from 'zod';
import { ibcDenom } from '../../address/ibc-denom.ts';

/** Where a denomination came from: `transfer/channel-141`, and its denomination there. */
export interface IbcTrace {
  readonly path: string;
  readonly base: string;
}

/** `GET /ibc/apps/transfer/v1/denom_traces/{hash}` (ibc-go 8 and before) */
const trace = z
  .object({ denom_trace: z.object({ path: z.string(), base_denom: z.string() }) })
  .transform(({ denom_trace: found }) => ({ path: found.path, base: found.base_denom }));

/** `GET /ibc/apps/transfer/v1/denoms/{hash}` (ibc-go 9 and later) */
const denom = z
  .object({
    denom: z.object({ base: z.string(), trace: z.array(z.object({ port_id: z.string(), channel_id: z.string() })) }),
  })
  .transform(({ denom: found }) => ({
    path: found.trace.map(({ port_id, channel_id }) => `${port_id}/${channel_id}`).join('/'),
    base: found.base,
  }));

/** The answer of either. */
export const ibcTrace: z.ZodType<IbcTrace> = z.union([denom, trace]);

/** The denomination that a trace belongs to (ADR 001 of ibc-go: coin source tracing). It shows whether a node lied about a trace. */
export function denomOfTrace({ path, base }: IbcTrace): string {
  return ibcDenom(`${path}/${base}`);
}
