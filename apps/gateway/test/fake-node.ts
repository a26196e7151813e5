/** One call as the service sent it upstream. */
interface Sent {
  readonly url: string;
  readonly method: string;
}

/** An Ethereum node that answers from a table, handed to the service as its `fetch`. */
export interface FakeNode {
  readonly fetch: typeof fetch;
  /** What has arrived, call by call. */
  readonly sent: Sent[];
}

/** Answers by method. A function computes the answer from the request. */
type Answers = Readonly<Record<string, unknown>>;

/** Enough of a chain to encode a transfer and to read a balance. */
const answers: Answers = {
  eth_chainId: '0xaa36a7',
  eth_blockNumber: '0x10',
  eth_getBlockByNumber: { number: '0x10', timestamp: '0x5', baseFeePerGas: '0x3b9aca00' },
  eth_feeHistory: { baseFeePerGas: ['0x3b9aca00', '0x3b9aca00'], gasUsedRatio: [0.5], reward: [['0x3b9aca00']] },
  eth_gasPrice: '0x77359400',
  eth_maxPriorityFeePerGas: '0x3b9aca00',
  eth_getTransactionCount: '0x7',
  eth_getBalance: '0xde0b6b3a7640000',
  eth_getCode: '0x',
  eth_estimateGas: '0x5208',
  eth_call: '0x',
  eth_getTransactionByHash: null,
  eth_getTransactionReceipt: null,
};

/** What is asked beside everything else: when the latest block was made. */
const latestBlock = () => ({ number: '0x10', timestamp: secondsAgo(0), baseFeePerGas: '0x3b9aca00' });

/** A time of a block, as a node writes it. */
export function secondsAgo(seconds: number): string {
  return `0x${(Math.floor(Date.now() / 1000) - seconds).toString(16)}`;
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/**
 * @param changes - Answers that differ, `latestBlock` among them; a function gets to answer itself, or to throw what `fetch` throws.
 */
export function createFakeNode(changes: Answers | (() => Response | Promise<Response>) = {}): FakeNode {
  const sent: Sent[] = [];
  const table: Answers = { ...answers, latestBlock, ...(typeof changes === 'function' ? {} : changes) };
  const answer = ({ id, method, params }: Call) => {
    const known = table[params[0] === 'latest' && method === 'eth_getBlockByNumber' ? 'latestBlock' : method];
    const result = typeof known === 'function' ? known(...params) : known;
    if (Object.hasOwn(table, method)) return { jsonrpc: '2.0', id, result };
    return { jsonrpc: '2.0', id, error: { code: -32601, message: `the method ${method} does not exist` } };
  };
  return {
    sent,
    async fetch(input, init) {
      const calls = [JSON.parse(await new Response(init?.body ?? null).text())].flat() as Call[];
      sent.push(...calls.map(({ method }) => ({ url: String(input), method })));
      if (typeof changes === 'function') return changes();
      return Response.json(calls.length === 1 && !isBatch(init) ? answer(calls[0] as Call) : calls.map(answer));
    },
  };
}

function isBatch(init: RequestInit | undefined): boolean {
  const { body } = init ?? {};
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body ?? '');
  return text.startsWith('[');
}
