import type { StellarEngine } from '@isochain/devnet/stellar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountsRig, keyOf, startAccountsRig } from '../../test/accounts-rig.ts';

// What an account can send, against the stand-in, whose reserves are its own code: all of it goes through, and one stroop more does not.

let rig: AccountsRig;
let engine: StellarEngine;
beforeAll(async () => {
  rig = await startAccountsRig();
  engine = rig.engine;
});
afterAll(() => engine?.stop());

const xlm = 10_000_000n;
const key = keyOf(0x21);
const sender = key.publicKey();
const helper = keyOf(0x22).publicKey();
const missing = keyOf(0x23).publicKey();
const further = Array.from({ length: 20 }, (_, i) => keyOf(0x30 + i).publicKey());
const bystander = () => engine.accounts[1]?.address ?? '';

/** The shape of an account, with the stroops that must stay in it. */
interface Shape {
  readonly name: string;
  readonly make: () => void;
  readonly stays: bigint;
  /** Stroops. By default 50 XLM. */
  readonly balance?: bigint;
}

const half = 5_000_000n;

const shapes: readonly Shape[] = [
  { name: 'nothing', make: () => {}, stays: 2n * half },
  { name: 'a trustline', make: () => line(), stays: 3n * half },
  {
    name: 'two trustlines',
    make: () => {
      line();
      engine.placeTrustline(sender, engine.tokenIds.usdc);
    },
    stays: 4n * half,
  },
  { name: 'a full trustline', make: () => line({ balance: 5n, limit: 5n }), stays: 3n * half },
  { name: 'a sponsored trustline', make: () => line({ sponsor: helper }), stays: 2n * half },
  {
    name: 'an own and a sponsored trustline',
    make: () => {
      line({ sponsor: helper });
      engine.placeTrustline(sender, engine.tokenIds.usdc);
    },
    stays: 3n * half,
  },
  { name: 'data', make: () => engine.placeAccount(sender, { data: { a: '1', b: '2' } }), stays: 4n * half },
  { name: 'a further signer', make: () => signers(1), stays: 3n * half },
  { name: 'twenty further signers', make: () => signers(20), stays: 22n * half },
  { name: 'an offer of XLM', make: () => offer(7n * xlm), stays: 3n * half + 7n * xlm },
  { name: 'an offer of one stroop', make: () => offer(1n), stays: 3n * half + 1n },
  {
    name: 'two offers',
    make: () => {
      offer(7n * xlm);
      offer(2n * xlm);
    },
    stays: 4n * half + 9n * xlm,
  },
  {
    name: 'an offer of a token for XLM',
    make: () => {
      line({ balance: 5n * xlm });
      engine.placeOffer(sender, { selling: engine.tokenIds.demo, amount: xlm, receives: 30n * xlm });
    },
    stays: 4n * half,
  },
  { name: 'a share of a pool', make: () => engine.placeAccount(sender, { subentries: 2 }), stays: 4n * half },
  {
    name: 'an entry of others that it pays for',
    make: () => engine.placeAccount(sender, { numSponsoring: 1 }),
    stays: 3n * half,
  },
  { name: 'many entries of others', make: () => engine.placeAccount(sender, { numSponsoring: 60 }), stays: 62n * half },
  { name: 'a sponsor', make: () => engine.placeAccount(sender, { sponsor: helper }), stays: 0n },
  {
    name: 'a sponsor, and an own trustline',
    make: () => {
      engine.placeAccount(sender, { sponsor: helper });
      line();
    },
    stays: half,
  },
  {
    name: 'a sponsor for all that it has',
    make: () => {
      engine.placeAccount(sender, { sponsor: helper });
      line({ sponsor: helper });
    },
    stays: 0n,
  },
  {
    name: 'a sponsor, while it sponsors others',
    make: () => engine.placeAccount(sender, { sponsor: helper, numSponsoring: 3 }),
    stays: 3n * half,
  },
  {
    name: 'a sponsor, and an offer',
    make: () => {
      engine.placeAccount(sender, { sponsor: helper });
      offer(4n * xlm);
    },
    stays: half + 4n * xlm,
  },
  {
    name: 'all of it',
    make: () => {
      line();
      engine.placeTrustline(sender, engine.tokenIds.usdc, { sponsor: helper });
      signers(2);
      engine.placeAccount(sender, { data: { a: '1' }, numSponsoring: 5 });
      offer(3n * xlm);
    },
    // Two of its own, two lines, two signers, data and an offer, and five of others, without the line that another account carries.
    stays: (2n + 2n + 2n + 1n + 1n + 5n - 1n) * half + 3n * xlm,
  },
  {
    name: '1000 entries',
    make: () => engine.placeAccount(sender, { subentries: 1_000 }),
    stays: 1_002n * half,
    balance: 600n * xlm,
  },
  { name: 'little', make: () => {}, stays: 2n * half, balance: 2n * half + 101n },
  { name: 'nearly all XLM', make: () => {}, stays: 2n * half, balance: 500_018_068_120_000_000n },
];

function line(settings: Parameters<StellarEngine['placeTrustline']>[2] = {}) {
  engine.placeTrustline(sender, engine.tokenIds.demo, settings);
}

function signers(count: number) {
  engine.placeAccount(sender, { signers: further.slice(0, count).map((each) => ({ key: each, weight: 1 })) });
}

/** What it buys needs no trustline here, so that the shape has no other entry. */
function offer(amount: bigint) {
  engine.placeOffer(sender, { amount, receives: 0n });
}

/** Runs something with an account of a shape, and forgets it all. */
function within({ make, balance = 50n * xlm }: Pick<Shape, 'make' | 'balance'>, run: () => Promise<void>) {
  return engine.rehearse(async () => {
    engine.placeAccount(helper, { balance: 1_000n * xlm });
    engine.placeAccount(sender, { balance });
    make();
    await run();
  });
}

/** Servers tell it with the next ledger. */
async function setReserve(stroops: bigint) {
  engine.setBaseReserve(stroops);
  await engine.closeLedger();
}

const balanceOf = (address: string) => engine.balance(address);

/** Sends a maximum. @returns The amount. */
async function sendAll(intent: object = {}): Promise<bigint> {
  const encoded = await rig.by(key, { useMaxAmount: true, ...intent });
  expect(encoded.errors).toEqual([]);
  expect(await rig.send(encoded, key)).toBe('tx_success');
  return BigInt(String(encoded.data.amount));
}

describe('the maximum of an account with', () => {
  it.each(shapes)('$name leaves exactly what must stay, and one stroop more is refused', (shape) =>
    within(shape, async () => {
      const { balance = 50n * xlm, stays } = shape;
      const amount = balance - stays - 100n;
      // The chain refuses more, too.
      await engine.rehearse(async () => {
        expect(await rig.payOwn(key, bystander(), amount + 1n)).toBe('tx_failed op_underfunded');
      });
      const much = await rig.by(key, { amount: String(amount + 1n) });
      expect(much).toMatchObject({ refusals: ['balance.insufficientBesideReserve'], items: [] });
      const before = await balanceOf(bystander());
      expect(await sendAll()).toBe(amount);
      expect(await balanceOf(sender)).toBe(stays);
      expect(await balanceOf(bystander())).toBe(before + amount);
    }),
  );

  it.each(shapes)('$name as an amount is the same', (shape) =>
    within(shape, async () => {
      const { balance = 50n * xlm, stays } = shape;
      const encoded = await rig.by(key, { amount: String(balance - stays - 100n) });
      expect(encoded.errors).toEqual([]);
      expect(await rig.send(encoded, key)).toBe('tx_success');
      expect(await balanceOf(sender)).toBe(stays);
    }),
  );

  it.each(shapes)('$name creates an account', (shape) =>
    within({ ...shape, balance: (shape.balance ?? 50n * xlm) + xlm }, async () => {
      const amount = (shape.balance ?? 50n * xlm) + xlm - shape.stays - 100n;
      await engine.rehearse(async () => {
        expect(await rig.createOwn(key, missing, amount + 1n)).toBe('tx_failed op_underfunded');
      });
      expect(await sendAll({ recipientAddress: missing })).toBe(amount);
      expect(await balanceOf(sender)).toBe(shape.stays);
      expect(await balanceOf(missing)).toBe(amount);
    }),
  );
});

describe('a bid above the market', () => {
  const bid = 5_000n;

  it('leaves what the network does not take, and says so', () =>
    within(plain, async () => {
      const encoded = await rig.by(key, { useMaxAmount: true, fees: String(bid) });
      expect(encoded.data).toMatchObject({ fees: String(bid), amount: String(49n * xlm - bid) });
      expect(encoded.warnings).toMatchObject([
        {
          code: 'amount.leavesDust',
          message:
            'Up to 0.00049 XLM may stay in the account: the fee may be less than 0.0005 XLM. The reserve stays too',
        },
      ]);
      expect(await rig.send(encoded, key)).toBe('tx_success');
      expect(await balanceOf(sender)).toBe(xlm + bid - 100n);
    }));

  it('leaves nothing if the network takes all of it', () =>
    within(plain, async () => {
      engine.setFees(bid);
      await engine.rehearse(async () => {
        expect(await rig.payOwn(key, bystander(), 49n * xlm - bid + 1n, bid)).toBe('tx_failed op_underfunded');
      });
      expect(await sendAll({ fees: String(bid) })).toBe(49n * xlm - bid);
      expect(await balanceOf(sender)).toBe(xlm);
    }));

  it('is not promised to leave anything at the lowest fee', () =>
    within(plain, async () => {
      expect((await rig.by(key, { useMaxAmount: true })).hints).toEqual([]);
      expect((await rig.by(key, { useMaxAmount: true, fees: '101' })).hints).toEqual(['amount.leavesDust']);
      expect((await rig.by(key, { amount: String(49n * xlm - bid), fees: String(bid) })).hints).toEqual([]);
    }));
});

const plain = { make: () => {} };

describe('an account below its reserve', () => {
  it('cannot even pay a fee, and the numbers are those of the chain', () =>
    within({ ...plain, balance: 30n * xlm }, async () => {
      await setReserve(16n * xlm);
      expect(engine.accountState(sender)?.available).toBe(-2n * xlm);
      expect(await rig.payOwn(key, bystander(), 1n)).toBe('tx_insufficient_balance');
      for (const wish of [{ useMaxAmount: true }, { amount: '1' }]) {
        const { errors, items } = await rig.by(key, wish);
        expect(items).toEqual([]);
        expect(errors).toMatchObject([
          {
            code: 'balance.unspendable',
            message:
              'Nothing can be sent: the account holds 30 XLM. After fees of 0.00001 XLM, no more than 32 XLM would be left, and Stellar asks an account to keep that much.',
          },
        ]);
      }
    }));

  it.each([0n, 1n, 99n, 100n])('with %s stroops beside it sends nothing', (more) =>
    within({ ...plain, balance: 2n * half + more }, async () => {
      expect(await rig.by(key, { useMaxAmount: true })).toMatchObject({ refusals: ['balance.unspendable'], items: [] });
      expect(await rig.payOwn(key, bystander(), 1n)).toBe(
        more < 100n ? 'tx_insufficient_balance' : 'tx_failed op_underfunded',
      );
    }),
  );

  it('tells what offers bind', () =>
    within({ make: () => offer(40n * xlm) }, async () => {
      const { errors } = await rig.by(key, { amount: String(9n * xlm) });
      expect(errors.map(({ message }) => message)).toEqual([
        'Insufficient balance: the account can spend 8.5 XLM beside its reserve of 1.5 XLM and 40 XLM that its offers may take, but 9 XLM are to be sent, and up to 0.00001 XLM in fees: 9.00001 XLM in all.',
      ]);
    }));
});

describe('a payment', () => {
  it('to oneself needs the balance, although the chain would not ask for it', () =>
    within(plain, async () => {
      const encoded = await rig.by(key, { recipientAddress: sender, useMaxAmount: true });
      expect(encoded).toMatchObject({ errors: [], hints: ['recipient.isSender'] });
      expect(await rig.send(encoded, key)).toBe('tx_success');
      expect(await balanceOf(sender)).toBe(50n * xlm - 100n);
      const much = await rig.by(key, { recipientAddress: sender, amount: String(50n * xlm) });
      expect(much).toMatchObject({ refusals: ['balance.insufficientBesideReserve'] });
      expect(await rig.payOwn(key, sender, 50n * xlm)).toBe('tx_success');
    }));

  it('finds room in an account whose offers want nearly all XLM', () =>
    within(plain, async () => {
      const most = 2n ** 63n - 1n;
      const held = await balanceOf(bystander());
      const room = 3n * xlm;
      engine.setLiabilities(bystander(), { buying: most - held - room });
      await engine.rehearse(async () => {
        expect(await rig.payOwn(key, bystander(), room + 1n)).toBe('tx_failed op_line_full');
      });
      expect(await rig.by(key, { amount: String(room + 1n) })).toMatchObject({
        refusals: ['recipient.tokenFull'],
        errors: [{ message: expect.stringContaining('The recipient takes 3 XLM at most') }],
      });
      const encoded = await rig.by(key, { amount: String(room) });
      expect(await rig.send(encoded, key)).toBe('tx_success');
    }));
});

describe('an account that does not exist', () => {
  it.each([1n, half, 2n * half - 1n])('is not created with %s stroops', (amount) =>
    within(plain, async () => {
      const { errors, items } = await rig.by(key, { recipientAddress: missing, amount: String(amount) });
      expect(items).toEqual([]);
      expect(errors).toMatchObject([
        {
          code: 'recipient.belowMinimum',
          message: 'The recipient account holds 0 XLM: it needs at least 1 XLM more to exist on Stellar.',
          field: 'transaction.data.amount',
        },
      ]);
      expect(await rig.createOwn(key, missing, amount)).toBe('tx_failed op_low_reserve');
    }),
  );

  it('is created with two base reserves, whatever these are', () =>
    within(plain, async () => {
      for (const reserve of [half, 2n * half, 100n]) {
        await engine.rehearse(async () => {
          await setReserve(reserve);
          const least = 2n * reserve;
          const few = await rig.by(key, { recipientAddress: missing, amount: String(least - 1n) });
          expect(few.refusals).toEqual(['recipient.belowMinimum']);
          const encoded = await rig.by(key, { recipientAddress: missing, amount: String(least) });
          expect(encoded).toMatchObject({ errors: [], hints: expect.arrayContaining(['recipient.created']) });
          expect(encoded.data.params).toMatchObject({ createAccount: true });
          expect(await rig.send(encoded, key)).toBe('tx_success');
          expect(await balanceOf(missing)).toBe(least);
        });
      }
    }));

  it('is not created by a maximum that is too low', () =>
    within({ ...plain, balance: 4n * half + 99n }, async () => {
      expect(await rig.by(key, { recipientAddress: missing, useMaxAmount: true })).toMatchObject({
        refusals: ['recipient.belowMinimum'],
        items: [],
      });
    }));

  it('is created by a maximum that just suffices', () =>
    within({ ...plain, balance: 4n * half + 100n }, async () => {
      expect(await sendAll({ recipientAddress: missing })).toBe(xlm);
      expect(await balanceOf(missing)).toBe(xlm);
    }));
});
