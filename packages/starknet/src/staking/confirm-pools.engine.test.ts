import { addChecksum, type Chain, type CompletedData, checkCompleted, itemsOf } from '@isochain/core';
import { type StarknetStandIn, startStarknet } from '@isochain/devnet/starknet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stakerOn, strk } from '../../test/staker.ts';
import { bytesOf } from '../bytes/index.ts';
import { starknet } from '../index.ts';

// Answers of encode that were changed, with a checksum, a hash and a transaction that fit.

let engine: StarknetStandIn;
beforeAll(async () => {
  engine = await startStarknet();
});
afterAll(() => engine?.stop());

const staker = (index: number) => engine.validators()[index]?.address ?? '';
const pool = (index: number) => engine.validators()[index]?.pool ?? '';

const connect = (endpoints = engine.settings.endpoints): Chain =>
  starknet.connect('starknet', {
    endpoints: endpoints.filter(({ kind }) => kind === 'node').map(({ url, name }) => ({ url, name })),
    oldestBlockMs: 0,
    now: () => engine.now() * 1000,
  });

/** The answer with other fields and other params, and all that follows from them. */
function forged(answer: object, fields: object, params: object) {
  const bytes = bytesOf('starknet');
  const { params: before, ...data } = answer as { readonly params: Record<string, unknown> };
  const { checksum: _, transaction: __, ...kept } = before;
  const bare = { ...data, ...fields, params: { ...kept, ...params } } as unknown as CompletedData<'stake'>;
  const { copies } = bytes.assemble(bytes.plan.stake(checkCompleted(bytes, bare) as never));
  const whole = { ...bare, params: { ...(bare.params as object), ...copies } };
  return { data: addChecksum('starknet', whole), encoded: itemsOf(bytes, whole) };
}

const stakeOf = (index: number) => ({
  mode: 'stake',
  targetValidatorAddress: staker(index),
  amount: (5n * strk).toString(),
});

describe('validate of a stake', () => {
  it('finds no fault in an answer of encode', async () => {
    const { data } = await (await stakerOn(engine)).encode(stakeOf(0));
    const { data: same, encoded } = forged(data, {}, {});
    expect((await connect().validate(same, encoded)).status).toEqual({ errors: [], warnings: [] });
  });

  it("finds a stranger's contract in place of the pool", async () => {
    const me = await stakerOn(engine);
    const stranger = await stakerOn(engine);
    const { data } = await me.encode(stakeOf(0));
    for (const other of [stranger.address, pool(1)]) {
      const { data: lie, encoded } = forged(data, {}, { pool: other });
      expect(await connect().validate(lie, encoded)).toMatchObject({
        ok: false,
        status: { errors: [{ code: 'data.altered', field: 'transaction.data.params.pool' }] },
      });
    }
    // A contract that names itself as the validator is none.
    const { data: lie, encoded } = forged(
      data,
      { targetValidatorAddress: stranger.address },
      { pool: stranger.address },
    );
    expect(await connect().validate(lie, encoded)).toMatchObject({
      ok: false,
      status: { errors: [{ code: 'validator.notFound' }] },
    });
  });

  it('says that nobody compared the validator if no node answers', async () => {
    const { data } = await (await stakerOn(engine)).encode(stakeOf(0));
    const { data: lie, encoded } = forged(data, {}, { pool: pool(1) });
    const deaf: Chain = starknet.connect('starknet', {
      endpoints: ['https://node.example'],
      fetch: () => Promise.reject(new Error('no network')),
      oldestBlockMs: 0,
      now: () => engine.now() * 1000,
    });
    expect(await deaf.validate(lie, encoded)).toMatchObject({
      ok: true,
      status: { warnings: [{ code: 'encoded.untold', context: { fields: 'targetValidatorAddress' } }] },
    });
  });
});
