import type { DataOf, FamilyTypes } from './family-types.ts';
import type { IdentifierField, IdentifierKind, kindOfField, Parsed } from './identifier-kinds.ts';

/** Reads each kind of identifier. Pure. */
export type Identifiers<T extends FamilyTypes = FamilyTypes> = {
  readonly [K in IdentifierKind]: (text: string) => Parsed<T['values'][K]>;
} & {
  /**
   * The canonical address that a key belongs to. Core refuses a key of somebody else than the sender. Leave it out where a key can sign for any
   * sender: where keys are rotated, or accounts have several.
   *
   * @param sender - Where a key has several addresses, the one that is the sender is answered, if it is among them.
   */
  ownerOf?(key: T['values']['publicKey'], sender: T['values']['sender'] | undefined): string;
};

/** Values of the identifiers that a mode has, by the name of the field; absent where the field is. */
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
  /** On whichever chain it is: canonical texts, as its values belong to another family. */
  readonly to: {
    readonly address: string;
    /** `undefined` stands for the native coin. */
    readonly tokenId: string | undefined;
  };
}
