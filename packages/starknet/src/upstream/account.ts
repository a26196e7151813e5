import { type Problem, problem } from '@isochain/core';
import type { RpcOutcome } from '@isochain/core/upstream';
import { accountClasses, type ClassName, classOf } from '../account/classes.ts';
import type { Address } from '../address/address.ts';
import type { PublicKey } from '../address/public-key.ts';
import { fromU256, toFelt } from '../felt.ts';
import { strk } from '../tokens/native.ts';
import { rpc } from './rpc.ts';

// Who may sign for an account, and what it holds. The class is not known before, so the questions of all kinds of accounts are asked at once.

/** Questions about a sender, all for one batch. */
export function accountQuestions(address: Address) {
  return {
    classHash: rpc.classHashAt(address),
    nonce: rpc.nonce(address),
    held: rpc.call(strk, 'balanceOf', [BigInt(address)]),
    owner: rpc.call(address, 'get_owner'),
    ownerType: rpc.call(address, 'get_owner_type'),
    guardian: rpc.call(address, 'get_guardian'),
    publicKey: rpc.call(address, 'get_public_key'),
    signers: rpc.call(address, 'get_signers'),
    threshold: rpc.call(address, 'get_multisig_threshold'),
  } as const;
}

type AccountAnswers = {
  readonly [K in keyof ReturnType<typeof accountQuestions>]: RpcOutcome<
    K extends 'classHash' | 'nonce' ? bigint : bigint[]
  >;
};

/** An account that one Stark key can sign for. */
export interface AccountFacts {
  readonly className: ClassName;
  readonly owner: PublicKey;
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
  const owner = ownerOf(className, answers);
  return 'problem' in owner ? owner : { className, owner, nonce: nonce.value };
}

function ownerOf(className: ClassName, answers: AccountAnswers): PublicKey | { readonly problem: Problem } {
  switch (accountClasses[className].kind) {
    case 'argent':
      return ownerOfArgent(className, answers);
    case 'openzeppelin': {
      const [x, ...more] = valuesOf(answers.publicKey);
      return x === undefined || x === 0n || more.length > 0 ? notWallet('it does not tell its key') : { x };
    }
    case 'braavos':
      return ownerOfBraavos(answers);
  }
}

/** argentlabs/argent-contracts-starknet, src/account/interface.cairo and src/multiowner_account. */
function ownerOfArgent(
  className: ClassName,
  { owner, ownerType, guardian }: AccountAnswers,
): PublicKey | { readonly problem: Problem } {
  const [x, ...more] = valuesOf(owner);
  // The function fails if the account has several owners.
  if (x === undefined || x === 0n || more.length > 0)
    return several('it has several owners, or does not tell its one owner');
  // Version 0.3.1 has Stark keys alone, and no such function.
  const [type] = className === 'argent-0.3.1' ? [0n] : valuesOf(ownerType);
  if (type !== 0n) return notWallet('its owner is a key of another curve than that of Starknet');
  // The function fails if the guardian has no single number.
  const [second, ...rest] = valuesOf(guardian);
  if (second !== 0n || rest.length > 0) return several('it has a guardian, which has to sign too');
  return { x };
}

/** myBraavos/braavos-account-cairo, src/presets/braavos_account.cairo. */
function ownerOfBraavos({ signers, threshold }: AccountAnswers): PublicKey | { readonly problem: Problem } {
  const [needed = 2n] = valuesOf(threshold);
  if (needed > 1n) return several('it needs several signatures (multisig)');
  // Three lists, each after its length: Stark keys, keys of secp256r1, and those of WebAuthn.
  const [starks, x, strong, webauthn, ...more] = valuesOf(signers);
  const isAlone = starks === 1n && strong === 0n && webauthn === 0n && more.length === 0;
  if (!isAlone || x === undefined || x === 0n)
    return notWallet('a stronger signer than its Stark key signs for it, such as a device with biometrics');
  return { x };
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
