import { describe, expect, it } from 'vitest';
import { publicKeyOf } from '../../test/keys.ts';
import {
  connectTo,
  type NodeScript,
  notFound,
  pendingOf,
  recipient,
  refusal,
  Status,
  sender,
} from '../../test/scripted-node.ts';
import type { Address } from '../address/address.ts';
import { pairedMetadata, primaryStore } from '../address/derived.ts';
import { readStructTag, type StructTag } from '../move/type-tag.ts';

// What nodes can say wrong, and what the stand-in cannot be brought to.

const issuer = `0x${'b2'.repeat(32)}`;
const coin = `${issuer}::money::Coin`;
const asset = pairedMetadata(readStructTag(coin) as StructTag);
const facts = { name: 'Money', symbol: 'MNY', decimals: 6 };
const [from, to] = [primaryStore(sender as Address, asset), primaryStore(recipient as Address, asset)];

const intent = {
  mode: 'transferToken',
  senderAddress: sender,
  senderPubKey: publicKeyOf(),
  recipientAddress: recipient,
  tokenId: asset,
  amount: '7',
} as const;

const event = (name: string, store: string, amount: string) => ({
  type: `0x1::fungible_asset::${name}`,
  data: { store, amount },
});
const moved = [event('Withdraw', from, '7'), event('Deposit', to, '7')];

/** A node on which the sender has 10 APT and 100 of an asset. */
const node: NodeScript = {
  balances: { [sender]: { '0xa': 1_000_000_000n, [asset]: 100n, [coin]: 100n } },
  resources: {
    [`${asset}/0x1::fungible_asset::Metadata`]: facts,
    [`${issuer}/0x1::coin::CoinInfo<${coin}>`]: facts,
  },
  views: {
    '0x1::fungible_asset::supply': [{ vec: ['5000'] }],
    '0x1::coin::paired_coin': [{ vec: [] }],
  },
  simulate: { events: moved },
};

const hex = (text: string) => `0x${Buffer.from(text).toString('hex')}`;
const typeInfo = { account_address: issuer, module_name: hex('money'), struct_name: hex('Coin') };
const isPaired: NodeScript['views'] = { ...node.views, '0x1::coin::paired_coin': [{ vec: [typeInfo] }] };
/** Of 100, the sender has 40 as coin. */
const partly: NodeScript = {
  ...node,
  balances: { [sender]: { '0xa': 1_000_000_000n, [asset]: 60n, [coin]: 100n } },
  views: isPaired,
  simulate: {},
};

async function encode(script: NodeScript | readonly NodeScript[], changed: object = {}) {
  const scripted = connectTo(script);
  const { transaction, status } = (await scripted.chain.encode(
    { ...intent, ...changed } as never,
    { onTrace: scripted.onTrace } as never,
  )) as never as {
    readonly transaction: { readonly data: Record<string, unknown> & { readonly params?: Record<string, unknown> } };
    readonly status: { readonly errors: { code: string; message: string }[]; readonly warnings: { code: string }[] };
  };
  return {
    ...scripted,
    data: transaction.data,
    messages: status.errors.map(({ message }) => message),
    errors: status.errors.map(({ code }) => code),
    warnings: status.warnings.map(({ code }) => code),
  };
}

/** New to the chain: a warning that most scripts bring about. */
const isNew = 'recipient.uninitialized';

describe('a transfer of a fungible asset', () => {
  it('takes two rounds, and asks no node anything twice', async () => {
    const { errors, warnings, roundTrips, asked, data } = await encode(node);
    expect([errors, warnings]).toEqual([[], [isNew]]);
    expect(roundTrips()).toBe(2);
    expect(data.params).not.toHaveProperty('coinType');
    const paths = asked.map(({ method, path, body }) => `${method} ${path} ${JSON.stringify(body) ?? ''}`);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.length).toBeLessThanOrEqual(20);
  });

  it('has the balance of the token and the APT for fees apart', async () => {
    // 100 of 500 tokens are sent, with 0.01 APT in the account. The amounts of the two are never compared with each other.
    const balances = { [sender]: { '0xa': 1_000_000n, [asset]: 500_000_000n } };
    const events = [event('Withdraw', from, '100000000'), event('Deposit', to, '100000000')];
    const sent = await encode({ ...node, balances, simulate: { events } }, { amount: '100000000' });
    expect(sent.errors).toEqual([]);
    expect(BigInt(String(sent.data.fees))).toBeGreaterThan(0n);
    const few = { [sender]: { '0xa': 1n, [asset]: 500_000_000n } };
    expect((await encode({ ...node, balances: few })).errors).toEqual(['balance.insufficientForFees']);
    const none = { [sender]: { '0xa': 10n ** 18n } };
    expect((await encode({ ...node, balances: none })).errors).toEqual(['token.insufficient']);
  });

  it('counts nothing but the primary store', async () => {
    const none = { ...node, balances: { [sender]: 1_000_000_000n } };
    const sent = await encode(none, { useMaxAmount: true, amount: undefined });
    expect(sent.errors).toEqual(['token.nothingToSend']);
  });

  it.each(['101', (2n ** 64n).toString()])(
    'is refused above the balance, before anything is simulated: %s',
    async (amount) => {
      const { errors, askedFor } = await encode(node, { amount });
      expect(errors).toEqual(['token.insufficient']);
      expect(askedFor('/transactions/simulate')).toEqual([]);
    },
  );

  it.each([
    ['61', '61'],
    [undefined, '100'],
  ])('goes by the coin if what still is a coin is needed: %s of 100', async (amount, sent) => {
    const max = amount === undefined ? { useMaxAmount: true } : {};
    const { errors, data, roundTrips } = await encode(partly, { amount, ...max });
    expect(errors).toEqual([]);
    expect(data).toMatchObject({ amount: sent, params: { coinType: coin } });
    expect(roundTrips()).toBe(3);
  });

  it('goes as an asset in two rounds if that suffices', async () => {
    const script = { ...partly, simulate: node.simulate };
    const { errors, data, roundTrips } = await encode(script as NodeScript);
    expect(errors).toEqual([]);
    expect(data.params).not.toHaveProperty('coinType');
    expect(roundTrips()).toBe(2);
  });

  it('goes as an asset if all of it is one, though it was a coin', async () => {
    const whole = [event('Withdraw', from, '100'), event('Deposit', to, '100')];
    const script = { ...node, views: isPaired, simulate: { events: whole } };
    const { errors, data } = await encode(script, { amount: undefined, useMaxAmount: true });
    expect(errors).toEqual([]);
    expect(data.amount).toBe('100');
    expect(data.params).not.toHaveProperty('coinType');
  });

  it('remembers the coin, and then takes two rounds', async () => {
    const scripted = connectTo(partly);
    const request = { ...intent, amount: undefined, useMaxAmount: true };
    const rounds: unknown[] = [];
    for (let i = 0; i < 2; i += 1) {
      await scripted.chain.encode(request as never, { onTrace: scripted.onTrace } as never);
      rounds.push(scripted.roundTrips());
    }
    expect(rounds).toEqual([3, 2]);
  });

  it('takes two rounds if the coin is known', async () => {
    const tokens = [{ id: coin, name: 'Own', ticker: 'OWN', decimals: 2 }];
    const scripted = connectTo(partly, { tokens });
    const request = { ...intent, amount: undefined, useMaxAmount: true };
    const answer = await scripted.chain.encode(request as never, { onTrace: scripted.onTrace } as never);
    expect(answer).toMatchObject({ transaction: { data: { amount: '100', params: { coinType: coin } } } });
    expect(scripted.roundTrips()).toBe(2);
  });

  it('is refused above what is asset and coin together', async () => {
    const { errors, messages } = await encode(partly, { amount: '101' });
    expect(errors).toEqual(['token.insufficient']);
    expect(messages[0]).toContain('0.0001 MNY');
  });

  it('never goes by a coin that it is not paired with', async () => {
    const other = { ...typeInfo, struct_name: hex('Other') };
    const lies = { ...partly, views: { ...isPaired, '0x1::coin::paired_coin': [{ vec: [other] }] } };
    await expect(encode(lies)).rejects.toThrow();
    const { errors, data } = await encode([lies, partly], { amount: '61' });
    expect(errors).toEqual([]);
    expect(data.params).toMatchObject({ coinType: coin });
  });

  it('of a node without the views of coins goes as an asset', async () => {
    const { views: { '0x1::coin::paired_coin': _, ...views } = {} } = node;
    expect(await encode({ ...node, views })).toMatchObject({ errors: [], warnings: [isNew] });
  });

  it.each<[string, readonly object[], readonly string[], readonly string[]]>([
    ['less', [moved[0] as object, event('Deposit', to, '6')], [], ['token.transferFee']],
    [
      'less, in two parts',
      [moved[0] as object, event('Deposit', to, '2'), event('Deposit', to, '3')],
      [],
      ['token.transferFee'],
    ],
    ['all, in two parts', [moved[0] as object, event('Deposit', to, '3'), event('Deposit', to, '4')], [], []],
    ['nothing', [moved[0] as object], ['token.notWhole'], []],
    ['something that went to another store', [moved[0] as object, event('Deposit', from, '7')], ['token.notWhole'], []],
    ['more', [moved[0] as object, event('Deposit', to, '8')], ['token.notWhole'], []],
    ['all, while the sender loses more', [...moved, event('Withdraw', from, '1')], ['token.notWhole'], []],
    ['nothing that can be read', [moved[0] as object, event('Deposit', to, 'x')], ['token.notWhole'], []],
  ])('tells if the recipient would get %s', async (_, events, errors, warnings) => {
    const sent = await encode({ ...node, simulate: { events: events as never } });
    expect(sent.errors).toEqual(errors);
    expect(sent.warnings.filter((code) => code !== isNew)).toEqual(warnings);
    if (errors.length > 0) expect(sent.data).not.toHaveProperty('params');
  });

  it('reads stores whose leading zeros a node dropped', async () => {
    const others = Array.from({ length: 200 }, (_, i) => `0x5${i.toString(16).padStart(63, '0')}` as Address);
    const tokenId = others.find((other) => primaryStore(recipient as Address, other).startsWith('0x0')) as Address;
    const short = (owner: string) => `0x${BigInt(primaryStore(owner as Address, tokenId)).toString(16)}`;
    expect(short(recipient).length).toBeLessThan(66);
    const sent = await encode(
      {
        ...node,
        balances: { [sender]: { '0xa': 1_000_000_000n, [tokenId]: 7n } },
        resources: { [`${tokenId}/0x1::fungible_asset::Metadata`]: facts },
        simulate: { events: [event('Withdraw', short(sender), '7'), event('Deposit', short(recipient), '7')] },
      },
      { tokenId },
    );
    // 7 is all that there is.
    expect(sent.errors).toEqual([]);
  });

  it.each([
    ['sender', from, 'sender.frozen'],
    ['recipient', to, 'recipient.frozen'],
  ])('is refused if the store of the %s is frozen, before anything is simulated', async (_, at, code) => {
    const store = { [`${at}/0x1::fungible_asset::FungibleStore`]: { balance: '100', frozen: true } };
    const { errors, askedFor } = await encode({ ...node, resources: { ...node.resources, ...store } });
    expect(errors).toEqual([code]);
    expect(askedFor('/transactions/simulate')).toEqual([]);
  });

  it('names what is wrong with recipient and amount at once', async () => {
    const sent = await encode(node, { recipientAddress: asset, amount: '101' });
    expect(sent.errors).toEqual(['recipient.isToken', 'token.insufficient']);
  });

  it('has the failure of the simulation in words', async () => {
    const status = 'Move abort in 0xb2::rules: EBLOCKED(0x50001): The account is blocked';
    const { errors, messages } = await encode({ ...node, simulate: { status } });
    expect(errors).toEqual(['token.transferFails']);
    expect(messages[0]).toContain('EBLOCKED');
  });

  it('fails with the node if its balance cannot be read', async () => {
    const own = { [`/accounts/${sender}/balance/${asset}`]: refusal(500, 'internal_error', 'broken') };
    await expect(encode({ ...node, own })).rejects.toThrow();
    expect((await encode([{ ...node, own }, node])).errors).toEqual([]);
  });
});

describe('a transfer of a coin', () => {
  it('asks its store, and no events', async () => {
    const { errors, roundTrips } = await encode({ ...node, simulate: {} }, { tokenId: coin });
    expect(errors).toEqual([]);
    expect(roundTrips()).toBe(2);
  });

  it('has the facts of its other form, if that is known', async () => {
    const tokens = [{ id: coin, name: 'Own', ticker: 'OWN', decimals: 2 }];
    const scripted = connectTo({ ...node, resources: {} }, { tokens });
    const answer = await scripted.chain.encode({ ...intent, amount: '101' } as never);
    expect((answer as never as { status: { errors: { message: string }[] } }).status.errors[0]?.message).toContain(
      '1.01 OWN',
    );
  });
});

describe('the recipient of a token', () => {
  const warned = async (script: NodeScript) => (await encode({ ...node, ...script })).warnings;
  const store = { [`${to}/0x1::fungible_asset::FungibleStore`]: { balance: '1', frozen: false } };

  it('is warned of if nobody used it, and not if it has APT, the token, or has signed', async () => {
    expect(await warned({})).toEqual([isNew]);
    expect(await warned({ forgetsAccounts: true, accounts: { [sender]: { sequenceNumber: 5n } } })).toEqual([isNew]);
    expect(await warned({ balances: { ...node.balances, [recipient]: 1n } })).toEqual([]);
    expect(await warned({ resources: { ...node.resources, ...store } })).toEqual([]);
    const accounts = { [sender]: { sequenceNumber: 5n }, [recipient]: { sequenceNumber: 1n } };
    expect(await warned({ accounts })).toEqual([]);
  });

  it('has a key: accounts of programs and objects are warned of', async () => {
    const accounts = { [sender]: { sequenceNumber: 5n }, [recipient]: { authenticationKey: `0x${'0'.repeat(64)}` } };
    expect(await warned({ accounts })).toEqual(['recipient.isData']);
    const resources = { ...node.resources, [`${recipient}/0x1::object::ObjectCore`]: { owner: '0x1' } };
    expect(await warned({ resources })).toEqual(['recipient.isData']);
  });

  it('is no transaction, though somebody lost something there before', async () => {
    const known = { [recipient]: pendingOf(recipient, new Uint8Array(200)) };
    const script = { ...node, known, balances: { ...node.balances, [recipient]: 5n } };
    expect((await encode(script)).errors).toEqual(['address.invalid']);
  });

  it('is no pool', async () => {
    const resources = { ...node.resources, [`${recipient}/0x1::delegation_pool::DelegationPool`]: {} };
    expect((await encode({ ...node, resources })).errors).toEqual(['recipient.isPool']);
  });

  it('may be new on nodes that answer 404', async () => {
    const own = { [`/accounts/${recipient}`]: notFound };
    expect(await warned({ own })).toEqual([isNew]);
  });
});

describe('enabling a coin', () => {
  const enable = { mode: 'enableToken', tokenId: coin, recipientAddress: undefined, amount: undefined };
  const registered = (value: boolean | Status): NodeScript => ({
    ...node,
    views: { ...node.views, '0x1::coin::is_account_registered': value instanceof Status ? value : [value] },
  });

  it('takes senderPubKey, and the key in params', async () => {
    const params = { publicKey: publicKeyOf() };
    const named = await encode(registered(false), { ...enable, senderPubKey: publicKeyOf() });
    expect(named).toMatchObject({ errors: [], warnings: [] });
    expect(named.data.params).toMatchObject(params);
    const sent = await encode(registered(false), { ...enable, senderPubKey: undefined, params });
    expect(sent).toMatchObject({ errors: [], warnings: [] });
    expect(sent.data.params).toMatchObject(params);
    const without = await encode(registered(false), { ...enable, senderPubKey: undefined });
    expect(without.errors).toEqual(['publicKey.required']);
  });

  it('says if it is enabled already', async () => {
    const sent = await encode(registered(true), { ...enable, params: { publicKey: publicKeyOf() } });
    expect(sent).toMatchObject({ errors: [], warnings: ['token.alreadyEnabled'] });
  });

  it('is refused for an asset without asking anything', async () => {
    const sent = await encode(node, { ...enable, tokenId: asset });
    expect(sent.errors).toEqual(['token.invalid']);
    expect(sent.asked).toEqual([]);
  });
});
