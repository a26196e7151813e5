import type { Secret } from '../secrets.ts';

/** The kinds of identifiers of a chain. */
export type IdentifierKind =
  /** An account to read: an address, or an extended public key where the chain has them. */
  | 'account'
  /** The value of `senderAddress`: an address, or for example an extended public key. */
  | 'sender'
  | 'recipient'
  | 'token'
  | 'validator'
  /** A public key, in the form that clients send. */
  | 'publicKey'
  | 'transaction';

/** The result of parsing an identifier. */
export type Parsed<Value> = Identified<Value> | Unidentified;

export interface Identified<Value> {
  readonly ok: true;
  /** Equal for equal things, in whatever spelling. Keeps all that the text says, for example the id of a muxed account. */
  readonly canonical: string;
  /** The account, in canonical form, if `canonical` says more than the account. */
  readonly owner?: string | undefined;
  /** The parsed value. The family works with it, and never reads the text again. */
  readonly value: Value;
}

export interface Unidentified {
  readonly ok: false;
  /** Must not repeat the text: it may be a secret. */
  readonly reason: string;
  /** Only the checksum is wrong. */
  readonly checksum?: boolean | undefined;
  /** The text should be a token, and stands for the native coin. */
  readonly native?: boolean | undefined;
  /** Set if the text is a secret in a form that only this family knows. Core finds the forms that are the same everywhere. */
  readonly secret?: Secret | undefined;
}

/** The kind of identifier in each field of `transaction.data`. `from` and `to` of convertAsset are missing: `to` may be on another chain. */
export const kindOfField = {
  senderAddress: 'sender',
  recipientAddress: 'recipient',
  senderPubKey: 'publicKey',
  tokenId: 'token',
  validatorAddress: 'validator',
  sourceValidatorAddress: 'validator',
  targetValidatorAddress: 'validator',
} as const satisfies Record<string, IdentifierKind>;

export type IdentifierField = keyof typeof kindOfField;

export function isIdentifierField(name: string): name is IdentifierField {
  return Object.hasOwn(kindOfField, name);
}
