import { describe, expect, it } from 'vitest';
import { alice, openNodes } from '../../test/scripted-nodes.ts';
import { token, tokenNode } from '../../test/scripted-token.ts';

/** 20 zero bytes, and the address that ends with `dead`: both are known from explorers. */
const [zero, dead] = ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'T9yD14Nj9j7xAB4dbGeiX9h8upfCg3PBbY'];

const modes: readonly [string, object][] = [
  ['TRX', { mode: 'transfer' }],
  ['a TRC-10 token', { mode: 'transferToken', tokenId: '1002000' }],
  ['a TRC-20 token', { mode: 'transferToken', tokenId: token }],
];
const amounts: readonly [string, object][] = [
  ['an amount', { amount: '1000' }],
  ['everything', { useMaxAmount: true }],
];
const cases = modes.flatMap(([what, mode]) => amounts.map(([how, amount]) => [how, what, mode, amount] as const));

async function encode(intent: object, recipientAddress: string) {
  const logs = [{ to: recipientAddress, amount: 1000n }];
  const own = {
    '/wallet/getassetissuebyid': { id: '1002000', name: '425454', abbr: '425454', precision: 6 },
    '/wallet/getaccount': (body: Record<string, string>) => ({
      address: body.address,
      balance: 1_000_000_000,
      assetV2: [{ key: '1002000', value: 1000 }],
    }),
  };
  const { chain } = openNodes([tokenNode({ logs, balance: 1000n }, { own })]);
  const { transaction, status } = await chain.encode({ ...intent, senderAddress: alice, recipientAddress } as never);
  return {
    errors: status.errors.map(({ code, field }) => [code, field]),
    warnings: status.warnings.map(({ code }) => code),
    isEncoded: transaction.encoded.length > 0,
  };
}

describe.each(cases)('%s of %s', (_, what, mode, amount) => {
  it('to the zero address is refused', async () => {
    const { errors, isEncoded } = await encode({ ...mode, ...amount }, zero);
    expect(errors).toEqual([['recipient.zeroAddress', 'transaction.data.recipientAddress']]);
    expect(isEncoded).toBe(false);
  });

  it(`to the burn address is warned of (${what})`, async () => {
    const { errors, warnings, isEncoded } = await encode({ ...mode, ...amount }, dead);
    expect(errors).toEqual([]);
    expect(warnings).toContain('recipient.bridge');
    expect(isEncoded).toBe(true);
  });
});
