import { verifyChecksum } from '@isochain/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFakeNode } from '../fake-node.ts';
import { type Answer, open, type Serve, type Subject } from '../harness.ts';

const encode = '/api/sepolia/transaction/encode';
const broadcast = '/api/sepolia/transaction/broadcast';
const account = '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17';

const data = {
  mode: 'transfer',
  senderAddress: account,
  recipientAddress: '0x8bc6922Eb94e4858efaF9F433c35Bc241F69e8a6',
  amount: '1000000000000000',
};

const errors = ({ body }: Answer) => body.status?.errors.map(({ code, field }) => [code, field]);
const ignored = ({ body }: Answer) =>
  body.status?.warnings.flatMap(({ code, field }) => (code === 'field.ignored' ? [field] : []));

/** What clients get wrong, and are told. */
export function mistakesCases(serve: Serve): void {
  const node = createFakeNode();
  let subject: Subject;
  beforeAll(async () => {
    subject = await open(serve, { fetch: node.fetch });
  });
  beforeEach(() => {
    node.sent.length = 0;
  });
  afterAll(() => subject.close());

  const send = (path: string, transaction: unknown) => subject.send('POST', path, { transaction });

  describe('fields that nobody knows', () => {
    it.each<[string, object, string[]]>([
      ['a mistyped field', { ...data, feees: '5' }, ['transaction.data.feees']],
      ['an unknown wish', { ...data, params: { feeRate: '3', speed: 'fast' } }, ['feeRate', 'speed'].map(inParams)],
      ['what clients send to services like this one', { ...data, chainId: 'sepolia', format: 'hex', type: 'x' }, []],
      ['fields of other modes', { ...data, tokenId: '0x1', validatorAddress: 'x', stakeId: '7', compound: true }, []],
      ['what is empty', { ...data, memo: '', color: '', size: null, params: { speed: '', feeRate: null } }, []],
    ])('answers %s as it should', async (_, sent, expected) => {
      for (const path of [encode, '/api/sepolia/transaction/validate']) {
        const answer = await send(path, { data: sent });
        expect([answer.status, errors(answer), ignored(answer)]).toEqual([200, [], expected]);
      }
    });

    it('names those around the data too', async () => {
      const body = { chainId: 'sepolia', dryRun: true, transaction: { data, encoded: [], signature: '', memo: 'x' } };
      const answer = await subject.send('POST', encode, body);
      expect(ignored(answer)).toEqual(['dryRun', 'transaction.memo']);
      expect(answer.body.status?.warnings[0]).toEqual({
        message: 'dryRun is not known here and was ignored',
        code: 'field.ignored',
        field: 'dryRun',
        context: { known: 'transaction' },
      });
    });

    it('takes back what encode answered, as it is, without a word', async () => {
      const first = await send(encode, { data });
      const { transaction } = first.body as { transaction: { data: object } };
      expect(ignored(await send(encode, transaction))).toEqual([]);
    });

    it.each([
      [`/api/osmosis/account/osmo1abc/state?parts=native&include=native`, ['parts']],
      [`/api/osmosis/validators?limit=2&page=3`, ['page']],
      ['/api/osmosis/token/ibc/AB?decimals=6', ['decimals']],
      ['/api/chains?network=evm', ['network']],
      ['/api/chains/sepolia?a=1&a=2&b=', ['a']],
      ['/api/osmosis/account/osmo1abc/state?include=native&publicKey=', undefined],
      ['/api/osmosis/validators', undefined],
    ])('%s is answered with a warning about %j', async (path, expected) => {
      const answer = await subject.send('GET', path);
      expect(answer.status).toBe(200);
      expect(ignored(answer)).toEqual(expected);
    });

    it.each([
      ['/api/osmosis/account/osmo1abc/state?includ=native', 'includ', 'include'],
      ['/api/chains/osmosis/account/osmo1abc/history?limits=3', 'limits', 'limit'],
      ['/api/osmosis/validators?nextpage=3', 'nextpage', 'nextPage'],
      ['/api/chains?famly=evm', 'famly', 'family'],
      ['/api/chains/sepolia/tokens?serach=usdc&limit=3', 'serach', 'search'],
      ['/api/sepolia/transaction/x?inclde=raw', 'inclde', 'include'],
    ])('%s is refused, as %s is nearly %s', async (path, field, near) => {
      const answer = await subject.send('GET', path);
      expect([answer.status, answer.body.status?.errors[0]]).toMatchObject([
        400,
        { code: 'request.invalid', field, message: `${field}: is not known here: did you mean ${near}?` },
      ]);
    });

    it('says what was probably meant, and all that is known', async () => {
      const known = 'senderAddress, recipientAddress, senderPubKey, amount, useMaxAmount, fees, gas, nonce';
      const sent = { ...data, feees: '5', value: '1', nothing: 'x', params: { gasLimit: '1', nonse: '3' } };
      const answer = await send(encode, { data: sent });
      expect(answer.body.status?.warnings.map(({ field, context }) => [field, context?.nearest])).toEqual([
        ['transaction.data.feees', 'fees'],
        ['transaction.data.value', 'amount'],
        ['transaction.data.nothing', undefined],
        ['transaction.data.params.gasLimit', 'gas'],
        ['transaction.data.params.nonse', 'nonce'],
      ]);
      for (const { context } of answer.body.status?.warnings ?? []) expect(context?.known).toBe(known);
      expect(answer.body.status?.warnings[3]?.message).toBe(
        'transaction.data.params.gasLimit is not known here and was ignored: did you mean gas?',
      );
    });

    it('warns of a query parameter beside the warnings that there are', async () => {
      const body = { transaction: { data: { ...data, recipientAddress: account, feees: '1' } } };
      const answer = await subject.send('POST', `${encode}?dryRun=1`, body);
      expect(answer.body.status?.warnings.map(({ code }) => code)).toEqual([
        'recipient.isSender',
        'field.ignored',
        'field.ignored',
      ]);
      expect(ignored(answer)).toEqual(['transaction.data.feees', 'dryRun']);
    });

    it('names those of bodies that hold no transaction', async () => {
      const one = await subject.send('POST', '/api/account/state', {
        ...{ chainId: 'osmosis', accountId: 'osmo1abc', includ: ['native'] },
      });
      expect(ignored(one)).toEqual(['includ']);
      const many = await subject.send('POST', '/api/account/state', {
        accounts: [
          { chainId: 'osmosis', accountId: 'a' },
          { chainId: 'osmosis', accountId: 'b', includ: ['native'] },
        ],
      });
      expect(ignored(many)).toEqual(['accounts.1.includ']);
      const addresses = await subject.send('POST', '/api/sepolia/address/encode', {
        // The generator point of secp256k1 (SEC 2, section 2.4.1).
        pubkey: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
        compressed: true,
      });
      expect([addresses.status, ignored(addresses)]).toEqual([200, ['compressed']]);
    });

    it('does not name a field by thousands of letters, nor thousands of fields', async () => {
      const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`field${i}`, 1]));
      const answer = await send(encode, { data: { ...many, ...data, ['x'.repeat(9_000)]: 1 } });
      expect(answer.status).toBe(200);
      expect(answer.text.length).toBeLessThan(10_000);
      expect(ignored(answer)).toHaveLength(20);
    });
  });

  it.each<[string, object, string]>([
    ['encode', { mode: 'stake' }, encode],
    ['validate', { mode: 'claimRewards', amount: 7 }, '/api/sepolia/transaction/validate'],
    ['broadcast', { mode: 'unstake' }, broadcast],
  ])('looks at the mode before its fields: %s', async (_, sent, path) => {
    const answer = await send(path, { data: sent });
    expect([answer.status, errors(answer)]).toEqual([400, [['mode.unsupported', 'transaction.data.mode']]]);
  });

  it.each<[unknown, string]>([
    [undefined, 'is required'],
    [null, 'is required'],
    ['', 'is required'],
    ['  ', 'is required'],
    [7, 'must be a string'],
  ])('says that a signature of %j %s, together with all else that is missing', async (signature, expected) => {
    const { senderAddress: _, ...rest } = data;
    const answer = await send(broadcast, { data: { ...rest, amount: null }, signature });
    expect(answer.status).toBe(400);
    expect(answer.body.status?.errors.map(({ message }) => message)).toEqual([
      'transaction.data.senderAddress: is required',
      'transaction.data.fees: is required',
      'transaction.encoded: is required',
      `transaction.signature: ${expected}`,
    ]);
  });

  it('takes null for absent', async () => {
    const nothing = { useMaxAmount: null, senderPubKey: null, memo: null, gas: null, fees: null, nonce: null };
    const encoded = await send(encode, { data: { ...data, ...nothing, params: null } });
    expect([encoded.status, errors(encoded), ignored(encoded)]).toEqual([200, [], []]);
    const validated = await send('/api/sepolia/transaction/validate', { data, encoded: null });
    expect([validated.status, errors(validated)]).toEqual([200, []]);
    const state = await subject.send('POST', '/api/account/state', {
      ...{ chainId: 'osmosis', accountId: 'osmo1abc', include: null, publicKey: null },
    });
    expect(state.status).toBe(200);
  });

  describe('a transaction of another chain', () => {
    it.each([
      ['sepolia', 'base-sepolia', 'Sepolia', 'Base Sepolia'],
      ['hoodi', 'sepolia', 'Hoodi', 'Sepolia'],
    ])('that was encoded on %s and is broadcast on %s is called that', async (from, to, other, chain) => {
      const chainIds: Record<string, string> = { sepolia: '0xaa36a7', hoodi: '0x88bb0' };
      const own = await open(serve, {
        fetch: createFakeNode({ eth_chainId: chainIds[from] }).fetch,
        settings: { chains: { [from]: { endpoints: ['https://node.invalid'] } } },
      });
      try {
        const body = { transaction: { data: { ...data, senderAddress: account } } };
        const { transaction } = (await own.send('POST', `/api/${from}/transaction/encode`, body)).body;
        expect(transaction).toMatchObject({ data: { params: { checksum: expect.any(String) } } });
        const signed = { ...(transaction as object), signature: `0x${'11'.repeat(65)}` };
        const answer = await own.send('POST', `/api/${to}/transaction/broadcast`, { transaction: signed });
        expect([answer.status, answer.body.status?.errors]).toEqual([
          400,
          [
            {
              code: 'data.otherChain',
              field: 'transaction.data',
              message: `The transaction was encoded for ${other}, not for ${chain}: nothing was sent.`,
              context: { other, chain },
            },
          ],
        ]);
        const validated = await own.send('POST', `/api/${to}/transaction/validate`, { transaction });
        expect(errors(validated)).toEqual([['data.otherChain', 'transaction.data']]);
      } finally {
        await own.close();
      }
    });

    it('has a checksum that holds for its own chain alone', async () => {
      const { transaction } = (await send(encode, { data })).body as { transaction: { data: never } };
      expect(verifyChecksum('sepolia', transaction.data)).toBeDefined();
      expect(verifyChecksum('base-sepolia', transaction.data)).toBeUndefined();
    });
  });

  it('says when a retry may help', async () => {
    const down = await open(serve, {
      fetch: createFakeNode(() => new Response('down', { status: 503, headers: { 'retry-after': '42' } })).fetch,
      settings: { chains: { sepolia: { endpoints: ['https://node.invalid'] } } },
    });
    try {
      const answer = await down.send('GET', `/api/sepolia/account/${account}/state?include=native`);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([502, '42']);
      const [error] = answer.body.status?.errors ?? [];
      expect(error).toMatchObject({ code: 'upstream.unavailable', context: { chain: 'sepolia', seconds: 42 } });
      expect(error?.message).toContain('A retry may help in 42 s');
    } finally {
      await down.close();
    }
  });

  it.each([
    ['sepola', 'sepolia'],
    ['ETHEREUM', 'ethereum'],
    ['base_sepolia', 'base-sepolia'],
    ['sepolia-base', undefined],
    ['nowhere', undefined],
    ['', undefined],
  ])('suggests for the chain %j the id %j', async (name, nearest) => {
    const answer = await subject.send('POST', '/api/account/state', { chainId: name, accountId: 'x' });
    expect([answer.status, errors(answer)]).toEqual([404, [['chain.unknown', 'chainId']]]);
    const message = answer.body.status?.errors[0]?.message;
    if (nearest === undefined) expect(message).toContain('/api/chains lists');
    // The name of a chain is surely meant; what is near an id may be.
    else expect(message).toMatch(new RegExp(`(?:did you mean ${nearest}\\?|use ${nearest} here\\.)$`));
  });

  it.each(['encode', 'broadcast', 'validate'])('answers 405 to GET …/transaction/%s', async (name) => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await subject.send(method, `/api/sepolia/transaction/${name}`);
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
      expect(answer.body.status?.errors[0]?.code).toBe('route.methodNotAllowed');
    }
  });
}

function inParams(name: string): string {
  return `transaction.data.params.${name}`;
}
