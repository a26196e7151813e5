import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, openDesk } from '../../test/tron-desk.ts';
import { hexAddress } from './address.ts';

// How the node writes and reads: spellings, numbers, what is absent, and errors. Shapes are those of recorded answers.

const nobody = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';
let desk: Desk;
let first: string;

beforeAll(async () => {
  desk = await openDesk();
  first = desk.engine.accounts[0]?.address ?? '';
});
afterAll(() => desk?.stop());

describe('answers', () => {
  it('leave out what is 0, and everything of an unknown account', async () => {
    expect(await desk.post('/wallet/getaccount', { address: nobody, visible: true })).toEqual({});
    expect(await desk.post('/wallet/getaccountresource', { address: nobody, visible: true })).toEqual({});
    expect(await desk.post('/wallet/getaccountresource', { address: first, visible: true })).toEqual({
      freeNetLimit: 600,
      TotalNetLimit: 43_200_000_000,
      TotalNetWeight: 27_908_390_830,
      TotalEnergyLimit: 180_000_000_000,
      TotalEnergyWeight: 16_307_698_552,
    });
    expect(await desk.post('/wallet/gettransactionbyid', { value: '00'.repeat(32) })).toEqual({});
    expect(await desk.post('/wallet/getReward', { address: nobody, visible: true })).toEqual({ reward: 0 });
    expect(await desk.post('/wallet/getBrokerage', { address: nobody, visible: true })).toEqual({ brokerage: 20 });
  });

  it('have hex and hex text, or base58 and text if they shall be visible', async () => {
    const id = await desk.engine.createTrc10({ name: 'Far Coin', abbreviation: 'FAR', precision: 6 });
    expect(await desk.post('/wallet/getassetissuebyid', { value: id })).toMatchObject({
      id,
      name: '46617220436f696e',
      abbr: '464152',
      precision: 6,
      owner_address: expect.stringMatching(/^41/),
    });
    expect(await desk.post('/wallet/getassetissuebyid', { value: id, visible: true })).toMatchObject({
      name: 'Far Coin',
      abbr: 'FAR',
      owner_address: expect.stringMatching(/^T/),
    });
    expect(await desk.post('/wallet/getassetissuebyid', { value: '999' })).toEqual({});
    expect(await desk.post('/wallet/getaccount', { address: hexAddress(first) })).toMatchObject({
      address: hexAddress(first),
      owner_permission: { permission_name: 'owner', threshold: 1, keys: [{ address: hexAddress(first), weight: 1 }] },
    });
  });

  it('have all 75 parameters, without a value where that is 0', async () => {
    const { chainParameter } = (await desk.get('/wallet/getchainparameters')) as { chainParameter: object[] };
    expect(chainParameter).toHaveLength(75);
    expect(chainParameter).toContainEqual({ key: 'getEnergyFee', value: 100 });
    expect(chainParameter).toContainEqual({ key: 'getAllowNewResourceModel' });
    expect(chainParameter).toContainEqual({ key: 'getRemoveThePowerOfTheGr', value: -1 });
  });

  it('have integers beyond doubles, or texts if a GET asks for them', async () => {
    const rich = await desk.newcomer(3100, 2n ** 62n + 1n);
    const path = `${desk.engine.url}/wallet/getaccount?address=${rich}&visible=true`;
    expect(await (await fetch(path)).text()).toContain('"balance":4611686018427387905');
    expect(await (await fetch(`${path}&int64_as_string=true`)).json()).toMatchObject({
      balance: '4611686018427387905',
    });
  });
});

describe('errors', () => {
  it('are answers too', async () => {
    const response = await fetch(`${desk.engine.url}/wallet/getblock?id_or_num=x`);
    expect([response.status, await response.json()]).toEqual([200, { Error: 'id must be legal block hash.' }]);
    expect(await desk.post('/wallet/getaccount', { address: first })).toEqual({
      Error: expect.stringContaining('INVALID hex String'),
    });
    // A wrong checksum looks like an unknown account.
    expect(await desk.post('/wallet/getaccount', { address: `${first.slice(0, -1)}X`, visible: true })).toEqual({});
    expect((await fetch(`${desk.engine.url}/wallet/nothing`)).status).toBe(404);
  });

  it('come during maintenance, where live votes are asked for', async () => {
    desk.engine.setMaintenance(true);
    expect(await desk.post('/wallet/getpaginatednowwitnesslist', { offset: 0, limit: 1 })).toEqual({
      Error: expect.stringContaining('MaintenanceUnavailableException'),
    });
    desk.engine.setMaintenance(false);
  });
});

describe('blocks', () => {
  interface Header {
    readonly blockID: string;
    readonly block_header: {
      readonly raw_data: { readonly number: number; readonly timestamp: number; readonly parentHash: string };
    };
  }

  it('are chained, three seconds apart, and the solid one is 19 behind', async () => {
    const head = (await desk.get('/wallet/getblock')) as Header;
    const { number, timestamp, parentHash } = head.block_header.raw_data;
    expect(number).toBeGreaterThanOrEqual(80_000_000);
    expect(timestamp % 3000).toBe(0);
    expect(head.blockID.slice(0, 16)).toBe(number.toString(16).padStart(16, '0'));
    const solid = (await desk.get('/walletsolidity/getblock')) as Header;
    expect(number - solid.block_header.raw_data.number).toBe(19);
    const parent = (await desk.get(`/wallet/getblock?id_or_num=${number - 1}`)) as Header;
    expect(parent.blockID).toBe(parentHash);
    expect(timestamp - parent.block_header.raw_data.timestamp).toBe(3000);
    expect(await desk.post('/wallet/getblock', { id_or_num: head.blockID })).toEqual(head);
    expect(await desk.post('/wallet/getblock', { id_or_num: String(number + 1) })).toEqual({});
    expect(await desk.post('/walletsolidity/getblock', { id_or_num: String(number) })).toEqual({});
  });

  it('come with a clock', async () => {
    let now = 1_700_000_001_000;
    const other = await openDesk({ bare: true, now: () => now, solidLag: 0 });
    const before = (await other.get('/wallet/getblock')) as Header;
    now += 10_000;
    const after = (await other.get('/wallet/getblock')) as Header;
    expect(after.block_header.raw_data.number - before.block_header.raw_data.number).toBe(3);
    expect(now - after.block_header.raw_data.timestamp).toBeLessThan(3000);
    await other.stop();
  });
});

describe('witnesses', () => {
  it('are listed by votes, the first 27 at work', async () => {
    const { witnesses } = (await desk.get('/wallet/listwitnesses?visible=true')) as {
      witnesses: { address: string; voteCount: number; isJobs?: boolean }[];
    };
    expect(witnesses.length).toBeGreaterThan(127);
    expect(witnesses.filter(({ isJobs }) => isJobs)).toEqual(witnesses.slice(0, 27));
    expect(witnesses.map(({ voteCount }) => voteCount)).toEqual(
      witnesses.map(({ voteCount }) => voteCount).sort((a, b) => b - a),
    );
    const [one] = witnesses;
    await desk.engine.setBrokerage(one?.address ?? '', 7);
    expect(await desk.post('/wallet/getBrokerage', { address: one?.address, visible: true })).toEqual({ brokerage: 7 });
  });
});
