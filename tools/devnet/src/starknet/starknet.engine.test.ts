import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StarknetStandIn } from './engine.ts';
import { startStarknet } from './starknet.ts';
import { amount, invoke, signedBy } from './wallet.ts';

let engine: StarknetStandIn;
beforeAll(async () => {
  engine = await startStarknet();
});
afterAll(() => engine.stop());

const receiver = '0x1234';

describe('a transfer', () => {
  it('moves coins and charges the fee', async () => {
    const [account] = engine.accounts;
    if (account === undefined) throw new Error('no account');
    const call = { to: engine.strk, name: 'transfer', calldata: [receiver, ...amount(5n)] };
    const before = await engine.balance(account.address);
    const transaction = signedBy(account, invoke(account.address, [call], 1n));
    const { transaction_hash } = await engine.rpc<{ transaction_hash: string }>('starknet_addInvokeTransaction', {
      invoke_transaction: transaction,
    });
    const receipt = await engine.rpc<{ actual_fee: { amount: string } }>('starknet_getTransactionReceipt', {
      transaction_hash,
    });
    expect(await engine.balance(receiver)).toBe(5n);
    expect(before - (await engine.balance(account.address))).toBe(5n + BigInt(receipt.actual_fee.amount));
  });
});
