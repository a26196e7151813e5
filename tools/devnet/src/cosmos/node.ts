import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@isochain/leash';
import { EngineError } from '../engine.ts';
import { findFreePorts } from '../free-port.ts';
import { type EngineProcess, startProcess } from '../process.ts';
import { cosmosEngineMissing, nodeBinary } from './node-binary.ts';

/** What the node reads: engines/cosmos/spec.go says what each field means. */
export interface NodeSpec {
  readonly chainId: string;
  readonly prefix: string;
  readonly denom: string;
  readonly decimals: number;
  readonly minGasPrice: string;
  readonly blockMs: number;
  readonly unbondingSeconds: number;
  readonly accounts: readonly {
    readonly address: string;
    readonly coins: string;
    readonly vesting?: string;
    readonly vestingStart?: number;
    readonly vestingEnd?: number;
  }[];
  readonly validators: readonly { readonly moniker: string; readonly tokens: string; readonly commission?: string }[];
  readonly metadata: readonly object[];
  readonly ibcDenoms: readonly object[];
}

export interface CosmosNode {
  readonly process: EngineProcess;
  /** The REST interface. */
  readonly rest: string;
  /** CometBFT's JSON-RPC. */
  readonly rpc: string;
}

/** Ports are free when they are looked for and may be taken a moment later. */
const attempts = 3;

/**
 * Starts a node of a chain of its own, and waits for its first block.
 *
 * @throws EngineError when its program is not built, or does not come up.
 */
export async function startCosmosNode(spec: NodeSpec): Promise<CosmosNode> {
  const missing = cosmosEngineMissing();
  if (missing !== undefined) throw new EngineError(`No Cosmos node: ${missing}.`);
  for (let attempt = 1; ; attempt += 1) {
    const [rpc, rest, grpc] = (await findFreePorts(3)).map((port) => `127.0.0.1:${port}`);
    const scratch = temporaryFolder('cosmos');
    const home = scratch.path;
    writeFileSync(join(home, 'spec.json'), JSON.stringify({ ...spec, rpc, api: rest, grpc }));
    try {
      const child = await startProcess({
        name: `cosmos-devnet (${spec.chainId})`,
        command: nodeBinary(),
        args: ['start', '--home', home],
        scratch,
        // It would take time to close its databases, which are deleted anyway.
        grace: 250,
        ready: /cosmos-devnet is ready/,
      });
      return { process: child, rest: `http://${rest}`, rpc: `http://${rpc}` };
    } catch (cause) {
      const isTaken = cause instanceof EngineError && cause.message.includes('address already in use');
      if (!isTaken || attempt === attempts) throw cause;
    }
  }
}
