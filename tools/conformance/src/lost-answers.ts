import { readFileSync } from 'node:fs';
import { codes, UpstreamError } from '@isochain/core';
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

    const broadcast = async (...lines: readonly Line[]) => {
      const outcome = await outcomeOf(() => stage.connect(lines).broadcast(prepared.input));
      if (outcome.kind === 'accepted') throw new Error(`It was taken: ${JSON.stringify(outcome.value)}`);
      return outcome.error;
    };
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
        expect(alone).toContain((error as { code?: unknown }).code);
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

    it('is final beside an endpoint that was not reached', async () => {
      const row = rows.find(({ code, alone }) => alone === undefined && codes[code].kind !== 'upstream');
      if (row === undefined) throw new Error('The family has no refusal that is final.');
      const gone = stage.line('gone', { intercept: async () => broken('ECONNREFUSED') });
      expect(await broadcast(gone, refusing(row))).toMatchObject({ name: 'RefusedError', code: row.code });
    });

    it('tells the hash under which the same broadcast is carried out later', async () => {
      const { hash } = await stage.connect().broadcast(prepared.input);
      await stage.confirm(hash);
      expect([...hashes]).toEqual([hash]);
    });
  });
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
