import { describeCaptures } from '@isochain/conformance';
import { expect, it } from 'vitest';
import { starknet } from '../index.ts';

// Reads answered with what starknet-devnet 0.8.1 answered. What must be read of it was written by hand.

const file = 'starknet/devnet-0102-reads.json';

interface Exchange {
  readonly request: { readonly method: string; readonly params: unknown };
  readonly response: object;
}

interface RpcCall {
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
}

/** An undeployed account of the recording. */
const undeployed = '0x05b614322c40801f07646174dfd2e8756d63faa8a2e5f1373ac3b30228a9e929';

describeCaptures('reads of starknet-devnet', [file], (read) => {
  const recorded: Readonly<Record<string, Exchange>> = JSON.parse(read(file));
  const answerTo = (name: string): object => recorded[name]?.response ?? {};

  /** A node that answers what was recorded. */
  function connect(instead: (call: RpcCall) => object | undefined = () => undefined) {
    const answer = (call: RpcCall) => {
      const same = ({ request: { method, params } }: Exchange) =>
        method === call.method && JSON.stringify(params) === JSON.stringify(call.params);
      const found = Object.values(recorded).filter(({ request }) => request?.method !== undefined);
      const known = instead(call) ?? found.find(same)?.response ?? answerTo(nameOf(call));
      return { ...known, jsonrpc: '2.0', id: call.id };
    };
    return starknet.connect('starknet-sepolia', {
      endpoints: ['https://node.example'],
      oldestBlockMs: 0,
      async fetch(_, init) {
        const text = init?.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : String(init?.body);
        const sent = JSON.parse(text) as RpcCall | RpcCall[];
        return Response.json(Array.isArray(sent) ? sent.map(answer) : answer(sent));
      },
    });
  }

  function nameOf({ method }: RpcCall): string {
    if (method === 'starknet_chainId') return 'chainId';
    if (method === 'starknet_specVersion') return 'specVersion';
    // Every other contract is one that does not exist.
    return 'call-not-a-contract';
  }

  it('an account that is not deployed has nothing', async () => {
    const chain = connect();
    const { reads, upstream } = chain.adapter;
    const wanted = { parts: new Set(['native', 'tokens'] as const), publicKey: undefined };
    const balances = await reads.accountState?.read(undeployed, wanted, upstream.operation());
    expect(balances).toMatchObject({ native: { available: '0', total: '0' }, tokens: [] });
  });

  it('a token tells its texts as ByteArray', async () => {
    // The recorded token is STRK, which is no token here: its answers are those of any other token of that class.
    const token = '0x0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef';
    const names = ['call-STRK-name', 'call-STRK-symbol', 'call-STRK-decimals'];
    const selectorIn = (params: unknown) =>
      (params as { readonly request?: { readonly entry_point_selector?: string } }).request?.entry_point_selector;
    const chain = connect(({ params }) => {
      const name = names.find((each) => {
        const own = selectorIn(recorded[each]?.request.params);
        return own !== undefined && own === selectorIn(params);
      });
      return name === undefined ? undefined : answerTo(name);
    });
    expect(await chain.token(token)).toMatchObject({ name: 'StarkNet Token', ticker: 'STRK', decimals: '18' });
  });

  it('a token that is not there is not found', async () => {
    const chain = connect();
    const token = '0x0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef';
    await expect(chain.token(token)).rejects.toMatchObject({ code: 'token.notFound' });
  });
});
