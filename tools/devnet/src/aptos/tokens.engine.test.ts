import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Desk, type DeskCall, keyring, transfer } from '../../test/aptos-desk.ts';
import { aptosAccounts } from './accounts.ts';
import { storeAddress, toAddress } from './address.ts';
import { startAptos } from './aptos.ts';
import type { AptosEngine } from './engine.ts';

let engine: AptosEngine;
let desk: Desk;
let ids: AptosEngine['tokenIds'];
const [alice, bob] = aptosAccounts.map(({ address }) => address) as [string, string];
const stranger = `0x0${'ab'.repeat(31)}c`;
const [, bobKey] = keyring;

beforeAll(async () => {
  engine = await startAptos();
  desk = new Desk(engine);
  ids = engine.tokenIds;
});
afterAll(() => engine.stop());

/** Each test finds the chain as it was. */
function check(name: string, run: () => Promise<void>): void {
  it(name, () => engine.rehearse(run));
}

const ofAsset = (asset: string, to: string, amount: bigint): DeskCall => ({
  function: '0x1::primary_fungible_store::transfer',
  types: ['0x1::fungible_asset::Metadata'],
  args: [asset, to, amount],
});
const ofCoin = (type: string, to: string, amount: bigint, name = '0x1::aptos_account::transfer_coins'): DeskCall => ({
  function: name,
  types: [type],
  args: [to, amount],
});
const balanceOf = async (owner: string, token: string) =>
  BigInt((await desk.get(`/accounts/${owner}/balance/${encodeURIComponent(token)}`)).body);

describe('fungible assets', () => {
  check('go from store to store', async () => {
    const done = await desk.run(ofAsset(ids.demo, stranger, 1_000_000n));
    expect(done).toMatchObject({
      success: true,
      payload: { arguments: [{ inner: expect.any(String) }, expect.any(String), '1000000'] },
    });
    // The node leaves out leading zeros.
    expect(done.payload.arguments[1]).toBe(`0x${stranger.slice(3)}`);
    expect(await balanceOf(stranger, ids.demo)).toBe(1_000_000n);
    expect(await balanceOf(alice, ids.demo)).toBe(999_999_000_000n);
    const other = await desk.run({
      function: '0x1::aptos_account::transfer_fungible_assets',
      args: [ids.demo, stranger, 5n],
    });
    expect(other).toMatchObject({ success: true, gas_used: '75' });
    expect(await balanceOf(stranger, ids.demo)).toBe(1_000_005n);
  });

  check('cannot be overdrawn, and a type that is no metadata is refused', async () => {
    const done = await desk.run(ofAsset(ids.demo, stranger, 10n ** 18n));
    expect(done.vm_status).toMatch(/EINSUFFICIENT_BALANCE\(0x10004\)/);
    const wrong = { ...ofAsset(ids.demo, stranger, 1n), types: ['0x1::coin::Coin'] };
    expect((await desk.run(wrong)).success).toBe(false);
    expect((await desk.run(ofAsset(`0x${'77'.repeat(32)}`, stranger, 1n))).vm_status).toMatch(
      /^Move abort in 0x1::object/,
    );
  });

  check('stay in a frozen store, and do not get into one', async () => {
    engine.freeze(ids.demo, alice);
    expect((await desk.run(ofAsset(ids.demo, bob, 1n))).vm_status).toMatch(/ESTORE_IS_FROZEN\(0x50003\)/);
    const back = await desk.run(ofAsset(ids.demo, alice, 1n), bobKey && { signer: bobKey });
    expect(back.vm_status).toMatch(/ESTORE_IS_FROZEN\(0x50003\)/);
    engine.freeze(ids.demo, alice, false);
    expect((await desk.run(ofAsset(ids.demo, bob, 1n))).success).toBe(true);
  });

  check('with a hook may credit less than was sent', async () => {
    const done = await desk.run(ofAsset(ids.keeping, stranger, 1_000_000n));
    expect(done.success).toBe(true);
    expect(await balanceOf(stranger, ids.keeping)).toBe(990_000n);
    expect(
      (await desk.get(`/accounts/${ids.keeping}/resource/0x1::fungible_asset::DispatchFunctionStore`)).status,
    ).toBe(200);
    const refusing = engine.createAsset({ refuses: true, holders: [alice], amountEach: 9n });
    expect((await desk.run(ofAsset(refusing, stranger, 1n))).vm_status).toMatch(/^Move abort in 0xdec0de/);
  });

  it('have metadata in resources and views', async () => {
    const { body } = await desk.get(`/accounts/${ids.usdc}/resource/0x1::fungible_asset::Metadata`);
    expect(body).toEqual({
      type: '0x1::fungible_asset::Metadata',
      data: { decimals: 6, icon_uri: '', name: 'USDC', project_uri: '', symbol: 'USDC' },
    });
    const metadata = ['0x1::fungible_asset::Metadata'];
    expect((await desk.view('0x1::fungible_asset::symbol', [ids.demo], metadata)).body).toEqual(['DEMO']);
    expect((await desk.view('0x1::fungible_asset::decimals', [{ inner: ids.nft }], metadata)).body).toEqual([0]);
    const unknown = await desk.view('0x1::fungible_asset::name', [`0x${'77'.repeat(32)}`], metadata);
    expect(unknown).toMatchObject({ status: 400, body: { error_code: 'invalid_input', vm_error_code: 4016 } });
  });
});

describe('coins', () => {
  check('that were migrated are spent from the coin store first, then from the store of the asset', async () => {
    expect(await balanceOf(alice, ids.migratedCoin)).toBe(1_000_000_000n);
    expect(await balanceOf(alice, ids.pairedAsset)).toBe(400_000_000n);
    const done = await desk.run(ofCoin(ids.migratedCoin, stranger, 700_000_000n));
    expect(done.events.slice(0, 2)).toMatchObject([
      { type: '0x1::coin::CoinWithdraw', data: { amount: '600000000', coin_type: ids.migratedCoin } },
      { type: '0x1::fungible_asset::Withdraw', data: { amount: '100000000' } },
    ]);
    expect(await balanceOf(alice, ids.migratedCoin)).toBe(300_000_000n);
    // Without a coin store they arrive in the store of the asset.
    expect((await desk.view('0x1::primary_fungible_store::balance', [stranger, ids.pairedAsset])).body).toEqual([
      '700000000',
    ]);
  });

  check('in a coin store are not spent by a transfer of the asset', async () => {
    const done = await desk.run(ofAsset(ids.pairedAsset, stranger, 400_000_001n));
    expect(done.vm_status).toMatch(/EINSUFFICIENT_BALANCE\(0x10004\)/);
    expect((await desk.run(ofAsset(ids.pairedAsset, stranger, 400_000_000n))).success).toBe(true);
    expect(await balanceOf(alice, ids.pairedAsset)).toBe(0n);
    expect(await balanceOf(alice, ids.migratedCoin)).toBe(600_000_000n);
  });

  check('that were never migrated need a coin store, which transfer_coins makes', async () => {
    const plain = await desk.run(ofCoin(ids.plainCoin, stranger, 1n, '0x1::coin::transfer'));
    expect(plain.vm_status).toMatch(/^Move abort in 0x1::coin: ECOIN_STORE_NOT_PUBLISHED\(0x60005\)/);
    expect((await desk.run(ofCoin(ids.plainCoin, stranger, 5n))).success).toBe(true);
    expect((await desk.run(ofCoin(ids.plainCoin, stranger, 2n, '0x1::coin::transfer'))).success).toBe(true);
    expect(await balanceOf(stranger, ids.plainCoin)).toBe(7n);
    const over = await desk.run(ofCoin(ids.plainCoin, stranger, 10n ** 18n));
    expect(over.vm_status).toBe(
      'Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins to complete transaction',
    );
  });

  check('are refused by those who want no unknown ones, until they register', async () => {
    const [, , , dora] = keyring;
    const owner = dora?.accountAddress.toStringLong() ?? '';
    const signer = dora && { signer: dora };
    engine.refuseDirectTransfers(owner);
    expect((await desk.run(ofCoin(ids.plainCoin, owner, 1n))).vm_status).toMatch(
      /EACCOUNT_DOES_NOT_ACCEPT_DIRECT_COIN_TRANSFERS\(0x50003\)/,
    );
    const register = { function: '0x1::managed_coin::register', types: [ids.plainCoin] };
    expect((await desk.run(register, signer)).success).toBe(true);
    // Again: nothing happens, and it costs.
    expect(await desk.run(register, signer)).toMatchObject({ success: true, gas_used: '40' });
    expect((await desk.run(ofCoin(ids.plainCoin, owner, 1n))).success).toBe(true);
    const allow = { function: '0x1::aptos_account::set_allow_direct_coin_transfers', args: [true] };
    await desk.run(allow, signer);
    expect((await desk.view('0x1::aptos_account::can_receive_direct_coin_transfers', [owner])).body).toEqual([true]);
  });

  it('tell what they are paired with', async () => {
    const [paired] = (await desk.view('0x1::coin::paired_metadata', [], [ids.migratedCoin])).body;
    expect(paired.vec.map(({ inner }: { inner: string }) => toAddress(inner))).toEqual([ids.pairedAsset]);
    expect((await desk.view('0x1::coin::paired_metadata', [], [ids.plainCoin])).body).toEqual([{ vec: [] }]);
    const [account, module] = ids.migratedCoin.split('::');
    const name = (text = '') => `0x${Buffer.from(text).toString('hex')}`;
    expect((await desk.view('0x1::coin::paired_coin', [ids.pairedAsset])).body).toEqual([
      { vec: [{ account_address: account, module_name: name(module), struct_name: name('Coin') }] },
    ]);
    expect((await desk.view('0x1::coin::paired_coin', [ids.demo])).body).toEqual([{ vec: [] }]);
  });

  it('have infos at the address of their type', async () => {
    const at = ids.plainCoin.split('::')[0];
    const { body } = await desk.get(
      `/accounts/${at}/resource/${encodeURIComponent(`0x1::coin::CoinInfo<${ids.plainCoin}>`)}`,
    );
    expect(body).toMatchObject({ data: { name: 'Plain Coin', symbol: 'PLAIN', decimals: 8 } });
    const none = await desk.get(`/accounts/${at}/resource/0x1::coin::CoinInfo<0x1::none::None>`);
    expect(none).toMatchObject({ status: 404, body: { error_code: 'resource_not_found' } });
  });
});

describe('balances', () => {
  check('are bare integers of any size', async () => {
    await engine.fund(stranger, 2n ** 63n + 1n, ids.demo);
    const answer = await fetch(`${engine.url}/accounts/${stranger}/balance/${ids.demo}`);
    expect(await answer.text()).toBe('9223372036854775809');
  });

  check('of absent accounts are 0, and APT has two names', async () => {
    expect(await balanceOf(stranger, '0xa')).toBe(0n);
    engine.fundCoinStore(stranger, 7n, '0x1::aptos_coin::AptosCoin');
    await engine.fund(stranger, 5n);
    expect(await balanceOf(stranger, '0xa')).toBe(5n);
    expect(await balanceOf(stranger, '0x1::aptos_coin::AptosCoin')).toBe(12n);
    expect(await engine.balance(stranger)).toBe(12n);
  });

  check('of a resource list show coin stores and no stores of assets', async () => {
    const { body } = await desk.get(`/accounts/${alice}/resources?limit=9999`);
    const types = body.map(({ type }: { type: string }) => type);
    expect(types).toContain(`0x1::coin::CoinStore<${ids.plainCoin}>`);
    expect(types.some((type: string) => type.includes('FungibleStore'))).toBe(false);
    const store = storeAddress(toAddress(alice), toAddress('0xa'));
    expect((await desk.get(`/accounts/${store}/resources`)).body[0].type).toBe('0x1::fungible_asset::FungibleStore');
  });

  check('of an older version are those of that time, unless it was pruned', async () => {
    const { ledger_version: version } = (await desk.get('')).body;
    await desk.run(transfer(bob, 100_000_000n));
    const old = await desk.get(`/accounts/${bob}/balance/0xa?ledger_version=${version}`);
    expect(BigInt(old.body)).toBe(10_000n * 100_000_000n);
    engine.prune();
    expect(await desk.get(`/accounts/${bob}/balance/0xa?ledger_version=${version}`)).toMatchObject({
      status: 410,
      body: { error_code: 'version_pruned', message: `Ledger version(${version}) has been pruned` },
    });
  });
});
