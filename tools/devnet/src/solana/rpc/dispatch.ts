import type { Node } from '../node.ts';
import { accountMethods } from './accounts.ts';
import { airdropMethods } from './airdrop.ts';
import { clusterMethods } from './cluster.ts';
import { controlMethods } from './controls.ts';
import { RpcFault } from './fault.ts';
import { historyMethods } from './history.ts';
import type { Method } from './methods.ts';
import { sendMethods } from './send.ts';
import type { Handle } from './server.ts';
import { stakingMethods } from './staking.ts';

const methods = new Map<string, Method>(
  Object.entries({
    ...accountMethods,
    ...airdropMethods,
    ...clusterMethods,
    ...controlMethods,
    ...historyMethods,
    ...sendMethods,
    ...stakingMethods,
  }),
);

/** Finds the method and runs it. */
export function createDispatch(node: Node): Handle {
  return (name, params) => {
    const method = methods.get(name);
    if (method === undefined) throw new RpcFault(-32601, 'Method not found');
    node.clock.catchUp();
    return method(node, params);
  };
}
