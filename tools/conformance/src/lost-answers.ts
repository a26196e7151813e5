import { readFileSync } from 'node:fs';
import { codes, IsochainError, type News, type SharedNotes, UpstreamError } from '@isochain/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf } from './refusal.ts';
import type { BroadcastRefusal } from './setup.ts';
import type { Prepared, Stage } from './stage.ts';
import { first } from './walk.ts';
import type { Interceptor, Line } from './wire.ts';

/** Everything but a refusal that is final. */
const open = ['broadcast.uncertain', 'upstream.unavailable', 'upstream.timeout'];

/**
 * One endpoint takes a transaction, its answer is lost, and for a moment it answers nothing else. Another one refuses the transaction. Whatever it
 * says, the first may still have the transaction mined: a client that encodes again pays twice.
 */
export function describeLostAnswers(stage: Stage): void {
  const { table, isBroadcast, rows } = stage.setup.refusals;

  // In their order: the last test has the transaction mined that all others refuse.
  describe('a refusal', { shuffle: false }, () => {
    let prepared: Prepared;
    const hashes = new Set<string | undefined>();
    beforeAll(async () => {
      prepared = await stage.prepare(first(stage));
    });

    /** Each call is a process of its own: it knows nothing of the others, but by notes. */
    const broadcastAt = async (notes: SharedNotes | undefined, ...lines: readonly Line[]) => {
      const chain = stage.connect(lines, undefined, { notes });
      const outcome = await outcomeOf(() => chain.broadcast(prepared.input));
      if (outcome.kind === 'accepted') throw new Error(`It was taken: ${JSON.stringify(outcome.value)}`);
      if (!(outcome.error instanceof IsochainError)) throw outcome.error;
      return outcome.error;
    };
    const broadcast = (...lines: readonly Line[]) => broadcastAt(undefined, ...lines);
    const unreachable = (way: string | number) =>
      stage.line('gone', {
        intercept: async () => (typeof way === 'string' ? broken(way) : new Response('', { status: way })),
      });
    const losing = () => stage.line('lost', { intercept: losesAnswers(isBroadcast) });
    const refusing = ({ intercept }: BroadcastRefusal) => stage.line('refuses', { intercept });

    it('has a row for each code of the family', () => {
      const known = readFileSync(table, 'utf8').match(/(?<=')broadcast\.[a-zA-Z]+(?=')/g) ?? [];
      expect(known).not.toEqual([]);
      expect(rows.map(({ code }) => code)).toEqual(expect.arrayContaining([...new Set(known)]));
    });

    it.each(rows.filter(({ alone }) => alone?.length !== 0))(
      'is what it is if all endpoints say so: $words',
      async (row) => {
        const { code, alone = [code] } = row;
        const error = await broadcast(refusing(row));
        expect(alone).toContain(error.code);
      },
    );

    it.each(rows)('is not final beside a lost answer: $words', async (row) => {
      for (const lines of [
        [losing(), refusing(row)],
        [refusing(row), losing()],
      ]) {
        const error = await broadcast(...lines);
        if (!(error instanceof UpstreamError)) throw new Error(`It must not be final: ${String(error)}`);
        const { code, maybeSent, hash, problems } = error;
        expect(open).toContain(code);
        expect({ maybeSent, context: problems[0]?.context }).toMatchObject({
          maybeSent: true,
          context: { maybeSent: true, hash },
        });
        expect(JSON.stringify(problems)).not.toContain('Encode again');
        hashes.add(hash);
      }
    });

    const finals = rows.filter(({ code, alone }) => alone === undefined && codes[code].kind !== 'upstream');
    const expectDoubt = (error: IsochainError) => {
      const told = error instanceof UpstreamError ? error.problems : error.problems.filter(isDoubt);
      expect(told[0]?.context).toMatchObject({ hash: expect.any(String) });
      hashes.add(String(told[0]?.context?.hash));
      expect(JSON.stringify(error.problems)).not.toContain('Encode again');
    };

    it('has a row that is final', () => expect(finals).not.toEqual([]));

    it.each(finals)('stands beside an endpoint that was not reached, and tells the hash: $words', async (row) => {
      const error = await broadcast(unreachable('ECONNREFUSED'), refusing(row));
      expect(error).toMatchObject({ name: 'RefusedError', code: row.code });
      expectDoubt(error);
    });

    it.each([401, 403, 404, 410, 429])(
      'stands beside an endpoint that answers %i, and tells the hash',
      async (status) => {
        const [row] = finals as [BroadcastRefusal];
        const error = await broadcast(unreachable(status), refusing(row));
        expect(error).toMatchObject({ name: 'RefusedError', code: row.code });
        expectDoubt(error);
      },
    );

    // The first process loses the answer of an endpoint. The second one does not reach it any more.
    describe.each(['ECONNREFUSED', 401, 403, 404, 410, 429] as const)('of another process (%s)', (way) => {
      const processes = async (notes: SharedNotes | undefined) => {
        const [row] = finals as [BroadcastRefusal];
        const first = await broadcastAt(notes, losing(), refusing(row));
        expect(first).toMatchObject({ maybeSent: true });
        return broadcastAt(notes, unreachable(way), refusing(row));
      };

      it('tells that the first broadcast still counts', async () => expectDoubt(await processes(undefined)));

      it('is not final if the processes share notes', async () => {
        const error = await processes(notesIn(new Map()));
        expect(open).toContain(error.code);
        expect(error).toMatchObject({ maybeSent: true });
        expectDoubt(error);
      });
    });

    it('tells the hash under which the same broadcast is carried out later', async () => {
      const { hash } = await stage.connect().broadcast(prepared.input);
      await stage.confirm(hash);
      expect([...hashes]).toEqual([hash]);
    });
  });
}

function isDoubt({ code }: News): boolean {
  return code === 'broadcast.earlierCounts';
}

function notesIn(kept: Map<string, string>): SharedNotes {
  return {
    get: async (key) => kept.get(key),
    set: async (key, text) => void kept.set(key, text),
    delete: async (key) => void kept.delete(key),
  };
}

/** Breaks the connection at a broadcast, and answers nothing from then on. */
function losesAnswers(isBroadcast: Stage['setup']['refusals']['isBroadcast']): Interceptor {
  let isGone = false;
  return async (call, forward) => {
    if (isGone) return new Response('', { status: 503 });
    if (!isBroadcast(call)) return forward();
    isGone = true;
    return broken('ECONNRESET');
  };
}

/** Fails as the `fetch` of Node does. */
function broken(code: string): never {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}
