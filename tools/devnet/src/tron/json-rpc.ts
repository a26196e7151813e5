import { hexAddress } from './address.ts';
import type { Chain } from './chain.ts';
import { callConstant } from './contract-call.ts';

/** The node's `/jsonrpc`, as far as readers of tokens need it. */

/** node.jsonrpc.maxBatchSize of java-tron 4.8.2. */
const mostCalls = 100;

interface Call {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
}

class RpcFailure extends Error {
  override readonly name = 'RpcFailure';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Answers a call or a batch. */
export async function jsonRpc(chain: Chain, body: unknown): Promise<unknown> {
  if (!Array.isArray(body)) return answer(chain, body as Call);
  if (body.length > mostCalls) {
    return {
      jsonrpc: '2.0',
      error: { code: -32005, message: `Batch size ${body.length} exceeds the limit of ${mostCalls}` },
      id: null,
    };
  }
  return Promise.all(body.map((call: Call) => answer(chain, call)));
}

async function answer(chain: Chain, { id = null, method, params }: Call): Promise<unknown> {
  try {
    const result = await run(chain, String(method), Array.isArray(params) ? params : []);
    return { jsonrpc: '2.0', id, result };
  } catch (cause) {
    const { code, data } = cause instanceof RpcFailure ? cause : { code: -32000, data: undefined };
    const message = cause instanceof Error ? cause.message : String(cause);
    return { jsonrpc: '2.0', id, error: { code, message, data: data ?? '{}' } };
  }
}

async function run(chain: Chain, method: string, params: readonly unknown[]): Promise<unknown> {
  switch (method) {
    // The last four bytes of the genesis block's id (getAllowOptimizedReturnValueOfChainId).
    case 'eth_chainId':
    case 'net_version':
      return `0x${chain.genesis.id.slice(-8)}`;
    case 'eth_blockNumber':
      return `0x${chain.head.header.number.toString(16)}`;
    case 'eth_getBalance': {
      const account = chain.state.accounts.get(addressOf(params[0]));
      return `0x${(account?.balance ?? 0n).toString(16)}`;
    }
    case 'eth_getCode': {
      const address = addressOf(params[0]);
      return chain.state.contracts.has(address) ? chain.vm.code(address) : '0x';
    }
    case 'eth_call':
      return call(chain, params);
    default:
      throw new RpcFailure(-32601, 'method not found');
  }
}

async function call(chain: Chain, [request, block]: readonly unknown[]): Promise<string> {
  if (block !== 'latest') throw new RpcFailure(-32602, 'TAG [earliest | pending | finalized] not supported');
  const { from, to, data, input, value } = request as Record<string, unknown>;
  const trigger = {
    type: 'TriggerSmartContract' as const,
    owner: from === undefined ? `41${'00'.repeat(20)}` : addressOf(from),
    contract: addressOf(to),
    data: String(data ?? input ?? '0x').slice(2),
    callValue: BigInt(String(value ?? 0)),
    callTokenValue: 0n,
    tokenId: 0n,
  };
  const place = { state: chain.state, time: chain.head.header.timestamp, slot: chain.slot };
  const ran = await callConstant(place, chain.vm, trigger);
  if (ran === undefined) throw new RpcFailure(-32600, 'Smart contract is not exist.');
  if (ran.result === 'SUCCESS') return `0x${ran.output}`;
  throw new RpcFailure(-32000, `${ran.message}${reasonOf(ran.output)}`);
}

/** The text of `Error(string)`. */
function reasonOf(output: string): string {
  if (!output.startsWith('08c379a0')) return '';
  const length = Number.parseInt(output.slice(8 + 64, 8 + 128), 16);
  return `: ${Buffer.from(output.slice(8 + 128, 8 + 128 + 2 * length), 'hex').toString('utf8')}`;
}

function addressOf(value: unknown): string {
  try {
    return hexAddress(String(value));
  } catch {
    throw new RpcFailure(-32602, `invalid address hash value: ${value}`);
  }
}
