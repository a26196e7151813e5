import { PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { encodeIn } from '../../test/encode.ts';
import { bob, carol, cent, gold, programs, senderGold } from '../../test/lies/world.ts';

const priced = { options: { priority: 'high' as const } };
const tokens = { mode: 'transferToken', tokenId: gold, amount: '1000' };

/** How many seeds the address of a token account takes to be found. */
function triesFor(owner: string, mint: string, program: string): number {
  const seeds = [owner, program, mint].map((key) => new PublicKey(key).toBytes());
  return 255 - PublicKey.findProgramAddressSync(seeds, new PublicKey(programs.associatedToken))[1];
}

describe('completing a transfer of tokens', () => {
  // Measured on the real programs: see compute-units.ts. A tenth more, for two instructions of the budget at 150 each, and 300.
  it('requests enough compute units', async () => {
    const unitsOf = async (recipientAddress: string, tokenId: string = gold) => {
      const { data, codes } = await encodeIn(priced, { ...tokens, recipientAddress, tokenId });
      expect(codes).toEqual([]);
      return Number(data?.gas);
    };
    const withMargin = (units: number) => Math.ceil(((units + 300) * 11) / 10) + 300;
    expect(await unitsOf(bob)).toBe(withMargin(150));
    expect(await unitsOf(carol)).toBe(withMargin(150 + 13_600 + 1_500 * triesFor(carol, gold, programs.token)));
    expect(await unitsOf(bob, cent)).toBe(withMargin(4_500));
    expect(await unitsOf(carol, cent)).toBe(
      withMargin(4_500 + 20_000 + 1_500 * triesFor(carol, cent, programs.token2022)),
    );
  });

  it('takes the deposit of a new token account, and none for an existing one', async () => {
    const warnings = async (recipientAddress: string) =>
      (await encodeIn({}, { ...tokens, recipientAddress })).warnings.map(({ code, context }) => [
        code,
        context?.deposit,
      ]);
    expect(await warnings(bob)).toEqual([]);
    expect(await warnings(carol)).toEqual([['account.deposit', '2039280']]);
  });

  it("names the token's fee: 1% of the amount, and at most 50,000", async () => {
    const feeOf = async (amount: string) => {
      const intent = { ...tokens, recipientAddress: bob, tokenId: cent, amount };
      const { warnings } = await encodeIn({}, intent);
      return warnings.find(({ code }) => code === 'token.transferFee')?.context;
    };
    expect(await feeOf('1000')).toEqual({ fee: '10', received: '990' });
    expect(await feeOf('1001')).toEqual({ fee: '11', received: '990' });
    expect(await feeOf('5000000')).toEqual({ fee: '50000', received: '4950000' });
  });

  it('takes all of the larger account, and never more than one account holds', async () => {
    const all = await encodeIn({}, { ...tokens, recipientAddress: bob, amount: undefined, useMaxAmount: true });
    expect(all.data?.amount).toBe('7000000');
    const sourceOf = async (amount: string) =>
      (await encodeIn({}, { ...tokens, recipientAddress: bob, amount })).data?.params.token.source;
    expect(await sourceOf('5000000')).toBe(senderGold);
    expect(await sourceOf('5000001')).not.toBe(senderGold);
  });
});
