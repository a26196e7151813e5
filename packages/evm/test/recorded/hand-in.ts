import type { RecordsHandIn, Split } from '@isochain/conformance';
import type { Family } from '@isochain/core';
import { Interface } from 'ethers';
import { evm } from '../../src/index.ts';

// How the records of this folder are replayed. Contracts are encoded by ethers.

const multicall3 = new Interface([
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable returns ((bool success, bytes returnData)[])',
]);
const aggregate3 = multicall3.getFunction('aggregate3')?.selector ?? '';

type CallParams = readonly [{ readonly data?: string }, ...unknown[]];

/** Calls of contracts may travel in one call of Multicall3, or alone. A call that reverts there is an error when it is alone. */
const aggregatedCalls: Split = {
  parts({ method, params }) {
    const [{ data = '0x' }, ...rest] = params as CallParams;
    if (!data.startsWith(aggregate3)) return undefined;
    const [calls] = multicall3.decodeFunctionData('aggregate3', data);
    return calls.map(({ target, callData }: { target: string; callData: string }) => ({
      method,
      params: [{ data: callData, to: target.toLowerCase() }, ...rest],
    }));
  },
  take(result) {
    if (result === '0x') return [];
    const [results] = multicall3.decodeFunctionResult('aggregate3', result as string);
    return results.map(({ success, returnData }: { success: boolean; returnData: string }) =>
      success ? { result: returnData } : { error: { code: 3, message: 'execution reverted', data: returnData } },
    );
  },
  join(parts) {
    const results = parts.map((says) => {
      if ('result' in says) return [true, says.result];
      const { data } = (says as { error: { data?: unknown } }).error;
      return [false, data ?? '0x'];
    });
    return { result: multicall3.encodeFunctionResult('aggregate3', [results]) };
  },
};

const family: Family = evm;

export const recorded: RecordsHandIn = {
  name: 'evm',
  folder: new URL('./', import.meta.url),
  chainIds: evm.chainIds,
  connect: (chainId, options) => family.connect(chainId, options),
  splits: { eth_call: aggregatedCalls },
  sent: ({ call }) => (call?.method === 'eth_sendRawTransaction' ? (call.params as [string])[0] : undefined),
  scenes: async () => (await import('./scenes.ts')).scenes,
};
