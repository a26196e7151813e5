import { nodeInfo } from '../node-facts.ts';
import type { Query } from '../query.ts';

/** The chain's own id. Guards ask for more at the same time. */
export const network: Query<string> = { rest: { path: '/cosmos/base/tendermint/v1beta1/node_info', schema: nodeInfo } };
