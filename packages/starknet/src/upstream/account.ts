import { attempt, type Problem, problem } from '@isochain/core';
import type { RpcOutcome } from '@isochain/core/upstream';
import { accountClasses, type ClassName, classOf } from '../account/classes.ts';
import type { Address } from '../address/address.ts';
import { type KeyPoint, pointOf } from '../address/public-key.ts';
import { fromU256, toFelt } from '../felt.ts';
import { rpc } from './rpc.ts';
import { nativeBalance } from './token-calls.ts';

// Who may sign for an account, and what it holds. The class is not known before, so the questions of all kinds of accounts are asked at once.

/** Questions about a sender, all for one batch. */
export function accountQuestions(address: Address) {
  return {
    classHash: rpc.classHashAt(address),
    nonce: rpc.nonce(address),
    held: nativeBalance(address),
    owner: rpc.call(address, 'get_owner'),
    ownerType: rpc.call(address, 'get_owner_type'),
    guardian: rpc.call(address, 'get_guardian'),
    publicKey: rpc.call(address, 'get_public_key'),
    signers: rpc.call(address, 'get_signers'),
    threshold: rpc.call(address, 'get_multisig_threshold'),
  } as const;
}

type AccountAnswers = {
  readonly [K in Exclude<keyof ReturnType<typeof accountQuestions>, 'held'>]: RpcOutcome<
    K extends 'classHash' | 'nonce' ? bigint : bigint[]
  >;
};

/** An account that one Stark key can sign for. */
export interface AccountFacts {
  readonly className: ClassName;
  readonly owner: KeyPoint;
  /** The nonce of its next transaction. */
  readonly nonce: bigint;
}

const field = 'transaction.data.senderAddress';

/** Reads the account. Answers the problem if it does not exist, or one Stark key cannot sign for it. */
export function readAccount(answers: AccountAnswers): AccountFacts | { readonly problem: Problem } {
  const { classHash, nonce } = answers;
  if (!classHash.ok || !nonce.ok) return { problem: problem('sender.notFound', {}, field) };
  const className = classOf(toFelt(classHash.value));
  if (typeof className !== 'string') return notWallet(className.unusable);
  const x = ownerOf(className, answers);
  if (typeof x !== 'bigint') return x;
  // An account can be made with any number as its key. Nobody can sign for it then.
  const owner = attempt(() => pointOf({ x }));
  if (owner === undefined) return notWallet('its key is not a point of the Stark curve');
  return { className, owner, nonce: nonce.value };
}

/** The x coordinate of the one key that signs. */
function ownerOf(className: ClassName, answers: AccountAnswers): bigint | { readonly problem: Problem } {
  switch (accountClasses[className].kind) {
    case 'argent':
      return className.startsWith('argent-0.3.') ? ownerOfOldArgent(answers) : ownerOfArgent(answers);
    case 'openzeppelin':
      return theValueOf(answers.publicKey) ?? notWallet('it does not tell its key');
    case 'braavos':
      return ownerOfBraavos(answers);
  }
}

const guarded = 'it has a guardian, which has to sign too';

/** Versions 0.3.0 and 0.3.1 know Stark keys alone (argentlabs/argent-contracts-starknet, tag account-0.3.1: src/account/argent_account.cairo). */
function ownerOfOldArgent({ owner, guardian }: AccountAnswers): bigint | { readonly problem: Problem } {
  if (theValueOf(guardian) !== 0n) return several(guarded);
  return theValueOf(owner) ?? notWallet('it does not tell its owner');
}

/**
 * argentlabs/argent-contracts-starknet, tag account-0.4.0: src/presets/argent_account.cairo; tag v0.5.0: src/multiowner_account. Keys of secp256k1 and of
 * Ethereum are answered as if they were the owner. With keys of the other curves `get_owner` fails, and `get_owner_type` answers.
 */
function ownerOfArgent({ owner, ownerType, guardian }: AccountAnswers): bigint | { readonly problem: Problem } {
  const type = theValueOf(ownerType);
  // The function fails if there are several owners.
  if (type === undefined) return several('it has several owners, or does not tell its one owner');
  if (type !== starkSigner) return notWallet('its owner is a key of another curve than that of Starknet');
  // The function fails if there are several guardians, or if the guardian has no single number.
  if (theValueOf(guardian) !== 0n) return several(guarded);
  return theValueOf(owner) ?? notWallet('it does not tell its owner');
}

/** The variant of Argent's signers that is a Stark key. */
const starkSigner = 0n;

/** myBraavos/braavos-account-cairo, src/presets/braavos_account.cairo, and src/signers/interface.cairo. */
function ownerOfBraavos({ signers, threshold }: AccountAnswers): bigint | { readonly problem: Problem } {
  const needed = theValueOf(threshold);
  if (needed === undefined || needed > 1n) return several('it needs several signatures (multisig)');
  // Three lists, each after its length: Stark keys, keys of secp256r1, and those of WebAuthn.
  const [starks, x, strong, webauthn, ...more] = valuesOf(signers);
  const isAlone = starks === 1n && strong === 0n && webauthn === 0n && more.length === 0;
  if (!isAlone || x === undefined)
    return notWallet('a stronger signer than its Stark key signs for it, such as a device with biometrics');
  return x;
}

/** The answer, if it is one number. */
function theValueOf(outcome: RpcOutcome<bigint[]>): bigint | undefined {
  const [value, ...more] = valuesOf(outcome);
  return more.length > 0 ? undefined : value;
}

function valuesOf(outcome: RpcOutcome<bigint[]>): readonly bigint[] {
  return outcome.ok ? outcome.value : [];
}

function notWallet(reason: string): { readonly problem: Problem } {
  return { problem: problem('sender.notWallet', { reason }, field) };
}

function several(reason: string): { readonly problem: Problem } {
  return { problem: problem('sender.severalSignatures', { reason }, field) };
}

/** The amount in an answer of `balanceOf`. Undefined if it is none. */
export function amountIn(outcome: RpcOutcome<bigint[]>): bigint | undefined {
  const [low, high, ...more] = valuesOf(outcome);
  return low === undefined || high === undefined || more.length > 0 ? undefined : fromU256(low, high);
}
