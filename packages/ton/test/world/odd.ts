import { beginCell, Cell, type StateInit } from '@ton/core';
import { TreasuryContract } from '@ton/sandbox';
import { MultisigWallet, WalletContractV2R2, WalletContractV5Beta } from '@ton/ton';
import { type Actor, actor } from './actor.ts';
import { addressOf, coin, fifth, sender, stranger } from './cast.ts';
import type { Build } from './world.ts';

/** Accounts that cannot send, and such as have too little. */

const key = Buffer.from(sender.publicKey, 'hex');

/** Contracts that are no wallets of ours, by name. */
const contracts: Readonly<Record<string, Pick<StateInit, 'code' | 'data'>>> = {
  multisig: new MultisigWallet([key, Buffer.from(stranger.publicKey, 'hex')], 0, 0, 2).init,
  // The treasury of @ton/sandbox sends up to 255 messages at once, as highload wallets do.
  highload: { code: TreasuryContract.code, data: beginCell().storeUint(0, 256).endCell() },
  'version 2': WalletContractV2R2.create({ workchain: 0, publicKey: key }).init,
  'the draft of version 5': WalletContractV5Beta.create({ publicKey: key }).init,
  'version 5 without its key': {
    code: fifth.init.code,
    // Signatures are not allowed, and there is an extension.
    data: beginCell()
      .storeBit(false)
      .storeUint(3, 32)
      .storeInt(2_147_483_409, 32)
      .storeBuffer(Buffer.from(fifth.publicKey, 'hex'))
      .storeMaybeRef(beginCell().storeUint(1, 8).endCell())
      .endCell(),
  },
};

export const oddNames: readonly string[] = Object.keys(contracts);

/** The address of such a contract. */
export const oddAddress = (name: string): string => addressOf(name).toString({ bounceable: false });

/** Validators forbid that it is deployed. */
export const suspended: Actor = actor(71);
/** It has jettons, and 0.01 coins too little to send them. */
export const poor: Actor = actor(72);
/** It cannot pay for anything. */
export const penniless: Actor = actor(73);

export const withOddAccounts: Build = async ({ engine, token }) => {
  for (const [name, { code, data }] of Object.entries(contracts)) {
    const content = { code: code ?? Cell.EMPTY, data: data ?? Cell.EMPTY, balance: 10n * coin };
    await engine.setContract(oddAddress(name), content);
  }
  await engine.fund(suspended.address, coin);
  await engine.suspend(suspended.address);
  await engine.fund(poor.address, 40_000_000n);
  await engine.fund(penniless.address, 1_000n);
  await engine.mint(token, poor.address, 100n);
};
