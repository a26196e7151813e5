import { beforeAll, describe, expect, it } from 'vitest';
import type { Moved, Scene, TestAccount } from './setup.ts';
import type { KnownExample, Prepared, Stage } from './stage.ts';

interface Holdings {
  readonly sender: { readonly native: bigint; readonly token: bigint };
  readonly recipient: { readonly native: bigint; readonly token: bigint };
}

/** Fund, encode, sign elsewhere, broadcast, confirm: and the numbers agree to the last unit. */
export function describeWalk(stage: Stage): void {
  describe('the whole way', () => {
    it('gets a signature in each form that it says', async () => {
      const { signatures } = await stage.prepare(first(stage));
      expect(Object.keys(signatures).sort()).toEqual([...stage.setup.forms].sort());
    });

    it.each(stage.setup.forms)('broadcasts with the signature as: %s', async (form) => {
      const prepared = await stage.prepare(first(stage));
      await carryOut(stage, first(stage), {
        ...prepared,
        input: { ...prepared.input, signature: prepared.signatures[form] ?? '' },
      });
    });

    it.each(stage.examples)('carries out $name', async (example) => {
      const prepared = await stage.prepare(example);
      await carryOut(stage, example, prepared);
      await example.check?.(prepared.scene, prepared.data);
    });

    it('sends several transactions of one account, one after the other', async () => {
      const scene = await stage.scene();
      for (let i = 0; i < 3; i++) await carryOut(stage, first(stage), await stage.prepare(first(stage), scene));
    });

    it('ignores fields that the specification does not know, on encode and broadcast', async () => {
      const scene = await stage.scene();
      const extra = { chainId: stage.setup.chainId, format: 'hex', type: 'x', validatorAddress: '', memo: '' };
      const intent = { ...(await first(stage).intent(scene)), ...extra };
      const plain = await stage.prepare(first(stage), scene);
      const { transaction, status } = await stage.connect().encode(intent);
      expect(status.errors).toEqual([]);
      expect(transaction.data).not.toHaveProperty('format');
      expect(Object.keys(transaction.data).sort()).toEqual(Object.keys(plain.data).sort());
      await carryOut(stage, first(stage), {
        ...plain,
        input: { ...plain.input, data: { ...plain.input.data, ...extra } },
      });
    });
  });

  // In their order: the first test broadcasts, and the others do it again.
  describe('broadcasting again', { shuffle: false }, () => {
    let prepared: Prepared;
    let before: Holdings;
    let hash: string;
    beforeAll(async () => {
      prepared = await stage.prepare(first(stage));
      before = await holdings(stage, prepared.scene);
    });

    it('answers the same hash to two that come together', async () => {
      const [one, two] = await Promise.all([
        stage.connect().broadcast(prepared.input),
        stage.connect().broadcast(prepared.input),
      ]);
      expect(one).toEqual(two);
      hash = one.hash;
    });

    it('answers it to one that comes right after', async () => {
      expect((await stage.connect().broadcast(prepared.input)).hash).toBe(hash);
    });

    it('answers it to one that comes when all is over, in any form', async () => {
      await stage.confirm(hash);
      for (const [form, signature] of Object.entries(prepared.signatures)) {
        expect((await stage.connect().broadcast({ ...prepared.input, signature })).hash, form).toBe(hash);
      }
    });

    it('has moved the amount once', async () => {
      await stage.engine.mine();
      await expectMoved(stage, first(stage), prepared, before, hash);
    });
  });
}

/** The example that stands for all where any will do. */
export function first(stage: Stage): KnownExample {
  const [example] = stage.examples;
  if (example === undefined) throw new Error('The family has no mode at all.');
  return example;
}

/** Broadcasts, waits, and compares what the accounts hold with what was promised. */
export async function carryOut(stage: Stage, example: KnownExample, prepared: Prepared): Promise<string> {
  const before = await holdings(stage, prepared.scene);
  const { chainId, hash } = await stage.connect().broadcast(prepared.input);
  expect(chainId).toBe(stage.setup.chainId);
  await stage.confirm(hash);
  if (example.moves !== undefined) await expectMoved(stage, example, prepared, before, hash);
  return hash;
}

async function expectMoved(
  stage: Stage,
  example: KnownExample,
  { data, scene }: Prepared,
  before: Holdings,
  hash: string,
): Promise<void> {
  const after = await holdings(stage, scene);
  const moved = example.expect?.(data) ?? exactly(BigInt(amountOf({ data })));
  const none = exactly(0n);
  const beside = { sender: 0n, recipient: example.moves === 'token' ? (stage.setup.comesWithTokens ?? 0n) : 0n };
  const [native, token] = example.moves === 'native' ? [moved, none] : [beside, moved];
  expect(after.recipient.native - before.recipient.native, 'coins that the recipient got').toBe(native.recipient);
  expect(after.recipient.token - before.recipient.token, 'tokens that the recipient got').toBe(token.recipient);
  expect(before.sender.token - after.sender.token, 'tokens that the sender spent').toBe(token.sender);

  const paid = before.sender.native - after.sender.native - native.sender;
  expect(paid, 'fees that the sender paid').toBeGreaterThanOrEqual(0n);
  expect(paid, `fees that the sender paid, with at most ${data.fees} announced`).toBeLessThanOrEqual(BigInt(data.fees));
  const { transaction } = await stage.connect().transaction(hash);
  const told = transaction.parsed?.fees?.amount;
  if (told !== undefined) expect(BigInt(told), 'fees as the transaction tells them').toBe(paid);

  if (!example.max) return;
  if (example.moves === 'token') expect(after.sender.token, 'tokens left by a maximum transfer').toBe(0n);
  else
    expect(after.sender.native, 'coins left by a maximum transfer').toBeLessThanOrEqual(
      stage.setup.maxLeaves?.(data) ?? 0n,
    );
}

function exactly(amount: bigint): Moved {
  return { recipient: amount, sender: amount };
}

async function holdings(stage: Stage, { sender, recipient }: Scene<TestAccount>): Promise<Holdings> {
  const of = async ({ address }: TestAccount) => ({
    native: await stage.engine.balance(address),
    token: stage.has.mode('transferToken') ? await stage.engine.balance(address, stage.token.id) : 0n,
  });
  return { sender: await of(sender), recipient: await of(recipient) };
}

function amountOf({ data }: Pick<Prepared, 'data'>): string {
  const amount = 'amount' in data ? data.amount : undefined;
  if (typeof amount !== 'string') throw new Error('The data tells no amount.');
  return amount;
}
