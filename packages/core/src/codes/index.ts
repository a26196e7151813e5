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
import { rewards } from './rewards.ts';
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
 * All codes of isochain, in one closed list: errors, warnings and faults. A released code is never renamed.
 *
 * Each noun has its file. Advice for each code is in `help/`, which is in no bundle.
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
  ...rewards,
  ...broadcast,
  ...upstream,
  ...service,
} as const satisfies Readonly<Record<string, Definition>>;

/** One of the codes: `noun.adjective`. */
export type Code = keyof typeof codes;

/** The codes of some kinds. */
export type CodeOfKind<K extends Kind> = { [C in Code]: (typeof codes)[C]['kind'] extends K ? C : never }[Code];

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** Placeholders for counts. */
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

type Message<C extends Code> = (typeof codes)[C] extends { readonly advice: infer Advice extends string }
  ? `${(typeof codes)[C]['message']} ${Advice}`
  : (typeof codes)[C]['message'];

/** Placeholders in brackets, which may be left out. */
type OptionalIn<C extends Code> = Optional<Message<C>>;

type NeededIn<C extends Code> = Exclude<Placeholders<Message<C>>, OptionalIn<C>>;

type ValueOf<Name> = Name extends Counted ? Value : Exclude<Value, number>;

type Told<Name> = Name extends Counted ? string | number : string;

/** Names of the context that the message does not have. */
type FactOf<C extends Code> = (typeof codes)[C] extends { readonly facts: readonly (infer Name extends string)[] }
  ? Name
  : never;

/** The values that the message of a code needs. */
export type ContextOf<C extends Code> = { readonly [Name in NeededIn<C>]: ValueOf<Name> } & {
  readonly [Name in OptionalIn<C> | FactOf<C>]?: ValueOf<Name> | undefined;
};

/** The values as a problem has them: amounts and other `bigint` as decimal texts. `field` is not in it, because it is a member of the problem. */
export type ToldContext<C extends Code> = { readonly [Name in Exclude<NeededIn<C>, 'field'>]: Told<Name> } & {
  readonly [Name in Exclude<OptionalIn<C> | FactOf<C>, 'field'>]?: Told<Name>;
};

/** A value of a message. The message has amounts in the asset's own unit, the context has them in the smallest unit. */
export type Value = string | number | bigint | AmountOf;

/** An amount in the smallest unit, with the facts to write it for people. */
export interface AmountOf {
  readonly amount: bigint;
  readonly decimals: number;
  readonly ticker: string;
}
