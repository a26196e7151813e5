import { describe, expect, it } from 'vitest';
import {
  connectTo,
  latest,
  recipient,
  type ScriptedAccount,
  sender,
  token,
  transfer,
} from '../../test/scripted-horizon.ts';

const { amount: _, ...rest } = transfer;
const closing = { ...rest, useMaxAmount: true, params: { closeAccount: true } };

async function reasonsOf(account: ScriptedAccount, intent: object = {}): Promise<unknown[]> {
  const { chain } = connectTo({ accounts: { [sender]: account, [recipient]: {} } });
  const { status } = await chain.encode({ ...closing, ...intent } as never);
  return status.errors.map(({ code, context }) => (code === 'account.unclosable' ? context?.reason : code));
}

describe('what keeps an account open', () => {
  it.each<[string, ScriptedAccount, string[]]>([
    ['nothing', {}, []],
    ['shares of a pool', { pools: ['ab'.repeat(32)] }, ['it still has 1 share of a pool']],
    [
      'a trustline and shares of pools',
      { lines: [{ token }], pools: ['ab'.repeat(32), 'cd'.repeat(32)] },
      ['it still has 1 trustline and 2 shares of pools'],
    ],
    ['entries that are only counted', { subentries: 1 }, ['it still has 1 offer or piece of data']],
    ['entries that are not counted', { lines: [{ token }], subentries: 0 }, ['it still has 1 trustline']],
    [
      'a signer less than is counted',
      { signers: { [sender]: 1, [recipient]: 1 }, subentries: 0 },
      ['it still has entries'],
    ],
    [
      'a sequence number of the next ledger',
      { sequence: (BigInt(latest + 1) << 32n) - 1n },
      [expect.stringContaining('is too far ahead')],
    ],
  ])('%s', async (_name, account, reasons) => {
    expect(await reasonsOf(account)).toEqual(reasons);
  });

  it('a wished sequence number that is too far ahead', async () => {
    const first = BigInt(latest + 1) << 32n;
    expect(await reasonsOf({}, { nonce: String(first - 1n) })).toEqual([]);
    expect(await reasonsOf({}, { nonce: String(first) })).toEqual([expect.stringContaining('is too far ahead')]);
  });

  it('a wish without useMaxAmount', async () => {
    expect(await reasonsOf({}, { useMaxAmount: undefined, amount: '5' })).toEqual(['wish.invalid']);
  });
});
