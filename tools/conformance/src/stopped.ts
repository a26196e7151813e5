import { type Chain, type ChainId, createFamily, itemsOf, type Stopped } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { sampleIntent } from './intents.ts';
import { broadcastOf, describeOutcome, outcomeOf } from './refusal.ts';
import type { Prepared, Stage } from './stage.ts';

/**
 * Networks end, and their nodes may go on answering. What core does about that must hold with every family, whether or not a chain of it has
 * stopped: here the chain of the suite has, too.
 */
export function describeStopped(stage: Stage): void {
  const { chainId, family, unknown } = stage.setup;
  const end: Stopped = { since: '2026-08-10', reason: 'Its makers wound it down.' };
  const ended = createFamily({
    ...family.family,
    bytes: (id) => family.family.bytes(id),
    open: (parts) => family.family.open(parts),
    chainIds: family.chainIds,
    stopped: { ...family.family.stopped, [chainId]: end },
  });
  const stopped = Object.keys({ ...family.family.stopped, [chainId]: end }) as ChainId[];

  /** All that can be asked of a chain. */
  const calls = (chain: Chain, { data, encoded, input, scene }: Prepared): Record<string, () => unknown> => ({
    encode: () => chain.encode(sampleIntent('transfer', scene)),
    validate: () => chain.validate(sampleIntent('transfer', scene)),
    'validate bytes': () => chain.validate(data, encoded),
    broadcast: () => broadcastOf(chain, input),
    'account state': () => chain.accountState(scene.sender.address),
    'token balances': () => chain.tokenBalances(scene.sender.address),
    history: () => chain.history(scene.sender.address),
    transaction: () => chain.transaction(unknown.transaction),
    token: () => chain.token(unknown.token ?? 'token'),
    validators: () => chain.validators(),
    addresses: () => chain.addresses(scene.sender.publicKey ?? '00'),
  });

  describe('a chain that has stopped', () => {
    it.each(stopped)('refuses every call, and asks nobody, as long as it has no endpoints: %s', async (id) => {
      let requests = 0;
      const fetch = async () => {
        requests += 1;
        throw new Error('Nobody is there.');
      };
      const chain = ended.connect(id, { ...stage.engine.options, fetch });
      expect(chain.adapter.upstream.endpoints).toEqual([]);
      const { stopped: told, supportedFeatures } = chain.detail();
      expect(told?.since).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(JSON.stringify(supportedFeatures)).not.toContain('true');

      const [example] = stage.examples;
      if (example === undefined) throw new Error('The family has no example.');
      const prepared = await stage.unsent(example);
      for (const [name, call] of Object.entries(calls(chain, prepared))) {
        const outcome = await outcomeOf(call);
        if (outcome.kind !== 'refused') throw new Error(`${name} must be refused, but was ${describeOutcome(outcome)}`);
        expect(outcome.error.code, name).toBe('chain.stopped');
        expect(outcome.error.problems[0]?.context, name).toEqual({ chain: chain.detail().name, ...told });
      }
      expect(requests).toBe(0);
    });

    it('works as any other over the endpoints of an operator, and warns on encode', async () => {
      const usual = stage.connect();
      const { endpoints } = stage.line('main');
      const chain: Chain = ended.connect(chainId, { ...stage.engine.options, endpoints, fetch: stage.wire.fetch });
      expect(chain.detail()).toEqual({ ...usual.detail(), stopped: end });

      const [example] = stage.examples;
      if (example === undefined) throw new Error('The family has no example.');
      const scene = await stage.scene();
      const intent = await example.intent(scene);
      const codes = async (of: Chain) => (await of.encode(intent)).status.warnings.map(({ code }) => code).sort();
      expect(await codes(chain)).toEqual([...(await codes(usual)), 'chain.ended'].sort());

      const { bare, encoded, input } = await stage.prepare(example, scene, chain);
      expect(itemsOf(usual.adapter.bytes, bare), 'the same bytes').toEqual(encoded);
      await stage.confirm((await chain.broadcast(input)).hash);
    });
  });
}
