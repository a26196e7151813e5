import type { Secret } from '../secrets.ts';

/** The kinds of texts that name something on a chain. */
export type IdentifierKind =
  /** An account of the read side: an address, or an extended public key where the chain has them. */
  | 'account'
  /** What stands in `senderAddress`. It may be more than an address: an extended public key, say. */
  | 'sender'
  | 'recipient'
  | 'token'
  | 'validator'
  /** As clients send public keys. */
  | 'publicKey'
  | 'transaction';

/** What became of a text that should name something. */
export type Parsed<Value> = Identified<Value> | Unidentified;

export interface Identified<Value> {
  readonly ok: true;
  /** Equal for equal things, however they are spelled. It says all that the bytes say: a muxed account id, for example. */
  readonly canonical: string;
  /** Canonical form of the account behind it, where `canonical` says more than that. */
  readonly owner?: string | undefined;
  /** What the family works with, so that the text is never read again. */
  readonly value: Value;
}

export interface Unidentified {
  readonly ok: false;
  /** Repeats nothing of the text. */
  readonly reason: string;
  /** It would be one if its checksum were right. */
  readonly checksum?: boolean | undefined;
  /** Of a token: the text stands for the native coin. */
  readonly native?: boolean | undefined;
  /** Set where the family knows that it is a secret. Core finds out itself what looks like one everywhere. */
  readonly secret?: Secret | undefined;
}

/** Which kind of identifier each field of `transaction.data` holds. `from` and `to` of convertAsset stand beside it: `to` belongs to another chain. */
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
