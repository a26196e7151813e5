import { type Chain, type ChainAdapter, createFamily, type EncodedItem, type OpenParts, toHex } from '@isochain/core';
import { turns } from '@isochain/dial';
import { internal, storeMessageRelaxed } from '@ton/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountOf, contracts, dataOf, itemsOfData, otherParams, senderOf } from '../../test/made.ts';
import { walletAddress } from '../address/address.ts';
import { namedChain } from '../chains.ts';
import { tonFamily } from '../family.ts';
import { Address, beginCell, Cell } from '../ton-core.ts';
import type { Ton } from '../types.ts';
import { type WalletVersion, walletVersions } from '../wallets/wallet.ts';
import { honours, unstakeWishesOf, wishesOf } from '../wishes.ts';
import { commentCell } from './comment.ts';
import { explain as explainOn } from './explain.ts';
import type { TonMode } from './params.ts';

const explain = (encoded: readonly EncodedItem[]) => explainOn(namedChain('ton'), encoded);
/** With every mode that has bytes. Nothing here asks the network. */
const chain: Chain = createFamily({
  ...tonFamily,
  open: (parts) => ({ ...tonFamily.open(parts), modes: modesOf(parts) }),
}).connect('ton', { endpoints: ['https://node.example'] });

function modesOf({ context }: OpenParts<Ton>): ChainAdapter<Ton>['modes'] {
  const ask = () => Promise.reject(new Error('Nothing is asked.'));
  const verbs = { wishes: wishesOf(context), honours, ask };
  return {
    transfer: verbs,
    transferToken: verbs,
    stake: verbs,
    unstake: { ...verbs, wishes: unstakeWishesOf(context) },
    withdraw: verbs,
  };
}

const { recipient, nominatorPool, liquidPool } = contracts;
type Changes = NonNullable<Parameters<typeof dataOf>[1]>;

/** One of each kind, with what its bytes do not tell. */
const cases: readonly {
  readonly what: string;
  readonly mode: TonMode;
  readonly changes?: Changes;
  readonly seen: Record<string, unknown>;
}[] = [
  { what: 'a transfer', mode: 'transfer', seen: { recipientAddress: recipient, amount: '100000000' } },
  {
    what: 'a transfer with a memo of several cells',
    mode: 'transfer',
    changes: { memo: 'é'.repeat(300) },
    seen: { recipientAddress: recipient, amount: '100000000', memo: 'é'.repeat(300) },
  },
  {
    what: 'a transfer that stays where it arrives',
    mode: 'transfer',
    changes: { params: { bounce: false } },
    seen: { recipientAddress: walletAddress(Address.parse(recipient)), amount: '100000000' },
  },
  {
    what: 'a transfer of everything',
    mode: 'transfer',
    changes: { useMaxAmount: true, params: { sendMode: 130 } },
    seen: { recipientAddress: recipient, useMaxAmount: true },
  },
  {
    what: 'a transfer to the masterchain',
    mode: 'transfer',
    changes: { recipientAddress: nominatorPool },
    seen: { recipientAddress: nominatorPool, amount: '100000000' },
  },
  {
    what: 'a transfer of jettons',
    mode: 'transferToken',
    changes: { memo: 'a memo' },
    seen: { senderAddress: senderOf('v4r2'), recipientAddress: recipient, amount: '2500000', memo: 'a memo' },
  },
  {
    what: 'a transfer of mintless jettons',
    mode: 'transferToken',
    changes: { params: otherParams.mintless },
    seen: { senderAddress: senderOf('v4r2'), recipientAddress: recipient, amount: '2500000' },
  },
  {
    what: 'a stake with nominators',
    mode: 'stake',
    seen: { targetValidatorAddress: nominatorPool, amount: '10000000000000' },
  },
  {
    what: 'a liquid stake',
    mode: 'stake',
    changes: { targetValidatorAddress: liquidPool, amount: '5000000000', params: otherParams.liquidStake },
    seen: { targetValidatorAddress: liquidPool, amount: '5000000000' },
  },
  { what: 'the end of a stake with nominators', mode: 'unstake', seen: { validatorAddress: nominatorPool } },
  {
    what: 'the end of a liquid stake',
    mode: 'unstake',
    changes: { validatorAddress: liquidPool, params: otherParams.liquidUnstake },
    seen: { senderAddress: senderOf('v4r2') },
  },
];

/** The bytes do not tell these apart: the newer one is named, and no key. */
const untold = ['walletVersion', 'publicKey', 'deploy'];

describe('explain', () => {
  describe.each(walletVersions)('of %s', (version) => {
    it.each(cases)('reads $what from its bytes', ({ mode, changes = {}, seen }) => {
      const data = dataOf(mode, { ...changes, version });
      const { params } = data as unknown as { params: Record<string, unknown> };
      const explanation = explain(itemsOfData(data));
      const told = Object.fromEntries(Object.entries(params).filter(([name]) => !untold.includes(name)));
      const sender = 'senderAddress' in seen ? { senderAddress: senderOf(version) } : {};
      expect(explanation.errors).toEqual([]);
      expect(explanation.data).toEqual({ mode, nonce: '5', params: told, ...seen, ...sender });
    });
  });

  it('tells the fees that it can: coins that travel with tokens, and what a pool keeps', () => {
    expect(explain(itemsOfData(dataOf('transferToken'))).leastFees).toBe(50_000_000n);
    expect(explain(itemsOfData(dataOf('stake'))).leastFees).toBe(1_000_000_000n);
    expect(explain(itemsOfData(dataOf('transfer'))).leastFees).toBe(0n);
  });

  it('says that a pool of nominators takes one message for two modes', async () => {
    expect(itemsOfData(dataOf('withdraw'))).toEqual(itemsOfData(dataOf('unstake')));
    expect(explain(itemsOfData(dataOf('withdraw')))).toMatchObject({
      data: { mode: 'unstake' },
      sameBytes: ['withdraw'],
    });
  });

  it('reads random transfers of all wallets', () => {
    const transfers = fc.record({
      version: fc.constantFrom<WalletVersion>(...walletVersions),
      to: fc.nat(255),
      workchain: fc.constantFrom(0, 0, -1),
      amount: fc.bigInt(1n, 2n ** 120n - 1n),
      memo: fc.option(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), { nil: undefined }),
      nonce: fc.nat(2 ** 31),
      timeout: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
      bounce: fc.boolean(),
    });
    fc.assert(
      fc.property(transfers, ({ version, to, workchain, amount, memo, nonce, timeout, bounce }) => {
        // A pool of nominators takes these for a stake.
        fc.pre(memo !== 'd' && memo !== 'w');
        const recipientAddress = accountOf(to, workchain);
        const data = dataOf('transfer', {
          version,
          recipientAddress,
          amount: amount.toString(),
          nonce: String(nonce),
          ...(memo === undefined ? {} : { memo }),
          params: { timeout, bounce },
        });
        const { data: read, errors } = explain(itemsOfData(data));
        expect(errors).toEqual([]);
        expect(read).toMatchObject({
          mode: 'transfer',
          recipientAddress: bounce ? recipientAddress : walletAddress(Address.parse(recipientAddress)),
          amount: amount.toString(),
          nonce: String(nonce),
          params: { timeout, bounce },
        });
        expect(read.memo).toBe(memo);
      }),
      { numRuns: turns(300) },
    );
  });

  const itemOf = (cell: Cell): EncodedItem[] => [
    { hash: { format: 'sha256', value: toHex(cell.hash()) }, raw: { format: 'BOC', value: toHex(cell.toBoc()) } },
  ];
  const messageTo = (body?: Cell, more: object = {}) =>
    beginCell()
      .store(
        storeMessageRelaxed({
          ...internal({
            to: Address.parse(recipient),
            value: 5n,
            bounce: true,
            ...(body === undefined ? {} : { body }),
          }),
          ...more,
        }),
      )
      .endCell();
  const v4 = (write: (cell: ReturnType<typeof beginCell>) => unknown) => {
    const cell = beginCell().storeUint(698_983_191, 32).storeUint(1_800_000_000, 32).storeUint(5, 32);
    write(cell);
    return cell.endCell();
  };
  const v5 = (write: (cell: ReturnType<typeof beginCell>) => unknown) => {
    const cell = beginCell()
      .storeUint(0x7369676e, 32)
      .storeInt(2_147_483_409, 32)
      .storeUint(1_800_000_000, 32)
      .storeUint(5, 32);
    write(cell);
    return cell.endCell();
  };
  const action = (before: Cell, mode = 3, inner = messageTo(), op = 0x0ec3c86d) =>
    beginCell().storeRef(before).storeUint(op, 32).storeUint(mode, 8).storeRef(inner).endCell();
  const inV4 = (inner: Cell, mode = 3) => v4((cell) => cell.storeUint(0, 8).storeUint(mode, 8).storeRef(inner));

  function jettonBody(write: (cell: ReturnType<typeof beginCell>) => unknown): Cell {
    const to = Address.parse(recipient);
    const cell = beginCell()
      .storeUint(0x0f8a_7ea5, 32)
      .storeUint(5, 64)
      .storeCoins(9)
      .storeAddress(to)
      .storeAddress(to);
    cell.storeMaybeRef(null).storeCoins(1);
    write(cell);
    return cell.endCell();
  }

  it('reads what the helpers of these tests make, before they change it', () => {
    expect(explain(itemOf(inV4(messageTo()))).data).toMatchObject({ mode: 'transfer', amount: '5' });
    expect(explain(itemOf(v5((cell) => cell.storeMaybeRef(action(Cell.EMPTY)).storeBit(false)))).data).toMatchObject({
      mode: 'transfer',
    });
  });

  // What a service that lies could hide behind something harmless.
  it.each<[string, Cell]>([
    [
      'a second message',
      v4((cell) => cell.storeUint(0, 8).storeUint(3, 8).storeRef(messageTo()).storeUint(3, 8).storeRef(messageTo())),
    ],
    ['a second message of version 5', v5((cell) => cell.storeMaybeRef(action(action(Cell.EMPTY))).storeBit(false))],
    ['a plugin', v4((cell) => cell.storeUint(2, 8).storeUint(3, 8).storeRef(messageTo()))],
    ['an extension', v5((cell) => cell.storeMaybeRef(action(Cell.EMPTY)).storeBit(true).storeUint(2, 8))],
    ['an extension without messages', v5((cell) => cell.storeMaybeRef(null).storeBit(true).storeUint(2, 8))],
    [
      'another action',
      v5((cell) => cell.storeMaybeRef(action(Cell.EMPTY, 3, messageTo(), 0xad4de08e)).storeBit(false)),
    ],
    [
      'something before the action',
      v5((cell) => cell.storeMaybeRef(action(beginCell().storeBit(true).endCell())).storeBit(false)),
    ],
    [
      'another request of version 5',
      beginCell()
        .storeBits(v5((cell) => cell.storeMaybeRef(action(Cell.EMPTY)).storeBit(false)).bits.substring(1, 129))
        .storeBit(true)
        .storeBit(false)
        .storeRef(action(Cell.EMPTY))
        .endCell(),
    ],
    ...[0, 1, 2, 64, 128, 160, 162, 131].map((mode): [string, Cell] => [`mode ${mode}`, inV4(messageTo(), mode)]),
    ['a reference more', v4((cell) => cell.storeUint(0, 8).storeUint(3, 8).storeRef(messageTo()).storeRef(Cell.EMPTY))],
    ['a bit more', v4((cell) => cell.storeUint(0, 8).storeUint(3, 8).storeBit(true).storeRef(messageTo()))],
    ['a message to the outside', inV4(beginCell().storeUint(0b11, 2).endCell())],
    ['another body', inV4(messageTo(beginCell().storeUint(0x1234_5678, 32).endCell()))],
    ['an encrypted comment', inV4(messageTo(beginCell().storeUint(0x2167_da4b, 32).endCell()))],
    ['an empty comment', inV4(messageTo(beginCell().storeUint(0, 32).endCell()))],
    ['a comment that is no UTF-8', inV4(messageTo(beginCell().storeUint(0, 32).storeUint(0xff, 8).endCell()))],
    [
      'a comment in another chain of cells',
      inV4(
        messageTo(
          beginCell().storeUint(0, 32).storeUint(0x61, 8).storeRef(beginCell().storeUint(0x62, 8).endCell()).endCell(),
        ),
      ),
    ],
    [
      'a comment of jettons in the same cell',
      inV4(messageTo(jettonBody((cell) => cell.storeBit(false).storeSlice(commentCell('hi').beginParse())))),
    ],
    [
      'jettons with another payload',
      inV4(messageTo(jettonBody((cell) => cell.storeBit(true).storeRef(beginCell().storeUint(1, 32).endCell())))),
    ],
    [
      'jettons with a reference too much',
      inV4(messageTo(jettonBody((cell) => cell.storeBit(true).storeRef(commentCell('hi')).storeRef(Cell.EMPTY)))),
    ],
    [
      'a liquid stake with a partner',
      inV4(messageTo(beginCell().storeUint(0x47d5_4391, 32).storeUint(5, 64).storeUint(7, 64).endCell())),
    ],
    [
      'a burn without a payload',
      inV4(
        messageTo(
          beginCell()
            .storeUint(0x595f_07bc, 32)
            .storeUint(5, 64)
            .storeCoins(4)
            .storeAddress(Address.parse(recipient))
            .storeMaybeRef(null)
            .endCell(),
        ),
      ),
    ],
    [
      'a contract that is deployed on the way',
      inV4(messageTo(undefined, { init: { code: Cell.EMPTY, data: Cell.EMPTY } })),
    ],
    ['no message', Cell.EMPTY],
  ])('does not explain away %s', (_, cell) => {
    const { errors } = explain(itemOf(cell));
    expect(errors).toMatchObject([{ code: 'request.invalid', field: 'transaction.encoded' }]);
  });

  it.each<[string, (cell: ReturnType<typeof beginCell>) => void]>([
    ['flags of the chain', (cell) => cell.storeUint(0b0010, 4).storeUint(0, 2)],
    ['a bounced message', (cell) => cell.storeUint(0b0111, 4).storeUint(0, 2)],
    ['a source', (cell) => cell.storeUint(0b0110, 4).storeAddress(Address.parse(recipient))],
  ])('does not explain away %s', (_, write) => {
    const cell = beginCell();
    write(cell);
    cell
      .storeAddress(Address.parse(recipient))
      .storeCoins(5n)
      .storeBit(false)
      .storeCoins(0)
      .storeCoins(0)
      .storeUint(0, 98);
    expect(explain(itemOf(inV4(cell.endCell()))).errors).toHaveLength(1);
  });

  it('finds a hash that is not the message’s, and an item more', () => {
    const [item] = itemsOfData(dataOf('transfer'));
    const hash = { format: 'sha256', value: '00'.repeat(32) } as const;
    expect(explain([{ ...item, hash }]).errors).toMatchObject([{ message: expect.stringContaining('hash') }]);
    const { hash: _, ...bare } = item ?? {};
    expect(explain([bare]).errors).toHaveLength(1);
    expect(explain([item ?? {}, item ?? {}]).errors).toHaveLength(1);
  });

  it.each([
    ['no item', []],
    ['an item of another format', [{ raw: { format: 'RLP' as const, value: '0x00' } }]],
    ['no hex', [{ raw: { format: 'BOC' as const, value: 'zz' } }]],
    ['no BOC', [{ raw: { format: 'BOC' as const, value: '00' } }]],
  ])('refuses %s', (_, encoded) => {
    expect(() => explain(encoded)).toThrowError(expect.objectContaining({ code: 'request.invalid' }));
  });
});

describe('validate with encoded', () => {
  const intentOf = ({ mode, changes = {} }: (typeof cases)[number], more: object = {}) => {
    const { params: _, fees: __, nonce: ___, ...intent } = dataOf(mode, changes) as unknown as Record<string, unknown>;
    return { ...intent, ...more };
  };

  it.each([...cases, { what: 'a withdrawal', mode: 'withdraw' as const, seen: {} }])(
    'finds $what as it was asked for',
    async (each) => {
      const items = itemsOfData(dataOf(each.mode, each.changes));
      const { ok, status } = await chain.validate(intentOf(each), items);
      expect(status.errors).toEqual([]);
      expect(ok).toBe(true);
    },
  );

  it('takes the recipient in every form', async () => {
    const address = Address.parse(recipient);
    const items = itemsOfData(dataOf('transfer'));
    const [first] = cases;
    if (first === undefined) throw new Error();
    for (const recipientAddress of [recipient, walletAddress(address), address.toRawString()]) {
      expect((await chain.validate(intentOf(first, { recipientAddress }), items)).ok).toBe(true);
    }
  });

  it.each<[string, TonMode, object, string]>([
    ['recipient', 'transfer', { recipientAddress: accountOf(0xce) }, 'recipientAddress'],
    ['amount', 'transfer', { amount: '100000001' }, 'amount'],
    ['memo', 'transfer', { memo: 'y' }, 'memo'],
    ['memo where the bytes have none', 'transfer', { memo: 'y' }, 'memo'],
    ['memo of tokens where the bytes have none', 'transferToken', { memo: 'y' }, 'memo'],
    ['stake with nominators', 'stake', { amount: '20000000000' }, 'amount'],
    ['mode', 'stake', {}, 'mode'],
    ['number of tokens', 'transferToken', { amount: '2500001' }, 'amount'],
    ['owner who receives tokens', 'transferToken', { recipientAddress: accountOf(0xce) }, 'recipientAddress'],
    ['sender who gets the rest', 'transferToken', { senderAddress: senderOf('v3r1') }, 'senderAddress'],
    ['pool', 'unstake', { validatorAddress: accountOf(0x34, -1) }, 'validatorAddress'],
    ['pool of a withdrawal', 'withdraw', { validatorAddress: accountOf(0x34, -1) }, 'validatorAddress'],
  ])('finds another %s', async (what, mode, changes, field) => {
    const items = itemsOfData(dataOf(what === 'mode' ? 'transfer' : mode, what === 'memo' ? { memo: 'x' } : {}));
    const { status } = await chain.validate(intentOf({ what, mode, seen: {} }, changes), items);
    expect(status.errors.map((error) => error.field)).toContain(`transaction.data.${field}`);
  });

  it('finds everything where an amount was asked for', async () => {
    const items = itemsOfData(dataOf('transfer', { useMaxAmount: true, params: { sendMode: 130 } }));
    const [first] = cases;
    if (first === undefined) throw new Error();
    const { status } = await chain.validate(intentOf(first, { useMaxAmount: false }), items);
    expect(status.errors.map((error) => error.field)).toEqual(['transaction.data.useMaxAmount']);
    // Also where the field was left out.
    expect((await chain.validate(intentOf(first), items)).ok).toBe(false);
  });

  it('finds another amount of a liquid stake, and fees that do not pay for it', async () => {
    const changes = { targetValidatorAddress: liquidPool, amount: '9000000000000' };
    const stake = { pool: 'liquid', attached: '9001000000000', queryId: '5' };
    const items = itemsOfData(dataOf('stake', { ...changes, params: { ...otherParams.liquidStake, stake } }));
    const intent = intentOf({ what: '', mode: 'stake', changes, seen: {} });
    const placesOf = async (more: object) =>
      (await chain.validate({ ...intent, ...more }, items)).status.errors.map(({ field }) => field);
    expect(await placesOf({ fees: '1000000000' })).toEqual([]);
    expect(await placesOf({ amount: '20000000000' })).toEqual(['transaction.data.amount']);
    expect(await placesOf({ fees: '999999999' })).toEqual(['transaction.data.fees']);
  });

  it.each<[string, TonMode, Changes, string]>([
    ['jettons', 'transferToken', {}, 'tokenId'],
    ['a transfer', 'transfer', { fees: '7' }, 'senderAddress, fees'],
    [
      'the end of a liquid stake',
      'unstake',
      { validatorAddress: liquidPool, params: otherParams.liquidUnstake },
      'validatorAddress, amount',
    ],
  ])('names what it did not compare of %s', async (what, mode, changes, fields) => {
    const items = itemsOfData(dataOf(mode, changes));
    const { status } = await chain.validate(intentOf({ what, mode, changes, seen: {} }, changes), items);
    const warnings = status.warnings.filter(({ code }) => code === 'encoded.untold');
    expect(warnings).toMatchObject([{ context: { fields } }]);
  });

  it('finds coins for the recipient beside jettons, also if no fees were asked for', async () => {
    const [tokens] = cases.filter(({ mode }) => mode === 'transferToken');
    if (tokens === undefined) throw new Error();
    const { params } = dataOf('transferToken', tokens.changes) as unknown as { params: { jetton: object } };
    const errorsOf = async (forwardAmount: string) => {
      const jetton = { ...params.jetton, attached: '6000000000', forwardAmount };
      const items = itemsOfData(dataOf('transferToken', { ...tokens.changes, params: { jetton } }));
      return (await chain.validate(intentOf(tokens), items)).status.errors.map(({ field }) => field);
    };
    // Encode forwards one nanoton, so that services see the transfer.
    expect(await errorsOf('1')).toEqual([]);
    for (const amount of ['0', '2', '5000000000']) expect(await errorsOf(amount)).toContain('transaction.encoded');
  });

  it('finds a message that is good for longer than was asked for', async () => {
    const items = itemsOfData(dataOf('transfer', { params: { timeout: 1_900_000_000 } }));
    const [first] = cases;
    if (first === undefined) throw new Error();
    const errorsOf = async (timeout: number) =>
      (await chain.validate(intentOf(first, { params: { timeout } }), items)).status.errors.map(({ field }) => field);
    // Encode makes one hour of what is later.
    expect(await errorsOf(2_000_000_000)).toEqual([]);
    expect(await errorsOf(1_899_999_999)).toEqual(['transaction.data.params.timeout']);
  });
});
