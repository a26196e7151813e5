import { describe, expect, it } from 'vitest';
import { readVmStatus, transactionFails } from './vm-status.ts';

describe('statuses of the virtual machine', () => {
  it.each([
    // Mined: aptos-labs/aptos-docs and captures of 2025.
    ['Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins', '0x1::coin', 'EINSUFFICIENT_BALANCE'],
    ['Move abort in 0x9c2f::fa: E_NO_PROFIT(0x385): ', '0x9c2f::fa', 'E_NO_PROFIT'],
    ['Move abort in 0x1::delegation_pool: 0x10006', '0x1::delegation_pool', undefined],
    ['Invalid transaction: Type: Validation Code: TRANSACTION_EXPIRED', undefined, 'TRANSACTION_EXPIRED'],
    ['SEQUENCE_NUMBER_TOO_OLD', undefined, 'SEQUENCE_NUMBER_TOO_OLD'],
    ['Out of gas', undefined, undefined],
    ['Execution failed in 0x1::coin::transfer at code offset 5', undefined, undefined],
    ['', undefined, undefined],
  ])('are read: %s', (status, module, name) => {
    const read = readVmStatus(status);
    expect(read).toMatchObject({ module, name });
    expect(read.reason).not.toBe('');
  });

  it('never carry hosts or floods to clients', () => {
    const { message } = transactionFails(
      `Move abort in 0x1::a: E(0x1): see https://evil.example/x ${'y'.repeat(9_000)}`,
    );
    expect(message.length).toBeLessThan(400);
    expect(message).not.toContain('evil.example');
  });
});
