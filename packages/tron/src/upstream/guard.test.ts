import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type NodeFacts, now, openNodes, Status } from '../../test/scripted-nodes.ts';
import type { TronKind, TronOptions } from '../options.ts';

const kinds: readonly TronKind[] = ['node', 'trongrid'];

/** What the guard of an endpoint says. Another request is needed for it to be asked. */
async function guardOf(kind: TronKind, facts: NodeFacts | 'dead', options: Partial<TronOptions> = {}) {
  const scripted = openNodes([facts], options, [kind]);
  const operation = scripted.chain.adapter.upstream.operation();
  const ask = (by = operation) => by.http(anything, { kind });
  const problem = await ask().then(
    () => undefined,
    (error: { attempts?: readonly { detail: string }[] }) => error.attempts?.[0]?.detail,
  );
  return { ...scripted, ask, problem, operation };
}

const anything = { path: '/nothing', schema: z.never(), refusals: { statuses: [404], schema: z.unknown() } };

describe.each(kinds)('the guard of an endpoint of kind %s', (kind) => {
  it('takes a young block of the main network', async () => {
    const { problem, operation } = await guardOf(kind, {});
    expect(problem).toBeUndefined();
    expect(operation.standsStill).toBeUndefined();
  });

  it('refuses another network', async () => {
    // Block 0 of the Nile testnet.
    const genesis = '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc';
    expect((await guardOf(kind, { genesis })).problem).toBe('it serves another network');
    expect((await guardOf(kind, { genesis }, { oldestBlockMs: 0 })).problem).toBe('it serves another network');
    expect((await guardOf(kind, { genesis }, { genesisId: genesis })).problem).toBeUndefined();
    expect((await guardOf(kind, {}, { genesisId: genesis })).problem).toBe('it serves another network');
  });

  it.each([
    ['nothing', {}],
    ['an error', { Error: 'class java.lang.NullPointerException : null' }],
    ['a block without an id', { block_header: { raw_data: { number: 0 } } }],
    ['no JSON', new Status(200, '<html>')],
    ['an error of a proxy', new Status(502, 'Bad Gateway')],
  ])('refuses %s for a block', async (_, answer) => {
    expect((await guardOf(kind, { own: { '/wallet/getblock': answer } })).problem).toBeDefined();
  });

  it('refuses a clock of the future', async () => {
    const { problem } = await guardOf(kind, { latestAt: now + 3 * 3_600_000 });
    expect(problem).toBe('its latest block is of the future');
  });

  it('tells that the chain stands still', async () => {
    const latestAt = now - 3_600_000;
    const { problem, operation } = await guardOf(kind, { latestAt });
    expect(problem).toBeUndefined();
    expect(operation.standsStill).toEqual({ latestAt });
    const unchecked = await guardOf(kind, { latestAt }, { oldestBlockMs: 0 });
    expect(unchecked.operation.standsStill).toBeUndefined();
  });

  it('asks for the network once, and for the time every minute', async () => {
    let time = now;
    const { ask, chain, asked } = await guardOf(kind, {}, { now: () => time });
    const times = () => {
      const found = asked('/wallet/getblock').map(({ body }) => body?.id_or_num ?? 'latest');
      return { zero: found.filter((id) => id === '0').length, latest: found.filter((id) => id === 'latest').length };
    };
    expect(times()).toEqual({ zero: 1, latest: 1 });
    time += 59_000;
    await ask(chain.adapter.upstream.operation());
    expect(times()).toEqual({ zero: 1, latest: 1 });
    time += 2_000;
    await ask(chain.adapter.upstream.operation());
    expect(times()).toEqual({ zero: 1, latest: 2 });
  });
});
