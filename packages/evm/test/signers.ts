import type { CompletedData } from '@isochain/core';
import { decodeRlp, encodeRlp, getBytes, hexlify, SigningKey, Transaction, Wallet } from 'ethers';

// Signers of others: ethers for keys, transactions and RLP.

/** The first two accounts of the mnemonic "test test … junk", as anvil and Hardhat print them. */
export const ann = new Wallet('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
export const bob = new Wallet('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d');

/** Order of the curve secp256k1 (SEC 2, section 2.4.1). */
export const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

export interface Numbers {
  readonly r: string;
  readonly s: string;
  readonly y: 0 | 1;
}

/** r and s without 0x, and the parity, as ethers signs a hash. */
export function numbersOf(wallet: Wallet, hash: string): Numbers {
  const { r, s, yParity } = new SigningKey(wallet.privateKey).sign(hash.startsWith('0x') ? hash : `0x${hash}`);
  return { r: r.slice(2), s: s.slice(2), y: yParity };
}

/** The other signature of the same message: s in the upper half of the order. */
export function upperHalf({ r, s, y }: Numbers): Numbers {
  return { r, s: (order - BigInt(`0x${s}`)).toString(16).padStart(64, '0'), y: y === 0 ? 1 : 0 };
}

/** X.690 DER, in hex. */
export function der({ r, s }: Numbers): string {
  const integer = (digits: string) => {
    const short = digits.replace(/^(?:00)+/, '');
    const body = Number.parseInt(short.slice(0, 2), 16) >= 0x80 ? `00${short}` : short;
    return `02${byte(body.length / 2)}${body}`;
  };
  const body = integer(r) + integer(s);
  return `30${byte(body.length / 2)}${body}`;
}

const byte = (value: number) => value.toString(16).padStart(2, '0');

/** Signs the transaction that ethers reads from the unsigned bytes. */
export function signWhole(wallet: Wallet, unsigned: string): string {
  const transaction = Transaction.from(unsigned);
  transaction.signature = new SigningKey(wallet.privateKey).sign(transaction.unsignedHash);
  return transaction.serialized;
}

/** Replaces members of the RLP of a signed transaction, counted from its end. */
export function patchRlp(signed: string, members: Readonly<Record<number, string>>): string {
  const typed = signed.startsWith('0x02');
  const list = decodeRlp(typed ? `0x${signed.slice(4)}` : signed) as string[];
  for (const [index, value] of Object.entries(members)) {
    list[list.length + Number(index)] = hexlify(getBytes(value));
  }
  const encoded = encodeRlp(list);
  return typed ? `0x02${encoded.slice(2)}` : encoded;
}

/** Completed data of a transfer from ann to bob, with terms that add up. */
export function transferData(changes: Partial<Record<string, unknown>> = {}, legacy = false): CompletedData {
  return {
    mode: 'transfer',
    senderAddress: ann.address,
    recipientAddress: bob.address,
    useMaxAmount: false,
    amount: '1000000000000000',
    nonce: '7',
    gas: '21000',
    fees: '63000000000000',
    params: legacy
      ? { type: 'legacy', gasPrice: '3000000000' }
      : { type: 'eip1559', maxFeePerGas: '3000000000', maxPriorityFeePerGas: '1000000000' },
    ...changes,
  } as CompletedData;
}
