import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountOf, read, run } from '../../test/starknet-desk.ts';
import type { StarknetStandIn, TokenOptions } from './engine.ts';
import { startStarknet } from './starknet.ts';
import { ascii, hex, selectorOf, toFelt } from './vm/felt.ts';
import { amount } from './wallet.ts';

let engine: StarknetStandIn;
beforeAll(async () => {
  engine = await startStarknet();
});
afterAll(() => engine.stop());

const me = () => accountOf(engine, 0);
const ask = (name: string, to: string, ...calldata: string[]) => read(engine, hex(selectorOf(name)), to, ...calldata);
const deploy = (options: TokenOptions) =>
  engine.deployToken({ holders: [me().address], amountEach: 10_000n, ...options });
const send = (token: string, value: bigint) =>
  run(engine, me(), [{ to: token, name: 'transfer', calldata: ['0x42', ...amount(value)] }]);

describe('tokens', () => {
  it('of the old class have short strings, and parties in the data of their events', async () => {
    expect(await ask('symbol', engine.strk)).toEqual([ascii('STRK')]);
    expect(await ask('name', engine.eth)).toEqual([ascii('Ether')]);
    const { events } = await send(engine.eth, 5n);
    expect(events[0]).toEqual({
      from_address: hex(toFelt(engine.eth)),
      keys: [hex(selectorOf('Transfer'))],
      data: [hex(toFelt(me().address)), '0x42', '0x5', '0x0'],
    });
    expect((await send(engine.eth, 10n ** 30n)).revert_reason).toContain('u256_sub Overflow');
  });

  it('of Cairo 1 have texts of any length', async () => {
    const name = 'A token whose name has more than thirty-one characters';
    const token = deploy({ name, symbol: 'LONG', decimals: 0 });
    const [words = 0n, ...rest] = await ask('name', token);
    expect(words).toBe(1n);
    const text = rest.slice(0, 2).map((word) => Buffer.from(word.toString(16), 'hex').toString());
    expect(text.join('')).toBe(name);
    expect(rest[2]).toBe(BigInt(name.length - 31));
  });

  it('may know snake case alone', async () => {
    const token = deploy({ kind: 'snake-case', symbol: 'SNAKE' });
    expect(await ask('balance_of', token, me().address)).toEqual([10_000n, 0n]);
    await expect(ask('balanceOf', token, me().address)).rejects.toMatchObject({ code: 21 });
    expect(await ask('symbol', token)).toEqual([ascii('SNAKE')]);
  });

  it('may refuse transfers, for a reason two levels down or at once', async () => {
    const reverting = await send(deploy({ kind: 'reverting', symbol: 'REV' }), 1n);
    expect(reverting.revert_reason).toContain(
      "('Account is frozen'), 0x454e545259504f494e545f4641494c4544 ('ENTRYPOINT_FAILED'), 0x454e545259504f494e545f4641494c4544 ('ENTRYPOINT_FAILED'))",
    );
    const paused = await send(deploy({ kind: 'paused', symbol: 'PAU' }), 1n);
    expect(paused.revert_reason).toContain("('Pausable: paused')");
  });

  it('may deliver less, or nothing', async () => {
    const taxed = deploy({ kind: 'fee-on-transfer', symbol: 'TAX' });
    expect((await send(taxed, 1_000n)).execution_status).toBe('SUCCEEDED');
    expect(await engine.balance('0x42', taxed)).toBe(990n);
    const lying = deploy({ kind: 'returns-false', symbol: 'NO' });
    expect((await send(lying, 1_000n)).execution_status).toBe('SUCCEEDED');
    expect(await engine.balance('0x42', lying)).toBe(0n);
  });

  it('have allowances', async () => {
    const token = deploy({ symbol: 'ALLOW' });
    const other = accountOf(engine, 1);
    await run(engine, me(), [{ to: token, name: 'approve', calldata: [other.address, ...amount(10n)] }]);
    const take = (value: bigint) =>
      run(engine, other, [{ to: token, name: 'transferFrom', calldata: [me().address, '0x43', ...amount(value)] }]);
    expect((await take(11n)).revert_reason).toContain('ERC20: insufficient allowance');
    expect((await take(10n)).execution_status).toBe('SUCCEEDED');
    expect(await engine.balance('0x43', token)).toBe(10n);
    expect(await ask('allowance', token, me().address, other.address)).toEqual([0n, 0n]);
  });

  it('can be filled by the engine', async () => {
    await engine.fund('0x44', 7n, engine.eth);
    expect(await engine.balance('0x44', engine.eth)).toBe(7n);
    expect(await engine.balance('0x44')).toBe(0n);
  });
});

describe("Voyager's index", () => {
  const get = async (path: string) => {
    const response = await fetch(`${engine.voyagerUrl}${path}`);
    return {
      status: response.status,
      body: (await response.json()) as { items: Record<string, unknown>[]; hasMore: boolean },
    };
  };

  it('lists the transactions of an account, newest first', async () => {
    // One of them is above the balance, and fails.
    for (const value of [1n, 2n, 3n, 10n ** 30n, 4n])
      await run(engine, me(), [{ to: engine.strk, name: 'transfer', calldata: ['0x46', ...amount(value)] }]);
    const all = await get(`/txns?to=${me().address}&ps=100&p=1`);
    expect(all.status).toBe(200);
    const page = await get(`/txns?to=${me().address}&ps=2&p=2`);
    expect(page.body.items).toEqual(all.body.items.slice(2, 4));
    expect(page.body.hasMore).toBe(true);
    expect(all.body.items[0]).toMatchObject({
      type: 'INVOKE',
      contractAddress: me().address,
      status: 'Accepted on L2',
    });
    const succeeded = await get(`/txns?to=${me().address}&ps=100&p=1&rejected=false`);
    expect(succeeded.body.items.length).toBeLessThan(all.body.items.length);
  });

  it('lists incoming transfers in decimal units', async () => {
    await run(engine, me(), [{ to: engine.strk, name: 'transfer', calldata: ['0x45', ...amount(15n * 10n ** 17n)] }]);
    const { body } = await get('/contracts/0x45/transfers?type=erc20&ps=10&p=1');
    expect(body).toMatchObject({
      hasMore: false,
      items: [
        {
          transferFrom: me().address,
          transferTo: `0x${'45'.padStart(64, '0')}`,
          transferValue: '1.5',
          tokenAddress: engine.strk,
          tokenDecimals: 18,
        },
      ],
    });
  });

  it('refuses other paths and wrong addresses', async () => {
    expect((await get('/contracts/0x45')).status).toBe(404);
    expect((await get('/txns?to=nobody')).status).toBe(400);
  });
});
