import type { Trace } from '@isochain/core/upstream';
import { hash } from 'starknet';
import { describe, expect, it } from 'vitest';
import {
  calldataOf,
  dataTransfer,
  type Event,
  eth,
  invoke,
  keyTransfer,
  type Ledger,
  type Made,
  type Manners,
  selectors,
  serveLedger,
  timeOf,
  type Wish,
} from '../../test/scripted-ledger.ts';
import { sender as me, strk } from '../../test/scripted-node.ts';
import { starknet } from '../index.ts';

const bob = '0x028cced05d2b693b92012478dbede9483a805b0eb51f16cba011d2c580125966';
const carol = '0x0372b1bf5e14ae597b7a50a3a8ccf0550b92be492398f472f842eda0076dc567';
const token = '0x033068f6539f8e6e6b131e6b2b814e6c34a5224bc66947c47dab9dfee93b35fb';
const pool = '0x047184ea3de6ec56209f81884ef254abb80a7367448df0b6ab8e85b6254958c5';
const staker = '0x048419d3cc27f158917b45255d5376c06a9524484e19a1102279cbdc715c5522';
const ethId = `0x${BigInt(eth).toString(16).padStart(64, '0')}`;

/** Reads a transaction from a node that knows it. */
async function read(
  made: Made,
  manners: Manners = {},
  tokens: { id: string; ticker: string }[] = [],
  more: Partial<Ledger> = {},
) {
  const traces: Trace[] = [];
  const { fetch, node } = serveLedger(
    () => ({ transactions: [made], head: made.block + 4, pools: [{ staker, pool }], ...more }),
    () => manners,
  );
  const chain = starknet.connect('starknet', {
    endpoints: [node],
    fetch,
    oldestBlockMs: 0,
    tokens: tokens.map((one) => ({ ...one, name: one.ticker, decimals: 6 })),
  });
  const { parsed } = (await chain.transaction(made.hash, { onTrace: (trace) => void traces.push(trace) })).transaction;
  return { parsed, roundTrips: traces.at(-1)?.roundTrips };
}

const send = (wish: Partial<Wish> & Pick<Wish, 'calldata'>) => invoke({ block: 100, sender: me, nonce: 7, ...wish });

const of = (address: string, amount: string, ticker = 'STRK', tokenId?: string) => ({
  ...{ address, amount, ticker },
  ...(tokenId === undefined ? {} : { tokenId }),
});

describe('a transaction', () => {
  const transfer = calldataOf([strk, selectors.transfer, bob, '0x2710', '0x0']);

  it('is read in two rounds: the second asks for the time of its block', async () => {
    const { parsed, roundTrips } = await read(
      send({ calldata: transfer, events: [dataTransfer(strk, me, bob, 10_000n)], fee: 123n }),
    );
    expect(parsed).toEqual({
      id: expect.stringMatching(/^0x[1-9a-f]/),
      mode: 'transfer',
      state: 'confirmed',
      senders: [of(me, '10000')],
      recipients: [of(bob, '10000')],
      fees: { amount: '123', ticker: 'STRK' },
      gas: '1000',
      nonce: '7',
      blockHeight: '100',
      timestamp: String(timeOf(100) * 1000),
      confirmations: '5',
    });
    expect(roundTrips).toBe(2);
  });

  it('moves nothing that STRK does not tell of, whatever its calldata says: any contract can be an account', async () => {
    const { parsed } = await read(send({ calldata: transfer }));
    expect(parsed).toMatchObject({ mode: 'transfer', senders: [of(me, '0')] });
    expect(parsed?.recipients).toBeUndefined();
  });

  it('names who paid, if somebody else sent', async () => {
    const calldata = calldataOf([carol, '0x77']);
    const { parsed } = await read(send({ calldata, events: [dataTransfer(strk, carol, bob, 5n)] }));
    expect(parsed).toMatchObject({ senders: [of(carol, '5')], fees: { amount: '77', ticker: 'STRK', payer: me } });
  });

  it('is unconfirmed in the block that is being made', async () => {
    const made = send({ calldata: transfer, events: [dataTransfer(strk, me, bob, 10_000n)] });
    const receipt = { ...made.receipt, finality_status: 'PRE_CONFIRMED' };
    const { parsed } = await read({ ...made, receipt });
    expect(parsed).toMatchObject({ state: 'unconfirmed', recipients: [of(bob, '10000')] });
    expect(parsed?.blockHeight).toBeUndefined();
  });

  it('to oneself is read', async () => {
    const calldata = calldataOf([strk, selectors.transfer, me, '0x1', '0x0']);
    const { parsed } = await read(send({ calldata, events: [dataTransfer(strk, me, me, 1n)] }));
    expect(parsed).toMatchObject({ senders: [of(me, '1')], recipients: [of(me, '1')] });
  });

  it('may send as much as the fee is', async () => {
    const events = [dataTransfer(strk, me, bob, 10_000n)];
    const { parsed } = await read(send({ calldata: transfer, events, fee: 10_000n }));
    expect(parsed).toMatchObject({ senders: [of(me, '10000')], recipients: [of(bob, '10000')] });
  });

  it('sends amounts above 128 bits with their high half', async () => {
    const calldata = calldataOf([strk, selectors.transfer, bob, '0x1', '0x2']);
    const [event, amount] = [dataTransfer(strk, me, bob, 1n), 1n + (2n << 128n)];
    const events = [{ ...event, data: [me, bob, '0x1', '0x2'] }];
    const { parsed } = await read(send({ calldata, events }));
    expect(parsed?.senders).toEqual([of(me, amount.toString())]);
  });

  it('that nobody knows is not found', async () => {
    const made = send({ calldata: transfer });
    await expect(read(made, { unknown: [made.hash] })).rejects.toMatchObject({
      problems: [expect.objectContaining({ code: 'transaction.notFound' })],
    });
  });

  it('may be written with leading zeros', async () => {
    const made = send({ calldata: transfer });
    const { fetch, node } = serveLedger(() => ({ transactions: [made], head: 100 }));
    const chain = starknet.connect('starknet', { endpoints: [node], fetch, oldestBlockMs: 0 });
    const padded = `0x${made.hash.slice(2).padStart(64, '0').toUpperCase()}`;
    expect((await chain.transaction(padded)).transaction.parsed?.id).toBe(made.hash);
  });
});

describe('a transfer of a token', () => {
  const calldata = calldataOf([token, selectors.transfer, bob, '0x9', '0x0']);

  it.each<[string, Event[]]>([
    ['keys', [keyTransfer(token, me, bob, 9n)]],
    ['data', [dataTransfer(token, me, bob, 9n)]],
  ])('is read from an event with the parties in its %s', async (_, events) => {
    const { parsed } = await read(send({ calldata, events }), {}, [{ id: token, ticker: 'USDC' }]);
    expect(parsed).toMatchObject({
      mode: 'transferToken',
      tokenId: token,
      senders: [of(me, '9', 'USDC', token)],
      recipients: [of(bob, '9', 'USDC', token)],
    });
  });

  it('is what the token says, and not what the calldata asks for', async () => {
    const { parsed } = await read(send({ calldata, events: [keyTransfer(token, me, bob, 8n)] }));
    expect(parsed?.recipients).toMatchObject([{ address: bob, amount: '8' }]);
    const nothing = await read(send({ calldata, nonce: 8 }));
    expect(nothing.parsed).toMatchObject({ mode: 'transferToken', senders: [of(me, '0')] });
    expect(nothing.parsed?.recipients).toBeUndefined();
  });

  it('has the ticker of the bundled list, and otherwise a part of its address', async () => {
    const events = [keyTransfer(token, me, bob, 9n), keyTransfer(pool, me, bob, 9n)];
    const { parsed } = await read(send({ calldata, events }));
    expect(parsed?.senders?.map(({ ticker }) => ticker)).toEqual(['USDC', '0x04..58c5']);
  });

  it('of ETH has its ticker', async () => {
    const ether = calldataOf([eth, selectors.transfer, bob, '0x9', '0x0']);
    const { parsed } = await read(send({ calldata: ether, events: [dataTransfer(eth, me, bob, 9n)] }));
    expect(parsed).toMatchObject({ mode: 'transferToken', tokenId: ethId, recipients: [of(bob, '9', 'ETH', ethId)] });
  });

  it('that failed moved nothing', async () => {
    const { parsed } = await read(send({ calldata, isReverted: true, events: [keyTransfer(token, me, bob, 9n)] }));
    expect(parsed).toMatchObject({ mode: 'transferToken', tokenId: token, state: 'failed', senders: [of(me, '0')] });
    expect(parsed?.recipients).toBeUndefined();
    expect(parsed?.fees).toEqual({ amount: '77', ticker: 'STRK' });
  });
});

describe('tokens that nobody lists', () => {
  const [one, other] = [pool, staker];
  const calldata = calldataOf([one, '0x77']);
  const events = [keyTransfer(one, me, bob, 9n), keyTransfer(other, me, bob, 8n)];

  it('have the tickers that their contracts tell, in the same round', async () => {
    const { parsed, roundTrips } = await read(send({ calldata, events }), {}, [], {
      symbols: { [one]: 'DEMO', [other]: 'DEMO' },
    });
    expect(parsed?.recipients).toEqual([of(bob, '9', 'DEMO', one), of(bob, '8', 'DEMO', other)]);
    expect(roundTrips).toBe(2);
  });

  it.each(['STRK', 'strk', 'ETH', 'USDC', 'U5DC', '\u0405TRK'])(
    'show a part of the id where they call themselves %s',
    async (name) => {
      const { parsed } = await read(send({ calldata, events }), {}, [], { symbols: { [one]: name } });
      expect(parsed?.recipients).toEqual([of(bob, '9', '0x04..58c5', one), of(bob, '8', '0x04..5522', other)]);
    },
  );
});

describe('a contract that may be a collection', () => {
  const calldata = calldataOf([pool, '0x77']);
  const events = [dataTransfer(pool, me, bob, 9n), dataTransfer(strk, me, bob, 5n)];
  const readAmounts = async (more: Partial<Ledger>, told = events) => {
    const { parsed } = await read(send({ calldata, events: told }), {}, [], more);
    const amounts = parsed?.recipients?.map(({ amount }) => amount);
    return { amounts, warnings: parsed?.warnings?.map(({ code }) => code) };
  };

  it('is one if it has no decimals: its numbers are no amounts', async () => {
    expect(await readAmounts({ collectibles: [pool], symbols: { [pool]: 'APE' } })).toEqual({ amounts: ['5'] });
  });

  it('is a token where the node does not say what it is', async () => {
    expect(await readAmounts({})).toEqual({ amounts: ['9', '5'] });
  });

  it('is left out with a warning, behind more contracts than are looked up', async () => {
    const many = Array.from({ length: 200 }, (_, i) => keyTransfer(`0x${(0x5000 + i).toString(16)}`, me, carol, 1n));
    const { amounts, warnings } = await readAmounts({}, [...many, ...events]);
    expect(amounts?.slice(200)).toEqual(['5']);
    expect(warnings).toEqual(['transaction.incomplete']);
  });
});

describe('a call of several contracts', () => {
  it('may move as much as the fee is: the last such transfer is the fee', async () => {
    const { parsed } = await read(
      send({ calldata: calldataOf([bob, '0x77']), events: [dataTransfer(strk, me, bob, 77n)] }),
    );
    expect(parsed).toMatchObject({ senders: [of(me, '77')], recipients: [of(bob, '77')] });
  });

  it('has no mode, and all parties of the transfers', async () => {
    const calldata = calldataOf(
      [strk, selectors.transfer, bob, '0x1', '0x0'],
      [strk, selectors.transfer, carol, '0x2', '0x0'],
    );
    const events = [dataTransfer(strk, me, bob, 1n), dataTransfer(strk, me, carol, 2n)];
    const { parsed } = await read(send({ calldata, events }));
    expect(parsed).toMatchObject({
      mode: 'unknown',
      senders: [of(me, '3')],
      recipients: [of(bob, '1'), of(carol, '2')],
    });
  });

  it('shows nobody who gave or got 0 without signing it, and nothing of what was made or burned', async () => {
    const calldata = calldataOf([token, '0x77']);
    const events = [
      keyTransfer(token, bob, carol, 0n),
      keyTransfer(token, '0x0', me, 4n),
      keyTransfer(token, me, '0x0', 3n),
      // ERC-721 has one key more.
      { from_address: token, keys: [selectors.Transfer, bob, carol, '0x1', '0x0'], data: [] },
    ];
    const { parsed } = await read(send({ calldata, events }));
    expect(parsed?.senders).toMatchObject([{ address: me, amount: '3' }]);
    expect(parsed?.recipients).toMatchObject([{ address: me, amount: '4' }]);
  });

  it('with very long calldata has no mode, as its id is not proven', async () => {
    const padding = Array.from({ length: 300 }, () => '0x1');
    const made = send({ calldata: calldataOf([strk, selectors.transfer, bob, '0x1', '0x0', ...padding]) });
    expect((await read(made)).parsed?.mode).toBe('unknown');
  });
});

describe('a transaction of a delegation pool', () => {
  const amount = '0x64';

  it.each<[string, string]>([
    ['enter', selectors.enter],
    ['add', selectors.add],
  ])('stakes: %s', async (_, name) => {
    const calldata = calldataOf([strk, selectors.approve, pool, amount, '0x0'], [pool, name, me, amount]);
    const { parsed } = await read(send({ calldata, events: [dataTransfer(strk, me, pool, 100n)] }));
    expect(parsed).toMatchObject({
      mode: 'stake',
      validators: { target: of(staker, '100') },
      senders: [of(me, '100')],
      recipients: [of(pool, '100')],
    });
  });

  it('is no stake if another token is approved', async () => {
    const calldata = calldataOf([token, selectors.approve, pool, amount, '0x0'], [pool, selectors.enter, me, amount]);
    expect((await read(send({ calldata }))).parsed?.mode).toBe('unknown');
  });

  it('names no validator if the staking contract does not know the pool', async () => {
    const fake = carol;
    const calldata = calldataOf([strk, selectors.approve, fake, amount, '0x0'], [fake, selectors.enter, me, amount]);
    const { parsed } = await read(send({ calldata, events: [dataTransfer(strk, me, fake, 100n)] }));
    expect(parsed).toMatchObject({ recipients: [of(fake, '100')] });
    expect(parsed?.validators).toBeUndefined();
  });

  it('unstakes', async () => {
    const { parsed } = await read(send({ calldata: calldataOf([pool, selectors.intent, amount]) }));
    expect(parsed).toMatchObject({
      mode: 'unstake',
      validators: { source: of(staker, '100') },
      senders: [of(me, '0')],
    });
  });

  it.each<[string, string]>([
    ['withdraw', selectors.action],
    ['claimRewards', selectors.claim],
  ])('pays out: %s', async (mode, name) => {
    const events = [dataTransfer(strk, pool, me, 100n)];
    const { parsed } = await read(send({ calldata: calldataOf([pool, name, me]), events }));
    expect(parsed).toMatchObject({ mode, senders: [of(pool, '100')], recipients: [of(me, '100')] });
  });

  it('moves a stake to another validator', async () => {
    const calldata = calldataOf([pool, selectors.intent, amount], [pool, selectors.switch, carol, bob, amount]);
    const { parsed } = await read(send({ calldata }));
    expect(parsed).toMatchObject({
      mode: 'stake',
      validators: { source: of(staker, '100'), target: of(carol, '100') },
    });
  });
});

describe('who may spend', () => {
  // starknet.js 10.8.0: hash.getSelectorFromName. The names are those of the contracts of accounts: see control.ts.
  const named = (name: string) => hash.getSelectorFromName(name);
  const calldata = calldataOf([me, '0x77']);
  const key = `0x${'ab'.padStart(64, '0')}`;
  const ofMe = (name: string, where: 'keys' | 'data', from_address = me) => ({
    from_address,
    keys: where === 'keys' ? [named(name), '0xab'] : [named(name)],
    data: where === 'data' ? ['0xab'] : [],
  });
  const changes = async (events: Event[]) =>
    ((await read(send({ calldata, events }))).parsed?.warnings ?? []).map(({ code, context }) => [code, context]);

  it.each<[string, 'keys' | 'data']>([
    ['OwnerAdded', 'keys'],
    ['OwnerAddedGuid', 'keys'],
    ['OwnerChanged', 'data'],
    ['OwnerChangedGuid', 'data'],
    ['OwnerEscapedGuid', 'data'],
    ['GuardianChanged', 'data'],
    ['GuardianAddedGuid', 'keys'],
  ])('is told where an account says %s', async (name, where) => {
    expect(await changes([ofMe(name, where)])).toEqual([['transaction.changesControl', { account: me, by: key }]]);
  });

  it('is told once, and of an account that somebody else had act', async () => {
    const events = [
      ofMe('OwnerChanged', 'data', bob),
      ofMe('OwnerChangedGuid', 'data', bob),
      ofMe('OwnerRemoved', 'keys', bob),
    ];
    expect(await changes(events)).toEqual([['transaction.changesControl', { account: bob, by: key }]]);
  });

  it('is told where an owner is removed, or the class is another one', async () => {
    expect(await changes([ofMe('OwnerRemovedGuid', 'keys')])).toMatchObject([[expect.anything(), { account: me }]]);
    expect(await changes([ofMe('AccountUpgraded', 'data')])).toEqual([
      ['transaction.changesControl', { account: me, by: `class ${key}` }],
    ]);
  });

  it('is nothing new for accounts that begin, for other contracts, and where the transaction failed', async () => {
    expect(await changes([ofMe('Upgraded', 'data', bob)])).toEqual([]);
    expect(await changes([ofMe('AccountCreated', 'keys', bob), ofMe('OwnerAddedGuid', 'keys', bob)])).toEqual([]);
    const deployed = { from_address: carol, keys: [named('ContractDeployed')], data: [bob] };
    expect(await changes([deployed, ofMe('OwnerAdded', 'keys', bob)])).toEqual([]);
    const { parsed } = await read(send({ calldata, events: [ofMe('OwnerAdded', 'keys')], isReverted: true }));
    expect(parsed?.warnings).toBeUndefined();
  });
});

describe('what a node tells in another form', () => {
  const calldata = calldataOf([strk, selectors.transfer, bob, '0x5', '0x0']);
  const good = () => send({ calldata, events: [dataTransfer(strk, me, bob, 5n)] });
  const left = (...parts: string[]) => [
    expect.objectContaining({ code: 'transaction.incomplete', context: { parts: parts.join(', ') } }),
  ];
  const readReceipt = async (changed: object) => {
    const made = good();
    return (await read({ ...made, receipt: { ...made.receipt, ...changed } as Made['receipt'] })).parsed;
  };

  it.each<[string, unknown]>([
    ['null', null],
    ['an event without keys', { from_address: strk, data: [] }],
    ['an event with a number that is none', { from_address: strk, keys: ['0x1'], data: ['0xzz'] }],
  ])('is left out of the events, if it is %s', async (_, odd) => {
    const { events } = good().receipt;
    expect(await readReceipt({ events: [odd, ...events] })).toMatchObject({
      ...{ mode: 'transfer', state: 'confirmed', fees: { amount: '77' } },
      ...{ senders: [of(me, '5')], recipients: [of(bob, '5')], warnings: left('an event') },
    });
  });

  it.each<[object, string, object]>([
    [{ actual_fee: '0x5' }, 'the fee', { state: 'confirmed', mode: 'transfer' }],
    [{ finality_status: 'ACCEPTED_ON_MARS' }, 'the state', { state: 'unknown', mode: 'transfer' }],
    [{ events: 'none' }, 'an event', { state: 'confirmed', mode: 'transfer' }],
  ])('is left out: %j', async (changed, part, rest) => {
    expect(await readReceipt(changed)).toMatchObject({ ...rest, warnings: left(part) });
  });

  it.each<[string, object]>([
    ['another type', { type: 'TELEPORT' }],
    ['a nonce that is none', { nonce: 'x' }],
    ['a sender that is none', { sender_address: 'x' }],
    ['calldata that is none', { calldata: ['0x1', null] }],
  ])('shows what moved, if the transaction has %s', async (_, changed) => {
    const made = good();
    const { parsed } = await read({ ...made, transaction: { ...made.transaction, ...changed } });
    expect(parsed).toMatchObject({
      ...{ id: made.hash, mode: 'unknown', state: 'confirmed', fees: { amount: '77', ticker: 'STRK' } },
      ...{ senders: [of(me, '5')], recipients: [of(bob, '5')], warnings: left('what was signed') },
    });
  });
});

describe('an old transaction', () => {
  /** Version 1: its fee was paid in ETH. Accounts of Cairo 0 had all data behind all calls. */
  const old = (calldata: readonly string[], isReverted = false): Made => {
    const made = send({ calldata: [...calldata], events: [dataTransfer(strk, me, bob, 9n)], isReverted });
    const { resource_bounds: _, ...transaction } = made.transaction;
    const events = made.receipt.events.slice(0, -1);
    return {
      ...made,
      transaction: { ...transaction, version: '0x1', max_fee: '0x99' },
      receipt: {
        ...made.receipt,
        actual_fee: { amount: '0x55', unit: 'WEI' },
        events: [...events, dataTransfer(eth, me.replace('0x0', '0x'), '0x1176a1', 0x55n)],
      },
    };
  };

  it('has calldata of Cairo 0, and a fee in ETH', async () => {
    const calldata = ['0x1', strk, selectors.transfer, '0x0', '0x3', '0x3', bob, '0x9', '0x0'];
    const { parsed } = await read(old(calldata));
    expect(parsed).toMatchObject({
      mode: 'transfer',
      fees: { amount: '85', ticker: 'ETH', tokenId: ethId },
      senders: [of(me, '9')],
      recipients: [of(bob, '9')],
    });
  });

  it.each([
    ['an offset beyond the data', ['0x1', strk, selectors.transfer, '0x1', '0x3', '0x3', bob, '0x9', '0x0']],
    ['another length', ['0x1', strk, selectors.transfer, '0x0', '0x3', '0x4', bob, '0x9', '0x0']],
    ['no calls', ['0x0', '0x0']],
    ['too many calls', [`0x${'f'.repeat(60)}`]],
    ['nothing', []],
  ])('with %s has no mode', async (_, calldata) => {
    const { parsed } = await read(old(calldata));
    expect(parsed).toMatchObject({ mode: 'unknown', senders: [of(me, '9')], recipients: [of(bob, '9')] });
  });
});
