import type { Account, Engine } from '../engine.ts';
import type { Outpoint } from './faucet.ts';

/** An account of the test mnemonic: the first account of its address type. */
export interface UtxoAccount extends Account {
  readonly type: 'p2wpkh' | 'p2tr' | 'p2sh-p2wpkh' | 'p2pkh';
  /** Compressed. On p2tr this key and `privateKey` are the ones before the tweak (BIP86). */
  readonly publicKey: string;
}

/** An address of any network of the family, or a script. */
export type Payee = string | Uint8Array;

/** The node's verdict on a transaction that it does not take. */
export interface MempoolVerdict {
  readonly txid: string;
  readonly allowed: boolean;
  /** Virtual bytes of an allowed transaction. */
  readonly vsize?: number;
  /** 'dust', 'min relay fee not met'... */
  readonly 'reject-reason'?: string;
}

/** A running litecoind in regtest, with the members that only UTXO engines have. Amounts in the smallest unit. */
export interface LitecoinEngine extends Engine {
  readonly family: 'bitcoin';
  /** Esplora's REST interface. */
  readonly url: string;
  /** The node's JSON-RPC, with credentials in front of the host. */
  readonly rpcUrl: string;
  readonly pid: number;
  /** The hash of block 0. */
  readonly genesisHash: string;
  readonly accounts: readonly UtxoAccount[];
  readonly settings: {
    readonly endpoints: readonly { readonly url: string; readonly name: string; readonly kind: 'esplora' | 'core' }[];
    readonly oldestBlockMs: number;
    readonly options: Readonly<Record<string, unknown>>;
  };
  /**
   * Calls any RPC method of the node. Nothing checks the answer's type.
   *
   * @param wallet - The wallet, for calls of a wallet. The engine's own is 'faucet'.
   * @throws RpcError when the node refuses; EngineError when it does not answer.
   */
  rpc<T = unknown>(method: string, params?: readonly unknown[], wallet?: string): Promise<T>;
  /**
   * Sends coins to many at once. Makes a block, unless the coins shall stay in the mempool.
   *
   * @returns The coins, in the order of the outputs.
   */
  pay(
    outputs: readonly { readonly to: Payee; readonly amount: bigint }[],
    options?: { readonly confirm?: boolean },
  ): Promise<Outpoint[]>;
  /** Sends a coin to a script, in bytes or hex, and makes a block. */
  fundScript(script: Uint8Array | string, amount: bigint): Promise<Outpoint>;
  /** The balance on the chain, without the mempool. */
  balanceOf(payee: Payee): Promise<bigint>;
  /** The node's verdict on a transaction, in hex. */
  testMempoolAccept(raw: string): Promise<MempoolVerdict>;
  /** The height of the best block. */
  height(): Promise<number>;
  /**
   * Sends from inside MWEB, and makes a block. Only with the option `mweb`.
   *
   * @param payee - Anything that has an address.
   */
  pegOut(payee: Payee, amount: bigint): Promise<Outpoint>;
}
