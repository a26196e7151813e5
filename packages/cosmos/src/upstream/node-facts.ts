import * as z from 'zod';
import { time } from './lcd/fields.ts';

// What nodes tell of themselves: proto/cosmos/base/tendermint/v1beta1/query.proto and proto/cosmos/base/node/v1beta1/query.proto of cosmos-sdk.

/** The chain's own id. */
export const nodeInfo = z
  .object({ default_node_info: z.object({ network: z.string() }) })
  .transform((found) => found.default_node_info.network);

/** The time of the latest block, in milliseconds since 1970. Undefined if the node does not tell. */
export const nodeStatus = z.object({ timestamp: time.nullish() }).transform(({ timestamp }) => timestamp ?? undefined);

/** The time of the latest block, in milliseconds since 1970. */
export const latestBlock = z
  .object({ block: z.object({ header: z.object({ time }) }) })
  .transform(({ block }) => block.header.time);

/** CometBFT's `status`: the chain's own id, and the time of the latest block in milliseconds since 1970. */
export const rpcStatus = z
  .object({ node_info: z.object({ network: z.string() }), sync_info: z.object({ latest_block_time: time }) })
  .transform((found) => ({ network: found.node_info.network, time: found.sync_info.latest_block_time }));
