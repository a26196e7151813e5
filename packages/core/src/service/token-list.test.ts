import { describe, expect, it } from 'vitest';
import { fakeChain } from '../../test/fake-chain.ts';
import type { Token } from '../schema/token.ts';
import { ChainService } from './chain.ts';

const token = (id: string, ticker: string, name: string): Token => ({ type: 'ASA', id, name, ticker, decimals: '6' });

const listed = [
  token('tok-bridged', 'bUSDC', 'Bridged dollar'),
  token('tok-usdcx', 'USDCx', 'Something else'),
  token('tok-usdc', 'USDC', 'USD Coin'),
  token('tok-tether', 'USD₮', 'Tether'),
  token('tok-two', 'TWIN', 'The first'),
  token('tok-three', 'TWIN', 'The second'),
];

const chain = new ChainService(fakeChain({ reads: { tokens: async () => listed } }).adapter);
const idsOf = async (search?: string) => (await chain.tokens({ search })).tokens.map(({ id }) => id);

describe('known tokens', () => {
  it('come in the order of the lists', async () => {
    expect(await chain.tokens()).toEqual({ chainId: 'stellar', tokens: listed, pagination: { nextPage: null } });
    expect(await idsOf('')).toHaveLength(listed.length);
  });

  it.each([
    ['usdc', ['tok-usdc', 'tok-usdcx', 'tok-bridged']],
    [' USDT ', ['tok-tether']],
    ['dollar', ['tok-bridged']],
    ['TOK-THREE', ['tok-three']],
    ['nothing', []],
  ])('that fit %j, the best first', async (search, ids) => {
    expect(await idsOf(search)).toEqual(ids);
  });

  it('come in pages, of the search that they began with', async () => {
    const first = await chain.tokens({ search: 'usdc', limit: 2 });
    expect(first.tokens.map(({ ticker }) => ticker)).toEqual(['USDC', 'USDCx']);
    const nextPage = first.pagination.nextPage ?? '';
    const second = await chain.tokens({ search: 'usdc', limit: 2, nextPage });
    expect([second.tokens.map(({ ticker }) => ticker), second.pagination]).toEqual([['bUSDC'], { nextPage: null }]);
    await expect(chain.tokens({ search: 'usd', nextPage })).rejects.toMatchObject({ code: 'page.invalid' });
    const changed = new ChainService(fakeChain({ reads: { tokens: async () => listed.slice(0, 1) } }).adapter);
    await expect(changed.tokens({ search: 'usdc', nextPage })).rejects.toMatchObject({ code: 'page.invalid' });
    await expect(chain.tokens({ limit: 101 })).rejects.toMatchObject({ code: 'request.invalid' });
  });
});

describe('a ticker in place of a token id', () => {
  const transferOf = (tokenId: string) => ({
    ...{ mode: 'transferToken', senderAddress: 'acct-ann', recipientAddress: 'acct-bob', tokenId, amount: '1' },
  });
  const refusalOf = async (work: Promise<unknown>) => {
    const error = (await work.then(
      () => undefined,
      (reason: unknown) => reason,
    )) as { problems: readonly { code: string; message: string; field?: string; context?: object }[] } | undefined;
    return error?.problems[0];
  };
  const invalid = 'The token id is not valid on Stellar: it does not start with tok-.';

  it.each([
    ['usdc', { ticker: 'USDC', known: 'tok-usdc' }, 'USDC is tok-usdc on this chain.'],
    ['USDT', { ticker: 'USD₮', known: 'tok-tether' }, 'USD₮ is tok-tether on this chain.'],
    ['TWIN', { ticker: 'TWIN', known: 'tok-two or tok-three' }, 'TWIN is tok-two or tok-three on this chain.'],
    [
      'DOGGO',
      { route: '/api/chains/stellar/tokens' },
      '/api/chains/stellar/tokens lists the tokens that are known here.',
    ],
  ])('%s is refused with what helps', async (text, hint, sentence) => {
    const context = { chain: 'Stellar', reason: 'it does not start with tok-', ...hint };
    const expected = { code: 'token.invalid', message: `${invalid} ${sentence}`, context };
    const field = 'transaction.data.tokenId';
    expect(await refusalOf(chain.encode(transferOf(text)))).toEqual({ ...expected, field });
    expect(await refusalOf(chain.validate(transferOf(text)))).toEqual({ ...expected, field });
    const reading = new ChainService(
      fakeChain({ reads: { token: { read: async () => ({ missing: 'no' }) }, tokens: async () => listed } }).adapter,
    );
    expect(await refusalOf(reading.token(text))).toEqual({ ...expected, field: 'tokenId' });
  });

  it('that is the coin’s own leads to mode transfer', async () => {
    expect(await refusalOf(chain.encode(transferOf('xlm')))).toMatchObject({
      code: 'token.isNative',
      message: 'xlm stands for the native coin of Stellar: use mode transfer.',
    });
  });

  it.each(['0x1234', '17', 'a text that is longer than any ticker'])('is not seen in %j', async (text) => {
    expect(await refusalOf(chain.encode(transferOf(text)))).toMatchObject({ message: invalid });
  });

  it('is seen where it is a valid id, and the chain does not know it', async () => {
    const unknown = async () => ({ missing: 'nobody has any of it' });
    const reads = { token: { read: unknown }, tokens: async () => [token('tok-x', 'tok-Y', 'Odd')] };
    const odd = new ChainService(fakeChain({ reads }).adapter);
    expect(await refusalOf(odd.token('tok-Y'))).toMatchObject({
      code: 'token.notFound',
      message: 'There is no token tok-Y on Stellar: nobody has any of it. tok-Y is tok-x on this chain.',
      context: { known: 'tok-x' },
    });
  });
});
