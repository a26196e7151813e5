import { type AmountOf, ceilDiv, type Problem, problem } from '@isochain/core';
import type { Address } from '../address/address.ts';
import { associatedTokenAccount, type DerivedAddress, metaplexMetadataAddress } from '../address/pda.ts';
import type { Named } from '../context.ts';
import { type Clock, decodeMint, displayMultiplier, extensionTypes, type Mint } from '../layouts/index.ts';
import type { Snapshot } from '../upstream/snapshot.ts';
import { readTokenFacts, type TokenFacts } from '../upstream/token-metadata.ts';
import { programs } from '../well-known.ts';

const field = 'transaction.data.tokenId';

/** The token program of a mint and of its token accounts. */
type TokenProgram = typeof programs.token | typeof programs.token2022;

/** A token, as a transaction needs it. */
export interface TokenTerms extends TokenFacts {
  readonly mint: Address;
  readonly program: TokenProgram;
  readonly state: Mint;
}

/** The accounts to read for a token. */
export function tokenAccounts(mint: Address): Address[] {
  return [mint, metaplexMetadataAddress(mint)];
}

/** @returns The token, or why there is none. */
export function readTokenTerms(
  context: Named,
  snapshot: Snapshot,
  mint: Address,
): { terms: TokenTerms; problems?: never } | { terms?: never; problems: Problem[] } {
  const account = snapshot.account(mint);
  const missing = (reason: string) => ({
    problems: [problem('token.unknown', { token: mint, chain: context.identity.name, reason }, field)],
  });
  if (account === undefined) return missing('there is no account at this address');
  const program = [programs.token, programs.token2022].find((candidate) => candidate === account.owner);
  if (program === undefined) return missing('the account does not belong to a token program');
  const state = decodeMint(account.data);
  const facts = readTokenFacts(mint, account, snapshot.account(metaplexMetadataAddress(mint)));
  if (state === undefined || facts === undefined) return missing('the account is not a mint');
  return { terms: { ...facts, mint, program, state } };
}

/** The associated token accounts of an owner under both programs. Only the mint tells which of the two is right. */
export interface Associated {
  readonly token: DerivedAddress;
  readonly token2022: DerivedAddress;
}

export function associatedAccounts(owner: Address, mint: Address): Associated {
  return {
    token: associatedTokenAccount(owner, mint, programs.token),
    token2022: associatedTokenAccount(owner, mint, programs.token2022),
  };
}

/** The associated account under the token's program. */
export function accountUnder({ token, token2022 }: Associated, { program }: TokenTerms): DerivedAddress {
  return program === programs.token ? token : token2022;
}

export function addressesOf({ token, token2022 }: Associated): Address[] {
  return [token.address, token2022.address];
}

/** An amount of a token, for messages. */
export function tokenAmount({ decimals, ticker }: TokenFacts, amount: bigint): AmountOf {
  return { amount, decimals, ticker };
}

/** Settings of the issuer that stop all transfers. */
export function transferProblems({ state }: TokenTerms): Problem[] {
  const { nonTransferable, paused, transferHookProgram } = state.extensions;
  const fails = (reason: string) => [problem('token.untransferable', { reason }, field)];
  if (nonTransferable === true) return fails('it is bound to the account that it was issued to');
  if (paused === true) return fails('the issuer stopped all transfers for now');
  if (transferHookProgram !== undefined) {
    return fails(`each transfer runs a program of the issuer (${transferHookProgram}), which is not supported`);
  }
  return [];
}

export function transferWarnings({ state }: TokenTerms): Problem[] {
  const delegate = state.extensions.permanentDelegate;
  return delegate === undefined ? [] : [problem('token.controlled', { delegate }, field)];
}

/** Wallets show another amount than the one that is sent. */
export function displayWarnings({ state }: TokenTerms, { unixTimestamp }: Pick<Clock, 'unixTimestamp'>): Problem[] {
  // Six digits are enough to see what is meant. Interest grows with every second.
  const multiplier = Number(displayMultiplier(state.extensions, unixTimestamp).toPrecision(6));
  return multiplier === 1
    ? []
    : [problem('token.shownMultiplied', { multiplier: multiplier.toString() }, 'transaction.data.amount')];
}

/** The fee that the token program takes from a transfer, in the token's smallest unit. Source: TransferFee::calculate_fee of token-2022. */
export function transferFee({ state }: TokenTerms, amount: bigint, epoch: bigint): bigint {
  const config = state.extensions.transferFee;
  if (config === undefined) return 0n;
  const { basisPoints, maximumFee } = epoch >= config.newer.epoch ? config.newer : config.older;
  const fee = ceilDiv(amount * BigInt(basisPoints), 10_000n);
  return fee < maximumFee ? fee : maximumFee;
}

/** Bytes of the account extension that a mint extension requires: four for type and length, then the value. */
const requiredBytes: readonly (readonly [mintExtension: number, bytes: number])[] = [
  [extensionTypes.transferFeeConfig, 4 + 8],
  [extensionTypes.nonTransferable, 4],
  [extensionTypes.transferHook, 4 + 1],
  [extensionTypes.pausable, 4],
];

/**
 * Bytes of an associated token account of this token. Source: ExtensionType::get_required_init_account_extensions of token-2022; the
 * associated token program adds ImmutableOwner.
 */
export function tokenAccountLength({ program, state }: TokenTerms): number {
  const plain = 165;
  if (program === programs.token) return plain;
  const accountType = 1;
  const immutableOwner = 4;
  return requiredBytes
    .filter(([extension]) => state.extensions.types.includes(extension))
    .reduce((sum, [, bytes]) => sum + bytes, plain + accountType + immutableOwner);
}

/** Lamports that the sender adds for a new token account: less if it already holds coins. */
export function tokenAccountDeposit(snapshot: Snapshot, terms: TokenTerms, address: string): bigint {
  const missing = snapshot.rentMinimum(tokenAccountLength(terms)) - (snapshot.account(address)?.lamports ?? 0n);
  return missing > 0n ? missing : 0n;
}
