import { readFileSync } from 'node:fs';
import type { WalletVersion } from '../src/wallets/wallet.ts';

// Facts that others made or found (fixtures/README.md).

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'));
}

/** What a message of a wallet does. Amounts in the smallest unit, as decimal texts. */
interface MessageFacts {
  readonly version: WalletVersion;
  readonly seqno: number;
  readonly mode: number;
  readonly amount: string;
  readonly memo?: string;
  readonly bounce: boolean;
  readonly validUntil: number;
  readonly to: string;
  /** BOC in base64. */
  readonly external: string;
  /** Of the external message as it stands, in hex. */
  readonly hash: string;
}

interface Sdk {
  /** In hex. */
  readonly seed: string;
  readonly publicKey: string;
  readonly wallets: Readonly<Record<WalletVersion, SdkWallet>>;
  readonly messages: readonly (MessageFacts & {
    /** BOC in hex. */
    readonly signing: string;
    readonly signingHash: string;
    readonly signature: string;
    readonly normalizedHash?: string;
  })[];
}

interface SdkWallet {
  /** Raw. */
  readonly address: string;
  readonly bounceable: string;
  readonly nonBounceable: string;
  /** BOC in hex. */
  readonly code: string;
  readonly data: string;
  readonly walletId: number;
}

/** Wallets and messages that the SDKs of TON made. */
export const sdk = read('sdk') as Sdk;

/** Signed messages of Trust Wallet Core. */
export const walletCore = (
  read('wallet-core') as {
    messages: readonly (MessageFacts & {
      readonly name: string;
      /** In hex. */
      readonly seed: string;
      readonly jetton?: {
        readonly queryId: string;
        readonly amount: string;
        readonly to: string;
        readonly excessTo: string;
        readonly forwardAmount: string;
      };
    })[];
  }
).messages;

/** External messages of mined transactions. */
export const minedMessages = read('mined-messages') as readonly {
  readonly transaction: string;
  readonly account: string;
  /** BOC in hex. */
  readonly external: string;
}[];

/** Jettons of an account, as tonapi answered them. */
export const tonapiJettons = (
  read('tonapi-jettons') as {
    readonly jettons: readonly {
      readonly balance: string;
      readonly wallet: string;
      readonly master: string;
      readonly name: string;
      readonly symbol: string;
      readonly decimals: number;
      readonly verification: string;
    }[];
  }
).jettons;
