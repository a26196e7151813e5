import type { StellarEngine } from '@isochain/devnet/stellar';
import { type Keypair, StrKey, TransactionBuilder } from '@stellar/stellar-base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountsRig, type Encoded, keyOf, startAccountsRig } from '../../test/accounts-rig.ts';

// Accounts with several signers. The stand-in counts signatures by its own code, in the order of the envelope, as the chain does.

let rig: AccountsRig;
let engine: StellarEngine;
beforeAll(async () => {
  rig = await startAccountsRig();
  engine = rig.engine;
});
afterAll(() => engine?.stop());

const xlm = 10_000_000n;
const [own, ann, ben, cat] = [keyOf(0x51), keyOf(0x52), keyOf(0x53), keyOf(0x54)] as const;
const sender = own.publicKey();
const bystander = () => engine.accounts[1]?.address ?? '';
const secret = StrKey.encodeSha256Hash(Buffer.alloc(32, 9));

interface Weights {
  readonly master?: number;
  readonly low?: number;
  readonly med?: number;
  readonly high?: number;
  /** Weights of further keys. */
  readonly further?: readonly (readonly [Keypair | string, number])[];
}

/** Runs something with an account that holds 50 XLM, and forgets it all. */
function within({ further = [], ...thresholds }: Weights, run: () => Promise<void>) {
  return engine.rehearse(async () => {
    const signers = further.map(([key, weight]) => ({
      key: typeof key === 'string' ? key : key.publicKey(),
      weight,
    }));
    engine.placeAccount(sender, { balance: 50n * xlm, sequence: (60_000_000n << 32n) + 5n, signers, thresholds });
    await run();
  });
}

const twoOfThree: Weights = {
  master: 1,
  low: 1,
  med: 2,
  high: 3,
  further: [
    [ann, 1],
    [ben, 1],
  ],
};
const pay = (...signers: readonly Keypair[]) => ({
  amount: String(xlm),
  ...(signers.length === 0 ? {} : { params: { signers: signers.map((key) => key.publicKey()) } }),
});

/** The envelope as wallets sign it, one after the other. */
function signedByWallets(encoded: Encoded, ...keys: readonly Keypair[]): string {
  const transaction = TransactionBuilder.fromXDR(encoded.items[0]?.raw.value ?? '', engine.passphrase);
  transaction.sign(...keys);
  return transaction.toXDR();
}

describe('two of three keys', () => {
  it('send with signatures that have commas between them, in any order', () =>
    within(twoOfThree, async () => {
      for (const [named, signing] of [
        [
          [own, ann],
          [own, ann],
        ],
        [
          [own, ann],
          [ann, own],
        ],
        [
          [ben, ann],
          [ann, ben],
        ],
        [
          [ben, own],
          [ben, own],
        ],
      ] as const) {
        const encoded = await rig.by(own, pay(...named));
        expect(encoded.errors).toEqual([]);
        const signatures = signing.map((key) => rig.signatureBy(key, encoded));
        expect(await rig.post(await rig.signed(encoded, signatures.join(',')))).toBe('tx_success');
      }
    }));

  it('send with the envelope that both signed', () =>
    within(twoOfThree, async () => {
      for (const order of [
        [own, ben],
        [ben, own],
      ]) {
        const encoded = await rig.by(own, pay(own, ben));
        const envelope = signedByWallets(encoded, ...order);
        expect(await rig.post(await rig.signed(encoded, envelope))).toBe('tx_success');
      }
    }));

  it('send through broadcast', () =>
    within(twoOfThree, async () => {
      const before = await engine.balance(bystander());
      const first = await rig.by(own, pay(own, ann));
      const signatures = [own, ann].map((key) => rig.signatureBy(key, first)).join(', ');
      expect(await rig.broadcast(first, signatures)).toBe(first.items[0]?.hash.value);
      const second = await rig.by(own, pay(own, ann));
      expect(await rig.broadcast(second, signedByWallets(second, ann, own))).toBe(second.items[0]?.hash.value);
      expect(await engine.balance(bystander())).toBe(before + 2n * xlm);
    }));

  it('send nothing with one signature, or with one of a stranger', () =>
    within(twoOfThree, async () => {
      const encoded = await rig.by(own, pay(own, ann));
      const lone = rig.signatureBy(own, encoded);
      await expect(rig.signed(encoded, lone)).rejects.toMatchObject({
        code: 'signature.malformed',
        message: expect.stringContaining(`signatures of ${ann.publicKey()} are missing`),
      });
      await expect(rig.signed(encoded, signedByWallets(encoded, ann))).rejects.toMatchObject({
        code: 'signature.malformed',
      });
      await expect(rig.signed(encoded, `${lone},${rig.signatureBy(cat, encoded)}`)).rejects.toMatchObject({
        code: 'signature.malformed',
      });
      expect(await rig.post(signedByWallets(encoded, own))).toBe('tx_failed op_bad_auth');
    }));

  it('send although the third signed too, because only the named signatures go along', () =>
    within(twoOfThree, async () => {
      const encoded = await rig.by(own, pay(own, ann));
      const envelope = signedByWallets(encoded, own, ann, ben);
      await engine.rehearse(async () => expect(await rig.post(envelope)).toBe('tx_bad_auth_extra'));
      expect(await rig.post(await rig.signed(encoded, envelope))).toBe('tx_success');
    }));

  it('cannot name the third as well', () =>
    within(twoOfThree, async () => {
      expect(await rig.by(own, pay(own, ann, ben))).toMatchObject({
        refusals: ['wish.invalid'],
        errors: [{ field: 'transaction.data.params.signers' }],
        items: [],
      });
    }));

  it('are asked for, if nobody names them', () =>
    within(twoOfThree, async () => {
      const { errors, items } = await rig.by(own, pay());
      expect(items).toEqual([]);
      expect(errors).toMatchObject([{ code: 'sender.severalSignatures', field: 'transaction.data.senderAddress' }]);
      expect(errors[0]?.message).toContain(`${ann.publicKey()} (1), ${ben.publicKey()} (1)`);
      expect(await rig.payOwn(own, bystander(), xlm)).toBe('tx_failed op_bad_auth');
    }));
});

describe('keys of different weight', () => {
  it('sign in the order in which the chain needs them all', () =>
    within({ master: 3, med: 3, further: [[ann, 1]] }, async () => {
      // The own key alone would do. But both may sign, if the light one comes first.
      const wallets = await rig.by(own, pay(own, ann));
      await engine.rehearse(async () => {
        expect(await rig.post(signedByWallets(wallets, own, ann))).toBe('tx_bad_auth_extra');
      });
      expect(wallets.data.params).toMatchObject({ signers: [ann.publicKey(), sender] });
      expect(await rig.post(await rig.signed(wallets, signedByWallets(wallets, own, ann)))).toBe('tx_success');
    }));

  it('may have more than 255 together', () =>
    within({ master: 200, med: 255, further: [[ann, 200]] }, async () => {
      const encoded = await rig.by(own, pay(own, ann));
      expect(await rig.send(encoded, own, ann)).toBe('tx_success');
    }));

  it('sign alone with enough weight, named by senderPubKey', () =>
    within(
      {
        master: 0,
        med: 2,
        high: 3,
        further: [
          [ann, 2],
          [ben, 1],
        ],
      },
      async () => {
        const encoded = await rig.by(own, { ...pay(), senderPubKey: ann.publicKey() });
        expect(encoded).toMatchObject({ errors: [], data: { params: { signers: [ann.publicKey()] } } });
        await expect(rig.signed(encoded, rig.signatureBy(own, encoded))).rejects.toMatchObject({
          code: 'signature.mismatch',
        });
        expect(await rig.send(encoded, ann)).toBe('tx_success');
        const hex = StrKey.decodeEd25519PublicKey(ann.publicKey()).toString('hex');
        expect(await rig.send(await rig.by(own, { ...pay(), senderPubKey: hex }), ann)).toBe('tx_success');
        const bait = await rig.by(own, pay());
        expect(bait).toMatchObject({ refusals: ['sender.notWallet'], items: [] });
        expect(bait.errors[0]?.message).toContain(`${ann.publicKey()} (2) can sign alone`);
        expect(await rig.payOwn(own, bystander(), xlm)).toBe('tx_bad_auth');
      },
    ));

  it('are compared with the low threshold too, which may be the highest', () =>
    within({ master: 1, low: 2, med: 1, further: [[ann, 1]] }, async () => {
      expect(await rig.by(own, pay())).toMatchObject({ refusals: ['sender.severalSignatures'] });
      expect(await rig.payOwn(own, bystander(), xlm)).toBe('tx_bad_auth');
      expect(await rig.send(await rig.by(own, pay(ann, own)), own, ann)).toBe('tx_success');
    }));
});

it('is a mistake of the request to name the key of a stranger', () =>
  within(twoOfThree, async () => {
    await expect(rig.by(own, { ...pay(), senderPubKey: cat.publicKey() })).rejects.toMatchObject({
      code: 'publicKey.mismatch',
    });
  }));

it('says when nobody can ever sign', () =>
  within({ master: 0 }, async () => {
    const { errors } = await rig.by(own, pay());
    expect(errors).toMatchObject([{ code: 'sender.notWallet' }]);
    expect(errors[0]?.message).toContain('Nobody can ever move what it holds');
    expect(await rig.payOwn(own, bystander(), xlm)).toBe('tx_bad_auth');
  }));

it('does not count signers that are no keys', () =>
  within({ master: 1, med: 2, further: [[secret, 1]] }, async () => {
    const { errors } = await rig.by(own, pay());
    expect(errors).toMatchObject([{ code: 'sender.notWallet' }]);
    expect(errors[0]?.message).toContain('It has signers that are no keys');
  }));

describe('every set of keys', () => {
  const keys = [own, ann, ben, cat];
  /** Weights are those of the account's own key, and of three further ones. signers.test.ts compares many more with a model. */
  const shapes: readonly (Weights & { readonly weights: readonly [number, number, number, number] })[] = [
    { weights: [1, 1, 1, 1], low: 0, med: 2, high: 3 },
    { weights: [3, 1, 1, 2], low: 1, med: 3, high: 5 },
    { weights: [0, 1, 2, 3], low: 2, med: 1, high: 4 },
    { weights: [2, 2, 2, 1], low: 3, med: 6, high: 0 },
  ];
  const sets = Array.from({ length: 15 }, (_, i) => keys.filter((__, bit) => ((i + 1) >> bit) & 1));

  function* orders(list: readonly Keypair[]): Generator<readonly Keypair[]> {
    if (list.length === 0) yield [];
    for (const key of list) for (const rest of orders(list.filter((each) => each !== key))) yield [key, ...rest];
  }

  it.each(
    shapes.flatMap((shape) => [
      { ...shape, what: 'pay' as const },
      { ...shape, what: 'close the account' as const },
    ]),
  )(
    'with weights $weights and thresholds $low, $med, $high can $what if and only if the chain takes it',
    ({ weights: [master, ...rest], what, ...thresholds }) =>
      within({ ...thresholds, master, further: rest.map((each, i) => [keys[i + 1] ?? own, each]) }, async () => {
        const seen = { taken: 0, refused: 0 };
        for (const set of sets) {
          const params = { signers: set.map((key) => key.publicKey()) };
          const closing = { useMaxAmount: true, params: { ...params, closeAccount: true } };
          const encoded = await rig.by(own, what === 'pay' ? { amount: '1', params } : closing);
          if (encoded.items.length > 0) {
            seen.taken += 1;
            await engine.rehearse(async () => expect(await rig.send(encoded, ...set)).toBe('tx_success'));
            continue;
          }
          seen.refused += 1;
          for (const order of orders(set)) {
            const said =
              what === 'pay'
                ? await rig.payOwn(own, bystander(), 1n, 100n, order)
                : await rig.mergeOwn(own, bystander(), 100n, order);
            expect(['tx_bad_auth', 'tx_bad_auth_extra', 'tx_failed op_bad_auth']).toContain(said);
          }
        }
        expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(0);
      }),
  );
});
