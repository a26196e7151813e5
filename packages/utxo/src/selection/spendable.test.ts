import { describe, expect, it } from 'vitest';
import { accountOf } from '../address/account-id.ts';
import { addressOf } from '../address/address.ts';
import type { UtxoChainId } from '../chains.ts';
import type { Coin } from '../coin.ts';
import { contextOf } from '../context.ts';
import { available, sortCoins } from './spendable.ts';

const tip = 900_000;
const p2wpkh = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const p2tr = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr';

function sort(chainId: UtxoChainId, address: string, coins: readonly Partial<Coin>[], allowSmallUtxos = false) {
  const context = contextOf(chainId);
  const list = {
    coins: coins.map(
      (coin, vout): Coin => ({ txid: 'ab'.repeat(32), vout, value: 5000n, height: 1, isCoinbase: false, ...coin }),
    ),
    tip,
  };
  const account = accountOf(context.network, address);
  const sorted = sortCoins(context, account, list, { allowSmallUtxos });
  const names = (of: readonly Coin[]) => of.map(({ vout }) => vout);
  return {
    spendable: names(sorted.spendable),
    unconfirmed: names(sorted.unconfirmed),
    protected: names(sorted.protected),
    doubtful: names(sorted.doubtful),
    immature: sorted.immature.map(({ vout, spendableFrom }) => [vout, spendableFrom]),
    available: available(context, account, list),
  };
}

describe('coins', () => {
  it('are spendable if confirmed, or if they are change of the account', () => {
    const coins = [
      {},
      { height: undefined, isOwnChange: true },
      { height: undefined, isOwnChange: false },
      { height: undefined },
    ];
    expect(sort('bitcoin', p2wpkh, coins)).toMatchObject({
      spendable: [0, 1],
      unconfirmed: [2, 3],
      available: 10_000n,
    });
  });

  // With 100 confirmations the next block may spend it: Bitcoin Core, src/consensus/tx_verify.cpp, CheckTxInputs.
  it.each([
    ['bitcoin', p2wpkh, 100],
    ['litecoin', 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh', 100],
    ['dogecoin', 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC', 240],
  ] as const)('of miners on %s wait for their confirmations', (chainId, address, maturity) => {
    const young = tip + 1 - maturity + 1;
    const coins = [
      { isCoinbase: true, height: young - 1 },
      { isCoinbase: true, height: young },
      { isCoinbase: undefined, height: young },
    ];
    expect(sort(chainId, address, coins)).toMatchObject({
      spendable: [0, 2],
      immature: [[1, tip + 2]],
      available: 10_000n,
    });
  });

  it('that left MWEB wait for six confirmations', () => {
    const address = 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh';
    const coins = [
      { isPegOut: true, height: tip - 5 },
      { isPegOut: true, height: tip - 4 },
    ];
    expect(sort('litecoin', address, coins)).toMatchObject({
      spendable: [0],
      immature: [[1, tip + 2]],
      available: 5000n,
    });
  });

  it('of at most 1,000 satoshi are protected at taproot addresses of bitcoin, but count as available', () => {
    const coins = [{ value: 1000n }, { value: 1001n }, { value: 330n, height: undefined, isOwnChange: true }];
    expect(sort('bitcoin', p2tr, coins)).toMatchObject({ spendable: [1], protected: [0, 2], available: 2331n });
    expect(sort('bitcoin', p2tr, coins, true)).toMatchObject({ spendable: [0, 1, 2], protected: [] });
    expect(sort('bitcoin', p2wpkh, coins)).toMatchObject({ spendable: [0, 1, 2], protected: [] });
  });

  it('of others are protected while they wait for their block, too', () => {
    const coins = [
      { value: 1000n, height: undefined },
      { value: 1001n, height: undefined },
    ];
    expect(sort('bitcoin', p2tr, coins)).toMatchObject({ unconfirmed: [1], protected: [0], doubtful: [1] });
    expect(sort('bitcoin', p2tr, coins, true)).toMatchObject({ unconfirmed: [0, 1], protected: [], doubtful: [] });
  });

  it('of 1,001 to 10,000 satoshi are doubtful at taproot addresses of bitcoin', () => {
    const coins = [{ value: 1001n }, { value: 10_000n }, { value: 10_001n }];
    expect(sort('bitcoin', p2tr, coins)).toMatchObject({ spendable: [0, 1, 2], doubtful: [0, 1] });
    expect(sort('bitcoin', p2wpkh, coins)).toMatchObject({ spendable: [0, 1, 2], doubtful: [] });
  });

  it('are not protected on litecoin', () => {
    const script = Uint8Array.from([0x51, 0x20, ...new Array<number>(32).fill(7)]);
    const address = addressOf(contextOf('litecoin').network, script) ?? '';
    expect(sort('litecoin', address, [{ value: 500n }])).toMatchObject({ protected: [], doubtful: [] });
  });
});
