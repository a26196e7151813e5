import { createHash } from 'node:crypto';
import * as ecc from '@bitcoinerlab/secp256k1';
import { toBech32 } from '@cosmjs/encoding';
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing';
import { AuthInfo, SignDoc, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { keccak256 } from 'viem';
import { EngineError } from '../engine.ts';
import { createTurns } from '../in-turn.ts';

/** The engine's own account that gives coins away. */
export interface CosmosFaucet {
  readonly address: string;
  /** Resolves when the coins are there. */
  pay(to: string, amount: bigint, denom: string): Promise<void>;
}

export interface FaucetOptions {
  readonly prefix: string;
  /** Injective takes only its own kind of keys. */
  readonly keys: 'secp256k1' | 'injective';
  readonly chainId: string;
  readonly denom: string;
  /** The fee of each payment, in `denom`. */
  readonly fee: bigint;
  rest<T>(path: string, body?: object): Promise<T>;
}

/** More than a transfer to a new account uses, which is some 110,000. */
export const faucetGas = 200_000n;

/** In one transaction: far below the gas of a block. */
const mostPayments = 20;

// No other account has this key, and anybody can derive it.
const privateKey = sha256(Buffer.from('isochain devnet faucet'));

const publicKey = pointOf(true);

const kinds = {
  secp256k1: {
    typeUrl: '/cosmos.crypto.secp256k1.PubKey',
    hash: sha256,
    address: () => createHash('ripemd160').update(sha256(publicKey)).digest(),
  },
  injective: {
    typeUrl: '/injective.crypto.v1beta1.ethsecp256k1.PubKey',
    hash: keccak,
    address: () => keccak(pointOf(false).subarray(1)).subarray(12),
  },
} as const;

export function faucetAddress({ prefix, keys }: Pick<FaucetOptions, 'prefix' | 'keys'>): string {
  return toBech32(prefix, kinds[keys].address());
}

export function createFaucet({ prefix, keys, chainId, denom, fee, rest }: FaucetOptions): CosmosFaucet {
  const { typeUrl, hash } = kinds[keys];
  const address = faucetAddress({ prefix, keys });

  async function sign(payments: readonly Payment[]): Promise<Uint8Array> {
    const { info } = await rest<{ info: { account_number: string; sequence: string } }>(
      `/cosmos/auth/v1beta1/account_info/${address}`,
    );
    const messages = payments.map(({ to, amount, denom: ofDenom }) => {
      const message = { fromAddress: address, toAddress: to, amount: [{ denom: ofDenom, amount: String(amount) }] };
      return { typeUrl: '/cosmos.bank.v1beta1.MsgSend', value: MsgSend.encode(MsgSend.fromPartial(message)).finish() };
    });
    const bodyBytes = TxBody.encode(TxBody.fromPartial({ messages })).finish();
    const signer = {
      // Field 1, 33 bytes: cosmos-sdk proto/cosmos/crypto/secp256k1/keys.proto. Injective's is the same.
      publicKey: { typeUrl, value: Uint8Array.from([0x0a, publicKey.length, ...publicKey]) },
      modeInfo: { single: { mode: SignMode.SIGN_MODE_DIRECT } },
      sequence: BigInt(info.sequence),
    };
    const count = BigInt(payments.length);
    const paid = { amount: [{ denom, amount: String(fee * count) }], gasLimit: faucetGas * count };
    const authInfoBytes = AuthInfo.encode(AuthInfo.fromPartial({ signerInfos: [signer], fee: paid })).finish();
    const document = { bodyBytes, authInfoBytes, chainId, accountNumber: BigInt(info.account_number) };
    const signature = ecc.sign(hash(SignDoc.encode(SignDoc.fromPartial(document)).finish()), privateKey);
    return TxRaw.encode(TxRaw.fromPartial({ bodyBytes, authInfoBytes, signatures: [signature] })).finish();
  }

  async function send(payments: readonly Payment[]): Promise<void> {
    const bytes = await sign(payments);
    const body = { tx_bytes: Buffer.from(bytes).toString('base64'), mode: 'BROADCAST_MODE_SYNC' };
    const { tx_response: sent } = await rest<{ tx_response: Outcome }>('/cosmos/tx/v1beta1/txs', body);
    const { code, raw_log } = sent.code === 0 ? await outcomeOf(sent.txhash) : sent;
    if (code === 0) return;
    const told = payments.map(({ to, amount, denom: ofDenom }) => `${amount} ${ofDenom} to ${to}`).join(', ');
    throw new EngineError(`The faucet could not pay ${told}: ${raw_log}`);
  }

  async function outcomeOf(hash: string): Promise<Outcome> {
    const query = encodeURIComponent(`tx.hash='${hash}'`);
    for (;;) {
      const { tx_responses: found } = await rest<{ tx_responses: Outcome[] }>(`/cosmos/tx/v1beta1/txs?query=${query}`);
      if (found[0] !== undefined) return found[0];
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  // The account's sequence counts up with each transaction: the next one waits until the last one is in a block. What is asked for meanwhile is paid
  // in one transaction.
  const inTurn = createTurns();
  let waiting: { readonly payments: Payment[]; readonly paid: Promise<void> } | undefined;
  return {
    address,
    pay(to, amount, ofDenom) {
      const payment = { to, amount, denom: ofDenom };
      if (waiting !== undefined && waiting.payments.length < mostPayments) {
        waiting.payments.push(payment);
        return waiting.paid;
      }
      const payments = [payment];
      const paid = inTurn(() => {
        if (waiting?.payments === payments) waiting = undefined;
        return send(payments);
      });
      waiting = { payments, paid };
      return paid;
    },
  };
}

interface Payment {
  readonly to: string;
  readonly amount: bigint;
  readonly denom: string;
}

interface Outcome {
  readonly txhash: string;
  readonly code: number;
  readonly raw_log: string;
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}

function keccak(bytes: Uint8Array): Uint8Array {
  return keccak256(bytes, 'bytes');
}

function pointOf(compressed: boolean): Uint8Array {
  const point = ecc.pointFromScalar(privateKey, compressed);
  if (point === null) throw new EngineError('The key of the faucet is no key.');
  return point;
}
