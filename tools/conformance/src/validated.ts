import { addChecksum, type CompletedData, type Mode, type Problem, type Telling } from '@isochain/core';
import { chosen, turns } from '@isochain/dial';
import { describe, expect, it } from 'vitest';
import { outcomeOf } from './refusal.ts';
import type { Stage } from './stage.ts';
import { forgeries, kindOf } from './tamper.ts';

/** Long texts are changed at this many places. */
const places = turns(4, 2);

const numbers = ['amount', 'fees', 'gas', 'nonce'] as const;
const parties = [
  'senderAddress',
  'recipientAddress',
  'tokenId',
  'validatorAddress',
  'sourceValidatorAddress',
  'targetValidatorAddress',
] as const;

/** What `validate` says of bytes and an intent, or of bytes and an answer of encode. */
interface Verdict {
  /** Fields with an error. `data` if all of it was refused. */
  readonly wrong: readonly string[];
  /** Fields that were not compared. */
  readonly untold: readonly string[];
}

/** Bytes are compared with an intent in both directions: what one has and the other lacks is an error, or is named as not compared. */
export function describeValidation(stage: Stage): void {
  const { setup } = stage;
  const tellingsOf = (mode: Mode) => {
    const { told } = stage.connect().adapter.bytes;
    return (told as { readonly [M in Mode]?: Readonly<Record<string, Telling>> })[mode] ?? {};
  };

  async function verdictOn(data: unknown, encoded: unknown): Promise<Verdict> {
    const before = stage.wire.calls.length;
    const chain = stage.connect();
    const outcome = await outcomeOf(() => chain.validate(data, encoded));
    if (chain.adapter.confirm === undefined) expect(stage.wire.calls.length - before, 'upstream requests').toBe(0);
    if (outcome.kind === 'failed') throw outcome.error;
    if (outcome.kind === 'refused') return { wrong: ['data', ...outcome.error.problems.map(fieldOf)], untold: [] };
    const { errors, warnings } = (outcome.value as { status: { errors: Problem[]; warnings: Problem[] } }).status;
    const untold = warnings.flatMap(({ code, context }) =>
      code === 'encoded.untold' ? String((context as { fields?: unknown }).fields).split(', ') : [],
    );
    return { wrong: errors.map(fieldOf), untold };
  }

  /** A field that is not compared must be declared so. */
  function expectDeclared(mode: Mode, { untold }: Verdict): void {
    const told = tellingsOf(mode);
    for (const name of untold.filter((field) => field !== 'mode')) {
      expect(typeof told[name], `${name} of ${mode} is declared as not told`).toBe('object');
    }
  }

  async function expectNoticed(mode: Mode, field: string, data: unknown, encoded: unknown): Promise<void> {
    const verdict = await verdictOn(data, encoded);
    expectDeclared(mode, verdict);
    if (isIdle(tellingsOf(mode)[field])) return;
    expect([...verdict.wrong, ...verdict.untold], `what is noticed of ${field} in ${mode}`).toContain(field);
  }

  describe('validate, given bytes', () => {
    describe.each(stage.examples)('of $name', (example) => {
      const { mode } = example;

      it('finds no fault in an answer of encode, and names what it cannot compare', async () => {
        const { data, encoded } = await stage.unsent(example);
        const verdict = await verdictOn(data, encoded);
        expect(verdict.wrong).toEqual([]);
        expectDeclared(mode, verdict);
      });

      it('finds every field of an answer that was changed, though the checksum fits, or says that it cannot', async () => {
        const { input, bare, encoded } = await stage.unsent(example);
        const options = { chainId: setup.chainId, assemble: () => [], places };
        const sealed = forgeries(input, options).filter(({ name }) => name.endsWith('checksum'));
        for (const { name, apply } of chosen(sealed, kindOf, 0)) {
          const changed = apply(0);
          if (changed === undefined) continue;
          const [, field = ''] = /^data\.((?:params\.)?\w+)/.exec(name) ?? [];
          await expectAnswerNoticed(mode, field, changed.data, encoded);
        }
        for (const [field, value] of await otherParties(bare)) {
          await expectAnswerNoticed(mode, field, addChecksum(setup.chainId, { ...bare, [field]: value }), encoded);
        }
      });

      it('finds no fault in the intent', async ({ skip }) => {
        const { intent, encoded } = await stage.unsent(example);
        if (stage.connect().adapter.bytes.explain === undefined) return skip('the bytes are a hash');
        const verdict = await verdictOn(intent, encoded);
        expect(verdict.wrong).toEqual([]);
        expectDeclared(mode, verdict);
      });

      it('finds each number that is twice as high in the bytes, or half as high', async ({ skip }) => {
        const { intent, data, encoded } = await stage.unsent(example);
        if (stage.connect().adapter.bytes.explain === undefined) return skip('the bytes are a hash');
        for (const name of numbers) {
          const value = BigInt((data as Partial<Record<string, string>>)[name] ?? '0');
          // Bytes that cost less than the limit agree with it.
          for (const other of name === 'fees' ? [value / 2n] : [value / 2n, value * 2n]) {
            if (other === value || other === 0n || (name === 'amount' && example.max)) continue;
            await expectNoticed(mode, name, { ...intent, useMaxAmount: false, [name]: String(other) }, encoded);
          }
        }
      });

      it('finds another party in the intent', async ({ skip }) => {
        const { intent, encoded } = await stage.unsent(example);
        if (stage.connect().adapter.bytes.explain === undefined) return skip('the bytes are a hash');
        for (const [field, value] of await otherParties(intent)) {
          // The address follows from the key, and core does not ask for one that does not fit.
          await expectNoticed(mode, field, { ...intent, [field]: value }, encoded);
        }
      });

      it('finds a memo that the bytes lack', async ({ skip }) => {
        const { intent, encoded } = await stage.unsent(example);
        if (stage.connect().adapter.bytes.explain === undefined) return skip('the bytes are a hash');
        await expectNoticed(mode, 'memo', { ...intent, memo: '12345' }, encoded);
      });

      it('finds the wishes that encode granted in its bytes, and misses them in the intent', async ({ skip }) => {
        const chain = stage.connect();
        if (chain.adapter.bytes.explain === undefined) return skip('the bytes are a hash');
        const told = tellingsOf(mode);
        for (const [name, value] of Object.entries(setup.granted ?? {})) {
          if (!(`params.${name}` in (chain.detail().wishes[mode] ?? {}))) continue;
          // Encoded again, it must be of now: some chains move on.
          const intent = await example.intent(await stage.scene());
          const own = Object(intent.params) as Record<string, unknown>;
          const wishing = { ...intent, params: { ...own, [name]: value } };
          const { transaction, status } = await chain.encode(wishing);
          expect(status.errors, `${name} of ${mode}`).toEqual([]);
          expect((await verdictOn(wishing, transaction.encoded)).wrong, `${name} of ${mode}`).toEqual([]);
          const { wrong } = await verdictOn(intent, transaction.encoded);
          if (told[`params.${name}`] === 'wished' && own[name] === undefined) expect(wrong).toContain(`params.${name}`);
          else expect(wrong, `${mode} without ${name}`).toEqual([]);
        }
      });

      it('finds each wish that the bytes lack', async ({ skip }) => {
        const { intent, encoded } = await stage.unsent(example);
        const chain = stage.connect();
        if (chain.adapter.bytes.explain === undefined) return skip('the bytes are a hash');
        const wishes = Object.keys(chain.detail().wishes[mode] ?? {}).filter((name) => name.startsWith('params.'));
        const own = Object(intent.params) as Record<string, unknown>;
        for (const field of wishes) {
          const name = field.slice('params.'.length);
          expect(Object.keys(setup.wishes ?? {}), `values of wishes that the family hands in`).toContain(name);
          const value = setup.wishes?.[name];
          if (JSON.stringify(own[name]) === JSON.stringify(value)) continue;
          await expectNoticed(mode, field, { ...intent, params: { ...own, [name]: value } }, encoded);
        }
        // And the other way round: what was wished for is in the bytes, and not in the intent.
        const told = tellingsOf(mode);
        for (const name of Object.keys(own).filter((each) => told[`params.${each}`] === 'wished')) {
          const { [name]: _, ...rest } = own;
          await expectNoticed(mode, `params.${name}`, { ...intent, params: rest }, encoded);
        }
      });
    });
  });

  async function expectAnswerNoticed(mode: Mode, field: string, data: unknown, encoded: unknown): Promise<void> {
    const verdict = await verdictOn(data, encoded);
    expectDeclared(mode, verdict);
    const telling = tellingsOf(mode)[field];
    if (verdict.wrong.length > 0 || field === 'useMaxAmount' || isIdle(telling)) return;
    // A field that is not there promises nothing.
    if (typeof telling === 'object' && memberOf(data, field) === undefined) return;
    expect(verdict.untold, `what is not compared of an answer in ${mode}, with another ${field}`).toContain(field);
  }

  /** The same fields with other addresses, which are valid. */
  async function otherParties(data: CompletedData | Record<string, unknown>): Promise<[string, string][]> {
    const { identifiers } = stage.connect().adapter.bytes;
    const { address } = await stage.account();
    const ids = [address, ...stage.engine.tokens.map(({ id }) => id)];
    const kinds = { senderAddress: 'sender', recipientAddress: 'recipient', tokenId: 'token' } as const;
    return parties.flatMap((field): [string, string][] => {
      const before = (data as Record<string, unknown>)[field];
      const kind = field in kinds ? kinds[field as keyof typeof kinds] : 'validator';
      const other = ids.find((id) => id !== before && identifiers[kind](id).ok);
      return before === undefined || other === undefined ? [] : [[field, other]];
    });
  }
}

/** @param path - `amount`, or `params.pool`. */
function memberOf(data: unknown, path: string): unknown {
  return path.split('.').reduce((value, name) => (Object(value) as Record<string, unknown>)[name], data);
}

function isIdle(telling: Telling | undefined): boolean {
  return typeof telling === 'object' && 'idle' in telling;
}

function fieldOf({ field = '' }: { readonly field?: string | undefined }): string {
  return field.replace(/^transaction\.data\.?/, '');
}
