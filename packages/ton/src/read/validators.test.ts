import { beginCell, Cell } from '@ton/core';
import { describe, expect, it } from 'vitest';
import nominators from '../../fixtures/nominator-pool.json' with { type: 'json' };
import { endpointOf, scriptedJettons } from '../../test/jetton-world.ts';
import { canonicalAddress } from '../address/address.ts';
import { ton } from '../index.ts';
import type { TonOptions } from '../options.ts';
import { tonstakers } from '../pools/known-pools.ts';
import { Address } from '../ton-core.ts';

// One odd pool among good ones costs only itself.

const odd = [null, {}, '', -1, 1.5, '9'.repeat(40), 'many', '7\u0000', true, ['x']];
const at = (byte: number) => new Address(-1, Buffer.alloc(32, byte));
const [first, second] = [at(1), at(2)];
const code = beginCell().storeUint(1, 8).endCell();
const init = { code, data: Cell.fromBase64(nominators.data) };
const pool = (address: string, total_amount: unknown = 5, more: object = {}) => ({
  ...{ address, name: 'Pool', implementation: 'tf', total_amount },
  ...more,
});
const good = [pool(first.toRawString(), 9), pool(second.toRawString(), 8)];

async function read(pools: readonly unknown[], instead: Readonly<Record<string, () => Response>> = {}) {
  const accounts = new Map([first, second].map((address) => [address.toRawString(), { balance: 1n, init }]));
  const listed = { '/staking/pools': () => Response.json({ pools }) };
  const { fetch } = scriptedJettons({ accounts, instead: { ...listed, ...instead } });
  const chain = ton.connect('ton', {
    endpoints: [endpointOf('tonapi')],
    oldestBlockMs: 0,
    nominatorPoolCodes: [Buffer.from(code.hash()).toString('hex')],
    fetch: fetch as NonNullable<TonOptions['fetch']>,
  });
  return (await chain.validators()).validators.map(({ address, stakedAmount }) => [address, stakedAmount]);
}

const right = [
  [canonicalAddress(first), '9'],
  [canonicalAddress(second), '8'],
];

describe.each(odd.map((value) => [JSON.stringify(value), value] as const))('%s', (_, value) => {
  it('as a row of the list, or as a field of one, costs that row', async () => {
    expect(await read([value, ...good])).toEqual(right);
    const fields = ['address', 'implementation', 'total_amount'];
    for (const field of fields)
      expect(await read([pool(at(3).toRawString(), 5, { [field]: value }), ...good])).toEqual(right);
  });

  it('as the state of a pool costs that pool', async () => {
    const path = `/blockchain/accounts/${second.toString()}`;
    for (const state of [value, { address: second.toRawString(), status: 'active', balance: value }]) {
      expect(await read(good, { [path]: () => Response.json(state) })).toEqual(right.slice(0, 1));
    }
  });

  it('as the answer of a pool of liquid staking costs that pool', async () => {
    const path = `/blockchain/accounts/${tonstakers}/methods/get_pool_full_data`;
    const liquid = pool(tonstakers, 7, { implementation: 'liquidTF' });
    for (const answer of [value, { exit_code: 0, stack: value }, { exit_code: 0, stack: [value] }]) {
      expect(await read([liquid, ...good], { [path]: () => Response.json(answer) })).toEqual(right);
    }
  });
});
