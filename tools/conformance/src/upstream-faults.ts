import { type Balances, type Chain, type CompletedData, UpstreamError } from '@isochain/core';
import type { Trace } from '@isochain/core/upstream';
import { chosen } from '@isochain/dial';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Fault, faultsOf } from './faults.ts';
import type { Scene, TestAccount } from './setup.ts';
import { type KnownExample, noticeClosed, type Prepared, resultOf, type Stage, traced } from './stage.ts';
import { first } from './walk.ts';
import type { Line } from './wire.ts';

/** What a fault must not change. */
interface Truth {
  readonly intent: Record<string, unknown>;
  readonly terms: Record<string, unknown>;
  readonly address: string;
  readonly balances: Balances;
}

/** Upstreams fail in many ways: users notice none of them as long as one upstream is well, and are told no secret when none is. */
export function describeUpstreamFaults(stage: Stage): void {
  const { setup } = stage;
  const wrongNetwork: Fault = {
    name: 'of another network',
    outcomes: setup.wrongNetwork.outcomes ?? ['rejected'],
    intercept: setup.wrongNetwork.intercept,
  };
  const faults = [...faultsOf(setup.speaks), wrongNetwork];
  // An ordinary run reads beside every fault, and sends beside one of each kind: each transaction waits for blocks.
  const sentBeside = new Set(chosen(faults, kindOf, 0));

  describe('upstream faults', () => {
    let scene: Scene<TestAccount>;
    beforeAll(async () => {
      await noticeClosed();
      scene = await stage.scene();
    });
    let known: Truth | undefined;
    /** Looked up again after each transaction: fees move with every block. */
    const findTruth = async (): Promise<Truth> => {
      known ??= await lookUp();
      return known;
    };
    const lookUp = async (): Promise<Truth> => {
      const intent = await first(stage).intent(scene);
      const { transaction } = await stage.connect().encode(intent);
      const { address } = scene.sender;
      const { balances } = await stage.connect().accountState(address);
      return { intent, terms: termsOf(stage, transaction.data), address, balances };
    };

    describe.each(faults)('an endpoint $name', (fault) => {
      const faulty = () => faultyLine(stage, fault, 'faulty');

      it('costs nothing but time where another is well', async () => {
        const truth = await findTruth();
        const chain = () => stage.connect([faulty(), stage.line('well')]);
        const encode = await watch(fault, chain(), (on, options) => on.encode(truth.intent, options));
        expect(encode.status.errors).toEqual([]);
        expect(termsOf(stage, encode.transaction.data)).toEqual(truth.terms);

        const state = await watch(fault, chain(), (on, options) => on.accountState(truth.address, options));
        expect(state.balances).toEqual(truth.balances);

        if (!sentBeside.has(fault)) return;
        known = undefined;
        const prepared = await stage.prepare(first(stage));
        const before = await received(stage, first(stage), prepared);
        const { hash } = await watch(fault, chain(), (on, options) => on.broadcast(prepared.input, options));
        await stage.confirm(hash);
        const amount = BigInt(termsOf(stage, prepared.data).amount ?? 0);
        expect((await received(stage, first(stage), prepared)) - before, 'sent once').toBe(amount);
      });

      it.runIf(fault.needsBatches && !fault.harmless)(
        'is asked call by call, or given up, where there is no other',
        async () => {
          const chain = () => stage.connect([faultyLine(stage, fault, 'first'), faultyLine(stage, fault, 'second')]);
          const truth = await findTruth();
          const encode = await traced((options) => chain().encode(truth.intent, options));
          const state = await traced((options) => chain().accountState(truth.address, options));
          if (encode.result.status === 'rejected') expectUpstreamError(stage, fault, encode);
          else expect(termsOf(stage, encode.result.value.transaction.data)).toEqual(truth.terms);
          if (state.result.status === 'rejected') expectUpstreamError(stage, fault, state);
          else expect(state.result.value.balances).toEqual(truth.balances);
        },
      );

      it.runIf(fault.harmless)('is as good as any', async () => {
        const truth = await findTruth();
        const chain = () => stage.connect([faulty()]);
        const { status, transaction } = await chain().encode(truth.intent);
        expect(status.errors).toEqual([]);
        expect(termsOf(stage, transaction.data)).toEqual(truth.terms);
        expect((await chain().accountState(truth.address)).balances).toEqual(truth.balances);
      });
    });

    // Side by side, as they spend their time waiting: for timeouts, and before an endpoint is asked again.
    const hopeless = faults.filter(({ harmless, needsBatches, partial }) => !harmless && !needsBatches && !partial);
    it.concurrent.each(chosen(hopeless, kindOf, 0))(
      'of two endpoints $name are told with every attempt, and without any URL',
      async (fault) => {
        const lines = () => [faultyLine(stage, fault, 'first'), faultyLine(stage, fault, 'second')];
        const intent = await first(stage).intent(scene);
        // What nobody may get can be the same for all.
        const prepared = await (fault.delivers ? stage.prepare(first(stage)) : stage.unsent(first(stage)));
        const before = await received(stage, first(stage), prepared);
        const [encode, state, broadcast] = await Promise.all([
          traced((options) => stage.connect(lines()).encode(intent, options)),
          traced((options) => stage.connect(lines()).accountState(scene.sender.address, options)),
          traced((options) => stage.connect(lines()).broadcast(prepared.input, options)),
        ]);
        expectUpstreamError(stage, fault, encode);
        expectUpstreamError(stage, fault, state);
        // The second endpoint may have said that it knows the transaction by now: then it is no lie that it was sent.
        if (fault.delivers && broadcast.result.status === 'fulfilled')
          return stage.confirm(broadcast.result.value.hash);
        const { maybeSent } = expectUpstreamError(stage, fault, broadcast);
        if (fault.delivers) return expect(maybeSent, 'it may have been sent').toBe(true);
        await stage.engine.mine();
        expect(await received(stage, first(stage), prepared), 'sent to nobody').toBe(before);
      },
    );

    it('on the way back do not make a transaction fail that was taken', async () => {
      const prepared = await stage.prepare(first(stage));
      const lost = stage.line('lost', {
        intercept: async (call, forward) => {
          const response = await forward();
          // Only the answer to what was sent is lost; asked later, the endpoint knows the transaction.
          if (stage.wire.calls.filter(({ line }) => line === call.line).length > 1) return response;
          throw new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });
        },
      });
      const before = await received(stage, first(stage), prepared);
      const { hash } = await stage.connect([lost]).broadcast(prepared.input);
      await stage.confirm(hash);
      expect((await received(stage, first(stage), prepared)) - before).toBe(
        BigInt(termsOf(stage, prepared.data).amount ?? 0),
      );
    });

    it('never lead to where a redirect points', () => {
      // With keys in headers, that would be anywhere. The wire itself throws at addresses that are no endpoints.
      expect(new Set(stage.wire.calls.map(({ redirect }) => redirect))).not.toContain('follow');
    });
  });

  /**
   * Runs an operation over a faulty and a good endpoint, and checks that the fault was met, and told. Families ask one after the other, or both
   * side by side: then the good answer may be there first, and the faulty endpoint is not waited for.
   */
  async function watch<T>(
    fault: Fault,
    chain: Chain,
    run: (on: Chain, options: { onTrace: (trace: Trace) => void }) => Promise<T>,
  ): Promise<T> {
    const before = stage.wire.calls.length;
    const { trace, result } = await traced((options) => run(chain, options));
    const value = resultOf(result);
    const calls = stage.wire.calls.slice(before);
    const { attempts } = trace;
    const attemptsAt = (line: string) => attempts.filter(({ endpoint }) => endpoint.startsWith(line));
    expect(
      calls.map(({ line }) => line),
      'the faulty endpoint is asked',
    ).toContain('faulty');
    const met = !fault.partial && (!fault.needsBatches || calls.some(({ body }) => body?.startsWith('[')));
    const told = attemptsAt('faulty');
    if (told.length > 0) expectOneOf(told, fault.partial ? [...fault.outcomes, 'ok'] : met ? fault.outcomes : ['ok']);
    const helped = met && !fault.harmless ? attemptsAt('well') : attempts;
    expect(helped.at(-1)?.outcome, JSON.stringify(attempts)).toBe('ok');
    expectNoSecrets(stage, attempts);
    return value;
  }
}

/** Faults of one kind end in the same ways, and leave the same behind. */
function kindOf({ outcomes, harmless, delivers, timeoutMs, needsBatches, partial }: Fault): string {
  return JSON.stringify({ outcomes, harmless, delivers, timeoutMs, needsBatches, partial });
}

function faultyLine(stage: Stage, { intercept, timeoutMs }: Fault, name: string): Line {
  return stage.line(name, { intercept, timeoutMs, maxBatch: 10 });
}

interface Told {
  readonly result: PromiseSettledResult<unknown>;
  readonly trace: Trace;
}

function expectUpstreamError(stage: Stage, { outcomes }: Fault, { result, trace: { attempts } }: Told): UpstreamError {
  const error = result.status === 'rejected' ? result.reason : undefined;
  if (!(error instanceof UpstreamError))
    throw new Error(`Expected an UpstreamError, not ${JSON.stringify(result)}: ${String(error)}`);
  // One that refused, and cannot be believed as the other may have sent, did not fail. Either may be the first to get the transaction.
  const hasRefused = attempts.some(({ outcome }) => outcome === 'ok');
  const expected = ['upstream.unavailable', 'upstream.timeout', ...(hasRefused ? ['broadcast.uncertain'] : [])];
  expect(expected).toContain(error.code);
  if (outcomes.includes('timeout')) expect(error.code).toBe('upstream.timeout');
  expectOneOf(attempts, outcomes);
  const linesOf = (list: readonly { endpoint: string }[]) => [
    ...new Set(list.map(({ endpoint }) => endpoint.split('-')[0])),
  ];
  expect(linesOf(attempts).sort(), 'both endpoints were asked').toEqual(['first', 'second']);
  if (hasRefused) expect(error.attempts).not.toEqual([]);
  else expect(linesOf(error.attempts).sort()).toEqual(['first', 'second']);
  expectNoSecrets(stage, [error.message, error.problems, error.attempts, error.context, attempts]);
  expect(error.cause).toBeUndefined();
  return error;
}

/**
 * At least one attempt ended as the fault lets it end. Not every one: a family may ask a question that it can do without, and wait a short time only.
 * On a busy machine such an attempt ends as a timeout before the fault is seen.
 */
function expectOneOf(attempts: Trace['attempts'], outcomes: readonly string[]): void {
  expect(
    attempts.map(({ outcome }) => outcome).filter((outcome) => outcomes.includes(outcome)),
    `${JSON.stringify(attempts)} holds none of ${outcomes.join(', ')}`,
  ).not.toEqual([]);
}

function expectNoSecrets(stage: Stage, told: unknown): void {
  const text = JSON.stringify(told);
  for (const secret of [...stage.wire.secrets, 'internal.example', 'ECONNREFUSED ']) expect(text).not.toContain(secret);
}

/** The numbers that must be the same, whichever endpoint answered. */
function termsOf(
  { setup: { drifting = [] } }: Stage,
  data: Readonly<Record<string, unknown>> | CompletedData,
): {
  amount?: string;
  fees?: string;
  gas?: string;
  nonce?: string;
} {
  const fields = data as Readonly<Record<string, string | undefined>>;
  const terms: Record<string, string> = {};
  for (const name of ['amount', 'fees', 'gas', 'nonce']) {
    const value = fields[name];
    if (value !== undefined && !drifting.includes(name)) terms[name] = value;
  }
  return terms;
}

function received(stage: Stage, { moves }: KnownExample, { scene }: Prepared): Promise<bigint> {
  return stage.engine.balance(scene.recipient.address, moves === 'token' ? stage.token.id : undefined);
}
