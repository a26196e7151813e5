import { type Problem, problem } from '@isochain/core';
import { addressBytes } from './address.ts';
import type { SolanaContext } from './chains.ts';
import { isOnCurve } from './curve.ts';
import { decodeMint } from './layouts.ts';
import type { Account } from './rpc.ts';
import type { Snapshot } from './snapshot.ts';
import { nativeAmount } from './terms.ts';
import { tokenTypeOf } from './token-metadata.ts';
import { programs } from './well-known.ts';

const field = 'transaction.data.recipientAddress';

/** Owns the accounts in which the chain keeps its own state. Source: anza-xyz/solana-sdk, sdk-ids/src/lib.rs (sysvar). */
const sysvarOwner = 'Sysvar1111111111111111111111111111111111111';

/** What it holds is destroyed with every block. Source: the same (incinerator). */
const incinerator = '1nc1nerator11111111111111111111111111111111';

/** Addresses at which nothing should arrive, be it coins or tokens. The chain itself lets coins go to a program, where they stay for ever. */
export function recipientProblems(context: SolanaContext, snapshot: Snapshot, recipient: string): Problem[] {
  const account = snapshot.account(recipient);
  if (account?.executable === true) return [problem('recipient.isProgram', { recipient }, field)];
  if (account?.owner === sysvarOwner || recipient === incinerator) {
    return [problem('recipient.systemContract', { recipient, chain: context.identity.name }, field)];
  }
  return [];
}

/** A recipient must hold enough to exist once the coins have arrived. */
export function minimumProblems(
  context: SolanaContext,
  snapshot: Snapshot,
  recipient: string,
  amount: bigint,
): Problem[] {
  const account = snapshot.account(recipient);
  const held = account?.lamports ?? 0n;
  const reserve = snapshot.rentMinimum(account?.data.length ?? 0);
  if (held + amount >= reserve) return [];
  const numbers = {
    held: nativeAmount(context, held),
    minimum: nativeAmount(context, reserve - held),
    chain: context.identity.name,
  };
  return [problem('recipient.belowMinimum', numbers, field)];
}

/** Addresses that something can be sent to, though it is seldom meant. */
export function recipientWarnings(snapshot: Snapshot, recipient: string): Problem[] {
  const account = snapshot.account(recipient);
  if (account === undefined || account.owner === programs.system) {
    // Whoever has no private key depends on a program that lets him have what he was sent.
    return isOnCurve(addressBytes(recipient)) ? [] : [problem('recipient.noKey', {}, field)];
  }
  return [problem('recipient.isData', { what: describe(account) }, field)];
}

function describe(account: Account): string {
  if (tokenTypeOf(account) === undefined) return `an account of the program ${account.owner}`;
  return decodeMint(account.data) === undefined ? 'a token account' : 'a token';
}
