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

type Optional<Text extends string> = Text extends `${string}[${infer Part}]${infer Rest}`
  ? Placeholders<Part> | Optional<Rest>
  : never;

type Message<C extends Code> = (typeof codes)[C]['message'];

/** The values that the message of a code names. Those in brackets may be left out. */
export type ContextOf<C extends Code> = {
  readonly [Name in Exclude<Placeholders<Message<C>>, Optional<Message<C>>>]: Value;
} & { readonly [Name in Optional<Message<C>>]?: Value | undefined };

/** A value in a message: amounts are written in the asset's own unit for people, and in the smallest unit in the context. */
export type Value = string | number | bigint | boolean | AmountOf;

/** An amount with what is needed to write it for people. `amount` is in the smallest unit. */
export interface AmountOf {
  readonly amount: bigint;
  readonly decimals: number;
  readonly ticker: string;
}
