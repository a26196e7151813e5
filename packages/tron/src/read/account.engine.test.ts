import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTokenRig, type TokenRig } from '../../test/token-rig.ts';
import { nobody } from '../../test/world/actor.ts';
import { tron } from '../index.ts';

let rig: TokenRig;
beforeAll(async () => {
  rig = await startTokenRig();
});
afterAll(() => rig?.engine.stop());

const tokensOf = (state: { tokens?: readonly { token: { id: string }; amount: string }[] }) =>
  new Map((state.tokens ?? []).map(({ token, amount }) => [token.id, { ...token, amount }]));

/** A state, and how many round trips it took. */
async function read(address: string, chain = rig.chain) {
  let roundTrips = 0;
  const call = { onTrace: (trace: { readonly roundTrips: number }) => (roundTrips = trace.roundTrips) };
  const { balances } = (await chain.accountState(address, call as never)) as unknown as {
    balances: {
      native: { available: string; total: string };
      tokens: { token: { id: string; ticker: string; decimals: string }; amount: string }[];
      staking: { total: string };
    };
  };
  return { ...balances, roundTrips };
}

describe('the state of an account', () => {
  it('has coins, tokens of both kinds and stakes, and takes one round trip once its tokens are known', async () => {
    const { engine, sender } = rig;
    const asset = await engine.createTrc10({
      ...{ name: 'Asset', abbreviation: 'AST', precision: 3 },
      ...{ holders: [sender], amountEach: 9_007_199_254_740_993n },
    });
    const old = await engine.deployTrc20({
      kind: 'bytes32',
      name: 'Old\u202e Token',
      symbol: 'OLD',
      holders: [sender],
      amountEach: 5n,
    });
    const first = await read(sender);
    expect(first.native).toMatchObject({ available: '10000000000', total: '10000000000' });
    const tokens = tokensOf(first);
    expect(tokens.get(asset)).toMatchObject({
      type: 'TRC10',
      name: 'Asset',
      ticker: 'AST',
      decimals: '3',
      amount: '9007199254740993',
    });
    expect(tokens.get(old)).toMatchObject({ type: 'TRC20', ticker: 'OLD', contractAddress: old, amount: '5' });
    expect(tokens.get(engine.tokens[0]?.id ?? '')).toMatchObject({
      ticker: 'DEMO',
      decimals: '6',
      amount: '1000000000000',
    });
    expect(first.roundTrips).toBe(2);
    const again = await read(sender);
    expect(again).toEqual({ ...first, roundTrips: 1 });
  });

  it('has TRC-20 tokens of an address that was never activated', async () => {
    const token = await rig.engine.deployTrc20({ decimals: 2, holders: [nobody.address], amountEach: 77n });
    const state = await read(nobody.address);
    expect(state).toMatchObject({ native: { available: '0', total: '0' }, staking: { total: '0' } });
    expect([...tokensOf(state).keys()]).toEqual([token]);
  });

  it('has the known TRC-20 tokens without an index', async () => {
    const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    await rig.engine.deployTrc20({ kind: 'usdt', address: usdt, holders: [rig.sender], amountEach: 3_000_000n });
    const [node] = rig.engine.settings.endpoints;
    const chain = tron.connect('tron', { endpoints: [node as never], oldestBlockMs: 0, now: () => rig.engine.now() });
    const state = await read(rig.sender, chain as never);
    expect(tokensOf(state).get(usdt)).toMatchObject({ ticker: 'USDT', decimals: '6', amount: '3000000' });
    // The demo token is on no list.
    expect(tokensOf(state).has(rig.engine.tokens[0]?.id ?? '')).toBe(false);
  });
});

describe('a token', () => {
  it('is read from its contract or from the chain, in one round trip, and then remembered', async () => {
    const { engine, chain } = rig;
    const contract = await engine.deployTrc20({ name: 'Some Token', symbol: 'SOME', decimals: 8 });
    expect(await chain.token(contract)).toEqual({
      ...{ type: 'TRC20', id: contract, contractAddress: contract },
      ...{ name: 'Some Token', ticker: 'SOME', decimals: '8' },
    });
    const asked = engine.requests.length;
    await chain.token(contract);
    expect(engine.requests.length).toBe(asked);
    const id = await engine.createTrc10({ name: 'Asset', abbreviation: 'AST', precision: 6 });
    expect(await chain.token(id)).toEqual({ type: 'TRC10', id, name: 'Asset', ticker: 'AST', decimals: '6' });
  });

  it.each([
    ['an address without a contract', nobody.address, 'there is no contract at that address'],
    ['a number without a token', '1999999', 'the chain has no TRC-10 token with this number'],
  ])('is missing: %s', async (_, id, reason) => {
    await expect(rig.chain.token(id)).rejects.toMatchObject({
      code: 'token.notFound',
      message: expect.stringContaining(reason),
    });
  });
});
