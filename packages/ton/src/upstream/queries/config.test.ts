import { beginCell, Cell, Dictionary } from '@ton/core';
import { describe, expect, it } from 'vitest';
import { mainnetConfig } from '../../../test/mainnet-config.ts';
import { type NodeFacts, now, openScripted } from '../../../test/scripted-endpoints.ts';
import { contextOf } from '../../context.ts';
import { readConfig } from '../../fees/prices.ts';
import type { TonKind } from '../../options.ts';
import { askOne } from '../ask.ts';
import { chainConfig } from './config.ts';

const kinds: readonly TonKind[] = ['toncenter-v3', 'toncenter-v2', 'tonapi'];

function read(kind: TonKind, facts: NodeFacts) {
  const { chain } = openScripted([[kind, facts]]);
  const context = contextOf('ton', { endpoints: [{ url: 'https://one.example', kind }], now: () => now });
  return askOne(context, chainConfig, chain.adapter.upstream.operation()).catch(
    (error: { attempts: readonly { detail: string }[] }) => error.attempts[0]?.detail,
  );
}

/** Mainnet's configuration with one param replaced or removed. */
function changed(param: number, cell?: Cell): Cell {
  const all = Dictionary.loadDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell(), mainnetConfig().beginParse());
  if (cell === undefined) all.delete(param);
  else all.set(param, cell);
  return beginCell().storeDictDirect(all).endCell();
}

/** gas_flat_pfx#d1 and gas_prices_ext#de. */
const gas = (price: bigint, flatPrice = 6_667n) => {
  const cell = beginCell()
    .storeUint(0xd1, 8)
    .storeUint(100, 64)
    .storeUint(flatPrice, 64)
    .storeUint(0xde, 8)
    .storeUint(price, 64);
  for (let i = 0; i < 6; i += 1) cell.storeUint(1_000_000, 64);
  return cell.endCell();
};

describe.each(kinds)('the configuration over %s', (kind) => {
  it('is read from the form in which this interface answers it', async () => {
    expect(await read(kind, {})).toEqual(readConfig(mainnetConfig()));
  });

  it.each<[string, Cell]>([
    ['the price of gas is missing', changed(21)],
    ['the price of messages to the masterchain is missing', changed(24)],
    ['the price of storage is missing', changed(18)],
    ['its own address is missing', changed(0)],
    ['it is that of another account', changed(0, beginCell().storeUint(1, 256).endCell())],
    ['a price cannot be read', changed(25, beginCell().storeUint(0xeb, 8).endCell())],
    ['it is no dictionary', Cell.EMPTY],
  ])('is refused if %s', async (_, config) => {
    expect(await read(kind, { config })).toBe('its configuration cannot be read');
  });

  it.each<[string, Cell]>([
    ['gas', changed(21, gas(2n ** 63n))],
    ['the flat part of gas', changed(21, gas(4_369_067n, 10n ** 12n))],
  ])('is refused if the price of %s is absurd', async (_, config) => {
    expect(await read(kind, { config })).toBe('its prices are absurd');
  });
});

it('is refused if v3 answers other accounts, or none', async () => {
  const row = { data_boc: mainnetConfig().toBoc().toString('base64') };
  for (const accounts of [[], [row, row], [{}], [{ data_boc: '' }], [row]]) {
    expect(typeof (await read('toncenter-v3', { own: { '/accountStates': { accounts } } }))).toBe('string');
  }
});
