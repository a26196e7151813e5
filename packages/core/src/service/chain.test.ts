import { describe, expect, it } from 'vitest';
import { type Changes, type Fake, fakeChain, hashOf, sign, transferring } from '../../test/fake-chain.ts';
import { fromHex } from '../bytes/hex.ts';
import type { Bytes, Explanation } from '../contract/bytes.ts';
import type { ModeVerbs, Scene } from '../contract/mode.ts';
import type { PageRequest, Reads } from '../family.ts';
import { problem } from '../problem.ts';
import type { TokenAmount } from '../schema/token.ts';
import type { CompletedData } from '../schema/transaction-data.ts';
import { type ParsedTransaction, parsedTransaction } from '../schema/transaction-record.ts';
import type { Trace } from '../upstream/index.ts';
import { type Chain, ChainService } from './chain.ts';
import { addChecksum } from './checksum.ts';

const transfer = { mode: 'transfer', senderAddress: 'acct-ann', recipientAddress: 'acct-bob', amount: '500' };

const open = (changes: Changes = {}) => {
  const fake = fakeChain(changes);
  return { ...fake, chain: new ChainService(fake.adapter) };
};

const broken = {
  transfer: {
    ...(fakeChain().adapter.modes.transfer as ModeVerbs<Fake, 'transfer'>),
    ask: () => Promise.reject(new TypeError('broken')),
  },
};

const openReads = (reads: Reads) => open({ reads }).chain;

const code = (name: string) => expect.objectContaining({ code: name });

describe('encode', () => {
  it('answers the completed data, the bytes to sign and an empty status', async () => {
    const answer = await open().chain.encode({ ...transfer, chainId: 'ignored', stakeId: '' });
    const bytes =
      '{"mode":"transfer","senderAddress":"acct-ann","recipientAddress":"acct-bob","amount":"500","fees":"10","nonce":"7","params":{"version":3}}';
    const value = [...bytes].map((char) => char.charCodeAt(0).toString(16)).join('');
    expect(answer).toEqual({
      ok: true,
      chainId: 'stellar',
      transaction: {
        data: {
          mode: 'transfer',
          senderAddress: 'acct-ann',
          recipientAddress: 'acct-bob',
          useMaxAmount: false,
          amount: '500',
          fees: '10',
          nonce: '7',
          params: { version: 3, checksum: expect.stringMatching(/^[0-9a-f]{32}$/) },
        },
        encoded: [{ raw: { format: 'RAW_TRANSACTION', value }, hash: { format: 'sha256', value: hashOf(value) } }],
      },
      status: { errors: [], warnings: [] },
    });
  });

  it('makes the bytes from the data without the checksum', async () => {
    let assembled: Fake['plan'] | undefined;
    const assemble: Bytes<Fake>['assemble'] = (plan) => {
      assembled = plan;
      return { items: [], unsigned: { value: '', items: [] } };
    };
    await open({ bytes: { assemble } }).chain.encode(transfer);
    expect(assembled?.content).toMatchObject({ params: { version: 3 } });
  });

  it('answers an intent that the chain refuses with the data so far and nothing to sign', async () => {
    const ticker = (amount: bigint) => ({ amount, decimals: 7, ticker: 'XLM' });
    const refusal = problem(
      'balance.insufficient',
      { available: ticker(1n), amount: ticker(500n) },
      'transaction.data.amount',
    );
    const { chain, called } = open({
      modes: transferring(() => ({
        computed: { nonce: '7' },
        errors: [refusal],
        warnings: [problem('recipient.isContract', {})],
      })),
    });
    expect(await chain.encode({ ...transfer, recipientAddress: 'ACCT-ANN' })).toEqual({
      ok: false,
      chainId: 'stellar',
      transaction: {
        data: { ...transfer, recipientAddress: 'ACCT-ANN', useMaxAmount: false, nonce: '7' },
        encoded: [],
      },
      status: {
        errors: [
          {
            code: 'balance.insufficient',
            message: 'Insufficient balance: the account holds 0.0000001 XLM, but 0.00005 XLM are to be sent.',
            field: 'transaction.data.amount',
            context: { available: '1', amount: '500' },
          },
        ],
        warnings: [
          {
            code: 'recipient.isSender',
            message: 'Same sender and recipient address',
            field: 'transaction.data.recipientAddress',
          },
          {
            code: 'recipient.isContract',
            message: 'The recipient is a contract: make sure that it can move on what it gets',
          },
        ],
      },
    });
    expect(called).not.toContain('assemble');
  });

  it('computes an earlier answer again, and says so', async () => {
    const asked: unknown[] = [];
    const { chain } = open({
      modes: transferring(({ data, amount, wishes }) => {
        asked.push({ data, amount, wishes });
        return { computed: { fees: '10', amount: '900' }, errors: [], warnings: [] };
      }),
    });
    const { amount: _, ...rest } = transfer;
    const intent = { ...rest, useMaxAmount: true };
    const first = await chain.encode({ ...intent, params: { timeout: 5 } });
    const { transaction, status } = await chain.encode({ ...first.transaction.data, gas: '7', nonce: '1' });
    expect(asked[1]).toEqual({ data: intent, amount: 'max', wishes: {} });
    expect(status.warnings.map(({ code: name, field }) => [name, field])).toEqual([
      ['data.recomputed', 'transaction.data'],
    ]);
    expect(transaction.data).toEqual(first.transaction.data);
  });

  it('adds copies of the bytes to params, and binds them', async () => {
    const assemble: Bytes<Fake>['assemble'] = (plan) => {
      const base = fakeChain().adapter.bytes.assemble(plan);
      return { ...base, copies: { raw_data_hex: 'c0ffee' } };
    };
    const plan: Bytes<Fake>['plan']['transfer'] = ({ data, params }) => {
      const { raw_data_hex: _, ...own } = params as { raw_data_hex?: string };
      return { content: { ...data, params: own }, sender: data.senderAddress };
    };
    const bytes = { assemble, plan: { ...fakeChain().adapter.bytes.plan, transfer: plan } };
    const { chain, submitted } = open({ bytes });
    const { data, encoded } = (await chain.encode(transfer)).transaction;
    expect(data.params).toMatchObject({ version: 3, raw_data_hex: 'c0ffee' });
    expect((await chain.validate(transfer)).transaction.data.params).toEqual({ version: 3, raw_data_hex: 'c0ffee' });
    const signature = sign(encoded, 'acct-ann');
    const forged = addChecksum('stellar', {
      ...(data as CompletedData),
      params: { version: 3, raw_data_hex: '00' },
    });
    await expect(chain.broadcast({ data: forged, encoded, signature })).rejects.toMatchObject({
      problems: [{ code: 'data.altered', field: 'transaction.data.params.raw_data_hex' }],
    });
    expect(submitted).toEqual([]);
    await chain.broadcast({ data, encoded, signature });
    expect(submitted).toHaveLength(1);
  });

  it('runs the proofs of a decision, and decides again', async () => {
    const plans: unknown[] = [];
    const scene = (proofs: number): Scene<Fake, 'transfer'> => ({
      decide: () => ({
        computed: { amount: String(500 - proofs), fees: '10' },
        errors: [],
        warnings: [],
        ...(proofs === 2
          ? {}
          : {
              async prove(_, plan) {
                plans.push(plan().content);
                return scene(proofs + 1);
              },
            }),
      }),
    });
    const transferOf = (first: Scene<Fake, 'transfer'>) => ({
      modes: {
        transfer: { ...(fakeChain().adapter.modes.transfer as ModeVerbs<Fake, 'transfer'>), ask: async () => first },
      },
    });
    const { transaction } = await open(transferOf(scene(0))).chain.encode(transfer);
    expect(transaction.data.amount).toBe('498');
    expect(plans).toMatchObject([{ amount: '500' }, { amount: '499' }]);
    await expect(open(transferOf(scene(3))).chain.encode(transfer)).rejects.toThrow('never settled');
  });

  it('adds the standard warnings to those of the family', async () => {
    const { chain } = open();
    const { status, transaction } = await chain.encode({ ...transfer, amount: '99', recipientAddress: 'acct-ann' });
    expect(status.errors).toEqual([]);
    expect(status.warnings.map((entry) => entry.code)).toEqual(['recipient.isSender', 'fee.high']);
    expect(transaction.encoded).toHaveLength(1);
  });

  it('warns of unusual fees unless the client named them', async () => {
    const { transfer: verbs } = fakeChain().adapter.modes as { transfer: ModeVerbs<Fake, 'transfer'> };
    const ask: ModeVerbs<Fake, 'transfer'>['ask'] = async (intent, operation) => {
      const scene = await verbs.ask(intent, operation);
      return { decide: () => ({ ...scene.decide(), usualFees: 3n }) };
    };
    const { chain } = open({ modes: { transfer: { ...verbs, ask } } });
    const codesOf = async (more: object) =>
      (await chain.encode({ ...transfer, ...more })).status.warnings.map(({ code: found }) => found);
    expect(await codesOf({})).toEqual(['fee.unusual']);
    expect(await codesOf({ fees: '10' })).toEqual([]);
  });

  it('warns of fields of other modes that say what is moved', async () => {
    const { status } = await open().chain.encode({ ...transfer, tokenId: 'tok-a', validatorAddress: 'val-1' });
    expect(status.warnings).toMatchObject([
      {
        code: 'field.otherMode',
        field: 'transaction.data.tokenId',
        message: 'tokenId means nothing in mode transfer and was ignored',
      },
    ]);
    const empty = await open().chain.encode({ ...transfer, tokenId: '' });
    expect(empty.status.warnings).toEqual([]);
  });

  it('refuses what is malformed before it asks the network anything', async () => {
    const { chain, called } = open();
    await expect(chain.encode({ ...transfer, amount: '1.5' })).rejects.toThrowError(code('amount.invalid'));
    await expect(chain.encode({ ...transfer, mode: 'stake' })).rejects.toThrowError(code('mode.unsupported'));
    await expect(chain.encode(undefined)).rejects.toThrowError(code('request.invalid'));
    expect(called).toEqual([]);
  });

  it('reports faults of the network', async () => {
    const { chain } = open({ modes: broken });
    await expect(chain.encode(transfer)).rejects.toThrow('broken');
  });

  it('tells its cost, even if it failed', async () => {
    const traces: Trace[] = [];
    const onTrace = (trace: Trace) => traces.push(trace);
    await open().chain.encode(transfer, { onTrace });
    const failing = open({ modes: broken });
    await failing.chain.encode(transfer, { onTrace }).catch(() => {});
    expect(traces.map(({ roundTrips, requests }) => [roundTrips, requests])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });
});

describe('validate', () => {
  it('answers as encode does, without bytes to sign', async () => {
    const { chain, called } = open();
    expect(await chain.validate(transfer)).toEqual({
      ok: true,
      chainId: 'stellar',
      transaction: { data: { ...transfer, useMaxAmount: false, fees: '10', nonce: '7', params: { version: 3 } } },
      status: { errors: [], warnings: [] },
    });
    expect(called).toEqual(['complete', 'assemble']);
  });

  describe('given encoded', () => {
    const explain: NonNullable<Bytes['explain']> = ([item]): Explanation => {
      const raw = item?.raw?.value ?? '';
      const { mode, senderAddress, recipientAddress, amount, memo, fees } = JSON.parse(
        new TextDecoder().decode(fromHex(raw)),
      );
      return {
        data: { mode, senderAddress, recipientAddress: recipientAddress.toUpperCase(), amount, memo, fees },
        errors: item?.hash?.value === hashOf(raw) ? [] : [problem('request.invalid', { field: 'x', expected: 'hash' })],
      };
    };

    it('says what the bytes really do, without asking the network', async () => {
      const { chain, called } = open({ bytes: { explain } });
      const { transaction } = await chain.encode({ ...transfer, memo: 'rent' });
      called.length = 0;
      expect(await chain.validate(transaction.data, transaction.encoded)).toEqual({
        ok: true,
        chainId: 'stellar',
        transaction: { data: { ...transfer, recipientAddress: 'ACCT-BOB', memo: 'rent', fees: '10' } },
        status: { errors: [], warnings: [] },
      });
      expect(called).toEqual(['assemble']);
    });

    it('compares the bytes with an intent that was not encoded here', async () => {
      const { chain } = open({ bytes: { explain } });
      const { transaction } = await chain.encode(transfer);
      const { status } = await chain.validate({ ...transfer, recipientAddress: 'Acct-Bob' }, transaction.encoded);
      expect(status.errors).toEqual([]);
    });

    it('compares the members of params that both have', async () => {
      const told =
        (params: object): NonNullable<Bytes['explain']> =>
        (encoded) => ({
          ...explain(encoded),
          data: { ...explain(encoded).data, params },
        });
      const errorsOf = async (params: object) => {
        const { chain } = open({ bytes: { explain: told(params) } });
        const { transaction } = await chain.encode(transfer);
        const intent = { ...transfer, params: { memoType: 'id', checks: ['a'], raw: { b: [{ d: 3, c: 2 }], a: 1 } } };
        return (await chain.validate(intent, transaction.encoded)).status.errors.map(({ field, message }) => [
          field,
          message,
        ]);
      };
      expect(await errorsOf({ memoType: 'id', checks: ['a'], block: 7 })).toEqual([]);
      // JSON does not keep an order: databases and other languages change it.
      expect(await errorsOf({ raw: { a: 1, b: [{ c: 2, d: 3 }] } })).toEqual([]);
      expect(await errorsOf({ raw: { a: 1, b: [{ c: 2, d: 4 }] } })).toHaveLength(1);
      expect(await errorsOf({ memoType: 'text' })).toEqual([
        ['transaction.data.params.memoType', 'transaction.data.params.memoType: the encoded transaction says "text"'],
      ]);
    });

    it('names each field in which it differs from data', async () => {
      const { chain } = open({ bytes: { explain } });
      const { transaction } = await chain.encode(transfer);
      const intent = { ...transfer, recipientAddress: 'acct-eve', amount: '501', nonce: '9' };
      const { status } = await chain.validate(intent, transaction.encoded);
      expect(status.errors.map(({ field, message }) => [field, message])).toEqual([
        [
          'transaction.data.recipientAddress',
          'transaction.data.recipientAddress: the encoded transaction says ACCT-BOB',
        ],
        ['transaction.data.amount', 'transaction.data.amount: the encoded transaction says 500'],
      ]);
    });

    it('finds that everything is sent, though the intent has an amount', async () => {
      const { amount: _, ...rest } = transfer;
      const everything = { ...rest, useMaxAmount: true };
      const { chain } = open({ bytes: { explain: () => ({ data: everything, errors: [] }) } });
      const errorsOf = async (intent: object) =>
        (await chain.validate(intent, [])).status.errors.map(({ field }) => field);
      expect(await errorsOf(transfer)).toEqual(['transaction.data.useMaxAmount']);
      expect(await errorsOf({ ...transfer, useMaxAmount: false })).toEqual(['transaction.data.useMaxAmount']);
      expect(await errorsOf({ ...rest, useMaxAmount: true })).toEqual([]);
    });

    it('accepts another mode with the same bytes, if the family names it', async () => {
      const explanation: Explanation = { data: { ...transfer, mode: 'unstake' }, errors: [], sameBytes: ['transfer'] };
      const { chain } = open({ bytes: { explain: () => explanation } });
      expect((await chain.validate(transfer, [])).ok).toBe(true);
      const { chain: other } = open({ bytes: { explain: () => ({ ...explanation, sameBytes: ['withdraw'] }) } });
      const { status } = await other.validate(transfer, []);
      expect(status.errors.map(({ field }) => field)).toEqual(['transaction.data.mode']);
    });

    it.each([
      [
        'more than',
        { data: { fees: '11' }, errors: [] },
        ['transaction.data.fees: the encoded transaction can cost 11'],
      ],
      ['as much as', { data: { fees: '10' }, errors: [] }, []],
      // `fees` is a maximum: the remainder of its division by the gas is not offered.
      ['less than', { data: { fees: '9' }, errors: [] }, []],
      [
        'at least more than',
        { data: {}, leastFees: 11n, errors: [] },
        ['transaction.data.fees: the encoded transaction can cost 11'],
      ],
      ['at least as much as', { data: {}, leastFees: 10n, errors: [] }, []],
    ])('compares its fees, where they are %s those in data', async (_, explanation, expected) => {
      const { data, ...more } = explanation;
      const { chain } = open({ bytes: { explain: () => ({ ...more, data: { ...transfer, ...data } }) } });
      const { status } = await chain.validate({ ...transfer, fees: '10' }, []);
      expect(status.errors.map(({ message }) => message)).toEqual(expected);
    });

    it('passes on contradictions inside encoded', async () => {
      const { chain } = open({ bytes: { explain } });
      const { transaction } = await chain.encode(transfer);
      const lying = transaction.encoded.map((item) => ({ ...item, hash: { format: 'sha256', value: '00' } }));
      expect((await chain.validate(transfer, lying)).status.errors).toHaveLength(1);
    });

    it('finds changed data even if the explanation does not show the change', async () => {
      const { chain } = open({ bytes: { explain } });
      const { transaction } = await chain.encode(transfer);
      await expect(chain.validate({ ...transaction.data, nonce: '8' }, transaction.encoded)).rejects.toThrowError(
        code('data.altered'),
      );
      const other = await chain.encode({ ...transfer, memo: 'x' });
      const blind = open({ bytes: { explain: () => ({ data: transfer, errors: [] }) } }).chain;
      await expect(blind.validate(transaction.data, other.transaction.encoded)).rejects.toThrowError(
        code('encoded.mismatch'),
      );
    });

    it('refuses anything but a list of encoded items, and says if it cannot explain the bytes', async () => {
      await expect(open({ bytes: { explain } }).chain.validate(transfer, 'x')).rejects.toThrowError(
        code('request.invalid'),
      );
      await expect(open().chain.validate(transfer, [])).rejects.toThrowError(code('feature.unsupported'));
    });

    it('makes the items again if nothing explains them, and the data is what encode answered', async () => {
      const { chain } = open();
      const { transaction } = await chain.encode(transfer);
      const { data, encoded } = transaction;
      expect(await chain.validate(data, encoded)).toMatchObject({ ok: true, transaction: { data } });
      const other = await chain.encode({ ...transfer, memo: 'x' });
      await expect(chain.validate(data, other.transaction.encoded)).rejects.toThrowError(code('encoded.mismatch'));
      await expect(chain.validate({ ...data, nonce: '8' }, encoded)).rejects.toThrowError(code('data.altered'));
    });
  });
});

describe('accountState', () => {
  const read: NonNullable<Reads['accountState']>['read'] = async (account, { parts, publicKey }) => ({
    ...(parts.has('native') ? { native: { available: account, total: publicKey ?? '-', unconfirmed: '0' } } : {}),
    ...(parts.has('tokens') ? { tokens: [] } : {}),
  });
  const chain = openReads({ accountState: { parts: ['native', 'tokens'], read } });

  it("reads all parts of the chain, and repeats the account in the client's spelling", async () => {
    expect(await chain.accountState('ACCT-Ann', { publicKey: '02ab' })).toEqual({
      chainId: 'stellar',
      accountId: 'ACCT-Ann',
      balances: { native: { available: 'acct-ann', total: '02ab', unconfirmed: '0' }, tokens: [] },
    });
  });

  it('reads the requested parts, and leaves out parts that the chain lacks', async () => {
    expect((await chain.accountState('acct-ann', { include: ['tokens', 'staking'] })).balances).toEqual({ tokens: [] });
    expect((await chain.accountState('acct-ann', { include: ['staking'] })).balances).toEqual({});
    expect((await chain.accountState('acct-ann', { include: [] })).balances).toEqual({});
  });

  it('refuses a malformed account', async () => {
    await expect(chain.accountState('ann')).rejects.toMatchObject({
      problems: [
        {
          code: 'account.invalid',
          field: 'accountId',
          message: 'The account id is not an account of Stellar: it does not start with acct-.',
        },
      ],
    });
    await expect(chain.accountState('acct-ann!')).rejects.toThrowError(code('address.checksumMismatch'));
  });
});

describe('an account with a part that cannot be read', () => {
  const balances = { native: { available: '1', total: '1', unconfirmed: '0' }, tokens: [] };
  const open = (unread: readonly string[]) =>
    openReads({ accountState: { parts: ['native', 'tokens'], read: async () => ({ ...balances, unread }) } });
  const warning = (parts: string) => ({
    errors: [],
    warnings: [{ code: 'account.incomplete', message: expect.stringContaining(`fits: ${parts}`) }],
  });

  it('shows the rest, and names each part once', async () => {
    const chain = open(['a token', 'a stake', 'a token']);
    expect(await chain.accountState('acct-ann')).toMatchObject({ balances, status: warning('a token, a stake') });
    expect((await chain.accountState('acct-ann')).balances).not.toHaveProperty('unread');
    expect(await chain.tokenBalances('acct-ann')).toMatchObject({ tokens: [], status: warning('a token, a stake') });
  });

  it('has no warning if nothing is left out', async () => {
    expect(await open([]).accountState('acct-ann')).not.toHaveProperty('status');
  });
});

describe('tokenBalances', () => {
  const entry = (name: string): TokenAmount => ({
    token: { type: 'STELLAR_ASSET', id: name, name, ticker: name, decimals: '7' },
    amount: '1',
  });
  const letters = [...'hgfedcba'];
  let held = letters;
  const chain = openReads({
    accountState: { parts: ['tokens'], read: async () => ({ tokens: held.map(entry) }) },
  });
  const page = async (limit: number | undefined, nextPage?: string) => {
    const { tokens, pagination } = await chain.tokenBalances('acct-ann', { limit, nextPage });
    return { names: tokens.map(({ token }) => token.id).join(''), next: pagination.nextPage ?? undefined };
  };

  it('come in pages, each once, ordered by their ids', async () => {
    held = letters;
    const first = await page(3);
    const second = await page(3, first.next);
    const third = await page(3, second.next);
    expect([first.names, second.names, third.names]).toEqual(['abc', 'def', 'gh']);
    expect(third.next).toBeUndefined();
  });

  it('end with a full page if nothing follows', async () => {
    held = letters;
    expect(await page(8)).toEqual({ names: 'abcdefgh', next: undefined });
  });

  it('stay in order when balances appear and vanish between pages', async () => {
    held = letters;
    const { next } = await page(3);
    held = [...'abxdz'];
    expect(await page(3, next)).toEqual({ names: 'dxz', next: undefined });
  });

  it('come 25 at a time by default', async () => {
    held = Array.from({ length: 30 }, (_, i) => String.fromCharCode(65 + i));
    expect((await page(undefined)).names).toHaveLength(25);
  });

  it('refuse the page of another account, and a token of the history', async () => {
    held = letters;
    const { next } = await page(3);
    await expect(chain.tokenBalances('acct-bob', { nextPage: next })).rejects.toThrowError(code('page.invalid'));
    await expect(chain.tokenBalances('acct-ann', { nextPage: 'x' })).rejects.toThrowError(code('page.invalid'));
    for (const limit of [0, -1, 1.5, 101, Number.NaN]) {
      await expect(chain.tokenBalances('acct-ann', { limit })).rejects.toThrowError(code('request.invalid'));
    }
  });

  it('take the page of the same account in another spelling', async () => {
    held = letters;
    const { next } = await page(3);
    expect((await chain.tokenBalances('ACCT-ANN', { limit: 1, nextPage: next })).tokens[0]?.token.id).toBe('d');
  });

  it('are unsupported on a chain that reads no tokens', async () => {
    const native = openReads({ accountState: { parts: ['native'], read: async () => ({}) } });
    await expect(native.tokenBalances('acct-ann')).rejects.toThrowError(code('feature.unsupported'));
  });
});

describe('history', () => {
  const parsed = { id: 'a', mode: 'transfer', state: 'confirmed' } as const;
  const asked: PageRequest[] = [];
  const chain = openReads({
    history: {
      parts: ['native'],
      async read(account, page) {
        asked.push(page);
        return {
          transactions: [{ parsed: { ...parsed, memo: account }, raw: { n: 1 } }],
          next: page.cursor ? undefined : '5:1',
        };
      },
    },
  });

  it('answers parsed entries and the token of the next page', async () => {
    asked.length = 0;
    const first = await chain.history('ACCT-ann');
    expect(first).toEqual({
      chainId: 'stellar',
      accountId: 'ACCT-ann',
      transactions: [{ parsed: { ...parsed, memo: 'acct-ann' } }],
      pagination: { nextPage: expect.any(String) },
    });
    const second = await chain.history('acct-ann', { nextPage: first.pagination.nextPage ?? undefined, limit: 7 });
    expect(second.pagination).toEqual({ nextPage: null });
    expect(asked).toEqual([
      { limit: 25, cursor: undefined },
      { limit: 7, cursor: '5:1' },
    ]);
  });

  it.each([
    [['raw'], [{ raw: { n: 1 } }]],
    [['raw', 'parsed'], [{ parsed: { ...parsed, memo: 'acct-ann' }, raw: { n: 1 } }]],
    [[], [{}]],
  ] as const)('includes %j', async (include, transactions) => {
    expect((await chain.history('acct-ann', { include })).transactions).toEqual(transactions);
  });

  it.each([
    ['no amount', [{ address: 'acct-ann', ticker: 'XLM' }]],
    ['no ticker', [{ address: 'acct-ann', amount: '0' }]],
    ['nobody', []],
  ])('has no place for a list of senders with %s', (_, senders) => {
    expect(parsedTransaction.safeParse({ ...parsed, senders }).success).toBe(false);
  });

  it('leaves out empty lists of senders, recipients and validators', async () => {
    const ann = { address: 'acct-ann', amount: '0', ticker: 'XLM' };
    const entries: ParsedTransaction[] = [
      { ...parsed, senders: [ann], recipients: [], validators: {} },
      { ...parsed, senders: [], recipients: [ann], validators: { source: ann } },
    ];
    const expected = [
      { ...parsed, senders: [ann] },
      { ...parsed, recipients: [ann], validators: { source: ann } },
    ];
    const some = openReads({
      history: {
        parts: ['native'],
        read: async () => ({ transactions: entries.map((entry) => ({ parsed: entry, raw: 1 })), next: undefined }),
      },
      transaction: {
        parts: ['native'],
        read: async (id) => ({ parsed: entries[id.startsWith('ab') ? 0 : 1] ?? parsed, raw: 1 }),
      },
    });
    expect((await some.history('acct-ann')).transactions).toEqual(expected.map((entry) => ({ parsed: entry })));
    expect((await some.transaction('ab'.repeat(32))).transaction).toEqual({ parsed: expected[0] });
    expect((await some.transaction('cd'.repeat(32))).transaction).toEqual({ parsed: expected[1] });
  });

  it('refuses the page of another account', async () => {
    const { pagination } = await chain.history('acct-ann');
    await expect(chain.history('acct-bob', { nextPage: pagination.nextPage ?? '' })).rejects.toThrowError(
      code('page.invalid'),
    );
  });
});

describe('transaction', () => {
  const id = 'ab'.repeat(32);
  const parsed = { id, mode: 'unknown', state: 'pending' } as const;
  const chain = openReads({
    transaction: {
      parts: ['native'],
      read: async (hash) => (hash === id ? { parsed, raw: { hash } } : undefined),
    },
  });

  it('answers the transaction, parsed, raw or both', async () => {
    const status = { errors: [], warnings: [] };
    expect(await chain.transaction(id)).toEqual({ chainId: 'stellar', transaction: { parsed }, status });
    expect((await chain.transaction(id, { include: ['raw'] })).transaction).toEqual({ raw: { hash: id } });
  });

  it('tells an unknown transaction from a malformed hash', async () => {
    const unknown = 'cd'.repeat(32);
    await expect(chain.transaction(unknown)).rejects.toMatchObject({
      code: 'transaction.notFound',
      message: `Transaction ${unknown} is not known on Stellar.`,
    });
    await expect(chain.transaction('xyz')).rejects.toThrowError(code('transaction.invalid'));
  });
});

describe('token', () => {
  const gold = { type: 'STELLAR_ASSET', id: 'tok-gold', name: 'Gold', ticker: 'AU', decimals: '7' } as const;
  const chain = openReads({
    token: { read: async (id) => (id === 'tok-gold' ? gold : { missing: 'nobody issues it' }) },
  });

  it('answers the token for any spelling of its id', async () => {
    expect(await chain.token('tok-GOLD')).toEqual(gold);
  });

  it.each([
    ['tok-lead', 'token.notFound', 'There is no token tok-lead on Stellar: nobody issues it.'],
    ['gold', 'token.invalid', 'The token id is not valid on Stellar: it does not start with tok-.'],
    ['tok-native', 'token.isNative', 'tok-native stands for the native coin of Stellar: use mode transfer.'],
  ])('refuses %s', async (id, expected, message) => {
    await expect(chain.token(id)).rejects.toMatchObject({ code: expected, message });
  });
});

describe('validators', () => {
  it('are paged, 100 at a time by default', async () => {
    const asked: PageRequest[] = [];
    const ann = { address: 'val-1', name: 'Ann', commission: 0.05, stakedAmount: '1' };
    const chain = openReads({
      validators: {
        async read(page) {
          asked.push(page);
          return { validators: [ann], next: page.cursor === undefined ? 'more' : undefined };
        },
      },
    });
    const first = await chain.validators();
    expect(first).toEqual({ chainId: 'stellar', validators: [ann], pagination: { nextPage: expect.any(String) } });
    await chain.validators({ nextPage: first.pagination.nextPage ?? undefined });
    expect(asked).toEqual([
      { limit: 100, cursor: undefined },
      { limit: 100, cursor: 'more' },
    ]);
  });
});

describe('addresses', () => {
  const chain = openReads({
    addresses: (key) => (key === '02' ? [{ type: 'main', address: 'acct-ann' }] : { invalid: 'it is no point' }),
  });

  it('answers the addresses of a public key', () => {
    expect(chain.addresses('02')).toEqual({
      chainId: 'stellar',
      pubkey: '02',
      addresses: [{ type: 'main', address: 'acct-ann' }],
    });
  });

  it('refuses a malformed public key', () => {
    expect(() => chain.addresses('05')).toThrowError(
      expect.objectContaining({
        code: 'publicKey.invalid',
        message: 'pubkey is not a public key of Stellar: it is no point.',
      }),
    );
  });
});

describe('a resource that cannot be read', () => {
  const { chain } = open();

  it.each<[string, (of: Chain) => unknown]>([
    ['Account state', (of) => of.accountState('acct-ann')],
    ['Token balances', (of) => of.tokenBalances('acct-ann')],
    ['History', (of) => of.history('acct-ann')],
    ['Transactions', (of) => of.transaction('00')],
    ['Tokens', (of) => of.token('tok-a')],
    ['Validators', (of) => of.validators()],
    ['Addresses of a public key', async (of) => of.addresses('02')],
  ])('%s: is refused as unsupported', async (feature, read) => {
    await expect(read(chain)).rejects.toMatchObject({
      code: 'feature.unsupported',
      message: `${feature} cannot be read on Stellar: none of the configured upstreams has it.`,
    });
  });
});

describe('detail', () => {
  it('describes this chain and its features', () => {
    const { chain } = open();
    expect(chain.id).toBe('stellar');
    expect(chain.detail()).toMatchObject({ id: 'stellar', supportedFeatures: { utils: { addresses: false } } });
  });
});
