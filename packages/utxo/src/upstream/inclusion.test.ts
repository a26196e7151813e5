import { describe, expect, it } from 'vitest';
import { coreWorld, Refusal } from '../../test/core-world.ts';
import { fixture } from '../../test/fixtures.ts';
import { restWorld, Status } from '../../test/rest-upstream.ts';
import { createUpstreams } from './choose.ts';
import { createEsplora } from './esplora.ts';

const { blocks } = fixture<{ blocks: readonly { hash: string; txid: string; hex: string }[] }>('merkle-blocks');
const [wanted, other] = blocks as [(typeof blocks)[number], (typeof blocks)[number]];
const { txid, hash, hex } = wanted;
const path = `/tx/${txid}/merkleblock-proof`;

describe('a proof of Esplora', () => {
  const ask = (...scripts: unknown[]) => {
    const world = restWorld('bitcoin', Object.fromEntries(scripts.map((answer, i) => [`e${i}`, { [path]: answer }])));
    return { ...world, found: createEsplora(world.context).inclusion?.(txid, world.operation) };
  };

  it('is read in one request', async () => {
    const { found, operation } = ask(hex);
    expect(await found).toMatchObject({ txid, blockHash: hash });
    expect(operation.trace.roundTrips).toBe(1);
  });

  it('does not exist for a waiting or unknown transaction', async () => {
    expect(await ask(new Status(404, 'Transaction not found')).found).toBeUndefined();
  });

  it.each([
    ['of another transaction', other.hex, 'rejected'],
    ['that proves nothing', hex.replace('220ebc64', '220ebc65').replace('7ad8b910', '7bd8b910'), 'malformed'],
    ['that is none', 'x', 'malformed'],
  ])('%s sets the endpoint aside', async (_, lie, outcome) => {
    const { found, operation } = ask(lie, hex);
    expect(await found).toMatchObject({ txid, blockHash: hash });
    expect(operation.trace.attempts.map((attempt) => attempt.outcome)).toContain(outcome);
  });
});

describe('a proof of a node', () => {
  const ask = (answer: unknown) => {
    const world = coreWorld('bitcoin', (method, params) =>
      method === 'gettxoutproof' && JSON.stringify(params) === `[["${txid}"]]` ? answer : undefined,
    );
    return { ...world, found: world.backend.inclusion?.(txid, world.operation) };
  };

  it('is read in one request', async () => {
    const { found, operation } = ask(hex);
    expect(await found).toMatchObject({ txid, blockHash: hash });
    expect(operation.trace.roundTrips).toBe(1);
  });

  it('does not exist for a waiting transaction', async () => {
    expect(await ask(new Refusal(-5, 'Transaction not yet in block')).found).toBeUndefined();
  });

  it('of another transaction sets the node aside', async () => {
    await expect(ask(other.hex).found).rejects.toMatchObject({
      attempts: expect.arrayContaining([expect.objectContaining({ outcome: 'rejected' })]),
    });
  });
});

describe('over several kinds', () => {
  it('the first kind with a proof counts, and kinds without proofs are not asked', async () => {
    const world = restWorld('bitcoin', { e: { [path]: new Status(404, 'Transaction not found') } });
    const core = coreWorld('bitcoin', (method) => (method === 'gettxoutproof' ? hex : undefined));
    const backends = [{ ...createEsplora(world.context), inclusion: async () => undefined }, core.backend];
    expect(await createUpstreams(world.context, backends).inclusion(txid, core.operation)).toMatchObject({ txid });
    const { inclusion: _, ...without } = createEsplora(world.context);
    expect(await createUpstreams(world.context, [without]).inclusion(txid, world.operation)).toBeUndefined();
  });
});
