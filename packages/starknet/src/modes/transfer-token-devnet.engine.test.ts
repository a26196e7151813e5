import { type StarknetDevnet, starknetDevnetMissing, startStarknetDevnet } from '@isochain/devnet/starknet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTill, type Till } from '../../test/till.ts';

// Tokens on starknet-devnet, which runs the network's own executor: its answers to simulations are those of real nodes.

const missing = starknetDevnetMissing();
const recipientAddress = '0x028cced05d2b693b92012478dbede9483a805b0eb51f16cba011d2c580125966';

describe.skipIf(missing !== undefined)(`on starknet-devnet${missing === undefined ? '' : ` (${missing})`}`, () => {
  let engine: StarknetDevnet;
  /** Knows no tokens but those of the bundled list. */
  let till: Till;
  let demo: string;
  let transfer: object;

  beforeAll(async () => {
    engine = await startStarknetDevnet();
    till = openTill(engine, { tokens: [] });
    demo = engine.tokens[0]?.id ?? '';
    const senderAddress = engine.accounts[0]?.address;
    transfer = { mode: 'transferToken', senderAddress, recipientAddress, tokenId: demo, amount: '1500000' };
  });
  afterAll(() => engine.stop());

  it('an unlisted token is proven by its simulation, and moves', async () => {
    const [account] = engine.accounts;
    if (account?.privateKey === undefined) throw new Error('The engine has no account.');
    const sent = await till.send(await till.encode(transfer), { privateKey: account.privateKey });
    expect(sent.status).toBe('SUCCEEDED');
    expect(sent.fee).toBeLessThanOrEqual(sent.offered.fee);
    expect(await engine.balance(recipientAddress, demo)).toBe(1_500_000n);
  });

  it('a token tells its texts and balances', async () => {
    const [facts] = engine.tokens;
    expect(await till.chain.token(demo)).toMatchObject({ name: facts?.name, ticker: facts?.ticker, decimals: '6' });
    expect((await till.refusals({ ...transfer, amount: `${10n ** 30n}` })).map(({ code }) => code)).toEqual([
      'token.insufficient',
    ]);
    const { balances } = await till.chain.accountState(engine.accounts[1]?.address ?? '');
    expect(balances.tokens).toMatchObject([{ token: { ticker: 'ETH' }, amount: `${10n ** 19n}` }]);
  });

  it('an address without a contract is no token', async () => {
    expect(await till.refusals({ ...transfer, tokenId: recipientAddress, recipientAddress: demo })).toMatchObject([
      { code: 'token.unknown' },
    ]);
    await expect(till.chain.token(recipientAddress)).rejects.toMatchObject({ code: 'token.notFound' });
  });

  it('an account is no token', async () => {
    const id = engine.accounts[1]?.address ?? '';
    expect(await till.refusals({ ...transfer, tokenId: id })).toMatchObject([{ code: 'token.notFungible' }]);
    await expect(till.chain.token(id)).rejects.toMatchObject({ code: 'token.notFound' });
  });
});
