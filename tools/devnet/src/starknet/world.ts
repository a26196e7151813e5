import { argentClasses, signerKinds } from './classes/argent.ts';
import { braavosClasses } from './classes/braavos.ts';
import { blockListAddress, blockListClassHash, tokenClasses, tokenClassHashes, tokenText } from './classes/erc20.ts';
import { accountClassHashes, braavosBaseHash } from './classes/hashes.ts';
import { openZeppelinClasses } from './classes/openzeppelin.ts';
import { poolClasses } from './classes/pool.ts';
import { stakingClass, stakingClassHash } from './classes/staking.ts';
import type { AccountKind, PlacedAccountOptions, TokenOptions } from './engine.ts';
import { ascii, toFelt } from './vm/felt.ts';
import { contractAddress } from './vm/hashes.ts';
import { Machine } from './vm/machine.ts';
import { Store } from './vm/store.ts';

/** STRK and ETH, at the same addresses on both networks (starknet-io/starknet-addresses:bridged_tokens). */
export const strkAddress = 0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938dn;
export const ethAddress = 0x049d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7n;

/** A machine with the classes of accounts, tokens and staking. */
export function createMachine(): Machine {
  const machine = new Machine(new Store(), [
    ...argentClasses,
    ...openZeppelinClasses,
    ...braavosClasses,
    ...tokenClasses,
    ...poolClasses,
    stakingClass(stakingClassHash),
  ]);
  machine.place(blockListAddress, blockListClassHash);
  return machine;
}

/** Where an account of a kind is deployed for a key, without a guardian. Braavos: the base class with the key alone. */
export function accountAddress(kind: AccountKind, publicKey: bigint): bigint {
  switch (kind) {
    case 'argent-0.3.0':
    case 'argent-0.3.1':
      return contractAddress(accountClassHashes[kind], publicKey, [publicKey, 0n]);
    case 'argent-0.4.0':
    case 'argent-0.5.0':
      return contractAddress(accountClassHashes[kind], publicKey, [0n, publicKey, 1n]);
    case 'openzeppelin-1.0.0':
    case 'openzeppelin-0.17':
      return contractAddress(accountClassHashes[kind], publicKey, [publicKey]);
    case 'braavos':
    case 'braavos-moa':
      return contractAddress(braavosBaseHash, publicKey, [publicKey]);
  }
}

/** Puts an account's contract and its signers into the state. Answers its address. */
export function placeAccount(
  machine: Machine,
  kind: AccountKind,
  publicKey: bigint,
  options: PlacedAccountOptions,
): bigint {
  const { owners = [], ownerKind = 'starknet', guardian, strongSigner, multisigThreshold = 0, classHash } = options;
  const address = options.address === undefined ? accountAddress(kind, publicKey) : toFelt(options.address);
  const write = (value: bigint, name: string, ...keys: bigint[]) =>
    machine.store.set(machine.slot(address, name, ...keys), value);
  machine.place(address, classHash === undefined ? accountClassHashes[kind] : toFelt(classHash));
  // A deployment uses the first nonce.
  machine.setNonce(address, 1n);
  write(publicKey, 'public-key');
  const all = [{ kind: ownerKind, publicKey }, ...owners.map((one) => ({ kind: 'starknet' as const, ...one }))];
  write(BigInt(all.length), 'owners');
  for (const [index, one] of all.entries()) {
    write(toFelt(String(one.publicKey)), 'owner', BigInt(index));
    write(BigInt(signerKinds.indexOf(one.kind)), 'owner-kind', BigInt(index));
  }
  if (guardian !== undefined) {
    write(toFelt(guardian.publicKey), 'guardian');
    write(BigInt(signerKinds.indexOf(guardian.kind ?? 'starknet')) + 1n, 'guardian-kind');
  }
  if (strongSigner !== undefined) write(ascii(strongSigner), strongSigner);
  write(BigInt(multisigThreshold), 'multisig-threshold');
  return address;
}

/** Puts a token into the state. Answers its address. */
export function placeToken(machine: Machine, options: TokenOptions): bigint {
  const { kind = 'indexed', name = 'Test Token', symbol = 'TEST', decimals = 18 } = options;
  const { holders = [], amountEach = 0n } = options;
  const classHash = tokenClassHashes[kind];
  const address =
    options.address === undefined
      ? contractAddress(classHash, ascii(symbol), [...tokenText(kind, name), BigInt(decimals)])
      : toFelt(options.address);
  const write = (value: bigint, slot: string, ...keys: bigint[]) =>
    machine.store.set(machine.slot(address, slot, ...keys), value);
  machine.place(address, classHash);
  for (const [slot, words] of [
    ['name', name],
    ['symbol', symbol],
  ] as const) {
    const felts = tokenText(kind, words);
    write(BigInt(felts.length), slot);
    for (const [index, felt] of felts.entries()) write(felt, slot, BigInt(index));
  }
  write(BigInt(decimals), 'decimals');
  for (const holder of holders) mint(machine, address, toFelt(holder), amountEach);
  return address;
}

/** Adds to a balance. */
export function mint(machine: Machine, token: bigint, holder: bigint, amount: bigint): void {
  for (const [name, keys] of [
    ['balance', [holder]],
    ['supply', []],
  ] as const) {
    const slot = machine.slot(token, name, ...keys);
    machine.store.set(slot, machine.store.get(slot) + amount);
  }
}

export function tokenBalance(machine: Machine, token: bigint, holder: bigint): bigint {
  return machine.store.get(machine.slot(token, 'balance', holder));
}
