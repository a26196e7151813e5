import { describe, expect, it } from 'vitest';
import { isVerdict } from './verdicts.ts';

describe('words about a transaction', () => {
  it.each([
    // Nodes of cosmos-sdk 0.54.4, injectived 1.20.1 and their sources.
    "failed to execute message; message index: 0: validator does not exist [cosmos/cosmos-sdk@v0.54.4/baseapp/baseapp.go:1025] with gas used: '61285'",
    "account sequence mismatch, expected 0, got 99: incorrect account sequence [cosmos/cosmos-sdk@v0.54.4/x/auth/ante/sigverify.go:370] with gas used: '44473'",
    "unable to resolve type URL /ethermint.crypto.v1.ethsecp256k1.PubKey: tx parse error [!injective!labs/cosmos-sdk@v0.50.14-inj.11/x/auth/tx/decoder.go:57] With gas wanted: '0' and gas used: '1210' ",
    "an error that only this chain has with gas used: '5'",
    // x/auth/tx/service.go of cosmos-sdk 0.45 adds nothing.
    'account sequence mismatch, expected 9, got 8: incorrect account sequence',
    '5uatom is smaller than 10uatom: insufficient funds: insufficient funds',
    'fee payer address: x does not exist: unknown address',
    'out of gas in location: ReadFlat; gasWanted: 100, gasUsed: 1000: out of gas',
    'maximum number of characters is 256 but received 258 characters: memo too large',
    'failed to execute message; message index: 0: no delegation for (address, validator) tuple',
    // Over CometBFT: baseapp/abci.go, gRPCErrorToSDKError.
    "rpc error: code = Unknown desc = failed to execute message; message index: 0: insufficient liquidity with gas used: '9': unknown request",
    // Provenance wraps what a simulation found.
    'spendable balance 5nhash is smaller than 10nhash: insufficient funds: invalid request',
    'rpc error: code = Unknown desc = codespace staking code 19: no delegation for (address, validator) tuple',
    'codespace sdk code 32: incorrect account sequence',
    // Contracts say what they like.
    "failed to execute message; message index: 0: the deadline has passed, connection closed: execute wasm contract failed with gas used: '9'",
    "failed to execute message; message index: 0: Error calling the VM: Error executing Wasm: Wasmer runtime error: RuntimeError: Aborted: panicked at 'x', src/contract.rs:7:9: execute wasm contract failed with gas used: '9'",
    // Cosmos EVM and Babylon, in the envelope of the SDK.
    "failed to execute message; message index: 0: the sender cannot send: vesting coins are locked with gas used: '1'",
    "failed to execute message; message index: 0: delegation amount 1 is below minimum required amount 2: invalid coins with gas used: '1'",
  ])('%s', (words) => {
    expect(isVerdict(words)).toBe(true);
  });
});

describe('words about the node', () => {
  it.each([
    '',
    'failed to load state at height 31412345; version does not exist (latest height: 31412344): invalid request',
    'failed to load state at height 7; version does not exist (latest height: 6): not found',
    'codespace sdk code 38: not found: failed to load state at height 7; version does not exist (latest height: 6)',
    'codespace sdk code 26: invalid height: context did not contain latest block height in either check state or finalize block state (7)',
    'gaia is not ready; please wait for first block: invalid height',
    'codespace undefined code 111222: panic',
    'Query gas limit exceeded: 3000000, out of gas in location: ReadFlat: out of gas',
    'leveldb: closed',
    'pebble: closed',
    'resource temporarily unavailable',
    'upstream request failed',
    'upstream connect error or disconnect/reset before headers. reset reason: connection termination',
    'no healthy upstream',
    'context deadline exceeded',
    'too many requests',
    'insufficient funds',
    'account has insufficient funds: top up your plan',
    'unauthorized',
    'method is not whitelisted',
    'post failed: Post "http://127.0.0.1:26657": dial tcp 127.0.0.1:26657: connect: connection refused',
    'received message larger than max (5242881 vs. 4194304)',
    'unknown service cosmos.tx.v1beta1.Service',
    'empty txBytes is not allowed',
    // What breaks while a transaction runs.
    "recovered: leveldb: closed\nstack:\ngoroutine 1 [running]: panic with gas used: '5'",
    "failed to execute message; message index: 0: Error calling the VM: Cache error: Error opening Wasm file for reading: execute wasm contract failed with gas used: '5'",
  ])('%s', (words) => {
    expect(isVerdict(words)).toBe(false);
  });
});
