import { describe, expect, it } from 'vitest';
import { batchLimitIn, classifyRpcError, type RpcErrorMeaning } from './rpc-failures.ts';

// Texts as nodes and providers send them.
const errors: [RpcErrorMeaning, number, string, unknown?][] = [
  // Errors of the call, and errors that only the call itself can tell.
  ['call', 3, 'execution reverted: Too many requests', '0x08c379a0'],
  ['call', -32000, 'execution reverted'],
  ['call', -32603, 'VM Exception while processing transaction: revert rate limit exceeded'],
  ['call', -32000, 'gas required exceeds allowance (0)'],
  ['unknown', -32000, 'insufficient funds for gas * price + value: have 0 want 1'],
  ['unknown', -32000, 'nonce too low: next nonce 8, tx nonce 7'],
  ['unknown', -32000, 'already known'],
  ['call', -32000, 'exceeds block gas limit'],
  ['unknown', -32000, 'transaction underpriced: gas tip cap 1, minimum needed 25000000000'],
  ['call', -32000, 'in-flight transaction limit reached for delegated accounts'],
  ['unknown', -32602, 'invalid argument 0: hex string has length 41, want 40 for common.Address'],
  ['call', -32005, 'query returned more than 10000 results'],
  ['call', -32000, 'exceed maximum block range: 50000'],
  ['call', -32002, 'Transaction simulation failed: Blockhash not found'],
  ['unknown', -32007, 'Slot 1234 was skipped, or missing due to ledger jump to recent snapshot'],
  ['unknown', -32603, 'Internal error', 'tx (AB12) not found, err: <nil>'],
  ['unknown', 20, 'Contract not found'],
  ['unknown', 21, 'Requested entrypoint does not exist in the contract'],
  // Rate limits.
  ['rateLimited', 429, 'Your app has exceeded its compute units per second capacity.'],
  ['rateLimited', 429, 'Too requests for a specific RPC call'],
  ['rateLimited', -32005, 'limit exceeded'],
  ['rateLimited', -32005, 'daily request count exceeded, request rate limited'],
  ['rateLimited', -32016, 'over rate limit'],
  ['rateLimited', -32090, 'Too many requests, reason: call rate limit exhausted, retry in 10s'],
  ['rateLimited', -32007, '50/second request limit reached - reduce calls per second or upgrade your account'],
  ['rateLimited', -32029, 'Too Many Requests'],
  ['rateLimited', -32000, 'rate limit exceeded'],
  ['rateLimited', -32097, 'Monthly quota exceeded'],
  ['rateLimited', -32000, "You've reached the free tier limit"],
  ['unavailable', -32005, 'Node is unhealthy'],
  // The endpoint's state.
  ['unavailable', -32000, 'header not found'],
  ['unavailable', -32000, 'missing trie node 7f3a (path ) state 0x7f3a is not available'],
  ['unavailable', -32000, 'historical state unavailable'],
  ['unavailable', -32004, 'Block not available for slot 1234'],
  ['unavailable', -32005, 'Node is behind by 42 slots'],
  ['unavailable', -32016, 'Minimum context slot has not been reached'],
  ['unavailable', -32603, 'Internal error'],
  ['unavailable', -32603, 'Internal JSON-RPC error.'],
  ['unavailable', -32000, 'Internal server error'],
  ['unavailable', -32603, 'Temporary internal error. Please retry'],
  ['unavailable', -32000, 'all upstreams failed'],
  ['unavailable', -32603, 'service unavailable'],
  ['unavailable', -32002, 'request timed out'],
  ['unavailable', -32000, 'context deadline exceeded'],
  // Methods that the endpoint does not have.
  ['unsupported', -32601, 'the method eth_feeHistory does not exist/is not available'],
  ['unsupported', -32601, 'Method not found'],
  ['unsupported', -32004, 'method not supported'],
  ['unsupported', 4200, 'The rpc method is unavailable'],
  ['unsupported', 35, 'method is not available on freetier, please upgrade'],
  // Keys, and endpoints that were closed.
  ['unauthorized', -32000, 'invalid API key'],
  ['closed', -32000, 'This endpoint has been discontinued.'],
  ['call', 3, 'This endpoint has been discontinued.'],
];

const refusedBatches: [number, string, unknown?][] = [
  [-32600, 'Batch of more than 3 requests are not allowed on free tier, to use this feature please upgrade'],
  [-32600, 'batch too large'],
  [-32005, 'Number of requests exceeds max batch size'],
  [-32010, 'The batch request was too large', 'Exceeded max limit of 100'],
  [-32005, 'Batched requests are not supported by this server'],
  [-32003, 'response too large'],
  [-32000, 'too many requests in batch'],
];

describe('classifyRpcError', () => {
  it.each(errors)('%s: %i %s', (means, code, message, data) => {
    expect(classifyRpcError({ code, message, data }).means).toBe(means);
  });

  it.each(refusedBatches)('refuses a batch: %i %s', (code, message, data) => {
    expect(classifyRpcError({ code, message, data }, { batch: true }).means).toBe('batchRefused');
    expect(classifyRpcError({ code, message, data }).means).not.toBe('batchRefused');
  });
});

describe('batchLimitIn', () => {
  it('finds the limit that a refusal names', () => {
    expect(batchLimitIn({ code: 0, message: 'Batch of more than 3 requests are not allowed on free tier' })).toBe(3);
    expect(batchLimitIn({ code: 0, message: 'batch size 200 exceeds the limit of 100' })).toBe(100);
    expect(
      batchLimitIn({ code: 0, message: 'The batch request was too large', data: 'Exceeded max limit of 100' }),
    ).toBe(100);
    expect(batchLimitIn({ code: 0, message: 'batch too large' })).toBeUndefined();
    expect(batchLimitIn(undefined)).toBeUndefined();
  });
});
