import { type Address, getAddressEncoder } from '@solana/kit';
import { readAccount, type StoredAccount, toStoredAccount } from '../accounts-db.ts';
import type { Node } from '../node.ts';
import { tokenPrograms } from '../programs.ts';
import { holderOf, isTokenAccount, mintOf } from '../token-balances.ts';
import { accountEncoder } from './account-encoding.ts';
import { accountFilter } from './account-filter.ts';
import { invalidParams } from './fault.ts';
import type { Methods } from './methods.ts';
import { addressParam, type Config, configParam, inContext, integerParam, listParam } from './params.ts';

export const accountMethods: Methods = {
  getBalance(node, [address, config]) {
    configParam(node, config);
    return inContext(node, readAccount(node.svm, addressParam(address))?.lamports ?? 0n);
  },

  getAccountInfo(node, [address, config]) {
    const encode = accountEncoder(configParam(node, config));
    const account = readAccount(node.svm, addressParam(address));
    return inContext(node, account === undefined ? null : encode(account));
  },

  getMultipleAccounts(node, [addresses, config]) {
    const encode = accountEncoder(configParam(node, config));
    const accounts = listParam(addresses, 100).map((address) => readAccount(node.svm, addressParam(address)));
    return inContext(
      node,
      accounts.map((account) => (account === undefined ? null : encode(account))),
    );
  },

  getMinimumBalanceForRentExemption: (node, [size]) => node.svm.minimumBalanceForRentExemption(integerParam(size)),

  getProgramAccounts(node, [program, options]) {
    const config = configParam(node, options);
    const encode = accountEncoder(config);
    const matches = accountFilter(config.filters);
    const accounts = accountsOf(node, addressParam(program)).filter(({ account }) => matches(account));
    const list = accounts.map(({ address, account }) => ({ account: encode(account), pubkey: address }));
    return config.withContext === true ? inContext(node, list) : list;
  },

  getTokenAccountsByOwner(node, [owner, filter, options]) {
    const encode = accountEncoder(configParam(node, options));
    const holder = addressParam(owner);
    const { programs, mint } = tokenFilter(node, filter);
    const accounts = programs
      .flatMap((program) => accountsOf(node, program))
      .filter(({ account }) => isTokenAccount(account) && holderOf(account) === holder)
      .filter(({ account }) => mint === undefined || mintOf(account) === mint);
    return inContext(
      node,
      accounts.map(({ address, account }) => ({ account: encode(account), pubkey: address })),
    );
  },
};

function tokenFilter(node: Node, filter: unknown): { programs: readonly Address[]; mint?: Address } {
  const { mint, programId } = (filter ?? {}) as Config;
  if (mint !== undefined) {
    const address = addressParam(mint);
    const program = readAccount(node.svm, address)?.owner;
    if (program === undefined || !tokenPrograms.includes(program))
      throw invalidParams('Invalid param: could not find mint');
    return { programs: [program], mint: address };
  }
  const program = addressParam(programId);
  if (!tokenPrograms.includes(program)) throw invalidParams('Invalid param: unrecognized Token program id');
  return { programs: [program] };
}

/** In the order of their addresses: litesvm has none. */
function accountsOf(node: Node, program: Address): { address: Address; account: StoredAccount }[] {
  return node.svm
    .getProgramAccounts(program)
    .filter(({ lamports }) => lamports > 0n)
    .map((account) => ({
      address: account.address,
      account: toStoredAccount(account),
      order: getAddressEncoder().encode(account.address) as Uint8Array,
    }))
    .sort((a, b) => Buffer.compare(a.order, b.order));
}
