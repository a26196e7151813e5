import { account } from './account.ts';
import { amount } from './amount.ts';
import { balance } from './balance.ts';
import { broadcast } from './broadcast.ts';
import { chain } from './chain.ts';
import { coins } from './coins.ts';
import { fee } from './fee.ts';
import { key } from './key.ts';
import { nonce } from './nonce.ts';
import { position } from './position.ts';
import { recipient } from './recipient.ts';
import { request } from './request.ts';
import { sender } from './sender.ts';
import { service } from './service.ts';
import { signature } from './signature.ts';
import { stake } from './stake.ts';
import { token } from './token.ts';
import { transaction } from './transaction.ts';
import type { Definition, Kind } from './types.ts';
import { upstream } from './upstream.ts';
import { validator } from './validator.ts';

export type { Kind } from './types.ts';

/**
 * Every code that isochain can answer with, in one closed list: errors, warnings and faults. A code is never renamed once released.
 *
 * Each noun has its file. What to do about a code is said in `help/`, which no bundle carries.
 */
export const codes = {
  ...request,
  ...account,
  ...key,
  ...chain,
  ...amount,
  ...balance,
  ...fee,
  ...nonce,
  ...token,
  ...recipient,
  ...sender,
  ...coins,
  ...transaction,
  ...signature,
  ...validator,
  ...stake,
  ...position,
  ...broadcast,
  ...upstream,
  ...service,
} as const satisfies Readonly<Record<string, Definition>>;

/** One of the closed list of codes, `noun.adjective`. */
export type Code = keyof typeof codes;

/** The codes of some kinds. */
export type CodeOfKind<K extends Kind> = { [C in Code]: (typeof codes)[C]['kind'] extends K ? C : never }[Code];

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** Names that stand for how many there are of something. */
type Counted =
  | 'attempts'
  | 'blocks'
  | 'bytes'
  | 'coins'
  | 'count'
  | 'factor'
  | 'height'
  | 'input'
  | 'limit'
  | 'seconds'
  | 'signed';

type Optional<Text extends string> = Text extends `${string}[${infer Part}]${infer Rest}`
  ? Placeholders<Part> | Optional<Rest>
  : never;

type Message<C extends Code> = (typeof codes)[C]['message'];

/** Names in brackets may be left out. */
type OptionalIn<C extends Code> = Optional<Message<C>>;

type NeededIn<C extends Code> = Exclude<Placeholders<Message<C>>, OptionalIn<C>>;

type ValueOf<Name> = Name extends Counted ? Value : Exclude<Value, number>;

type Told<Name> = Name extends Counted ? string | number : string;

/** The values that the message of a code names. */
export type ContextOf<C extends Code> = { readonly [Name in NeededIn<C>]: ValueOf<Name> } & {
  readonly [Name in OptionalIn<C>]?: ValueOf<Name> | undefined;
};

/** The same as a problem has them: amounts and whole numbers of any size as decimal texts. The field of a problem stands beside its context. */
export type ToldContext<C extends Code> = { readonly [Name in Exclude<NeededIn<C>, 'field'>]: Told<Name> } & {
  readonly [Name in Exclude<OptionalIn<C>, 'field'>]?: Told<Name>;
};

/** A value in a message: amounts are written in the asset's own unit for people, and in the smallest unit in the context. */
export type Value = string | number | bigint | AmountOf;

/** An amount with what is needed to write it for people. `amount` is in the smallest unit. */
export interface AmountOf {
  readonly amount: bigint;
  readonly decimals: number;
  readonly ticker: string;
}
