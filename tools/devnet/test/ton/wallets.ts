import {
  Address,
  beginCell,
  type Cell,
  contractAddress,
  external,
  internal,
  type MessageRelaxed,
  SendMode,
  storeMessage,
} from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { WalletContractV3R1, WalletContractV3R2, WalletContractV4, WalletContractV5R1 } from '@ton/ton';
import type { TonAccount } from '../../src/ton/accounts.ts';
import { codes } from '../../src/ton/codes.ts';

interface Sending {
  readonly seqno: number;
  readonly messages: readonly MessageRelaxed[];
  /** Unix time. */
  readonly timeout: number;
  readonly sendMode?: SendMode;
  /** Whether the message carries the code and data of the wallet. Defaults to whether the sequence number is 0. */
  readonly deploy?: boolean;
}

/** The official library's wallet for an account of the engine. It does not know v4r1, whose messages are those of v4r2. */
export function walletOf({ version, privateKey }: Pick<TonAccount, 'version' | 'privateKey'>) {
  const { publicKey, secretKey } = keyPairFromSeed(Buffer.from(privateKey.slice(2), 'hex'));
  const create = {
    v3r1: () => WalletContractV3R1.create({ workchain: 0, publicKey }),
    v3r2: () => WalletContractV3R2.create({ workchain: 0, publicKey }),
    v4r1: () => WalletContractV4.create({ workchain: 0, publicKey }),
    v4r2: () => WalletContractV4.create({ workchain: 0, publicKey }),
    v5r1: () => WalletContractV5R1.create({ workchain: 0, publicKey }),
  }[version];
  const wallet = create();
  const init = version === 'v4r1' ? { code: codes.walletV4r1.cell, data: wallet.init.data } : wallet.init;
  const address = contractAddress(0, init);
  return {
    address,
    /** A signed external message. */
    sign({
      seqno,
      messages,
      timeout,
      sendMode = SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS,
      deploy = seqno === 0,
    }: Sending): Cell {
      const transfer = { seqno, secretKey, timeout, sendMode, messages: [...messages] };
      // The types of the versions differ in what they do not need here.
      const body = (wallet as WalletContractV4).createTransfer(transfer);
      return beginCell()
        .store(storeMessage(external({ to: address, init: deploy ? init : null, body })))
        .endCell();
    },
  };
}

/** A transfer of coins, or a call of a contract. */
export function message(to: string | Address, value: bigint, body?: Cell | string, bounce = false): MessageRelaxed {
  return internal({
    to: typeof to === 'string' ? Address.parse(to) : to,
    value,
    bounce,
    ...(body === undefined ? {} : { body }),
  });
}
