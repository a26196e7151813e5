import { beginCell, Dictionary } from '@ton/core';
import { describe, expect, it } from 'vitest';
import { mainnetConfig } from '../test/mainnet-config.ts';
import { now } from '../test/scripted-endpoints.ts';
import { accounts, alice, aliceRaw, bobRaw, openWorld } from '../test/scripted-world.ts';
import type { TonKind } from './options.ts';
import { Address, Cell } from './ton-core.ts';

const kinds: readonly TonKind[] = ['toncenter-v3', 'toncenter-v2', 'tonapi'];
const seconds = now / 1000;

/** Mainnet's prices with config param 44, written by @ton/core. */
function configWith(suspended: Cell) {
  const all = Dictionary.loadDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell(), mainnetConfig().beginParse());
  all.set(44, suspended);
  return beginCell().storeDictDirect(all).endCell();
}

/** block.tlb: suspended_address_list#00 addresses:(HashmapE 288 Unit) suspended_until:uint32. */
function listOf(addresses: readonly string[], until: number) {
  const unit = { serialize: () => {}, parse: () => true };
  const list = Dictionary.empty(Dictionary.Keys.BigUint(288), unit);
  for (const raw of addresses) {
    const { workChain, hash } = Address.parseRaw(raw);
    list.set((BigInt.asUintN(32, BigInt(workChain)) << 256n) | BigInt(`0x${hash.toString('hex')}`), true);
  }
  return beginCell().storeUint(0, 8).storeDict(list).storeUint(until, 32).endCell();
}

const others = [`0:${'1'.repeat(64)}`, `-1:${'2'.repeat(64)}`, `0:${'e'.repeat(64)}`];
const fresh = { balance: 5_000_000_000n, status: 'uninit', lastLt: 7n } as const;

describe.each(kinds)('the list of suspended accounts, over %s alone,', (kind) => {
  const encode = (config: Cell, changed: object) =>
    openWorld([[kind, { config, accounts: { ...accounts, ...changed } }]]).encode({ senderPubKey: alice.publicKey });

  it('refuses a sender that is not deployed', async () => {
    const { codes } = await encode(configWith(listOf([...others, aliceRaw], seconds + 1_000)), { [aliceRaw]: fresh });
    expect(codes).toEqual(['sender.notWallet']);
  });

  it('warns of a recipient that is not deployed', async () => {
    const { codes } = await encode(configWith(listOf([...others, bobRaw], seconds + 1_000)), { [bobRaw]: fresh });
    expect(codes).toEqual(['recipient.isData']);
  });

  it('says nothing of accounts that are deployed, are not in it, or whose time is over', async () => {
    const deployed = await encode(configWith(listOf([aliceRaw, bobRaw], seconds + 1_000)), {});
    expect(deployed.codes).toEqual([]);
    for (const list of [listOf(others, seconds + 1_000), listOf([aliceRaw], seconds), listOf([], 2 ** 32 - 1)]) {
      expect((await encode(configWith(list), { [aliceRaw]: fresh })).codes).toEqual([]);
    }
  });

  it('counts for nobody if it cannot be read', async () => {
    for (const cell of [Cell.EMPTY, beginCell().storeUint(1, 8).endCell()]) {
      expect((await encode(configWith(cell), { [aliceRaw]: fresh })).codes).toEqual([]);
    }
  });
});
