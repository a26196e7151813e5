import { describe, expect, it } from 'vitest';
import mainnet from '../../fixtures/mainnet-accounts.json' with { type: 'json' };
import { account, accountsOf, scriptedNode } from '../../test/scripted-node.ts';
import { programs } from '../well-known.ts';
import { readToken } from './token.ts';

const table = Object.fromEntries(
  Object.values(mainnet).flatMap((entry) =>
    'address' in entry ? [[entry.address, account(entry.owner, entry.data)]] : [],
  ),
);

async function read(id: string, more: Record<string, unknown> = {}) {
  const node = scriptedNode({ getMultipleAccounts: accountsOf({ ...table, ...more }) });
  const token = await readToken(id, node.operation);
  return { token, requests: node.requests.length };
}

describe('readToken', () => {
  it('reads a token of either program in one request', async () => {
    expect(await read(mainnet.USDC.address)).toEqual({
      token: {
        type: 'SPL',
        id: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
        contractAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
        name: 'USD Coin',
        ticker: 'USDC',
        decimals: '6',
      },
      requests: 1,
    });
    expect((await read(mainnet.PYUSD.address)).token).toMatchObject({
      type: 'SPL2022',
      name: 'PayPal USD',
      decimals: '6',
    });
  });

  it('knows wrapped SOL', async () => {
    expect(await read('So11111111111111111111111111111111111111112')).toMatchObject({
      token: { ticker: 'WSOL', decimals: '9' },
      requests: 0,
    });
  });

  it('says why an account is no token', async () => {
    const missing = async (id: string, more?: Record<string, unknown>) => (await read(id, more)).token;
    expect(await missing('11111111111111111111111111111112')).toEqual({
      missing: 'there is no account at that address',
    });
    const wallet = { '11111111111111111111111111111112': account(programs.system, '') };
    expect(await missing('11111111111111111111111111111112', wallet)).toEqual({
      missing: 'the account at that address is not a token’s',
    });
    expect(await missing(mainnet['USDC account'].address)).toEqual({
      missing: 'it is the address of an account that holds the token EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    });
    const multisig = { '11111111111111111111111111111112': account(programs.token, new Uint8Array(355)) };
    expect(await missing('11111111111111111111111111111112', multisig)).toEqual({
      missing: 'the account at that address is not a mint',
    });
    expect(await missing(mainnet.BNDRG.address)).toEqual({ missing: 'it is a collectible, not a fungible token' });
  });
});
