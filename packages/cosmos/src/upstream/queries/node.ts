import { readMessage } from '../../protobuf.ts';
import { nodeInfo } from '../node-facts.ts';
import type { Query } from '../query.ts';

/** The chain's own id. Guards ask for more at the same time. */
export const network: Query<string> = {
  rest: { path: '/cosmos/base/tendermint/v1beta1/node_info', schema: nodeInfo },
  abci: {
    path: '/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo',
    data: new Uint8Array(),
    // proto/tendermint/p2p/types.proto of cometbft: DefaultNodeInfo
    read: (answer) => readMessage(answer).message(1).text(4),
  },
};
