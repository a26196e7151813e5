import { describe, expect, it } from 'vitest';
import { readText } from './repository.ts';
import { untoldOf, withUntoldTables } from './untold-tables.ts';

describe('tables of what bytes do not tell', () => {
  it('list what is not compared, and neither what is told nor what changes nothing', () => {
    const told = {
      unstake: { amount: { sometimes: 'a' }, stakeId: { hidden: 'b' }, memo: 'wished', senderPubKey: { idle: 'c' } },
      transfer: { fees: { never: 'd' } },
    };
    expect(untoldOf(told)).toEqual([
      { mode: 'transfer', field: 'fees', kind: 'never', reason: 'd' },
      { mode: 'unstake', field: 'amount', kind: 'sometimes', reason: 'a' },
      { mode: 'unstake', field: 'stakeId', kind: 'hidden', reason: 'b' },
    ]);
  });

  it('stand in docs/signing.md, with the reason of each family', async () => {
    const page = await withUntoldTables(readText('docs/signing.md') ?? '');
    expect(page).toMatch(
      /^### ton\n[^#]*\| `tokenId` \| `transferToken` \| not in the bytes \| the message goes to the jetton wallet/m,
    );
    expect(page).toMatch(/^### starknet\n[^#]*`targetValidatorAddress`/m);
    expect(page).toBe(readText('docs/signing.md'));
  });
});
