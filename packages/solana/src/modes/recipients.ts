import { nativeAmount, type Problem, problem } from '@isochain/core';
import { addressBytes } from '../address/address.ts';
import { isOnCurve } from '../address/curve.ts';
import type { Named } from '../context.ts';
import { decodeMint, decodeTokenAccount, isMultisig } from '../layouts/index.ts';
import type { Account } from '../upstream/rpc.ts';
import type { Snapshot } from '../upstream/snapshot.ts';
import { tokenTypeOf } from '../upstream/token-metadata.ts';
import { programs, sysvarOwner } from '../well-known.ts';

const field = 'transaction.data.recipientAddress';

/** Every block destroys what it holds. Source: anza-xyz/solana-sdk, sdk-ids/src/lib.rs (incinerator). */
const incinerator = '1nc1nerator11111111111111111111111111111111';

/**
 * Accounts by their owning program, for programs without an instruction to take coins out. At best the one who controls the account can close it, and
 * then it is gone. Sources: anza-xyz/solana-sdk, sdk-ids/src/lib.rs, and loader-v3-interface, loader-v4-interface, config-interface and
 * address-lookup-table-interface, each in its instruction.rs.
 */
const keepers: Readonly<Record<string, string>> = {
  [sysvarOwner]: 'an account in which the chain keeps its state',
  BPFLoaderUpgradeab1e11111111111111111111111: 'what a program is stored in',
  LoaderV411111111111111111111111111111111111: 'what a program is stored in',
  BPFLoader2111111111111111111111111111111111: 'what a program is stored in',
  BPFLoader1111111111111111111111111111111111: 'what a program is stored in',
  NativeLoader1111111111111111111111111111111: 'a part of the chain itself',
  Feature111111111111111111111111111111111111: 'a setting of the chain',
  AddressLookupTab1e1111111111111111111111111: 'a lookup table for addresses',
  [programs.config]: 'a record of the config program',
  [programs.metaplexMetadata]: 'a record with the name of a token',
};

/**
 * Addresses that should get nothing. The chain itself allows coins to go to nearly all of them, and they stay there for ever.
 *
 * @param asset - A multisig of a token program can own tokens, but cannot send coins.
 */
export function recipientProblems(snapshot: Snapshot, recipient: string, asset: 'coins' | 'tokens'): Problem[] {
  const account = snapshot.account(recipient);
  const keeps = (what: string) => [problem('recipient.keepsCoins', { recipient, what }, field)];
  if (account?.executable === true) return keeps('a program');
  if (recipient === incinerator) return keeps('the incinerator, which destroys coins');
  const what = account && keeperOf(account, asset);
  return what === undefined ? [] : keeps(what);
}

/** What the account is, if it keeps what it gets. */
function keeperOf(account: Account, asset: 'coins' | 'tokens'): string | undefined {
  switch (tokenKindOf(account)) {
    case undefined:
      return keepers[account.owner];
    case 'account':
      // Its owner gets the coins back by closing it: see the warning.
      return undefined;
    case 'mint':
      return asset === 'coins' ? 'a token (its mint)' : undefined;
    case 'multisig':
      return asset === 'coins' ? 'a multisig of a token program' : undefined;
    case 'other':
      return 'an account of a token program that is not set up';
  }
}

/** @returns Undefined for accounts of other programs. */
function tokenKindOf(account: Account): 'account' | 'mint' | 'multisig' | 'other' | undefined {
  if (tokenTypeOf(account) === undefined) return undefined;
  if (decodeTokenAccount(account.data) !== undefined) return 'account';
  if (decodeMint(account.data) !== undefined) return 'mint';
  return isMultisig(account.data) ? 'multisig' : 'other';
}

/** A recipient must hold the rent minimum once the coins have arrived. */
export function minimumProblems(context: Named, snapshot: Snapshot, recipient: string, amount: bigint): Problem[] {
  const account = snapshot.account(recipient);
  const held = account?.lamports ?? 0n;
  const reserve = snapshot.rentMinimum(account?.space ?? 0);
  if (held + amount >= reserve) return [];
  const numbers = {
    held: nativeAmount(context, held),
    minimum: nativeAmount(context, reserve - held),
    chain: context.identity.name,
  };
  return [problem('recipient.belowMinimum', numbers, field)];
}

/** Warnings about addresses that can get something, but are seldom meant. */
export function recipientWarnings(snapshot: Snapshot, recipient: string): Problem[] {
  const account = snapshot.account(recipient);
  if (account !== undefined && (account.owner !== programs.system || account.data.length > 0)) {
    return [problem('recipient.isData', { what: describe(account) }, field)];
  }
  // It has no private key: only a program can take anything out again.
  return isOnCurve(addressBytes(recipient)) ? [] : [problem('recipient.noKey', {}, field)];
}

function describe(account: Account): string {
  if (account.owner === programs.system) return 'a nonce account: only its authority gets coins out of it';
  switch (tokenKindOf(account)) {
    case 'account':
      return 'a token account: coins come out of it only by closing it';
    case 'multisig':
      return 'a multisig of a token program';
    default:
      return `an account of the program ${account.owner}`;
  }
}
