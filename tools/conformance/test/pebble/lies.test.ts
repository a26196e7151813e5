import { describe, expect, it } from 'vitest';
import { describeLies, type Lie, type LieScene, type LiesHandIn, RpcFailure } from '../../src/index.ts';
import { staleEntries, tellLie, unnamedFields } from '../../src/lies/judge.ts';
import { lieAbout } from '../../src/lies/liar.ts';
import { expectUsual, tellTenfold, tenfold } from '../../src/lies/tenfold.ts';
import { pebbleFamily } from './family.ts';
import { addressOf, flatFee, Ledger, token, url } from './ledger.ts';

// The catalogue of lies of the chain that does not exist; and catalogues with something wrong in them, which the suite has to find.

const sender = addressOf('11'.repeat(32));
const recipient = addressOf('22'.repeat(32));

const scene = (name: string, run: LieScene['run']): LieScene => ({
  name,
  upstream() {
    const ledger = new Ledger();
    ledger.add(sender, 5_000_000n);
    ledger.add(sender, 77n, token.id);
    return { endpoints: [{ url, name: 'first' }], fetch: ledger.fetch };
  },
  connect: (upstream) => pebbleFamily().connect('algorand', { ...upstream, now: () => 1_700_000_000_000 }),
  run,
});

const maximum = scene('maximum', (chain) =>
  chain.encode({ mode: 'transfer', senderAddress: sender, recipientAddress: recipient, useMaxAmount: true }),
);
const facts = scene('token', (chain) => chain.token(token.id));

const otherNetwork = (field: string, name: string): Lie => ({
  field,
  kind: 'another chain',
  scenes: [name],
  tell: () => 'pebble-2',
  must: { refused: 'upstream.unavailable' },
});

const coins = (kind: Lie['kind'], told: unknown, must: Lie['must']): Lie => ({
  field: 'GET /v1/accounts/:id.coins',
  kind,
  scenes: ['maximum'],
  tell: () => told,
  must,
});

const sendsNoMore = {
  bounded: 'A maximum that is more than there is fails on the chain, and nothing is lost.',
  holds: (answer: unknown) =>
    expect(answer).toMatchObject({ transaction: { data: { amount: String(9_000_000n - flatFee) } } }),
};

const handIn: LiesHandIn = {
  name: 'pebble',
  scenes: [maximum, facts],
  lies: [
    otherNetwork('GET /v1/status.network', 'maximum'),
    otherNetwork('GET /v1/accounts/:id.network', 'maximum'),
    otherNetwork('GET /v1/tokens/shell.network', 'token'),
    coins('too large', '9000000', sendsNoMore),
    coins('too small', '999', { refused: 'balance.insufficientForFees' }),
    coins('impossible', '-1', { refused: 'upstream.unavailable' }),
    coins('missing', undefined, { refused: 'upstream.unavailable' }),
    {
      field: 'GET /v1/status.round',
      kind: 'stale',
      scenes: ['maximum'],
      tell: () => 0,
      must: { bounded: 'It expires a round sooner.', holds: (answer) => expect(answer).toBeDefined() },
    },
  ],
  believed: {
    'GET /v1/accounts/:id.key':
      'Whose key signs is known to the upstream alone. The bytes do not hold it: a wrong one only makes broadcast refuse the right signature.',
    'GET /v1/accounts/:id.tokens.shell': 'What an account holds is known to the upstream alone.',
    'GET /v1/tokens/shell.id': 'So is what a token is called.',
    'GET /v1/tokens/shell.name': 'So is what a token is called.',
    'GET /v1/tokens/shell.ticker': 'So is what a token is called.',
    'GET /v1/tokens/shell.decimals': 'So is what a token is called.',
  },
  // One fee for all, which no upstream tells.
  prices: [],
  atLeast: 8,
};

describe('a complete catalogue', () => describeLies(handIn));

describe('the suite finds', () => {
  const without = (field: string) => ({ ...handIn, lies: handIn.lies.filter((lie) => lie.field !== field) });

  it.each(['GET /v1/accounts/:id.coins', 'GET /v1/status.round', 'GET /v1/accounts/:id.network'])(
    'that no lie is told of %s',
    async (field) => {
      expect(await unnamedFields(without(field), maximum)).toEqual([field]);
    },
  );

  it('that nothing is said of a field that is believed', async () => {
    expect(await unnamedFields({ ...handIn, believed: {} }, facts)).toEqual([
      'GET /v1/tokens/shell.id',
      'GET /v1/tokens/shell.name',
      'GET /v1/tokens/shell.ticker',
      'GET /v1/tokens/shell.decimals',
    ]);
  });

  it('no field that is not read', async () => {
    const chatty: LieScene = {
      ...facts,
      upstream() {
        const { endpoints, fetch } = facts.upstream();
        return {
          endpoints,
          async fetch(input, init) {
            const answer = (await (await fetch(input, init)).json()) as object;
            return Response.json({ ...answer, motd: 'hello' });
          },
        };
      },
    };
    expect(await unnamedFields(handIn, chatty)).toEqual([]);
  });

  it('entries about nothing', async () => {
    const [lie] = handIn.lies;
    const stale = lie === undefined ? [] : [{ ...lie, field: 'GET /v1/status.mood', scenes: ['yesterday'] as const }];
    expect(await staleEntries({ ...handIn, lies: [...handIn.lies, ...stale] })).toEqual([
      'GET /v1/status.mood',
      'yesterday',
    ]);
  });

  it.each([
    ['is believed instead of refused', coins('too large', '9000000', { refused: 'upstream.unavailable' })],
    ['is refused instead of bounded', coins('impossible', 'many', sendsNoMore)],
    ['goes beyond its limit', coins('too large', '9000001', sendsNoMore)],
    ['passes without a warning', coins('too large', '9000000', { warned: 'fee.high' })],
    ['has an effect', coins('too large', '9000000', { ignored: true })],
    ['is never told', { ...coins('too large', '9', { ignored: true }), field: 'GET /v1/status.mood' }],
  ])('a lie that %s', async (_what, lie) => {
    await expect(tellLie(handIn, maximum, lie)).rejects.toMatchObject({ name: 'AssertionError' });
  });

  it('a lie that an honest endpoint does not mend', async () => {
    const gullible: LieScene = {
      ...maximum,
      connect: ({ endpoints, fetch }) => maximum.connect({ endpoints: endpoints.slice(0, 1), fetch }),
    };
    const lie = coins('impossible', '-1', { refused: 'upstream.unavailable' });
    await expect(tellLie(handIn, gullible, lie)).rejects.toMatchObject({ name: 'AssertionError' });
  });
});

describe('a liar', () => {
  it('names answers of one path by their query', async () => {
    const upstream: typeof fetch = async () => Response.json({ result: 1 });
    const nameOfRequest = ({ searchParams }: URL) => searchParams.get('action') ?? undefined;
    const lying = lieAbout(upstream, { nameOfRequest }, 'list.result', () => 2);
    expect(await (await lying(`${url}?action=list`)).json()).toEqual({ result: 2 });
    expect(await (await lying(`${url}?action=other`)).json()).toEqual({ result: 1 });
  });

  it('answers an error instead of a result', async () => {
    const upstream: typeof fetch = async () => Response.json({ jsonrpc: '2.0', id: 1, result: '0x1' });
    const lying = lieAbout(upstream, {}, 'send', () => new RpcFailure(-32000, 'nonce too low'));
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'send', params: [] });
    const answer = await (await lying(url, { method: 'POST', body })).json();
    expect(answer).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'nonce too low' } });
  });

  it('is never an endpoint that is trusted', async () => {
    const trusting: LieScene = { ...maximum, upstream: () => ({ ...maximum.upstream(), trusted: ['first'] }) };
    const lie = coins('impossible', '-1', { refused: 'upstream.unavailable' });
    await expect(tellLie(handIn, trusting, lie)).rejects.toThrow('how often the lie was told');
  });
});

describe('ten times a price', () => {
  it('is written as the price is', () => {
    expect([7, 7n, '7', '0x0f', '0.025', '1.5', '0.0'].map(tenfold)).toEqual([
      70,
      70n,
      '70',
      '0x96',
      '0.250',
      '15.0',
      '0.0',
    ]);
    expect(() => tenfold('free')).toThrow(TypeError);
    expect(() => tenfold(null)).toThrow(TypeError);
  });

  const price = { field: 'GET /v1/accounts/:id.coins', scenes: ['maximum'] } as const;
  const warning = (fees: string) => ({ code: 'fee.unusual', context: { fees, usual: '10', factor: '3' } });
  const warned = (...warnings: readonly object[]): LieScene => ({
    ...maximum,
    run: async (chain) => ({ ...((await maximum.run(chain)) as object), status: { errors: [], warnings } }),
  });

  it('must not pass without a warning, or with one whose numbers say nothing', async () => {
    await expect(tellTenfold(handIn, maximum, price)).rejects.toMatchObject({ name: 'AssertionError' });
    await expect(tellTenfold(handIn, warned(warning('30')), price)).rejects.toMatchObject({ name: 'AssertionError' });
    await tellTenfold(handIn, warned(warning('31')), price);
    // Where it is refused, no warning is needed.
    await tellTenfold(handIn, maximum, { ...price, tell: () => '999' });
  });

  it('must be told', async () => {
    const unread = { ...price, field: 'GET /v1/status.mood' };
    await expect(tellTenfold(handIn, warned(warning('31')), unread)).rejects.toThrow('how often the lie was told');
  });

  it('is not said of the truth', () => {
    expect(() => expectUsual({ errors: [], warnings: [{ code: 'fee.unusual' }] })).toThrow();
    expectUsual({ errors: [], warnings: [{ code: 'fee.high' }] });
  });
});

it('a warning is judged by its limit too', async () => {
  const warning = { code: 'fee.high', context: { fees: '10' } };
  const warned: LieScene = {
    ...facts,
    run: async (chain) => ({ ...(await chain.token(token.id)), status: { errors: [], warnings: [warning] } }),
  };
  const ticker = (holds?: () => void): Lie => ({
    field: 'GET /v1/tokens/shell.ticker',
    kind: 'false',
    scenes: ['token'],
    tell: () => 'SHL',
    must: { warned: 'fee.high', ...(holds === undefined ? {} : { holds }) },
  });
  await tellLie(handIn, warned, ticker());
  const beyond = ticker(() => expect('beyond').toBe('within'));
  await expect(tellLie(handIn, warned, beyond)).rejects.toMatchObject({ name: 'AssertionError' });
});
