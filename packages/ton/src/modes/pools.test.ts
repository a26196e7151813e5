import { Address, beginCell, Cell } from '@ton/core';
import { describe, expect, it } from 'vitest';
import recorded from '../../fixtures/liquid-pool.json' with { type: 'json' };
import nominators from '../../fixtures/nominator-pool.json' with { type: 'json' };
import { endpointOf, scriptedJettons } from '../../test/jetton-world.ts';
import { testKey } from '../../test/keys.ts';
import { ton } from '../index.ts';
import type { TonOptions } from '../options.ts';
import { tonstakers } from '../pools/known-pools.ts';

// Endpoints that lie about pools, over toncenter v3. What pools do with honest ones: pools.engine.test.ts.

const coin = 1_000_000_000n;
const key = testKey(7);
const sender = Address.parse(key.address);
const pool = Address.parse(tonstakers);
const minter = Address.parse('EQAe4iWhhHZzQlGhBPZ0_cJXMUtwAM7_tdJg8Qxq5lG3AN5d');
const wallet = new Address(0, Buffer.alloc(32, 0x77));
const other = new Address(0, Buffer.alloc(32, 0x78));
const nominatorPool = new Address(-1, Buffer.alloc(32, 9));
const poolCode = beginCell().storeUint(1, 8).endCell();

type Value = string | null | Address | Cell | readonly Value[];

function itemOf(value: Value): object {
  if (value === null) return { type: 'list', value: [] };
  if (value instanceof Cell) return { type: 'cell', value: value.toBoc().toString('base64') };
  if (value instanceof Address) {
    return { type: 'slice', value: beginCell().storeAddress(value).endCell().toBoc().toString('base64') };
  }
  if (typeof value === 'object') return { type: 'tuple', value: value.map(itemOf) };
  if (value.startsWith('EQ')) return itemOf(Address.parse(value));
  const [sign, digits] = value.startsWith('-') ? ['-', value.slice(1)] : ['', value];
  return { type: 'num', value: `${sign}0x${BigInt(digits).toString(16)}` };
}

const full = recorded.answer as Value[];
const honest: Readonly<Record<string, readonly Value[]>> = {
  get_pool_full_data: full,
  get_pool_full_data_raw: full,
  get_wallet_address: [wallet],
  get_wallet_data: [String(50n * coin), sender, minter, poolCode],
};

async function encode(
  data: object,
  methods: Readonly<Record<string, readonly Value[]>> = {},
  options: Partial<TonOptions> = {},
  balance = 500n * coin,
) {
  const accounts = new Map([
    [sender.toRawString(), { balance }],
    [pool.toRawString(), { balance: 10n ** 15n }],
    [
      nominatorPool.toRawString(),
      { balance: 12n * coin, init: { code: poolCode, data: Cell.fromBase64(nominators.data) } },
    ],
  ]);
  const { fetch } = scriptedJettons({ accounts });
  const answers = { ...honest, ...methods };
  const chain = ton.connect('ton', {
    endpoints: [endpointOf('toncenter-v3')],
    fetch: (async (url: string | URL, init?: { readonly body?: unknown }) => {
      const { method = '' } = typeof init?.body === 'string' ? (JSON.parse(init.body) as { method?: string }) : {};
      const stack = answers[method];
      return stack === undefined ? fetch(url, init) : Response.json({ exit_code: 0, stack: stack.map(itemOf) });
    }) as unknown as NonNullable<TonOptions['fetch']>,
    oldestBlockMs: 0,
    ...options,
  });
  const intent = { senderAddress: key.address, senderPubKey: key.publicKey, ...data };
  return (await chain.encode(intent as never)) as unknown as {
    readonly transaction: { readonly data: Record<string, unknown>; readonly encoded?: readonly object[] };
    readonly status: {
      readonly errors: readonly { code: string; message: string }[];
      readonly warnings: readonly { code: string }[];
    };
  };
}

const unstake = (data: object = {}) => ({
  mode: 'unstake',
  validatorAddress: tonstakers,
  amount: String(coin),
  ...data,
});
const stake = (data: object = {}) => ({
  mode: 'stake',
  targetValidatorAddress: tonstakers,
  amount: String(coin),
  ...data,
});

describe('stakes with a pool of liquid staking', () => {
  it('end through the wallet that the master names', async () => {
    const { transaction, status } = await encode(unstake());
    expect(status.errors).toEqual([]);
    // 1 coin x 115145099170107 tokens / 119750903136911 coins, rounded up.
    expect(transaction.data.params).toMatchObject({
      stake: { jettonWallet: wallet.toString(), poolTokens: '961538462', atRoundEnd: false, orNothing: false },
    });
    expect(transaction.encoded).toHaveLength(1);
  });

  it.each([
    ['a pool with 29 values', unstake(), { get_pool_full_data: full.slice(1) }],
    ['a pool with 31 values', stake(), { get_pool_full_data: [...full, '0'] }],
    ['a pool without a master', stake(), { get_pool_full_data: full.with(12, null) }],
    ['a pool that stores 29 values', unstake(), { get_pool_full_data_raw: full.slice(1) }],
    ['a master that names no wallet', unstake(), { get_wallet_address: [null] }],
    ['a wallet of another owner', unstake(), { get_wallet_data: ['5', other, minter, poolCode] }],
    ['a wallet of another master', unstake(), { get_wallet_data: ['5', sender, other, poolCode] }],
    ['a wallet with less than nothing', unstake(), { get_wallet_data: [String(2n ** 255n), sender, minter, poolCode] }],
  ] as const)('are refused if an endpoint tells of %s', async (_, data, methods) => {
    await expect(encode(data, methods)).rejects.toThrow('No upstream of ton gave a usable answer');
  });

  it.each([
    ['is halted', { get_pool_full_data: full.with(1, '-1') }, 'position.locked', 'the pool is halted'],
    [
      'lends everything',
      { get_pool_full_data: full.with(2, `${10n ** 24n}`).with(28, `${10n ** 24n}`) },
      'position.locked',
      'for everybody',
    ],
  ] as const)(
    'do not end in a pool that %s, as it would only give the tokens back',
    async (_, methods, code, reason) => {
      const { status, transaction } = await encode(unstake({ amount: undefined, useMaxAmount: true }), methods);
      expect(status.errors).toMatchObject([{ code }]);
      expect(status.errors[0]?.message).toContain(reason);
      expect(transaction.encoded).toEqual([]);
    },
  );

  it('do not end with orNothing if the pool cannot pay at once', async () => {
    // At present the pool gives out bills only.
    const methods = { get_pool_full_data: full.with(4, '0') };
    const { status } = await encode(unstake({ params: { orNothing: true } }), methods);
    expect(status.errors).toMatchObject([{ code: 'position.locked' }]);
    expect((await encode(unstake(), methods)).status.errors).toEqual([]);
  });

  it('end later, or not at all, if the pool first pays bills that wait', async () => {
    // The validators changed, and bills for 4 in 5 tokens wait: they cost all that the account holds.
    const round = [null, '1', '0', String(5n * coin), String(5n * coin), String(5n * coin), String(200n * coin)];
    const stored = full.with(6, '1').with(7, round).with(17, '92116079336085').with(2, '1250000000000000');
    const methods = { get_pool_full_data_raw: stored };
    const later = await encode(unstake(), methods);
    expect(later.status.errors).toEqual([]);
    expect(later.status.warnings.map(({ code }) => code)).toContain('position.paidLater');
    expect((await encode(unstake())).status.warnings.map(({ code }) => code)).not.toContain('position.paidLater');
    const { status } = await encode(unstake({ params: { orNothing: true } }), methods);
    expect(status.errors).toMatchObject([{ code: 'position.locked' }]);
  });

  it('are at least worth one unit of its tokens', async () => {
    const { status } = await encode(stake({ amount: '1' }));
    expect(status.errors).toMatchObject([{ code: 'stake.belowMinimum', context: { minimum: '2' } }]);
    expect((await encode(stake({ amount: '2' }))).status.errors).toEqual([]);
  });

  it('are refused with 0.01 coins too few for what has to be sent along', async () => {
    const most = (await encode(stake({ amount: undefined, useMaxAmount: true }))).transaction.data;
    expect(most.amount).toMatch(/^498/);
    const more = String(BigInt(String(most.amount)) + coin / 100n);
    expect((await encode(stake({ amount: more }))).status.errors).toMatchObject([{ code: 'balance.insufficient' }]);
  });

  it('take the most that can be paid for, also where a byte more of the amount costs more', async () => {
    const asked = async (balance: bigint, more: object) => {
      const { status, transaction } = await encode(stake(more), {}, {}, balance);
      return { codes: status.errors.map(({ code }) => code), amount: BigInt(String(transaction.data.amount)) };
    };
    // From 2^32 nanotons on, an amount has five bytes. The pool's fee of one coin is sent along.
    const border = 2n ** 32n;
    const left = (await asked(border, { amount: undefined, useMaxAmount: true })).amount;
    const fees = border - left - coin;
    for (let more = -1_000n; more <= 4_000n; more += 500n) {
      const balance = border + fees + more;
      const { amount } = await asked(balance, { amount: undefined, useMaxAmount: true });
      expect([more, (await asked(balance, { amount: String(amount) })).codes]).toEqual([more, []]);
      const above = await asked(balance, { amount: String(amount + 1n) });
      expect([more, above.codes]).toEqual([more, ['balance.insufficient']]);
    }
  });

  it('count only with the pools that the operator names', async () => {
    const { status } = await encode(stake(), {}, { liquidPools: [other.toString()] });
    expect(status.errors).toMatchObject([{ code: 'validator.notFound' }]);
  });
});

describe('stakes with a nominator pool', () => {
  const intent = { mode: 'stake', targetValidatorAddress: nominatorPool.toString(), amount: String(200n * coin) };

  it('are refused if its code is not the public one', async () => {
    const { status } = await encode({ ...intent, targetValidatorAddress: nominatorPool.toString() });
    expect(status.errors).toMatchObject([{ code: 'validator.inactive' }]);
    const known = { nominatorPoolCodes: [poolCode.hash().toString('hex')] };
    expect((await encode(intent, {}, known)).status.errors).toEqual([]);
  });
});
