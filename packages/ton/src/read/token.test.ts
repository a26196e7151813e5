import { createHash } from 'node:crypto';
import { Address, beginCell, Cell, Dictionary } from '@ton/core';
import { describe, expect, it } from 'vitest';
import { endpointOf, methodOf, type Script, scriptedJettons } from '../../test/jetton-world.ts';
import { ton } from '../index.ts';
import type { TonKind, TonOptions } from '../options.ts';

const master = new Address(0, Buffer.alloc(32, 2));
const raw = master.toRawString();
const id = master.toString();

function open(kinds: readonly TonKind[], script: Script, options: Pick<TonOptions, 'tokens'> = {}) {
  const { requests, fetch } = scriptedJettons(script);
  const chain = ton.connect('ton', {
    endpoints: kinds.map(endpointOf),
    fetch: fetch as NonNullable<TonOptions['fetch']>,
    oldestBlockMs: 0,
    ...options,
  });
  return { requests, read: (tokenId = id) => chain.token(tokenId) };
}

const token = (more: object) => ({ type: 'JETTON', id, contractAddress: id, ...more });

describe('with toncenter v3', () => {
  const kinds = ['toncenter-v3'] as const;
  const described = (jetton_content: object, info?: object) => ({
    masters: { [raw]: { jetton_content } },
    metadata:
      info === undefined
        ? {}
        : { [raw.toUpperCase()]: { is_indexed: true, token_info: [{ type: 'jetton_masters', valid: true, ...info }] } },
  });

  it.each([
    [
      'what is on the chain',
      described({ name: 'On', symbol: 'ON', decimals: '6' }),
      { name: 'On', ticker: 'ON', decimals: '6' },
    ],
    ['9 decimals if the chain says none', described({ name: 'On', symbol: 'ON' }), { decimals: '9' }],
    [
      'what its document says',
      described({ uri: 'https://a.example' }, { name: 'Far', symbol: 'FAR', extra: { decimals: '3' } }),
      { name: 'Far', ticker: 'FAR', decimals: '3' },
    ],
    [
      'a number in a document',
      described({ uri: 'https://a.example' }, { symbol: 'FAR', extra: { decimals: 3 } }),
      { name: 'FAR', decimals: '3' },
    ],
    [
      '9 decimals if the document says none',
      described({ uri: 'https://a.example' }, { name: 'Far', symbol: 'FAR' }),
      { decimals: '9' },
    ],
    [
      'the chain before the document',
      described(
        { uri: 'https://a.example', decimals: '2', symbol: 'ON' },
        { name: 'Far', symbol: 'FAR', extra: { decimals: '18' } },
      ),
      { name: 'Far', ticker: 'ON', decimals: '2' },
    ],
    [
      'clean names',
      described({ name: ' a\u202e\nb ', symbol: 'x\u200by', decimals: '0' }),
      { name: 'a b', ticker: 'xy', decimals: '0' },
    ],
    ['its address if it has no name', described({ decimals: '1' }), { name: 'EQAC..Asoi', ticker: 'EQAC..Asoi' }],
  ])('tells %s', async (_, script, expected) => {
    const found = await open(kinds, script).read();
    expect(found).toMatchObject(token(expected));
  });

  it.each([
    ['a jetton that nobody lists', {}],
    ['a document that was not read yet', { masters: { [raw]: { jetton_content: { uri: 'https://a.example' } } } }],
    ['a document that could not be read', described({ uri: 'https://a.example' }, { valid: false })],
    ['decimals that are no number', described({ decimals: 'six', symbol: 'X' })],
    ['more decimals than there can be', described({ decimals: '256', symbol: 'X' })],
  ])('answers not found for %s', async (_, script) => {
    await expect(open(kinds, script).read()).rejects.toMatchObject({ code: 'token.notFound' });
  });

  it('asks tonapi for a document that it has not read', async () => {
    const script = {
      masters: { [raw]: { jetton_content: { uri: 'https://a.example' }, name: 'Far', symbol: 'FAR', decimals: '4' } },
    };
    const { read, requests } = open(['toncenter-v3', 'tonapi'], script);
    expect(await read()).toMatchObject({ decimals: '4' });
    expect(requests).toHaveLength(2);
  });

  it('is not believed about another jetton', async () => {
    const script = {
      masters: { [raw]: { address: new Address(0, Buffer.alloc(32, 3)).toRawString(), jetton_content: {} } },
    };
    await expect(open(kinds, script).read()).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });
});

describe('with tonapi', () => {
  it('tells what it knows', async () => {
    const script = { masters: { [raw]: { name: 'Wrapped', symbol: 'WTON', decimals: '9' } } };
    expect(await open(['tonapi'], script).read()).toEqual(token({ name: 'Wrapped', ticker: 'WTON', decimals: '9' }));
  });

  it('knows no jetton that it lists not, and is not believed about another', async () => {
    await expect(open(['tonapi'], {}).read()).rejects.toMatchObject({ code: 'token.notFound' });
    const other = { masters: { [raw]: { address: `0:${'3'.repeat(64)}`, name: 'A', symbol: 'A', decimals: '9' } } };
    await expect(open(['tonapi'], other).read()).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });
});

describe('with toncenter v2', () => {
  const admin = new Address(0, Buffer.alloc(32, 9));
  const data = (content: Cell): Script => ({
    methods: { [methodOf(master, 'get_jetton_data')]: [1_000n, -1n, admin, content, Cell.EMPTY] },
  });

  function onChain(values: Readonly<Record<string, string>>): Cell {
    const all = Dictionary.empty(Dictionary.Keys.BigUint(256), Dictionary.Values.Cell());
    for (const [name, value] of Object.entries(values)) {
      const key = BigInt(`0x${createHash('sha256').update(name).digest('hex')}`);
      all.set(key, beginCell().storeUint(0, 8).storeStringTail(value).endCell());
    }
    return beginCell().storeUint(0, 8).storeDict(all).endCell();
  }

  it('reads the contract', async () => {
    const { read } = open(['toncenter-v2'], data(onChain({ name: 'On', symbol: 'ON', decimals: '6' })));
    expect(await read()).toEqual(token({ name: 'On', ticker: 'ON', decimals: '6' }));
  });

  it('takes 9 decimals only if no document may say others', async () => {
    expect(await open(['toncenter-v2'], data(onChain({ symbol: 'ON' }))).read()).toMatchObject({ decimals: '9' });
    const half = data(onChain({ symbol: 'ON', uri: 'https://a.example' }));
    const far = data(beginCell().storeUint(1, 8).storeStringTail('https://a.example').endCell());
    for (const script of [half, far]) {
      const { read, requests } = open(['toncenter-v2'], script);
      await expect(read()).rejects.toMatchObject({ code: 'token.notFound' });
      expect(requests).toEqual(['toncenter-v2 /runGetMethod']);
    }
  });

  it.each([11, -13])('knows no jetton if the method ends with %i', async (exitCode) => {
    const script = { methods: { [methodOf(master, 'get_jetton_data')]: exitCode } };
    await expect(open(['toncenter-v2'], script).read()).rejects.toMatchObject({ code: 'token.notFound' });
  });
});

it('a known jetton needs no endpoint, in whatever form its address is', async () => {
  const { read, requests } = open(['toncenter-v3'], {});
  const tether = '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe';
  expect(await read(tether)).toMatchObject({ id: 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs', decimals: '6' });
  expect(requests).toEqual([]);
  const tokens = [{ id: raw, name: 'Mine', ticker: 'MINE', decimals: 3 }];
  expect(await open(['toncenter-v3'], {}, { tokens }).read()).toMatchObject({ ticker: 'MINE', decimals: '3' });
});
