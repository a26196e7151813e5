import { type Code, codes, type Mode } from '@isochain/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefused } from './refusal.ts';
import type { Scene, TestAccount } from './setup.ts';
import { firstOfMode, type Stage } from './stage.ts';

/** Amounts that nobody may send, and what is wrong with them. */
const wrongAmounts = [
  ['negative', '-1'],
  ['signed', '+1'],
  ['fractional', '1.5'],
  ['with a bare point', '1.'],
  ['with a comma', '1,000'],
  ['with an exponent', '1e18'],
  ['in hex', '0x10'],
  ['with a leading zero', '01'],
  ['zero', '0'],
  ['with a space', ' 1'],
  ['with a line break', '1\n'],
  ['in other digits', '١٢'],
  ['not a number', 'all'],
  ['not finite', 'Infinity'],
  ['of 2^256', (2n ** 256n).toString()],
  ['enormous', '9'.repeat(10_000)],
] as const;

/** The rules that hold on every chain: core's, seen through this family. */
export function describeRules(stage: Stage): void {
  const { setup, has } = stage;
  const transfers = (['transfer', 'transferToken'] as const).filter((mode) => has.mode(mode));

  describe('rules', () => {
    let scene: Scene<TestAccount>;
    beforeAll(async () => {
      scene = await stage.scene();
    });

    const intent = (mode: Mode, more: object): Record<string, unknown> => ({
      mode,
      senderAddress: scene.sender.address,
      recipientAddress: scene.recipient.address,
      ...(mode === 'transferToken' ? { tokenId: stage.token.id } : {}),
      ...(scene.sender.publicKey === undefined ? {} : { senderPubKey: scene.sender.publicKey }),
      ...more,
    });
    const usual = (mode: Mode) => ({ amount: String(mode === 'transfer' ? setup.amounts.usual : setup.amounts.token) });
    const encode = (data: object) => stage.connect().encode(data);
    const expectRefusal = async (data: object, expected: readonly Code[]) => {
      for (const run of [() => encode(data), () => stage.connect().validate(data)]) {
        expect(expected).toContain(await expectRefused(stage, run, JSON.stringify(data).slice(0, 300)));
      }
    };

    describe.each(transfers)('of amounts in %s', (mode) => {
      it.each(wrongAmounts)('refuse one that is %s', async (_, amount) => {
        await expectRefusal(intent(mode, { amount }), ['amount.invalid']);
      });

      it('refuse both, and neither', async () => {
        await expectRefusal(intent(mode, { ...usual(mode), useMaxAmount: true }), ['amount.ambiguous']);
        await expectRefusal(intent(mode, {}), ['amount.missing']);
        await expectRefusal(intent(mode, { useMaxAmount: false }), ['amount.missing']);
        for (const amount of ['', null]) await expectRefusal(intent(mode, { amount }), ['amount.missing']);
      });

      it('refuse other types', async () => {
        for (const amount of [1, true, ['1'], { value: '1' }])
          await expectRefusal(intent(mode, { amount }), ['request.invalid']);
        await expectRefusal(intent(mode, { useMaxAmount: 'true' }), ['request.invalid']);
      });

      it('take one that goes beyond the balance for a problem of the chain', async () => {
        const held = mode === 'transfer' ? setup.amounts.funds : setup.amounts.tokenFunds;
        await expectProblem(stage, intent(mode, { amount: String(held + 1n) }));
        await expectProblem(stage, intent(mode, { amount: String(held * 1_000n) }));
        if (mode === 'transfer') await expectProblem(stage, intent(mode, { amount: String(held) }));
      });

      it.each(['fees', 'gas', 'nonce'])('refuse a wish for %s that is no number', async (field) => {
        for (const wish of ['-1', '1.5', 'much', '0x1'])
          await expectRefusal(intent(mode, { ...usual(mode), [field]: wish }), ['wish.invalid']);
      });
    });

    describe.each(transfers)('of identifiers in %s', (mode) => {
      it.each(setup.invalid.addresses)('refuse the address "%s"', async (address) => {
        const expected = ['address.invalid', 'address.checksumMismatch', 'secret.exposed'] as const;
        await expectRefusal(intent(mode, { ...usual(mode), recipientAddress: address }), expected);
        await expectRefusal(intent(mode, { ...usual(mode), senderAddress: address }), expected);
      });

      it('require each field', async () => {
        const required = ['senderAddress', 'recipientAddress', ...(mode === 'transferToken' ? ['tokenId'] : [])];
        for (const field of required) {
          const { [field]: _, ...rest } = intent(mode, usual(mode));
          await expectRefusal(rest, ['request.invalid']);
          await expectRefusal({ ...rest, [field]: '' }, ['request.invalid']);
          await expectRefusal({ ...rest, [field]: 1 }, ['request.invalid']);
        }
      });
    });

    it.runIf(has.mode('transferToken')).each(setup.invalid.tokens ?? [])('refuse the token "%s"', async (tokenId) => {
      const expected = ['token.invalid', 'address.checksumMismatch', 'token.isNative', 'secret.exposed'] as const;
      await expectRefusal(intent('transferToken', { ...usual('transferToken'), tokenId }), expected);
    });

    it.each(setup.invalid.publicKeys ?? [])('refuse the public key "%s"', async (senderPubKey) => {
      const mode = transfers[0] ?? 'transfer';
      await expectRefusal(intent(mode, { ...usual(mode), senderPubKey }), ['publicKey.invalid', 'secret.exposed']);
    });

    const [nonsense] = setup.invalid.publicKeys ?? [];
    it.skipIf(nonsense === undefined).each(firstOfMode(stage.examples))(
      'refuse a malformed public key in $mode: no mode passes over it',
      async (example) => {
        const { intent: data } = await stage.unsent(example);
        await expectRefusal({ ...data, senderPubKey: nonsense }, ['publicKey.invalid', 'secret.exposed']);
      },
    );

    it('refuse the public key of another account', async ({ skip }) => {
      const { publicKey } = scene.recipient;
      if (publicKey === undefined || setup.keyOnlyOnChain) return skip('keys do not determine addresses');
      const mode = transfers[0] ?? 'transfer';
      await expectRefusal(intent(mode, { ...usual(mode), senderPubKey: publicKey }), ['publicKey.mismatch']);
    });

    it('refuse modes that nobody knows', async () => {
      for (const mode of ['teleport', '', 'Transfer', '__proto__', 'constructor', null, 1]) {
        expect(
          await expectRefused(stage, () => encode({ ...intent('transfer', usual('transfer')), mode }), String(mode)),
        ).toBe('mode.unknown');
      }
    });
  });

  describe('an account that nobody knows', () => {
    it('has nothing, which is no error', async () => {
      const { address } = await stage.account();
      const { accountId, balances } = await stage.connect().accountState(address);
      expect(accountId).toBe(address);
      if (has.feature('read.account.balances.native'))
        expect(balances.native).toEqual({ available: '0', total: '0', unconfirmed: '0' });
      if (has.feature('read.account.balances.tokens')) expect(balances.tokens).toEqual([]);
      if (has.feature('read.account.balances.staking'))
        expect(balances.staking).toMatchObject({ total: '0', locked: '0', positions: [] });
    });

    it.each(stage.examples.filter(({ moves }) => moves !== undefined))(
      'cannot do a $name, which is a problem and no fault',
      async (example) => {
        const [sender, recipient] = [await stage.account(), await stage.account()];
        await expectProblem(stage, await example.intent({ sender, recipient, engine: stage.engine }));
      },
    );
  });

  describe.runIf(has.mode('transfer'))('warnings', () => {
    const warningsOf = async (
      scene: Scene<TestAccount>,
      recipientAddress: string,
      amount: bigint,
      mode: object = { mode: 'transfer' },
    ) => {
      const intent = {
        ...mode,
        senderAddress: scene.sender.address,
        recipientAddress,
        amount: String(amount),
        ...keyOf(scene.sender),
      };
      const { status } = await stage.connect().encode(intent);
      expect(status.errors).toEqual([]);
      return status.warnings.map(({ message }) => message);
    };

    it('tell that sender and recipient are the same, in any spelling', async () => {
      const scene = await stage.scene();
      const { address } = scene.sender;
      const spellings = [address, setup.respell?.(address)].filter((spelling) => spelling !== undefined);
      const tokenId = stage.engine.tokens[0]?.id;
      const [mode, amount] =
        setup.onlyTokensToSelf === true
          ? [{ mode: 'transferToken', tokenId }, setup.amounts.token]
          : [{ mode: 'transfer' }, setup.amounts.usual];
      for (const spelling of spellings) {
        expect(await warningsOf(scene, spelling, amount, mode)).toContain('Same sender and recipient address');
      }
      expect(await warningsOf(scene, scene.recipient.address, setup.amounts.usual)).not.toContain(
        'Same sender and recipient address',
      );
    });

    it('tell that fees are above a tenth of the amount', async () => {
      const scene = await stage.scene();
      await setup.prepareRecipient?.(scene.recipient, undefined, stage.engine);
      const warning = 'Network fees are above 10% of the amount';
      expect(await warningsOf(scene, scene.recipient.address, setup.amounts.least)).toContain(warning);
      expect(await warningsOf(scene, scene.recipient.address, setup.amounts.usual)).not.toContain(warning);
    });

    it('tell that a token means nothing in a transfer of coins, and nothing of usual fees', async () => {
      const scene = await stage.scene();
      await setup.prepareRecipient?.(scene.recipient, undefined, stage.engine);
      const mode = { mode: 'transfer', tokenId: 'a token' };
      const told = await warningsOf(scene, scene.recipient.address, setup.amounts.usual, mode);
      expect(told).toContain('tokenId means nothing in mode transfer and was ignored');
      expect(told.filter((message) => message.includes('usually costs'))).toEqual([]);
    });
  });
}

function keyOf({ publicKey }: TestAccount): { senderPubKey?: string } {
  return publicKey === undefined ? {} : { senderPubKey: publicKey };
}

/** Encode answers what the chain has against an intent as values: nothing to sign, and errors that a person can act on. */
async function expectProblem(stage: Stage, intent: object): Promise<void> {
  const { transaction, status } = await stage.connect().encode(intent);
  expect(transaction.encoded).toEqual([]);
  expect(status.errors.length, 'errors').toBeGreaterThan(0);
  for (const { code, message } of status.errors) {
    expect(code && codes[code].kind, `${code}: ${message}`).toBe('chain');
    expect(message.length).toBeGreaterThan(10);
  }
  const { status: validated } = await stage.connect().validate(intent);
  expect(validated.errors.map(({ code }) => code)).toEqual(status.errors.map(({ code }) => code));
}
