import { Address, beginCell, type Cell, type MessageRelaxed, toNano } from '@ton/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { message, walletOf } from '../../test/ton/wallets.ts';
import type { TonEngine } from './engine.ts';
import { tonstakers } from './liquid-pool.ts';
import { startTon } from './ton.ts';

let engine: TonEngine;
let pool: string;
let liquid: string;

beforeAll(async () => {
  engine = await startTon({ startTime: new Date('2026-06-01T00:00:00Z') });
});
// Each test has its pools as they begin: deposits and rounds change what a pool has and what it pays.
beforeEach(async () => {
  pool = await engine.deployNominatorPool({ minStake: toNano(100), maxNominators: 2 });
  liquid = await engine.deployLiquidPool();
});
afterAll(() => engine.stop());

interface Transaction {
  account: string;
  in_msg: { opcode: string | null; value: string; bounced: boolean };
  description: { compute_ph: { exit_code?: number } };
}

/** A wallet of its own with coins, which sends one message after the other over HTTP. */
async function person(digit: string) {
  const wallet = walletOf({ version: 'v4r2', privateKey: `0x${digit.repeat(64)}` });
  const address = wallet.address.toString();
  await engine.fund(address, toNano(2000));
  let seqno = 0;
  return {
    address,
    raw: wallet.address.toRawString().toUpperCase(),
    hash: BigInt(`0x${wallet.address.hash.toString('hex')}`),
    async send(to: string, value: string, body?: Cell | string): Promise<Transaction[]> {
      const messages: MessageRelaxed[] = [message(to, toNano(value), body, true)];
      const cell = wallet.sign({ seqno, messages, timeout: engine.now() + 60 });
      seqno += 1;
      const boc = cell.toBoc().toString('base64');
      const sent = await fetch(`${engine.urls.v3}/message`, { method: 'POST', body: JSON.stringify({ boc }) });
      expect(sent.status).toBe(200);
      const response = await fetch(`${engine.urls.v3}/traces?msg_hash=${cell.hash().toString('hex')}`);
      const { traces } = (await response.json()) as { traces: { transactions: Record<string, Transaction> }[] };
      return Object.values(traces[0]?.transactions ?? {});
    },
  };
}

type Person = Awaited<ReturnType<typeof person>>;

const at = (address: string, all: readonly Transaction[]) => {
  const raw = Address.parse(address).toRawString().toUpperCase();
  return all.find((one) => one.account === raw);
};
const exitCode = (address: string, all: readonly Transaction[]) => at(address, all)?.description.compute_ph.exit_code;

describe('a nominator pool', () => {
  const position = ({ hash }: Person) => engine.get(pool, 'get_nominator_data', [hash]);

  it('keeps 1 coin of a deposit, and pays the whole position back', async () => {
    const one = await person('a');
    await one.send(pool, '101', 'd');
    expect(await position(one)).toEqual([toNano(100), 0n, 0n]);
    await one.send(pool, '2', 'd');
    expect(await position(one)).toEqual([toNano(101), 0n, 0n]);
    const before = (await engine.state(one.address)).balance;
    await one.send(pool, '1', 'w');
    await expect(position(one)).rejects.toThrow('86');
    const gained = (await engine.state(one.address)).balance - before;
    expect(gained).toBeGreaterThan(toNano('100.8'));
    expect(gained).toBeLessThan(toNano(101));
  });

  it('refuses with the codes of the public contract, and sends the coins back', async () => {
    const one = await person('b');
    for (const [value, comment, code] of [
      ['5', undefined, 9],
      ['5', 'x', 64],
      ['500', 'dd', 9],
      ['1', 'd', 66],
      ['50', 'd', 67],
      ['1', 'w', 60],
    ] as const) {
      const all = await one.send(pool, value, comment);
      expect([comment, exitCode(pool, all)]).toEqual([comment, code]);
      expect(at(one.address, all.slice(1))?.in_msg.bounced).toBe(true);
    }
  });

  it('takes deposits and requests during a round, and settles them at its end', async () => {
    const [early, late, third] = [await person('c'), await person('d'), await person('e')];
    await early.send(pool, '1001', 'd');
    await engine.startRound(pool);
    const [state] = await engine.get(pool, 'get_pool_data');
    expect(state).toBe(2n);
    await late.send(pool, '501', 'd');
    expect(await position(late)).toEqual([0n, toNano(500), 0n]);
    expect(exitCode(pool, await third.send(pool, '501', 'd'))).toBe(65);
    await early.send(pool, '1', 'w');
    expect(await position(early)).toEqual([toNano(1000), 0n, -1n]);
    const before = (await engine.state(early.address)).balance;
    // The validator keeps 40 %.
    await engine.finishRound(pool, { reward: toNano(10) });
    expect((await engine.state(early.address)).balance - before).toBeGreaterThan(toNano('1005.9'));
    await expect(position(early)).rejects.toThrow('86');
    expect(await position(late)).toEqual([toNano(500), 0n, 0n]);
  });
});

describe('a liquid pool', () => {
  const stakeBody = beginCell().storeUint(0x47d54391, 32).storeUint(0, 64).endCell();
  const jettons = (one: Person) => engine.jettonBalance(tonstakers.minter, one.address);
  const wallet = (one: Person) => engine.jettonWallet(tonstakers.minter, one.address);
  const burn = (one: Person, amount: bigint, wait: boolean, fill: boolean) =>
    beginCell()
      .storeUint(0x595f07bc, 32)
      .storeUint(0, 64)
      .storeCoins(amount)
      .storeAddress(Address.parse(one.address))
      .storeBit(true)
      .storeRef(beginCell().storeBit(wait).storeBit(fill).endCell())
      .endCell();

  it('mints for a stake at the rate of the pool, and holds back little of 1 coin', async () => {
    const one = await person('1');
    const before = (await engine.state(one.address)).balance;
    await one.send(liquid, '111', stakeBody);
    expect(await jettons(one)).toBe(toNano(100)); // 110 coins at 1.1
    const paid = before - (await engine.state(one.address)).balance;
    expect(paid).toBeGreaterThan(toNano(110));
    expect(paid).toBeLessThan(toNano('110.1'));
    const full = await engine.get(liquid, 'get_pool_full_data');
    expect(full).toHaveLength(30);
    expect([full[2], full[13], full[28], full[29]]).toEqual([
      toNano(1_100_110),
      toNano(1_000_100),
      toNano(1_100_110),
      toNano(1_000_100),
    ]);
    expect((full[12] as Cell).beginParse().loadAddress().toString()).toBe(tonstakers.minter);
    expect(exitCode(liquid, await one.send(liquid, '1', stakeBody))).toBe(61952);
  });

  it('pays at once what it has', async () => {
    const one = await person('2');
    await one.send(liquid, '111', stakeBody);
    const before = (await engine.state(one.address)).balance;
    const all = await one.send(await wallet(one), '1.05', burn(one, toNano(60), false, true));
    expect(all.map(({ in_msg }) => in_msg.opcode)).toContain('0x0a77535c');
    expect(await jettons(one)).toBe(toNano(40));
    const gained = (await engine.state(one.address)).balance - before;
    expect(gained).toBeGreaterThan(toNano('65.9'));
    expect(gained).toBeLessThan(toNano(66));
    // Too few coins for the way, and more than there is.
    expect(exitCode(await wallet(one), await one.send(await wallet(one), '0.5', burn(one, 1n, false, true)))).toBe(711);
    expect(
      exitCode(await wallet(one), await one.send(await wallet(one), '1.05', burn(one, toNano(41), false, true))),
    ).toBe(706);
  });

  it('gives a bill that is paid at the end of the round', async () => {
    const one = await person('3');
    await one.send(liquid, '111', stakeBody);
    const all = await one.send(await wallet(one), '1.05', burn(one, toNano(100), true, false));
    expect(all.map(({ in_msg }) => in_msg.opcode)).toContain('0x05138d91');
    expect(await jettons(one)).toBe(0n);
    const before = (await engine.state(one.address)).balance;
    await engine.finishRound(liquid, { reward: toNano(1000) });
    const gained = (await engine.state(one.address)).balance - before;
    expect(gained).toBeGreaterThan(toNano(110));
    expect(gained).toBeLessThan(toNano(111));
  });

  it('mints back what it cannot pay at once, without a failure', async () => {
    const one = await person('4');
    await one.send(liquid, '111', stakeBody);
    const owned = await jettons(one);
    const poor = await engine.deployLiquidPool({
      address: `0:${'12'.repeat(32)}`,
      minter: `0:${'13'.repeat(32)}`,
      lent: 1_100_000n * toNano(1),
    });
    await one.send(poor, '111', stakeBody);
    await engine.startRound(poor, toNano(110));
    const minter = `0:${'13'.repeat(32)}`;
    const from = await engine.jettonWallet(minter, one.address);
    const all = await one.send(from, '1.05', burn(one, toNano(100), false, true));
    expect(all.every(({ description }) => description.compute_ph.exit_code === 0)).toBe(true);
    expect(all.map(({ in_msg }) => in_msg.opcode)).toContain('0x178d4519');
    expect(await engine.jettonBalance(minter, one.address)).toBe(toNano(100));
    expect(await jettons(one)).toBe(owned);
  });

  it('is closed or halted when asked to be', async () => {
    const one = await person('5');
    const [closed, halted] = [`0:${'22'.repeat(32)}`, `0:${'32'.repeat(32)}`];
    await engine.deployLiquidPool({ address: closed, minter: `0:${'23'.repeat(32)}`, depositsOpen: false });
    await engine.deployLiquidPool({ address: halted, minter: `0:${'33'.repeat(32)}`, halted: true });
    expect(exitCode(closed, await one.send(closed, '111', stakeBody))).toBe(61953);
    expect(exitCode(halted, await one.send(halted, '111', stakeBody))).toBe(37509);
  });
});
