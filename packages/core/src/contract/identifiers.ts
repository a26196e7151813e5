import type { DataOf, FamilyTypes } from './family-types.ts';
import type { IdentifierField, IdentifierKind, kindOfField, Parsed } from './identifier-kinds.ts';

/** Reads each kind of identifier. Pure. */
export type Identifiers<T extends FamilyTypes = FamilyTypes> = {
  readonly [K in IdentifierKind]: (text: string) => Parsed<T['values'][K]>;
} & {
  /**
   * The canonical address of a key. Core refuses a key that does not belong to the sender. Leave this out where a key can sign for any sender,
   * because keys are rotated or accounts have several.
   *
   * @param sender - If the key has several addresses and the sender is one of them, the answer is the sender.
   */
  ownerOf?(key: T['values']['publicKey'], sender: T['values']['sender'] | undefined): string;
  /**
   * The validator of a staking position, as a client would send it. With it, clients may leave out `validatorAddress` beside `stakeId`. Leave this out where
   * a stakeId alone does not tell the validator.
   *
   * @param stakeId - As the client sent it, not checked.
   * @param senderAddress - As the client sent it, not checked.
   * @returns Undefined if it is no stakeId of the chain.
   */
  validatorOf?(stakeId: string, senderAddress: string): string | undefined;
};

/** Parsed identifiers of a mode, by field name. An absent field is absent here too. */
export type ParsedFields<T extends FamilyTypes, M extends keyof DataOf> = {
  readonly [F in keyof DataOf[M] as F extends IdentifierField ? F : never]: F extends IdentifierField
    ? T['values'][(typeof kindOfField)[F]]
    : never;
} & (M extends 'convertAsset' ? Conversion<T> : unknown);

/** Both sides of a conversion. */
interface Conversion<T extends FamilyTypes> {
  readonly from: {
    readonly address: T['values']['sender'];
    /** `undefined` stands for the native coin. */
    readonly tokenId: T['values']['token'] | undefined;
  };
  /** Canonical texts, because the target chain may be of another family. */
  readonly to: {
    readonly address: string;
    /** `undefined` stands for the native coin. */
    readonly tokenId: string | undefined;
  };
}
