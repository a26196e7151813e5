import { beginCell, type Cell, external, type MessageRelaxed, SendMode, storeMessage } from '@ton/core';
import { WalletContractV3R1, WalletContractV3R2, WalletContractV4, WalletContractV5R1 } from '@ton/ton';
import { type TestKey, type TestWallet, testKey } from '../keys.ts';

const contracts = {
  v3r1: WalletContractV3R1,
  v3r2: WalletContractV3R2,
  v4r2: WalletContractV4,
  v5r1: WalletContractV5R1,
} as const;

/** Somebody with a key and a wallet of @ton/ton. */
export interface Actor extends TestKey {
  readonly version: TestWallet;
  /** What deploys the wallet. */
  readonly init: { readonly code: Cell; readonly data: Cell };
  /** A signed external message that has the wallet send these messages. */
  sending(messages: readonly MessageRelaxed[], seqno: number, timeout: number): Cell;
  /** A signed external message that has the wallet send nothing. It only uses up a sequence number. */
  nothing(seqno: number, timeout: number): Cell;
}

export function actor(number: number, version: TestWallet = 'v4r2'): Actor {
  return actorOf(testKey(number, version), version);
}

/** @param key - With the address of the wallet of this version. */
export function actorOf(key: TestKey, version: TestWallet = 'v4r2'): Actor {
  const wallet = contracts[version].create({ workchain: 0, publicKey: Buffer.from(key.publicKey, 'hex') });
  const sending: Actor['sending'] = (messages, seqno, timeout) => {
    const terms = {
      ...{ seqno, timeout, secretKey: key.secretKey, messages: [...messages] },
      sendMode: SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS,
    };
    // The types of the versions differ in what they do not need here.
    const body = (wallet as WalletContractV4).createTransfer(terms);
    const init = seqno === 0 ? wallet.init : null;
    return beginCell()
      .store(storeMessage(external({ to: wallet.address, init, body })))
      .endCell();
  };
  return {
    ...{ ...key, version, init: wallet.init },
    sending,
    nothing: (seqno, timeout) => sending([], seqno, timeout),
  };
}
