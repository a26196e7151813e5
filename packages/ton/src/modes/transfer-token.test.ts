import { Address, beginCell, Cell, contractAddress, loadMessageRelaxed, storeStateInit } from '@ton/core';
import { describe, expect, it } from 'vitest';
import { walletCore } from '../../test/fixtures.ts';
import { endpointOf, methodOf, type Script, scriptedJettons } from '../../test/jetton-world.ts';
import { readComment } from '../bytes/comment.ts';
import { readJettonTransfer } from '../bytes/jetton-messages.ts';
import { ton } from '../index.ts';
import type { TonKind, TonOptions } from '../options.ts';
import { readExternalMessage } from '../wallets/read-message.ts';
import { readSigningMessage } from '../wallets/read-signing-message.ts';
import { splitBody } from '../wallets/signing-message.ts';
import { addressOfWallet, walletInit } from '../wallets/wallet.ts';

const kinds = ['toncenter-v3', 'tonapi', 'toncenter-v2'] as const satisfies readonly TonKind[];
const indexed = ['toncenter-v3', 'tonapi'] as const satisfies readonly TonKind[];

const address = (byte: number, workchain = 0) => new Address(workchain, Buffer.alloc(32, byte));
const key = { version: 'v4r2', walletId: 698_983_191, publicKey: new Uint8Array(32).fill(5) } as const;
const sender = addressOfWallet(key);
const [recipient, master, jettonWallet, stranger] = [address(1), address(2), address(3), address(4)];
const coins = 1_000_000_000n;

/** The sender holds 5,000 units. */
const world: Required<Pick<Script, 'accounts' | 'methods' | 'wallets' | 'masters'>> = {
  accounts: new Map([
    [sender.toRawString(), { balance: coins, init: walletInit(key) }],
    [recipient.toRawString(), { balance: coins, init: walletInit({ ...key, publicKey: new Uint8Array(32).fill(6) }) }],
  ]),
  methods: {
    [methodOf(master, 'get_wallet_address')]: [jettonWallet],
    [methodOf(jettonWallet, 'get_wallet_data')]: [5_000n, sender, master, beginCell().storeUint(9, 8).endCell()],
  },
  wallets: [{ address: jettonWallet, owner: sender, master, balance: 5_000n }],
  masters: { [master.toRawString()]: { name: 'Demo', symbol: 'DEMO', decimals: '2' } },
};

interface Setting {
  readonly kinds: readonly TonKind[];
  readonly script?: Partial<Script>;
  readonly options?: Pick<TonOptions, 'tokens'>;
}

async function encode(setting: Setting, more: object = {}) {
  const { requests, fetch } = scriptedJettons({ ...world, ...setting.script });
  let roundTrips: number | undefined;
  const chain = ton.connect('ton', {
    endpoints: setting.kinds.map(endpointOf),
    fetch: fetch as NonNullable<TonOptions['fetch']>,
    oldestBlockMs: 0,
    now: () => 1_800_000_000_000,
    ...setting.options,
  });
  const intent = {
    mode: 'transferToken',
    senderAddress: sender.toString(),
    recipientAddress: recipient.toString(),
    tokenId: master.toString(),
    ...('useMaxAmount' in more ? {} : { amount: '4000' }),
    ...more,
  };
  const answer = await chain.encode(intent as never, { onTrace: (trace) => (roundTrips = trace.roundTrips) });
  const { transaction, status } = answer as unknown as {
    transaction: {
      data: Record<string, unknown> & { params?: Record<string, unknown> };
      encoded: { raw: { value: string } }[];
    };
    status: { errors: { code: string; context?: object; message: string }[]; warnings: { code: string }[] };
  };
  const raw = transaction.encoded?.[0]?.raw.value;
  return {
    data: transaction.data,
    status,
    codes: status.errors.map(({ code }) => code),
    warnings: status.warnings.map(({ code }) => code),
    signing: raw === undefined ? undefined : Cell.fromHex(raw),
    message: raw === undefined ? undefined : messageOf(raw),
    requests,
    roundTrips,
  };
}

/** The message that the wallet sends: the last cell of the signing message. */
function messageOf(boc: string) {
  const slice = Cell.fromHex(boc).beginParse();
  const { info, body, init } = loadMessageRelaxed(slice.loadRef().beginParse());
  if (info.type !== 'internal') throw new Error('Not an internal message.');
  return { to: info.dest, bounce: info.bounce, value: info.value.coins, init, transfer: readJettonTransfer(body) };
}

describe.each(kinds)('with %s', (kind) => {
  it('a transfer goes to the wallet that the master confirms', async () => {
    const { message, codes, warnings, data } = await encode({ kinds: [kind] }, { memo: 'hello' });
    expect(codes).toEqual([]);
    expect(warnings).toEqual(['fee.comesBack']);
    expect(message?.to.equals(jettonWallet)).toBe(true);
    expect(message).toMatchObject({ bounce: true, value: 50_000_000n });
    expect(message?.transfer).toMatchObject({ amount: 4_000n, forwardAmount: 1n });
    expect(message?.transfer?.to.equals(recipient)).toBe(true);
    expect(message?.transfer?.excessTo.equals(sender)).toBe(true);
    expect(readComment(message?.transfer?.forwardPayload ?? Cell.EMPTY)).toBe('hello');
    expect(data).toMatchObject({ amount: '4000', params: { sendMode: 3, bounce: true } });
    expect(BigInt(String(data.fees))).toBeGreaterThan(50_000_000n);
  });

  it('everything is the whole balance', async () => {
    const { data, codes } = await encode({ kinds: [kind] }, { useMaxAmount: true });
    expect(codes).toEqual([]);
    expect(data.amount).toBe('5000');
  });

  it('more than the balance is refused, however much it is', async () => {
    for (const amount of ['5001', (2n ** 130n).toString()]) {
      const { status, codes } = await encode({ kinds: [kind] }, { amount });
      expect(codes).toEqual(['token.insufficient']);
      expect(status.errors[0]?.context).toEqual({ available: '5000', needed: amount });
    }
  });

  it('fees and what travels along must be there', async () => {
    const accounts = new Map([[sender.toRawString(), { balance: 50_300_000n, init: walletInit(key) }]]);
    const { codes } = await encode({ kinds: [kind], script: { accounts } });
    expect(codes).toEqual(['balance.insufficientForFees']);
  });

  it.each([
    ['without a contract', -13, 'token.unknown'],
    ['with another contract', 11, 'token.notFungible'],
  ])('a token %s is refused', async (_, exitCode, code) => {
    const script = { methods: { [methodOf(master, 'get_wallet_address')]: exitCode }, wallets: [] };
    const { codes, message } = await encode({ kinds: [kind], script });
    expect(codes).toEqual([code]);
    expect(message).toBeUndefined();
  });

  it('a look-up that fails is an error, and the master never stands in for the wallet', async () => {
    const down = () => Response.json({ error: 'down' }, { status: 500 });
    const path = `/blockchain/accounts/${master.toString()}/methods/get_wallet_address`;
    const script = { instead: { '/runGetMethod': down, [path]: down } };
    await expect(encode({ kinds: [kind], script })).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it.each([
    ['itself', master],
    ['the sender', sender],
  ])('a master that names %s as the wallet is refused, also if all answers agree', async (_, named) => {
    const methods = {
      [methodOf(master, 'get_wallet_address')]: [named],
      [methodOf(named, 'get_wallet_data')]: [5_000n, sender, master, Cell.EMPTY],
    };
    const script = { methods, wallets: [{ address: named, owner: sender, master, balance: 5_000n }] };
    const { codes, message } = await encode({ kinds: [kind], script });
    expect(codes).toEqual(['token.walletUnconfirmed']);
    expect(message).toBeUndefined();
  });

  it('a master that names no wallet is not believed', async () => {
    const none = beginCell().storeUint(0, 2).endCell();
    const script = { methods: { ...world.methods, [methodOf(master, 'get_wallet_address')]: [none] } };
    await expect(encode({ kinds: [kind], script })).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it('an account that holds none has nothing to send', async () => {
    const methods = { ...world.methods, [methodOf(jettonWallet, 'get_wallet_data')]: -13 };
    const { codes } = await encode({ kinds: [kind], script: { methods, wallets: [] } }, { useMaxAmount: true });
    expect(codes).toEqual(['token.nothingToSend']);
  });

  it.each([
    ['the master', master, 'recipient.isToken'],
    ['the jetton wallet of the sender', jettonWallet, 'recipient.keepsCoins'],
    ['in the masterchain', address(1, -1), 'token.untransferable'],
    ['the zero address', address(0), 'recipient.zeroAddress'],
    ['the elector', address(0x33, -1), 'recipient.keepsCoins'],
    ['the configuration', address(0x55, -1), 'recipient.keepsCoins'],
  ])('a recipient that is %s is refused', async (_, to, code) => {
    const { codes } = await encode({ kinds: [kind] }, { recipientAddress: to.toString() });
    expect(codes).toEqual([code]);
  });

  it('a recipient that nobody has used gets them too', async () => {
    const { codes, warnings } = await encode({ kinds: [kind] }, { recipientAddress: stranger.toString() });
    expect(codes).toEqual([]);
    expect(warnings).toContain('recipient.uninitialized');
  });
});

describe.each(indexed)('with the index of %s', (kind) => {
  it('takes two round trips: the wallets can be asked only when they are known', async () => {
    const { roundTrips } = await encode({ kinds: [kind] });
    expect(roundTrips).toBe(2);
  });

  it('a wallet that the master does not confirm is refused', async () => {
    const script = { wallets: [{ address: stranger, owner: sender, master, balance: 5_000n }] };
    const { codes, message, status } = await encode({ kinds: [kind], script });
    expect(codes).toEqual(['token.walletUnconfirmed']);
    expect(status.errors[0]?.context).toEqual({ wallet: stranger.toString(), token: master.toString() });
    expect(message).toBeUndefined();
  });
});

it('an index that lists the wallet of another owner or master is not believed', async () => {
  for (const lie of [{ owner: stranger.toRawString() }, { jetton: stranger.toRawString() }]) {
    const script = { wallets: [{ ...world.wallets[0], more: lie }] as never };
    await expect(encode({ kinds: ['toncenter-v3'], script })).rejects.toMatchObject({ code: 'upstream.unavailable' });
  }
  const script = {
    wallets: [{ ...world.wallets[0], more: { jetton: { address: stranger.toRawString(), decimals: 9 } } }] as never,
  };
  await expect(encode({ kinds: ['tonapi'], script })).rejects.toMatchObject({ code: 'upstream.unavailable' });
});

it('without an index, the wallet itself must name its owner and master', async () => {
  for (const [owner, of] of [
    [stranger, master],
    [sender, stranger],
  ] as const) {
    const methods = { ...world.methods, [methodOf(jettonWallet, 'get_wallet_data')]: [5_000n, owner, of, Cell.EMPTY] };
    const { codes } = await encode({ kinds: ['toncenter-v2'], script: { methods } });
    expect(codes).toEqual(['token.walletUnconfirmed']);
  }
});

describe.each(kinds)('a contract that is no wallet, with %s,', (kind) => {
  const init = { code: beginCell().storeUint(9, 8).endCell(), data: Cell.EMPTY };
  const accounts = new Map(world.accounts).set(stranger.toRawString(), { balance: 1n, init });
  type Answer = NonNullable<Script['methods']>[string];
  const outcomeIf = async (answer: Answer, method = 'get_wallet_data', more: object = {}) => {
    const methods = { ...world.methods, [methodOf(stranger, method)]: answer };
    const intent = { recipientAddress: stranger.toString(), ...more };
    return encode({ kinds: [kind], script: { accounts, methods } }, intent);
  };
  const codesIf = async (answer: Answer, method?: string) => (await outcomeIf(answer, method)).codes;
  const warningsIf = async (answer: Answer) => (await outcomeIf(answer)).warnings;

  it('is no recipient if it is a jetton wallet, of whatever jetton', async () => {
    expect(await codesIf([0n, sender, stranger, Cell.EMPTY])).toEqual(['recipient.keepsCoins']);
  });

  // TEP-74 wants a slice in the third place. Masters that gave up their admin answer null (tonkeeper/opentonapi#878).
  it.each([
    ['', [0n, -1n, sender, Cell.EMPTY, Cell.EMPTY]],
    [' without an admin', [1_000n, 0n, null, Cell.EMPTY, Cell.EMPTY]],
    [' without a description', [1_000n, 0n, null, null, Cell.EMPTY]],
    [' that answers further values', [1_000n, 0n, sender, Cell.EMPTY, Cell.EMPTY, 7n]],
  ])('is no recipient if it is the master of another jetton%s', async (_, answer) => {
    expect(await codesIf(answer, 'get_jetton_data')).toEqual(['recipient.keepsCoins']);
  });

  it.each([
    ['without an owner', [0n, null, stranger, Cell.EMPTY]],
    ['without a code', [0n, sender, stranger, null]],
    ['that answers further values', [0n, sender, stranger, Cell.EMPTY, 1n]],
  ])('is no recipient if it is a jetton wallet %s', async (_, answer) => {
    expect(await codesIf(answer)).toEqual(['recipient.keepsCoins']);
  });

  it('gets jettons with a warning if it is something else', async () => {
    for (const answer of [11, [1n, 2n]]) {
      expect(await codesIf(answer)).toEqual([]);
      expect(await warningsIf(answer)).toEqual(['fee.comesBack', 'recipient.isData']);
    }
  });

  it('gets coins with a warning if it is a contract of a jetton', async () => {
    const told = async (answer: Answer, method: string) => {
      const coins = { mode: 'transfer', tokenId: undefined, amount: '100000000' };
      const { codes, warnings } = await outcomeIf(answer, method, coins);
      return [...codes, ...warnings.filter((code) => code.startsWith('recipient.'))];
    };
    const master = [1_000n, 0n, null, Cell.EMPTY, Cell.EMPTY];
    expect(await told(master, 'get_jetton_data')).toEqual(['recipient.tokenContract']);
    expect(await told([0n, sender, stranger, Cell.EMPTY], 'get_wallet_data')).toEqual(['recipient.isData']);
    expect(await told(11, 'get_wallet_data')).toEqual([]);
  });
});

it('decimals of a configured token count, not those of an endpoint', async () => {
  const tokens = [{ id: master.toRawString(), name: 'Mine', ticker: 'MINE', decimals: 3 }];
  const { status } = await encode({ kinds: ['tonapi'], options: { tokens } }, { amount: '6000' });
  expect(status.errors[0]?.message).toContain('5 MINE');
});

it('a longer memo takes more coins along', async () => {
  const attached = async (memo: string) => (await encode({ kinds: ['toncenter-v3'] }, { memo })).message?.value ?? 0n;
  expect(await attached('x'.repeat(500))).toBe(50_000_000n);
  expect(await attached('x'.repeat(60_000))).toBeGreaterThan(130_000_000n);
});

it('the longest memo stays within the limits of messages from outside', async () => {
  const memo = Array.from({ length: 60_000 }, (_, i) => String.fromCharCode(33 + ((i * i + (i >> 5)) % 90))).join('');
  const { signing, codes } = await encode({ kinds: ['toncenter-v3'] }, { memo });
  expect(codes).toEqual([]);
  // 65,535 bytes and a depth of 512 (config param 43). A signature has 64 bytes, and a state that deploys the wallet takes 1,000.
  expect((signing?.toBoc().length ?? Number.NaN) + 64 + 1_000).toBeLessThan(65_535);
  expect((signing?.depth() ?? Number.NaN) + 1).toBeLessThan(512);
  expect((await encode({ kinds: ['toncenter-v3'] }, { memo: `${memo}x` })).codes).toEqual(['memo.tooLong']);
});

describe('a mintless jetton', () => {
  const code = beginCell().storeUint(1, 8).endCell();
  const init = { code, data: beginCell().storeAddress(sender).storeAddress(master).endCell() };
  const wallet = contractAddress(0, init);
  const stateInit = beginCell().storeUint(0b00110, 5).storeRef(code).storeRef(init.data).endCell();
  const proof = beginCell().storeUint(0x0df602d6, 32).endCell();
  const path = `/jettons/${master.toString()}/transfer/${sender.toString()}/payload`;
  const hex = (cell: Cell) => cell.toBoc().toString('hex');
  const methods = { ...world.methods, [methodOf(master, 'get_wallet_address')]: [wallet] };
  const unclaimed = { amount: '3000', start_from: 1_700_000_000, expire_at: 1_900_000_000, custom_payload_api_uri: [] };
  const rows = (balance: bigint, more: object) => [{ address: wallet, owner: sender, master, balance, more }];
  const v3 = (balance: bigint, info: object = unclaimed) => ({
    methods,
    wallets: rows(balance, { mintless_info: info }),
  });
  const claims = (answer: object) => ({ [path]: () => Response.json({ payload: '', ...answer }) });
  const whole = claims({ custom_payload: hex(proof), state_init: hex(stateInit) });

  it('is claimed with the proof of tonapi', async () => {
    const script = { methods, wallets: rows(5_000n, { extensions: ['custom_payload'] }), instead: whole };
    const { codes, message, data, requests } = await encode({ kinds: ['tonapi'], script });
    expect(codes).toEqual([]);
    expect(message?.transfer?.customPayload?.equals(proof)).toBe(true);
    expect(message?.init?.code?.equals(code)).toBe(true);
    expect(data.params).toMatchObject({ jetton: { customPayload: hex(proof), stateInit: hex(stateInit) } });
    expect(requests).toContain(`tonapi ${path}`);
  });

  it('is claimed with a proof that stood on the chain (Hamster Kombat, in fixtures/wallet-core.json)', async () => {
    const vector = walletCore.find(({ name }) => name === 'wallet v5r1 mintless jetton');
    const { body } = readExternalMessage(Cell.fromBase64(vector?.external ?? ''));
    const split = splitBody('v5r1', body);
    const mined = split && readSigningMessage(split.signing)?.message;
    const transfer = mined?.body && readJettonTransfer(mined.body);
    if (mined?.init === undefined || transfer?.customPayload === undefined) throw new Error('The vector has no claim.');
    const payload = {
      custom_payload: hex(transfer.customPayload),
      state_init: hex(beginCell().store(storeStateInit(mined.init)).endCell()),
    };
    const script = {
      methods: { [methodOf(master, 'get_wallet_address')]: [mined.to] },
      wallets: [
        { address: mined.to, owner: sender, master, balance: 5_000n, more: { extensions: ['custom_payload'] } },
      ],
      instead: claims(payload),
    };
    const { codes, message } = await encode({ kinds: ['tonapi'], script });
    expect(codes).toEqual([]);
    expect(message?.to.toString()).toBe(Address.parse(vector?.to ?? '').toString());
    expect(message?.transfer?.customPayload?.hash()).toEqual(transfer.customPayload.hash());
    expect(message?.init?.code?.hash()).toEqual(mined.init.code?.hash());
    expect(message?.init?.data?.hash()).toEqual(mined.init.data?.hash());
  });

  it('is claimed if v3 lists it and tonapi is there too', async () => {
    const script = { ...v3(1_000n), instead: whole };
    const { codes, data } = await encode({ kinds: ['toncenter-v3', 'tonapi'], script }, { useMaxAmount: true });
    expect(codes).toEqual([]);
    expect(data.amount).toBe('4000');
  });

  it('is refused if nobody tells the proof', async () => {
    const { codes, message } = await encode({ kinds: ['toncenter-v3'], script: v3(1_000n) });
    expect(codes).toEqual(['token.unclaimed']);
    expect(message).toBeUndefined();
    const silent = {
      ...v3(1_000n),
      instead: { [path]: () => Response.json({ error: 'entity not found' }, { status: 404 }) },
    };
    expect((await encode({ kinds: ['toncenter-v3', 'tonapi'], script: silent })).codes).toEqual(['token.unclaimed']);
  });

  it('needs no proof for what came in the ordinary way', async () => {
    expect((await encode({ kinds: ['toncenter-v3'], script: v3(4_000n) })).codes).toEqual([]);
  });

  it('that can be claimed no more is not counted', async () => {
    const script = v3(1_000n, { ...unclaimed, expire_at: 1_799_999_999 });
    const { codes, status } = await encode({ kinds: ['toncenter-v3'], script });
    expect(codes).toEqual(['token.insufficient']);
    expect(status.errors[0]?.context).toMatchObject({ available: '1000' });
  });

  it('is refused if the state would deploy another contract', async () => {
    const other = beginCell().storeUint(0b00110, 5).storeRef(code).storeRef(Cell.EMPTY).endCell();
    const instead = claims({ custom_payload: hex(proof), state_init: hex(other) });
    const script = { methods, wallets: rows(5_000n, { extensions: ['custom_payload'] }), instead };
    expect((await encode({ kinds: ['tonapi'], script })).codes).toEqual(['token.walletUnconfirmed']);
  });
});

it('says what is locked, and refuses what cannot be transferred', async () => {
  const lock = { lock: { amount: '1500', till: 1_900_000_000 } };
  const locked = { wallets: [{ ...world.wallets[0], more: lock }] as never };
  const { warnings, codes } = await encode({ kinds: ['tonapi'], script: locked });
  expect([codes, warnings]).toEqual([[], ['fee.comesBack', 'token.locked']]);
  const fixed = { wallets: [{ ...world.wallets[0], more: { extensions: ['non_transferable'] } }] as never };
  expect((await encode({ kinds: ['tonapi'], script: fixed })).codes).toEqual(['token.untransferable']);
});
