import { commentCell } from '../src/bytes/comment.ts';
import type { TonPlan } from '../src/bytes/transaction.ts';
import { Address } from '../src/ton-core.ts';
import type { OutMessage } from '../src/wallets/signing-message.ts';
import { addressOfWallet, defaultWalletId, type Wallet, type WalletVersion } from '../src/wallets/wallet.ts';

/** The usual wallet of a key on mainnet. */
export function walletOf(version: WalletVersion, publicKey: Uint8Array): Wallet {
  return { version, walletId: defaultWalletId(version, -239), publicKey };
}

/** What a plan of a transfer says in the words of the fixtures. */
export interface TransferFacts {
  readonly to: string;
  readonly amount: string | bigint;
  readonly mode: number;
  readonly bounce: boolean;
  readonly memo?: string | undefined;
  readonly seqno: number;
  readonly validUntil: number;
}

export function planOf(wallet: Wallet, facts: TransferFacts, message: Partial<OutMessage> = {}): TonPlan {
  return {
    wallet,
    seqno: facts.seqno,
    validUntil: facts.validUntil,
    sender: addressOfWallet(wallet),
    deploy: facts.seqno === 0,
    message: {
      to: Address.parse(facts.to),
      bounce: facts.bounce,
      value: BigInt(facts.amount),
      mode: facts.mode as OutMessage['mode'],
      body: facts.memo === undefined ? undefined : commentCell(facts.memo),
      ...message,
    },
  };
}
