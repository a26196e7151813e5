import {
  accountState,
  type ParsedTransaction,
  type TransactionRecord,
  token as tokenSchema,
  transactionRecord,
  validator,
} from '@isochain/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { countSteps } from './counted-steps.ts';
import { expectRefused } from './refusal.ts';
import type { Scene, TestAccount } from './setup.ts';
import { expectAmount, expectShape } from './shapes.ts';
import type { KnownExample, Prepared, Stage } from './stage.ts';
import { carryOut } from './walk.ts';

/** What was written is what is read: states, tokens, transactions, histories and addresses. */
export function describeReads(stage: Stage): void {
  const { setup, has } = stage;
  const moving = stage.examples.filter(({ moves, max }) => moves !== undefined && !max);

  describe('reads', () => {
    let scene: Scene<TestAccount>;
    const done: { example: KnownExample; prepared: Prepared; hash: string }[] = [];
    beforeAll(async () => {
      scene = await stage.scene();
      for (const example of moving) {
        const prepared = await stage.prepare(example, scene);
        done.push({ example, prepared, hash: await carryOut(stage, example, prepared) });
      }
    });

    it('the state of both accounts', async () => {
      for (const { address } of [scene.sender, scene.recipient]) {
        const state = await stage.connect().accountState(address);
        expectShape(accountState, state);
        expect(state.chainId).toBe(setup.chainId);
        expect(state.accountId).toBe(address);
        const { native, tokens } = state.balances;
        if (native) {
          for (const [name, amount] of Object.entries(native)) expectAmount(amount, name);
          expect(BigInt(native.total), 'total').toBe(await stage.engine.balance(address));
          expect(BigInt(native.available), 'available').toBeLessThanOrEqual(BigInt(native.total));
        }
        if (tokens && has.mode('transferToken')) {
          const held = await stage.engine.balance(address, stage.token.id);
          expect(tokens.find(({ token }) => token.id === stage.token.id)).toEqual({
            token: stage.token,
            amount: String(held),
          });
        }
      }
    });

    it.runIf(setup.respell !== undefined)('the same state under another spelling of the address', async () => {
      const { address } = scene.sender;
      const other = setup.respell?.(address) ?? address;
      const { accountId, balances } = await stage.connect().accountState(other);
      expect(accountId).toBe(other);
      expect(balances).toEqual((await stage.connect().accountState(address)).balances);
    });

    it.each(setup.invalid.addresses)('no state of "%s"', async (address) => {
      const code = await expectRefused(stage, () => stage.connect().accountState(address), address);
      expect(['account.invalid', 'address.checksumMismatch', 'secret.exposed']).toContain(code);
    });

    it.runIf(has.feature('read.account.balances.tokens'))('token balances page by page', async () => {
      const { address } = scene.sender;
      const chain = stage.connect();
      const { balances } = await chain.accountState(address);
      const all = await pagesOf(async (nextPage) => {
        const { tokens, pagination } = await chain.tokenBalances(address, { limit: 1, nextPage });
        return { items: tokens, next: pagination.nextPage };
      });
      expect(all.flat()).toHaveLength(balances.tokens?.length ?? 0);
      expect(new Set(all.flat().map(({ token }) => token.id))).toEqual(
        new Set(balances.tokens?.map(({ token }) => token.id)),
      );
    });

    describe.runIf(has.feature('read.token'))('tokens', () => {
      it('that exist', async () => {
        for (const token of stage.engine.tokens) {
          const told = await stage.connect().token(token.id);
          expectShape(tokenSchema, told);
          expect(told).toEqual(token);
        }
      });

      it.runIf(setup.unknown.token !== undefined)('but not one that does not', async () => {
        const refusal = stage.connect().token(setup.unknown.token ?? '');
        await expect(refusal).rejects.toMatchObject({ name: 'RefusedError', code: 'token.notFound' });
      });

      it.each(setup.invalid.tokens ?? [])('but not "%s"', async (id) => {
        const code = await expectRefused(stage, () => stage.connect().token(id), id);
        expect(['token.invalid', 'address.checksumMismatch', 'token.isNative', 'secret.exposed']).toContain(code);
      });
    });

    describe.runIf(has.feature('read.transaction.native') || has.feature('read.transaction.tokens'))(
      'transactions',
      () => {
        it('that were confirmed', async () => {
          for (const { example, prepared, hash } of done) {
            const { transaction, status } = await stage.connect().transaction(hash, { include: ['parsed', 'raw'] });
            expect(status).toEqual({ errors: [], warnings: [] });
            expectShape(transactionRecord, transaction);
            expectTold(stage, transaction.parsed, example, prepared, hash);
            expect(transaction.raw, 'what the upstream said').toBeTruthy();
          }
        });

        it('parsed, raw or both', async () => {
          const hash = done[0]?.hash ?? '';
          const keys = async (include?: readonly ('parsed' | 'raw')[]) => {
            const { transaction } = await stage.connect().transaction(hash, { include });
            return Object.keys(transaction).sort();
          };
          expect(await keys()).toEqual(['parsed']);
          expect(await keys(['parsed'])).toEqual(['parsed']);
          expect(await keys(['raw'])).toEqual(['raw']);
          expect(await keys(['raw', 'parsed'])).toEqual(['parsed', 'raw']);
        });

        it('but not one that does not exist', async () => {
          const refusal = stage.connect().transaction(setup.unknown.transaction);
          await expect(refusal).rejects.toMatchObject({ name: 'RefusedError', code: 'transaction.notFound' });
        });

        it.each(setup.invalid.transactions)('but not "%s"', async (id) => {
          expect(await expectRefused(stage, () => stage.connect().transaction(id), id)).toBe('transaction.invalid');
        });
      },
    );

    describe.runIf(has.feature('read.account.transactions.native') || has.feature('read.account.transactions.tokens'))(
      'histories',
      () => {
        const read = async (address: string, limit: number): Promise<TransactionRecord[]> => {
          const pages = await pagesOf(async (nextPage) => {
            const { transactions, pagination } = await stage.connect().history(address, { limit, nextPage });
            expect(transactions.length).toBeLessThanOrEqual(limit);
            return { items: transactions, next: pagination.nextPage };
          });
          return pages.flat();
        };
        const ids = (records: readonly TransactionRecord[]) => records.map(({ parsed }) => parsed?.id);

        it('of both accounts, newest first', async () => {
          const expected = done.map(({ hash }) => hash).reverse();
          const [sent, received] = [await read(scene.sender.address, 25), await read(scene.recipient.address, 25)];
          for (const { example, prepared, hash } of done) {
            for (const records of [sent, received]) {
              const record = records.find(({ parsed }) => parsed?.id === hash);
              expectShape(transactionRecord, record);
              const isHeightless = records === received && setup.heightless?.includes(example.name) === true;
              expectTold(stage, record?.parsed, example, prepared, hash, isHeightless);
            }
          }
          // Funding may be a transaction of its own, or none at all.
          for (const records of [sent, received]) {
            expect(ids(records).filter((id) => expected.includes(id ?? ''))).toEqual(expected);
            const times = records.map(({ parsed }) => Number(parsed?.timestamp ?? 0));
            expect(times).toEqual(times.toSorted((a, b) => b - a));
          }
        });

        it('the same, whatever the size of a page', async () => {
          const whole = ids(await read(scene.sender.address, 100));
          expect(new Set(whole).size, 'no transaction twice').toBe(whole.length);
          for (const limit of [1, 2]) expect(ids(await read(scene.sender.address, limit))).toEqual(whole);
        });

        it('entry by entry, so that other requests are served in between', async () => {
          const { adapter } = stage.connect();
          const { operation, items } = countSteps(adapter.upstream.operation());
          const page = { limit: 100, cursor: undefined };
          const history = await adapter.reads.history?.read(scene.sender.address, page, operation);
          expect(history?.transactions.length).toBeGreaterThanOrEqual(done.length);
          expect(items()).toBeGreaterThanOrEqual(history?.transactions.length ?? 1);
        });

        it('not with a page token of another account, chain or nothing', async () => {
          const { pagination } = await stage.connect().history(scene.sender.address, { limit: 1 });
          const nextPage = pagination.nextPage ?? '';
          expect(nextPage).not.toBe('');
          const wrong = [nextPage.slice(0, -2), `${nextPage.slice(0, -2)}zz`, 'x', '!', `A${nextPage}`].filter(
            (token) => token !== nextPage,
          );
          for (const token of wrong) {
            expect(
              await expectRefused(
                stage,
                () => stage.connect().history(scene.sender.address, { nextPage: token }),
                token,
              ),
            ).toBe('page.invalid');
          }
          const others = () => stage.connect().history(scene.recipient.address, { nextPage });
          expect(await expectRefused(stage, others, 'the page token of another account')).toBe('page.invalid');
        });

        it('empty for an account that nobody knows', async () => {
          const { address } = await stage.account();
          expect(await read(address, 25)).toEqual([]);
        });
      },
    );

    describe.runIf(has.feature('utils.addresses'))('addresses', () => {
      it('of a public key, in any spelling of it, without asking anybody', async ({ skip }) => {
        const { address, publicKey } = scene.sender;
        if (publicKey === undefined) return skip('the accounts tell no public keys');
        const before = stage.wire.calls.length;
        const digits = publicKey.replace(/^0x/i, '');
        for (const pubkey of [publicKey, digits, `0x${digits}`, digits.toUpperCase()]) {
          const answer = stage.connect().addresses(pubkey);
          expect(answer).toMatchObject({ chainId: setup.chainId, pubkey });
          expect(answer.addresses.map((entry) => entry.address)).toContain(address);
          for (const { type } of answer.addresses) expect(type).not.toBe('');
        }
        expect(stage.wire.calls.length).toBe(before);
      });

      it.each(['', '00', 'xyz', ...(setup.invalid.publicKeys ?? [])])('not of "%s"', async (pubkey) => {
        const code = await expectRefused(stage, () => stage.connect().addresses(pubkey), pubkey);
        expect(['publicKey.invalid', 'secret.exposed']).toContain(code);
      });
    });

    it.runIf(has.feature('read.validators'))('validators, page by page', async () => {
      const pages = await pagesOf(async (nextPage) => {
        const { validators, pagination } = await stage.connect().validators({ nextPage });
        return { items: validators, next: pagination.nextPage };
      });
      const all = pages.flat();
      expect(all.length).toBeGreaterThan(0);
      for (const entry of all) {
        expectShape(validator, entry);
        expectAmount(entry.stakedAmount, 'stakedAmount');
      }
      expect(new Set(all.map(({ address }) => address)).size).toBe(all.length);
    });
  });
}

/** Follows page tokens to the end. */
async function pagesOf<T>(
  read: (nextPage: string | undefined) => Promise<{ items: T[]; next: string | null }>,
): Promise<T[][]> {
  const pages: T[][] = [];
  for (let next: string | null | undefined; next !== null; ) {
    const page = await read(next);
    pages.push(page.items);
    next = page.next;
    if (pages.length > 10_000) throw new Error('The pages do not end.');
  }
  return pages;
}

function expectTold(
  stage: Stage,
  parsed: ParsedTransaction | undefined,
  example: KnownExample,
  { data }: Prepared,
  hash: string,
  isHeightless = false,
): void {
  const { identity } = stage.connect().adapter.bytes;
  const amount = 'amount' in data ? data.amount : undefined;
  const asset =
    example.moves === 'token' ? { ticker: stage.token.ticker, tokenId: stage.token.id } : { ticker: identity.ticker };
  expect(parsed).toMatchObject({ id: hash, mode: example.mode, state: 'confirmed' });
  expect(parsed?.tokenId).toBe(example.moves === 'token' ? stage.token.id : undefined);
  if (!('senderAddress' in data && 'recipientAddress' in data))
    throw new Error('A transfer has a sender and a recipient.');
  expect(parsed?.senders?.map(({ address }) => address)).toContain(data.senderAddress);
  expect(parsed?.recipients).toContainEqual({ address: data.recipientAddress, amount, ...asset });
  expect(parsed?.timestamp, 'milliseconds since 1970').toMatch(/^1[0-9]{12}$/);
  if (!isHeightless) expect(parsed?.blockHeight).toMatch(/^[0-9]+$/);
  for (const field of ['gas', 'nonce', 'confirmations'] as const)
    if (parsed?.[field] !== undefined) expectAmount(parsed[field], field);
  if (parsed?.fees) {
    expectAmount(parsed.fees.amount, 'fees');
    expect(BigInt(parsed.fees.amount)).toBeLessThanOrEqual(BigInt(data.fees));
    expect(parsed.fees.ticker).toBe(identity.ticker);
  }
}
