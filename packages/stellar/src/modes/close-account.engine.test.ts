import type { StellarEngine } from '@isochain/devnet/stellar';
import { Account, MuxedAccount } from '@stellar/stellar-base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountsRig, keyOf, startAccountsRig } from '../../test/accounts-rig.ts';

// Accounts that are closed. What encode refuses, the stand-in refuses too: its rules are its own code.

let rig: AccountsRig;
let engine: StellarEngine;
beforeAll(async () => {
  rig = await startAccountsRig();
  engine = rig.engine;
});
afterAll(() => engine?.stop());

const xlm = 10_000_000n;
const key = keyOf(0x41);
const sender = key.publicKey();
const helper = keyOf(0x42).publicKey();
const missing = keyOf(0x43).publicKey();
const [ann, ben] = [keyOf(0x44), keyOf(0x45)];
const bystander = () => engine.accounts[1]?.address ?? '';
const closing = { useMaxAmount: true, params: { closeAccount: true } };
const most = 2n ** 63n - 1n;

/** Runs something with an account that holds 50 XLM and was created some ledgers ago, and forgets it all. */
function within(run: () => Promise<void>) {
  return engine.rehearse(async () => {
    engine.placeAccount(helper, { balance: 1_000n * xlm });
    engine.placeAccount(sender, { balance: 50n * xlm, sequence: (60_000_000n << 32n) + 5n });
    await run();
  });
}

describe('an account is closed', () => {
  it('with all that it holds, also the reserve', () =>
    within(async () => {
      const before = await engine.balance(bystander());
      const encoded = await rig.by(key, closing);
      expect(encoded.errors).toEqual([]);
      expect(encoded.data).toMatchObject({ useMaxAmount: true, params: { closeAccount: true } });
      expect(encoded.data).not.toHaveProperty('amount');
      expect(encoded.warnings).toMatchObject([
        {
          code: 'account.closes',
          message:
            'The account is removed, and all that it holds goes to the recipient: 49.99999 XLM at least. No amount stands in the transaction',
        },
      ]);
      expect(await rig.send(encoded, key)).toBe('tx_success');
      expect(engine.accountState(sender)).toBeUndefined();
      expect(await engine.balance(bystander())).toBe(before + 50n * xlm - 100n);
    }));

  it('through validate and broadcast, as other transactions are', () =>
    within(async () => {
      const before = await engine.balance(bystander());
      const intent = { mode: 'transfer', senderAddress: sender, recipientAddress: bystander(), ...closing };
      expect(await rig.chain.validate(intent as never)).toMatchObject({ ok: true, status: { errors: [] } });
      const encoded = await rig.by(key, closing);
      const explained = await rig.chain.validate(encoded.data as never, encoded.items as never);
      expect(explained).toMatchObject({
        ok: true,
        transaction: { data: { mode: 'transfer', recipientAddress: bystander(), useMaxAmount: true } },
      });
      // Who wanted to send an amount hears that this sends everything.
      const other = await rig.chain.validate(
        { mode: 'transfer', senderAddress: sender, recipientAddress: bystander(), amount: '5' } as never,
        encoded.items as never,
      );
      expect(other.ok).toBe(false);
      const signature = rig.signatureBy(key, encoded);
      const hash = encoded.items[0]?.hash.value;
      expect(await rig.broadcast(encoded, signature)).toBe(hash);
      // The account is gone by now, and the answer is the same.
      expect(await rig.broadcast(encoded, signature)).toBe(hash);
      expect(await engine.balance(bystander())).toBe(before + 50n * xlm - 100n);
    }));

  it('and nobody can turn that into another transaction', () =>
    within(async () => {
      const encoded = await rig.by(key, closing);
      const signature = rig.signatureBy(key, encoded);
      const { params = {}, ...data } = encoded.data;
      const { closeAccount: _, ...rest } = params;
      for (const changed of [
        { ...data, params: rest },
        { ...data, params, amount: '1' },
        { ...data, params: { ...params, createAccount: true } },
        { ...data, params, recipientAddress: helper },
        { ...data, params, useMaxAmount: false },
      ])
        expect(await rig.broadcast({ ...encoded, data: changed }, signature)).toMatch(
          /^(data\.altered|amount\.missing)$/,
        );
      expect(await engine.balance(sender)).toBe(50n * xlm);
    }));

  it('with its signers, which need not be removed before', () =>
    within(async () => {
      engine.placeAccount(sender, {
        signers: [
          { key: ann.publicKey(), weight: 1 },
          { key: ben.publicKey(), weight: 1 },
        ],
        thresholds: { med: 1, high: 2 },
      });
      expect(await rig.by(key, closing)).toMatchObject({ refusals: ['sender.severalSignatures'], items: [] });
      expect(await rig.mergeOwn(key, bystander())).toBe('tx_failed op_bad_auth');
      const params = { closeAccount: true, signers: [sender, ben.publicKey()] };
      const encoded = await rig.by(key, { useMaxAmount: true, params });
      expect(await rig.send(encoded, ben, key)).toBe('tx_success');
      expect(engine.accountState(sender)).toBeUndefined();
    }));

  it('for a muxed recipient', () =>
    within(async () => {
      const muxed = new MuxedAccount(new Account(bystander(), '0'), '77').accountId();
      const encoded = await rig.by(key, { ...closing, recipientAddress: muxed });
      const { transaction } = await rig.chain.validate(encoded.data as never, encoded.items as never);
      expect(transaction.data).toMatchObject({ recipientAddress: muxed });
      expect(await rig.send(encoded, key)).toBe('tx_success');
    }));

  it('of a muxed sender', () =>
    within(async () => {
      const muxed = new MuxedAccount(new Account(sender, '0'), '5').accountId();
      const encoded = await rig.by(key, { ...closing, senderAddress: muxed });
      expect(await rig.send(encoded, key)).toBe('tx_success');
      expect(engine.accountState(sender)).toBeUndefined();
    }));

  it('if it has just been created', () =>
    within(async () => {
      engine.placeAccount(missing, { balance: 3n * xlm });
      await engine.closeLedger();
      const encoded = await rig.by(keyOf(0x43), closing);
      expect(encoded.errors).toEqual([]);
      expect(await rig.send(encoded, keyOf(0x43))).toBe('tx_success');
    }));

  it('although another account carries its reserve', () =>
    within(async () => {
      engine.placeAccount(sender, { balance: 100n, sponsor: helper });
      const encoded = await rig.by(key, closing);
      expect(encoded.errors).toEqual([]);
      expect(await rig.send(encoded, key)).toBe('tx_success');
      expect(engine.accountState(helper)?.numSponsoring).toBe(0);
    }));

  it('with a warning if the recipient never signed anything', () =>
    within(async () => {
      engine.placeAccount(missing, { balance: 3n * xlm });
      const encoded = await rig.by(key, { ...closing, recipientAddress: missing });
      expect(encoded).toMatchObject({ errors: [], hints: ['account.closes', 'recipient.unproven'] });
    }));

  it('and pays at most its bid', () =>
    within(async () => {
      engine.setFees(5_000n);
      const before = await engine.balance(bystander());
      const encoded = await rig.by(key, { ...closing, fees: '3000' });
      expect(encoded.warnings).toMatchObject([{ context: { amount: String(50n * xlm - 3_000n) } }]);
      expect(await rig.send(encoded, key)).toBe('tx_success');
      expect(await engine.balance(bystander())).toBe(before + 50n * xlm - 3_000n);
    }));
});

describe('an account is not closed', () => {
  const unclosable = 'account.unclosable';
  const refused: readonly {
    readonly name: string;
    readonly make?: () => void;
    readonly intent?: () => object;
    readonly code: string;
    readonly text?: string;
    /** What the chain says to the same. Undefined: it would take it. */
    readonly chain: string | undefined;
    readonly recipient?: () => string;
  }[] = [
    {
      name: 'with a trustline',
      make: () => engine.placeTrustline(sender, engine.tokenIds.demo),
      code: unclosable,
      text: 'The account cannot be closed: it still has 1 trustline.',
      chain: 'tx_failed op_has_sub_entries',
    },
    {
      name: 'with trustlines, offers and data',
      make: () => {
        engine.placeTrustline(sender, engine.tokenIds.demo);
        engine.placeTrustline(sender, engine.tokenIds.usdc);
        engine.placeAccount(sender, {
          data: { a: '1' },
          subentries: 2,
          signers: [{ key: helper, weight: 1 }],
        });
      },
      code: unclosable,
      text: 'it still has 2 trustlines and 3 offers or pieces of data.',
      chain: 'tx_failed op_has_sub_entries',
    },
    {
      name: 'with data',
      make: () => engine.placeAccount(sender, { data: { a: '1' } }),
      code: unclosable,
      text: 'it still has 1 offer or piece of data.',
      chain: 'tx_failed op_has_sub_entries',
    },
    {
      name: 'while it carries reserves of others',
      make: () => engine.placeAccount(sender, { numSponsoring: 2 }),
      code: unclosable,
      text: 'it carries the reserve of 2 entries of others.',
      chain: 'tx_failed op_is_sponsor',
    },
    {
      name: 'if it is immutable',
      make: () => engine.placeAccount(sender, { flags: { immutable: true } }),
      code: unclosable,
      text: 'it is an issuer that was made immutable.',
      chain: 'tx_failed op_immutable_set',
    },
    {
      name: 'if its sequence number is ahead of the ledgers',
      make: () => engine.setSequence(sender, BigInt(engine.ledgers().core.sequence + 1) << 32n),
      code: unclosable,
      text: 'is too far ahead',
      chain: 'tx_failed op_seq_num_too_far',
    },
    {
      name: 'for itself',
      recipient: () => sender,
      code: unclosable,
      text: 'the recipient is the account itself.',
      chain: 'tx_failed op_malformed',
    },
    {
      name: 'for an account that does not exist',
      recipient: () => missing,
      code: 'recipient.notFound',
      text: 'what a closed account held goes to an account that exists.',
      chain: 'tx_failed op_no_account',
    },
    {
      name: 'for an account without room',
      make: () => engine.setLiabilities(bystander(), { buying: most - 10_010n * xlm }),
      code: 'recipient.tokenFull',
      chain: 'tx_failed op_dest_full',
    },
    {
      name: 'for an account that demands a memo',
      make: () => engine.requireMemo(bystander()),
      code: 'recipient.memoRequired',
      chain: undefined,
    },
    {
      name: 'for an account whose signers cannot sign',
      make: () => engine.placeAccount(bystander(), { thresholds: { master: 0 } }),
      code: 'recipient.keepsCoins',
      text: 'is an account whose signers have too little weight, not a wallet: what is sent there is lost.',
      chain: undefined,
    },
    {
      name: 'if all its signatures do not suffice',
      make: () => engine.placeAccount(sender, { thresholds: { med: 1, high: 2 } }),
      code: unclosable,
      text: 'its keys have weight 1 together, and closing the account needs 2.',
      chain: 'tx_failed op_bad_auth',
    },
    {
      name: 'if the fee would come out of the reserve, which is freed only later',
      make: () => engine.placeAccount(sender, { balance: xlm + 99n }),
      code: 'balance.unspendable',
      chain: 'tx_insufficient_balance',
    },
    {
      name: 'with an amount',
      intent: () => ({ amount: '5', useMaxAmount: false }),
      code: 'wish.invalid',
      chain: undefined,
    },
  ];

  it.each(refused)('$name', ({ make, intent, code, text = '', chain, recipient = bystander }) =>
    within(async () => {
      make?.();
      const encoded = await rig.by(key, { ...closing, recipientAddress: recipient(), ...intent?.() });
      expect(encoded).toMatchObject({ refusals: [code], items: [] });
      expect(encoded.errors[0]?.message).toContain(text);
      if (chain !== undefined) expect(await rig.mergeOwn(key, recipient())).toBe(chain);
    }),
  );

  it('for an address that nobody has a key of', () =>
    within(async () => {
      const zero = 'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF';
      engine.placeAccount(zero, { balance: 5n * xlm });
      expect(await rig.by(key, { ...closing, recipientAddress: zero })).toMatchObject({
        refusals: ['recipient.keepsCoins'],
        items: [],
      });
    }));

  it('and hears of all obstacles at once', () =>
    within(async () => {
      engine.placeTrustline(sender, engine.tokenIds.demo);
      engine.placeAccount(sender, { numSponsoring: 1, flags: { immutable: true } });
      const encoded = await rig.by(key, { ...closing, recipientAddress: missing });
      expect(encoded.refusals).toEqual(['recipient.notFound', unclosable, unclosable, unclosable]);
    }));

  it('one ledger too early', () =>
    within(async () => {
      // The next ledger closes it, if the number of the transaction is below the first one of that ledger.
      const first = BigInt(engine.ledgers().core.sequence + 1) << 32n;
      for (const [ahead, refusals] of [
        [2n, []],
        [1n, [unclosable]],
      ] as const) {
        engine.setSequence(sender, first - ahead);
        expect(await rig.by(key, closing)).toMatchObject({ refusals });
      }
      engine.setSequence(sender, first - 2n);
      expect(await rig.send(await rig.by(key, closing), key)).toBe('tx_success');
    }));

  it('by a wish that is false', () =>
    within(async () => {
      const encoded = await rig.by(key, { useMaxAmount: true, params: { closeAccount: false } });
      expect(encoded.data).toMatchObject({ amount: String(49n * xlm - 100n) });
    }));
});
