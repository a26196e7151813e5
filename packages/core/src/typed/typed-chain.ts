import type { FamilyTypes, ModeOf } from '../contract/family-types.ts';
import type { Problem } from '../problem.ts';
import type { EncodedItem } from '../schema/encoded.ts';
import type { CallOptions } from '../service/call-options.ts';
import type { BroadcastResult, Chain } from '../service/chain.ts';
import type { Completed, Unfinished, Validated } from './completed.ts';
import type { IntentInput } from './intent-input.ts';

/**
 * A chain whose family is known at compile time. `connect` of a family package returns it. Its input and output have the types of the family's modes.
 * It can be used as a `Chain` too, which takes data of any shape.
 */
export interface TypedChain<T extends FamilyTypes> extends Omit<Chain, 'id' | 'encode' | 'validate' | 'broadcast'> {
  /** The chain. */
  readonly id: T['chainId'];

  /**
   * Turns an intent into bytes to sign. There are none if `ok` of the answer is false.
   *
   * @param data - Amounts in the smallest unit.
   */
  encode<M extends ModeOf<T>>(
    data: { mode: M } & IntentInput<T, M>,
    options?: CallOptions,
  ): Promise<TypedEncodeResult<T, M>>;

  /** Like encode, but without bytes to sign. */
  validate<M extends ModeOf<T>>(
    data: { mode: M } & IntentInput<T, M>,
    encoded?: undefined,
    options?: CallOptions,
  ): Promise<TypedValidateResult<T, M>>;

  /**
   * Reads from the bytes alone what they do. No network. The answer has an error for each field that differs from `data`, and one if the bytes can
   * cost more than `data.fees`.
   *
   * @param data - What the bytes should do, or `transaction.data` of an answer.
   */
  validate<M extends ModeOf<T>>(
    data: { mode: M } & (IntentInput<T, M> | Completed<T, M>),
    encoded: readonly EncodedItem[],
    options?: CallOptions,
  ): Promise<ExplainResult<T>>;

  /**
   * Sends a signed transaction. Equal broadcasts at the same time are sent once, and share the answer.
   *
   * @param input - `data` and `encoded` exactly as encode returned them, and the signature in any form of the wire contract.
   * @returns The transaction hash, and a warning for each field of `data` that was ignored.
   */
  broadcast(input: TypedBroadcastInput<T>, options?: CallOptions): Promise<BroadcastResult>;
}

/** Input of broadcast: `transaction` of an encode answer, and a signature. */
export interface TypedBroadcastInput<T extends FamilyTypes> {
  /** `transaction.data` exactly as encode answered it. */
  readonly data: Completed<T>;
  /** `transaction.encoded` exactly as encode answered it. */
  readonly encoded: readonly EncodedItem[];
  /** In any form that docs/signing.md names. */
  readonly signature: string;
}

interface Answer<T extends FamilyTypes> {
  /** The chain. */
  readonly chainId: T['chainId'];
  /** What is wrong, and what may surprise. */
  readonly status: {
    /** What must be changed. */
    readonly errors: Problem[];
    /** What may surprise. */
    readonly warnings: Problem[];
  };
}

/** Answer of encode. If `ok` is false, `status.errors` says why, and computed fields of `data` may be missing. */
export type TypedEncodeResult<T extends FamilyTypes, M extends ModeOf<T> = ModeOf<T>> = Answer<T> &
  (
    | {
        /** Whether there are no errors. Where it is true, `transaction` is complete. */
        readonly ok: true;
        /** Goes to `toSign`, and with a signature to broadcast. */
        readonly transaction: {
          /** What the transaction does, with everything that its bytes depend on. */
          data: Completed<T, M>;
          /** What can be signed, in several forms. */
          encoded: EncodedItem[];
        };
      }
    | {
        /** Whether there are no errors. Where it is false, there is nothing to sign. */
        readonly ok: false;
        /** What could be computed. */
        readonly transaction: {
          /** What was asked for, with what could be computed. */
          data: Unfinished<T, M>;
          /** Nothing. */
          encoded: [];
        };
      }
  );

/** Answer of validate. */
export type TypedValidateResult<T extends FamilyTypes, M extends ModeOf<T> = ModeOf<T>> = Answer<T> &
  (
    | {
        /** Whether there are no errors. */
        readonly ok: true;
        /** What encode would make. */
        readonly transaction: {
          /** What the transaction would do. */
          data: Validated<T, M>;
        };
      }
    | {
        /** Whether there are no errors. */
        readonly ok: false;
        /** What could be computed. */
        readonly transaction: {
          /** What was asked for, with what could be computed. */
          data: Unfinished<T, M>;
        };
      }
  );

/** What the bytes do. `data` is a transaction data object, with the fields that the bytes tell. */
export interface ExplainResult<T extends FamilyTypes> extends Answer<T> {
  /** Whether the bytes do what `data` says. */
  readonly ok: boolean;
  /** What the bytes do. */
  readonly transaction: {
    /** The fields of `data` that the bytes tell. */
    data: Record<string, unknown>;
  };
}
