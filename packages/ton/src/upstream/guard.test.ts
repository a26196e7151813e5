import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type NodeFacts, now, openScripted } from '../../test/scripted-endpoints.ts';
import { contextOf } from '../context.ts';
import type { TonKind, TonOptions } from '../options.ts';
import { ask } from './ask.ts';

const kinds: readonly TonKind[] = ['toncenter-v3', 'toncenter-v2', 'tonapi'];

/** What the guard of an endpoint says. */
async function guardOf(kind: TonKind, facts: NodeFacts, options: Partial<TonOptions> = {}) {
  const { chain, sent } = openScripted([[kind, facts]], options);
  const operation = chain.adapter.upstream.operation();
  const context = contextOf('ton', { endpoints: [{ url: 'https://one.example', kind }], now: () => now });
  const problem = await ask(context, {}, operation).then(
    () => undefined,
    (error: { attempts?: readonly { detail: string }[] }) => error.attempts?.[0]?.detail,
  );
  return { problem, standsStill: operation.standsStill, sent };
}

/** toncenter/ton-indexer ton-index-go/index/models/blockchain.go: Block, with what other members there are. */
const v3Block = (changed: object) => ({
  '/masterchainInfo': {
    last: {
      ...{
        workchain: -1,
        shard: '8000000000000000',
        seqno: 52956904,
        root_hash: '8tcAvDhFIxvrNtnYJ6MtGFy1VNA9JpHUAHw3TLdEAVk=',
      },
      ...{
        global_id: -239,
        version: 0,
        after_merge: false,
        key_block: false,
        flags: 1,
        gen_utime: String(now / 1000 - 2),
      },
      ...{ start_lt: '62840000000000', end_lt: '62840000000004', vert_seqno: 1, tx_count: 7, prev_blocks: [] },
      ...changed,
    },
    first: { seqno: 3, global_id: -239, gen_utime: '1573822385' },
  },
});

/** tonkeeper/opentonapi api/openapi.yml: BlockchainBlock. */
const tonapiBlock = (changed: object) => ({
  '/blockchain/masterchain-head': {
    ...{ workchain_id: -1, shard: '8000000000000000', seqno: 52956904, version: 0, key_block: false, tx_quantity: 7 },
    ...{ global_id: -239, gen_utime: now / 1000 - 2, start_lt: 62840000000000, end_lt: 62840000000004 },
    ...changed,
  },
});

describe('the guard of an endpoint', () => {
  it.each(kinds)('accepts a young block of mainnet, over %s', async (kind) => {
    const { problem, standsStill } = await guardOf(kind, {});
    expect(problem).toBeUndefined();
    expect(standsStill).toBeUndefined();
  });

  it('reads what v3 and tonapi answer', async () => {
    expect((await guardOf('toncenter-v3', { own: v3Block({}) })).problem).toBeUndefined();
    expect((await guardOf('tonapi', { own: tonapiBlock({}) })).problem).toBeUndefined();
  });

  it.each(kinds)('refuses another network, over %s', async (kind) => {
    // Testnet: its zero state stands in testnet-global.config.json.
    const facts = { globalId: -3, zeroState: 'gj+B8wb/AmlPk1z1AhVI484rhrUpgSr2oSFIh56VoSg=' };
    expect((await guardOf(kind, facts)).problem).toBe('it serves another network');
    expect((await guardOf(kind, facts, { oldestBlockMs: 0 })).problem).toBe('it serves another network');
  });

  it.each([
    ['v3', 'toncenter-v3', v3Block],
    ['tonapi', 'tonapi', tonapiBlock],
  ] as const)('refuses a block without network or time, over %s', async (_, kind, block) => {
    for (const changed of [
      { global_id: undefined },
      { global_id: '-239' },
      { gen_utime: undefined },
      { gen_utime: -1 },
      { gen_utime: 0 },
    ]) {
      expect((await guardOf(kind, { own: block(changed) })).problem, JSON.stringify(changed)).toBeDefined();
    }
  });

  it('takes the zero state of v2 in hex too', async () => {
    const zeroState = '17a3a92992aabea785a7a090985a265cd31f323d849da51239737e321fb05569';
    expect((await guardOf('toncenter-v2', { zeroState })).problem).toBeUndefined();
  });

  it.each(kinds)('refuses a clock of the future, over %s', async (kind) => {
    const { problem } = await guardOf(kind, { latestAt: now + 3 * 3_600_000 });
    expect(problem).toBe('its latest block is of the future');
  });

  it.each(kinds)('tells that the chain stands still, over %s', async (kind) => {
    const latestAt = now - 3_600_000;
    const { problem, standsStill } = await guardOf(kind, { latestAt });
    expect(problem).toBeUndefined();
    expect(standsStill).toEqual({ latestAt });
    expect((await guardOf(kind, { latestAt }, { oldestBlockMs: 0 })).standsStill).toBeUndefined();
  });

  it.each(kinds)('is asked again after a minute, over %s', async (kind) => {
    let time = now;
    const { chain, sent } = openScripted([[kind, {}]], { now: () => time });
    const path =
      kind === 'toncenter-v2'
        ? '/getAddressInformation'
        : kind === 'tonapi'
          ? '/blockchain/masterchain-head'
          : '/masterchainInfo';
    const read = () =>
      chain.adapter.upstream.operation().http({ path: '/nothing', schema: never, refusals: any }, { kind });
    const times = () => sent.filter((request) => request.path === path).length;
    await read();
    time += 59_000;
    await read();
    expect(times()).toBe(1);
    time += 2_000;
    await read();
    expect(times()).toBe(2);
  });
});

const never = z.never();
const any = { statuses: [404], schema: z.unknown() };
