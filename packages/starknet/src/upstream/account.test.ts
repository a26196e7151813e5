import type { RpcOutcome } from '@isochain/core/upstream';
import { describe, expect, it } from 'vitest';
import { accountClasses, type ClassName, classNames } from '../account/classes.ts';
import { isOnCurve } from '../address/public-key.ts';
import { type AccountFacts, amountIn, readAccount } from './account.ts';

// What accounts answer follows their sources: argentlabs/argent-contracts-starknet, tags account-0.3.1, account-0.4.0 and v0.5.0;
// OpenZeppelin/cairo-contracts, packages/account; myBraavos/braavos-account-cairo, src/signers.

/** The key of the published private key 0x0123456789abcdef0123456789abcdef0123456789abcdef0123. */
const key = 0xcba95c75b37b5db31c2a9894e740dea2eee902ac448dc154a8b171d94a7be1n;
/** No point of the curve has this x coordinate. */
const noKey = 0xcba95c75b37b5db31c2a9894e740dea2eee902ac448dc154a8b171d94a7ben;

type Answers = Parameters<typeof readAccount>[0];
type Answer = RpcOutcome<bigint[]>;

const told = (...values: bigint[]): Answer => ({ ok: true, value: values });
const number = (value: bigint): RpcOutcome<bigint> => ({ ok: true, value });
const failed = (code: number, message = 'Contract error'): { ok: false; error: { code: number; message: string } } => ({
  ok: false,
  error: { code, message },
});
/** Code 21, and on older nodes 40: there is no such function. Code 40 too: the contract panics. */
const missing = failed(21, 'Requested entrypoint does not exist in the contract');
const panicked = failed(40);
const notDeployed = failed(20, 'Contract not found');

const silent: Answers = {
  classHash: notDeployed,
  nonce: notDeployed,
  owner: missing,
  ownerType: missing,
  guardian: missing,
  publicKey: missing,
  signers: missing,
  threshold: missing,
};

const ofKind = {
  argent: { owner: told(key), ownerType: told(0n), guardian: told(0n) },
  openzeppelin: { publicKey: told(key) },
  braavos: { publicKey: told(key), signers: told(1n, key, 0n, 0n), threshold: told(0n) },
} as const;

/** What an account of a class answers. */
function account(className: ClassName, others: Partial<Answers> = {}): Answers {
  const { classHash, kind } = accountClasses[className];
  const own = className.startsWith('argent-0.3.') ? { ...ofKind.argent, ownerType: missing } : ofKind[kind];
  return { ...silent, classHash: number(BigInt(classHash)), nonce: number(5n), ...own, ...others };
}

function refusal(answers: Answers): { code: string; message: string; field: string | undefined } {
  const found = readAccount(answers);
  if (!('problem' in found)) throw new Error(`It was taken as ${found.className}.`);
  const { code, message, field } = found.problem as { code: string; message: string; field?: string };
  return { code, message, field };
}

const several = (reason: string) => ({
  code: 'sender.severalSignatures',
  message: `Account requires several signatures: ${reason}.`,
  field: 'transaction.data.senderAddress',
});
const notWallet = (reason: string) => ({
  code: 'sender.notWallet',
  message: `The sender cannot sign and pay for transactions: ${reason}.`,
  field: 'transaction.data.senderAddress',
});

const guarded = several('it has a guardian, which has to sign too');
const manyOwners = several('it has several owners, or does not tell its one owner');
const otherCurve = notWallet('its owner is a key of another curve than that of Starknet');
const stronger = notWallet('a stronger signer than its Stark key signs for it, such as a device with biometrics');
const offCurve = notWallet('its key is not a point of the Stark curve');

describe('an account with one Stark key', () => {
  it.each(classNames)('is taken: %s', (className) => {
    const { owner, ...facts } = readAccount(account(className)) as AccountFacts;
    expect(facts).toEqual({ className, nonce: 5n });
    expect(owner.x).toBe(key);
    expect(isOnCurve(owner.x, owner.y)).toBe(true);
  });

  it('of version 0.3.1 is taken, whatever a function says that it does not have', () => {
    expect(readAccount(account('argent-0.3.1', { ownerType: panicked }))).toMatchObject({ className: 'argent-0.3.1' });
  });

  it('of Braavos is taken with a threshold of 0 and of 1', () => {
    for (const threshold of [0n, 1n])
      expect(readAccount(account('braavos-1.2.0', { threshold: told(threshold) }))).toMatchObject({ nonce: 5n });
  });
});

describe('an account that is not there', () => {
  const gone = { code: 'sender.notFound', message: 'Sender account does not exist' };

  it('has this text exactly, which clients compare', () => {
    expect(refusal(silent)).toEqual({ ...gone, field: 'transaction.data.senderAddress' });
  });

  it('is not there either if only one of two answers says so', () => {
    expect(refusal(account('argent-0.4.0', { nonce: notDeployed }))).toMatchObject(gone);
    expect(refusal(account('argent-0.4.0', { classHash: notDeployed }))).toMatchObject(gone);
  });
});

describe('an account of Argent is refused', () => {
  const newer = ['argent-0.4.0', 'argent-0.5.0'] as const;
  const all = ['argent-0.3.0', 'argent-0.3.1', ...newer] as const;

  it.each(all)('%s with a guardian', (className) => {
    expect(refusal(account(className, { guardian: told(key) }))).toEqual(guarded);
  });

  it.each(all)('%s that does not say that it has no guardian', (className) => {
    // `argent/only_guid`: a guardian of another curve. `argent/multiple-guardians`: several. [1] and [] are no numbers of a key.
    for (const guardian of [panicked, missing, told(1n), told(), told(0n, 0n)])
      expect(refusal(account(className, { guardian }))).toEqual(guarded);
  });

  it.each(newer)('%s with an owner of another curve', (className) => {
    // Secp256k1 and Eip191 answer an Ethereum address as the owner. Secp256r1 and Webauthn panic with `argent/only_guid`.
    for (const [type, owner] of [
      [1n, told(0x1234n)],
      [2n, panicked],
      [3n, told(0x1234n)],
      [4n, panicked],
      [5n, told(key)],
    ] as const)
      expect(refusal(account(className, { owner, ownerType: told(type) }))).toEqual(otherCurve);
  });

  it.each(newer)('%s with an owner of another curve and a guardian', (className) => {
    expect(refusal(account(className, { ownerType: told(3n), guardian: told(key) }))).toEqual(otherCurve);
  });

  it('0.5.0 with several owners, which makes its functions fail', () => {
    // `argent/multiple-owners`
    expect(refusal(account('argent-0.5.0', { owner: panicked, ownerType: panicked }))).toEqual(manyOwners);
  });

  it.each(newer)('%s that does not tell the curve of its owner', (className) => {
    for (const ownerType of [missing, panicked, told(), told(0n, 0n)])
      expect(refusal(account(className, { ownerType }))).toEqual(manyOwners);
  });

  it.each(all)('%s that does not tell its owner', (className) => {
    for (const owner of [missing, panicked, told(), told(1n, key)])
      expect(refusal(account(className, { owner }))).toEqual(notWallet('it does not tell its owner'));
  });

  it.each(all)('%s with an owner that is no key', (className) => {
    for (const owner of [told(0n), told(noKey)]) expect(refusal(account(className, { owner }))).toEqual(offCurve);
  });

  it('if it answers only like an account of OpenZeppelin', () => {
    const others = { ...ofKind.openzeppelin, owner: missing, ownerType: missing, guardian: missing };
    expect(refusal(account('argent-0.4.0', others))).toEqual(manyOwners);
    expect(refusal(account('argent-0.3.1', others))).toEqual(guarded);
  });
});

describe('an account of OpenZeppelin is refused', () => {
  const own = classNames.filter((name) => accountClasses[name].kind === 'openzeppelin');

  it.each(own)('%s that does not tell its key', (className) => {
    // The key of EthAccountUpgradeable has four felts: x and y, each with a low and a high half.
    for (const publicKey of [missing, panicked, told(), told(1n, 2n, 3n, 4n)])
      expect(refusal(account(className, { publicKey }))).toEqual(notWallet('it does not tell its key'));
  });

  it('with a key off the curve, or none', () => {
    for (const publicKey of [told(0n), told(noKey)])
      expect(refusal(account('openzeppelin-1.0.0', { publicKey }))).toEqual(offCurve);
  });

  it('if it answers only like an account of Argent', () => {
    expect(refusal(account('openzeppelin-1.0.0', { ...ofKind.argent, publicKey: missing }))).toEqual(
      notWallet('it does not tell its key'),
    );
  });
});

describe('an account of Braavos is refused', () => {
  const own = ['braavos-1.0.0', 'braavos-1.1.0', 'braavos-1.2.0'] as const;

  it.each(own)('%s with a strong signer', (className) => {
    for (const signers of [told(1n, key, 1n, 7n, 0n), told(1n, key, 0n, 1n, 7n), told(0n, 1n, 7n, 0n)])
      expect(refusal(account(className, { signers }))).toEqual(stronger);
  });

  it.each(own)('%s that answers signers in another form', (className) => {
    for (const signers of [
      missing,
      panicked,
      told(),
      told(1n),
      told(1n, key),
      told(1n, key, 0n),
      told(1n, key, 0n, 0n, 0n),
      told(2n, key, key, 0n, 0n),
    ])
      expect(refusal(account(className, { signers }))).toEqual(stronger);
  });

  it.each(own)('%s that needs several signatures, or does not say how many', (className) => {
    for (const threshold of [told(2n), told(3n), told(), told(0n, 0n), missing, panicked])
      expect(refusal(account(className, { threshold }))).toEqual(several('it needs several signatures (multisig)'));
  });

  it('with a key off the curve', () => {
    expect(refusal(account('braavos-1.2.0', { signers: told(1n, noKey, 0n, 0n) }))).toEqual(offCurve);
    expect(refusal(account('braavos-1.2.0', { signers: told(1n, 0n, 0n, 0n) }))).toEqual(offCurve);
  });
});

describe('a contract of another class is refused', () => {
  const of = (classHash: string, others: Partial<Answers> = {}) =>
    refusal({ ...silent, classHash: number(BigInt(classHash)), nonce: number(0n), ...others });

  it('whatever it answers', () => {
    const everything = { ...ofKind.argent, ...ofKind.openzeppelin, ...ofKind.braavos };
    expect(of('0x123', everything)).toEqual(
      notWallet('the contract there (class 0x123) is no account that the service knows'),
    );
    expect(of('0x25ec026985a3bf9d0cc1fe17326b245dfdc3ff89b8fde106542a3ea56c5a918', everything)).toMatchObject({
      code: 'sender.notWallet',
      message: expect.stringContaining('old proxy of Argent'),
    });
  });

  it('if it is an account of an Ethereum key', () => {
    expect(
      of('0x5ec5819ed53a6c4415d8d0ddd319985699f5f1c86ac2c6e5f1967187eadd987', { publicKey: told(1n, 2n, 3n, 4n) }),
    ).toEqual(notWallet('its owner is an Ethereum key (EthAccountUpgradeable of OpenZeppelin)'));
  });
});

describe('an amount', () => {
  it('is read from its low and its high half', () => {
    expect(amountIn(told(5n, 0n))).toBe(5n);
    expect(amountIn(told(5n, 1n))).toBe(2n ** 128n + 5n);
  });

  it('is none in any other form', () => {
    for (const each of [told(), told(5n), told(5n, 0n, 0n), panicked]) expect(amountIn(each)).toBeUndefined();
  });
});
