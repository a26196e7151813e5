import { TronWeb } from 'tronweb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TronEngine } from './engine.ts';
import { startTron } from './tron.ts';

// The stand-in as tronweb sees it: Tron's own SDK builds, signs and sends.

const nobody = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';
let engine: TronEngine;
let web: TronWeb;

function account(index: number) {
  const found = engine.accounts[index];
  if (found === undefined) throw new RangeError(`There is no account ${index}.`);
  return found;
}

const client = (index: number) =>
  new TronWeb({ fullHost: engine.url, privateKey: account(index).privateKey.replace(/^0x/, '') });

beforeAll(async () => {
  engine = await startTron();
  web = client(0);
});
afterAll(() => engine?.stop());

const info = (id: string) => web.trx.getUnconfirmedTransactionInfo(id);

describe('transfers', () => {
  it('moves TRX with free bandwidth', async () => {
    await engine.setResources(account(0).address, { freeNetUsed: 0n });
    const before = await engine.balance(account(1).address);
    const sent = await web.trx.sendTrx(account(1).address, 1_500_000);
    expect(sent).toMatchObject({ result: true });
    expect((await engine.balance(account(1).address)) - before).toBe(1_500_000n);
    const size = sent.transaction.raw_data_hex.length / 2 + 3 + 67 + 64;
    expect(await info(sent.txid)).toMatchObject({ contractResult: [''], receipt: { net_usage: size } });
    expect(await web.trx.getTransaction(sent.txid)).toMatchObject({
      ret: [{ contractRet: 'SUCCESS' }],
      txID: sent.txid,
    });
    // 19 blocks make it final.
    await expect(web.trx.getConfirmedTransaction(sent.txid)).rejects.toThrow('Transaction not found');
    await engine.mine(19);
    expect(await web.trx.getConfirmedTransaction(sent.txid)).toMatchObject({ txID: sent.txid });
  });

  it('charges an activation: 1 TRX, and 0.1 TRX without staked bandwidth', async () => {
    const before = await engine.balance(account(0).address);
    const sent = await web.trx.sendTrx(nobody, 7);
    expect(sent).toMatchObject({ result: true });
    expect(before - (await engine.balance(account(0).address))).toBe(1_100_007n);
    expect(await info(sent.txid)).toMatchObject({ fee: 1_100_000, receipt: { net_fee: 100_000 } });
    expect(await web.trx.getUnconfirmedAccount(nobody)).toMatchObject({ balance: 7, active_permission: [{ id: 2 }] });
  });

  it('moves a TRC-10 token', async () => {
    const id = await engine.createTrc10({ holders: [account(0).address], amountEach: 2n ** 60n, precision: 6 });
    await engine.setResources(account(0).address, { freeNetUsed: 0n });
    const sent = await web.trx.sendToken(account(1).address, 25, id);
    expect(sent).toMatchObject({ result: true });
    expect(await engine.balance(account(1).address, id)).toBe(25n);
    const text = await (
      await fetch(`${engine.url}/wallet/getaccount?address=${account(0).address}&visible=true`)
    ).text();
    // More than a double holds.
    expect(text).toContain(`{"key":"${id}","value":${2n ** 60n - 25n}}`);
  });

  it('moves a TRC-20 token and charges energy', async () => {
    const usdt = await engine.deployTrc20({ kind: 'usdt', holders: [account(0).address], amountEach: 1_000_000n });
    await engine.setEnergyFactor(usdt, 11_800n);
    const data = { type: 'address', value: account(1).address };
    const call = await web.transactionBuilder.triggerConstantContract(usdt, 'transfer(address,uint256)', {}, [
      data,
      { type: 'uint256', value: 5 },
    ]);
    const { transaction } = await web.transactionBuilder.triggerSmartContract(
      usdt,
      'transfer(address,uint256)',
      { feeLimit: 20_000_000, txLocal: true },
      [data, { type: 'uint256', value: 5 }],
    );
    const before = await engine.balance(account(0).address);
    const sent = await web.trx.sendRawTransaction(await web.trx.sign(transaction));
    expect(sent).toMatchObject({ result: true });
    expect(await engine.balance(account(1).address, usdt)).toBe(5n);
    const energy = call.energy_used as number;
    expect(energy).toBeGreaterThan(40_000);
    const fact = await info(transaction.txID);
    expect(fact).toMatchObject({
      contractResult: ['0'.repeat(64)],
      receipt: { energy_usage_total: energy, energy_fee: energy * 100, result: 'SUCCESS' },
      log: [{ address: TronWeb.address.toHex(usdt).slice(2).toLowerCase() }],
    });
    expect(before - (await engine.balance(account(0).address))).toBe(BigInt(fact.fee));
  });

  it('takes back what was only rehearsed', async () => {
    const usdt = await engine.deployTrc20({ kind: 'usdt', holders: [account(0).address], amountEach: 1_000_000n });
    const holdings = async () => {
      const coins = await Promise.all([0, 1].map((index) => engine.balance(account(index).address)));
      return [...coins, await engine.balance(account(1).address, usdt), engine.now(), engine.account(stranger)];
    };
    const stranger = 'TRFc31J1drV7C8CYYjhpJxTxBe1Muf7MGg';
    const before = await holdings();
    const id = await engine.rehearse(async () => {
      const sent = await web.trx.sendTrx(stranger, 7);
      await engine.fund(account(1).address, 5n, usdt);
      expect(await holdings()).not.toEqual(before);
      return sent.txid;
    });
    expect(await holdings()).toEqual(before);
    await expect(web.trx.getTransaction(id)).rejects.toThrow('Transaction not found');
  });
});
