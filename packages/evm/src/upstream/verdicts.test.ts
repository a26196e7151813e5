import { describe, expect, it } from 'vitest';
import { isShortOfFunds, isVerdict, mayBeTooLarge } from './verdicts.ts';

/** What nodes say of a call that they ran. Sources: the repositories that verdicts.ts names, and fixtures/. */
const verdicts: readonly [node: string, code: number, message: string][] = [
  ['go-ethereum', 3, 'execution reverted: ERC20: transfer amount exceeds balance'],
  ['go-ethereum', -32000, 'out of gas'],
  ['go-ethereum', -32000, 'invalid opcode: INVALID'],
  ['go-ethereum', -32000, 'invalid jump destination'],
  ['go-ethereum', -32000, 'stack underflow (0 <=> 1)'],
  ['go-ethereum', -32000, 'gas required exceeds allowance (30000000)'],
  ['Nethermind', -32015, 'VM execution error.'],
  [
    'Nethermind',
    -32000,
    'Cannot estimate gas, gas spent exceeded transaction and block gas limit or transaction gas limit cap',
  ],
  ['Nethermind', -32000, 'Transaction execution fails'],
  ['Besu', -32000, 'Execution reverted'],
  ['Reth', -32003, 'out of gas: gas required exceeds: 30000000'],
  ['Reth and anvil', -32603, 'EVM error InvalidFEOpcode'],
  ['Reth', -32000, 'sender is not an EOA'],
  ['rskj', -32015, 'VM Exception while processing transaction: transaction reverted'],
  ['ethermint', -32000, 'rpc error: code = Unknown desc = execution reverted'],
  ['ethermint', -32000, 'failed to estimate gas: rpc error: code = Internal desc = out of gas'],
  ['zksync-era', 3, 'failed to validate the transaction. reason: Validation revert: Account validation error'],
  ['Monad', -32603, 'out of gas'],
];

const unpaid: readonly [node: string, code: number, message: string][] = [
  [
    'go-ethereum',
    -32000,
    'insufficient funds for gas * price + value: address 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 have 0 want 1',
  ],
  ['go-ethereum', -32000, 'insufficient funds for transfer'],
  ['go-ethereum', -32000, 'insufficient balance for transfer'],
  ['go-ethereum', -32000, 'gas required exceeds allowance (0)'],
  ['Nethermind', -32000, 'insufficient sender balance for gas * price + value'],
  ['Besu', -32004, 'Upfront cost exceeds account balance'],
  ['Besu', -32004, 'transaction up-front cost 0x1 exceeds transaction sender account balance 0x0'],
  ['anvil', -32003, 'Insufficient funds for gas * price + value'],
  ['ethermint', -32000, 'rpc error: code = Internal desc = insufficient balance for transfer'],
  [
    'zksync-era',
    3,
    'failed to validate the transaction. reason: Validation revert: not enough balance to cover the fee',
  ],
];

/** What endpoints say about themselves: dRPC, monad-rpc, go-ethereum's own time limit, proxies. The last ones are made up, to have the words of chains. */
const complaints: readonly [code: number, message: string][] = [
  [12, "Can't route your request to suitable provider"],
  [-32603, 'provider-specified max eth_call gas limit exceeded'],
  [-32000, 'execution aborted (timeout = 5s)'],
  [-32005, 'rate limit'],
  [-32000, 'header not found'],
  [-32000, 'insufficient balance of request credits'],
  [-32000, 'insufficient funds in your prepaid account'],
  [-32000, 'out of gas tokens for this plan'],
  [-32000, 'the subscription was reverted to the free plan'],
  [-32000, 'your contract with us ended'],
];

describe('an error of eth_call or eth_estimateGas', () => {
  it.each(verdicts)('is a verdict of %s: %i %s', (_, code, message) => {
    expect(isVerdict({ code, message })).toBe(true);
    expect(isShortOfFunds({ ok: false, error: { code, message } })).toBe(false);
  });

  it.each(unpaid)('says that the sender cannot pay, by %s: %i %s', (_, code, message) => {
    expect(isVerdict({ code, message })).toBe(true);
    expect(isShortOfFunds({ ok: false, error: { code, message } })).toBe(true);
  });

  it.each(complaints)('is no word about the call: %i %s', (code, message) => {
    expect(isVerdict({ code, message })).toBe(false);
    expect(isShortOfFunds({ ok: false, error: { code, message } })).toBe(false);
  });

  it('may say that a call was too large', () => {
    const message = 'provider-specified max eth_call gas limit exceeded';
    expect(mayBeTooLarge({ code: -32603, message })).toBe(true);
    expect(mayBeTooLarge({ code: -32000, message: 'execution aborted (timeout = 5s)' })).toBe(true);
    expect(mayBeTooLarge({ code: 12, message: "Can't route your request to suitable provider" })).toBe(false);
  });

  it('is read in time, however long it is', () => {
    for (const word of ['failed to a', 'err: ', 'gas ', 'rpc error: code = x desc = '])
      expect(isVerdict({ code: 0, message: word.repeat(2 ** 18) })).toBe(false);
  });
});
