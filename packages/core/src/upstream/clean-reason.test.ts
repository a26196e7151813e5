import { describe, expect, it } from 'vitest';
import { cleanReason } from './clean-reason.ts';

describe('cleanReason', () => {
  it.each([
    ['dial tcp 10.0.0.3:8545: connect: connection refused', 'dial tcp : connect: connection refused'],
    ['Post "https://eth.example/v2/SECRET?key=1": EOF', 'Post " EOF'],
    ['wss://user:pass@host/SECRET closed', 'closed'],
    ['redis://cache:6379 is down', 'is down'],
    ['dial tcp [::1]:8545: refused', 'dial tcp : refused'],
    ['dial tcp [fe80::1ff:fe23:4567:890a]:8545: refused', 'dial tcp : refused'],
    ['peer 2001:db8:85a3:0:0:8a2e:370:7334 left', 'peer left'],
    ['lookup node-1.internal.example on 10.0.0.1:53: no such host', 'lookup on : no such host'],
    ['upstream node7.provider.example:8545/SECRET failed', 'upstream failed'],
    ['line\nbreak\ttab\u0000nul\u001b[31m', 'line break tab nul [31m'],
    ['from\u202eright to left\u2066 and\u200b hidden', 'from right to left and hidden'],
    ['x'.repeat(500), 'x'.repeat(200)],
    ['', ''],
  ])('makes of %j: %j', (text, clean) => {
    expect(cleanReason(text)).toBe(clean);
  });

  it.each([
    'insufficient funds for gas * price + value: balance 1, tx cost 2',
    'ERC20: transfer amount exceeds balance',
    'tx fee (1.25 ether) exceeds the configured cap (1.00 ether)',
    'nonce too low. allowed nonce range: 8 - 108, actual: 7',
    'address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266, maxFeePerGas: 1',
  ])('leaves alone: %s', (text) => {
    expect(cleanReason(text)).toBe(text);
  });

  it('takes next to no time for a megabyte', () => {
    for (const unit of ['a', 'a.', '1.', 'a-', ':', '[', ' ', 'http']) cleanReason(unit.repeat(2 ** 20));
  });
});
