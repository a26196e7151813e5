import { makeSignDoc, serializeSignDoc } from '@cosmjs/amino';
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto';
import { AminoTypes, createDefaultAminoConverters } from '@cosmjs/stargate';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { AuthInfo, SignDoc, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { addressOfKey, keyOf } from './keys.ts';
import { applyMessage, gasOf, type StandInMessage, unpackMessage } from './messages.ts';
import {
  type Effects,
  type Gauge,
  MessageError,
  type Redelegation,
  type StandInChain,
  type StandInContract,
  type StandInEvent,
  type StandInValidator,
  type Unbonding,
} from './types.ts';

// A chain in memory. It stands in for a real node if no node of the chain can run: it decodes transactions with cosmjs, checks fee, sequence,
// signature and balance as cosmos-sdk does, and applies them. One transaction makes one block.

export interface Account {
  readonly number: bigint;
  sequence: bigint;
  publicKey?: Uint8Array;
}

export interface MinedTransaction {
  readonly hash: string;
  readonly height: number;
  readonly time: number;
  readonly code: number;
  readonly log: string;
  readonly gasWanted: bigint;
  readonly gasUsed: bigint;
  readonly body: TxBody;
  readonly authInfo: AuthInfo;
  readonly messages: readonly StandInMessage[];
  readonly events: readonly StandInEvent[];
}

/** An answer to a transaction, as of CheckTx: 0 means that it was taken. */
export interface CheckResult {
  readonly code: number;
  readonly codespace: string;
  readonly log: string;
}

interface ReadTransaction {
  readonly tx: TxRaw;
  readonly body: TxBody;
  readonly authInfo: AuthInfo;
  readonly messages: readonly StandInMessage[];
}

const aminoTypes = new AminoTypes(createDefaultAminoConverters());

/** What the sender must have signed, by the mode that the transaction names. Undefined for other modes (cosmos/tx/signing/v1beta1/signing.proto). */
function documentOf(
  { tx, body, authInfo, messages }: ReadTransaction,
  chainId: string,
  accountNumber: bigint,
): Uint8Array | undefined {
  const [signer] = authInfo.signerInfos;
  const { fee } = authInfo;
  switch (signer?.modeInfo?.single?.mode) {
    case 1:
      return SignDoc.encode({ ...tx, chainId, accountNumber }).finish();
    case 127: {
      const converted = messages.map(({ type: typeUrl, value }) => aminoTypes.toAmino({ typeUrl, value }));
      const paid = { amount: fee?.amount ?? [], gas: String(fee?.gasLimit ?? 0n) };
      return serializeSignDoc(makeSignDoc(converted, paid, chainId, body.memo, accountNumber, String(signer.sequence)));
    }
    default:
      return undefined;
  }
}

/** The state of a chain. */
export class Ledger implements Effects {
  readonly chain: StandInChain;
  readonly now: () => number;
  readonly accounts = new Map<string, Account>();
  readonly validators: StandInValidator[] = [];
  readonly transactions: MinedTransaction[] = [];
  #balances = new Map<string, Map<string, bigint>>();
  #delegations = new Map<string, bigint>();
  #rewards = new Map<string, bigint>();
  #gauges = new Map<string, Map<string, Gauge>>();
  unbondings: Unbonding[] = [];
  redelegations: Redelegation[] = [];
  height = 1;
  /** Names of modules, by their accounts. */
  readonly modules = new Map<string, string>();
  readonly blocked = new Set<string>();
  /** Native coins that still vest, by account. */
  readonly vesting = new Map<string, bigint>();
  /** Contracts by their addresses. Undefined if the chain has no module for them. */
  contracts: Map<string, StandInContract> | undefined;
  minStake = 1n;

  constructor(chain: StandInChain, now: () => number = Date.now) {
    this.chain = chain;
    this.now = now;
  }

  balance(address: string, denom: string): bigint {
    return this.#balances.get(address)?.get(denom) ?? 0n;
  }

  /** The balance without coins that still vest. */
  spendable(address: string, denom: string): bigint {
    const locked = denom === this.chain.denom ? (this.vesting.get(address) ?? 0n) : 0n;
    const held = this.balance(address, denom);
    return held > locked ? held - locked : 0n;
  }

  balances(address: string): { denom: string; amount: bigint }[] {
    return [...(this.#balances.get(address) ?? [])]
      .filter(([, amount]) => amount > 0n)
      .map(([denom, amount]) => ({ denom, amount }))
      .toSorted((a, b) => (a.denom < b.denom ? -1 : 1));
  }

  /** Adds to a balance, and makes the account if there is none. */
  credit(address: string, denom: string, amount: bigint): void {
    this.account(address);
    const coins = this.#balances.get(address) ?? new Map<string, bigint>();
    this.#balances.set(address, coins.set(denom, (coins.get(denom) ?? 0n) + amount));
  }

  debit(address: string, denom: string, amount: bigint): void {
    const spendable = this.spendable(address, denom);
    // cosmos-sdk x/bank/keeper/send.go: subUnlockedCoins
    if (spendable < amount)
      throw new MessageError(
        `spendable balance ${spendable}${denom} is smaller than ${amount}${denom}: insufficient funds`,
      );
    this.#balances.get(address)?.set(denom, this.balance(address, denom) - amount);
  }

  debitToStake(address: string, denom: string, amount: bigint): void {
    const locked = this.vesting.get(address) ?? 0n;
    const held = this.balance(address, denom);
    // cosmos-sdk x/bank/keeper/keeper.go: DelegateCoins
    if (held < amount)
      throw new MessageError(
        `failed to delegate; ${held}${denom} is smaller than ${amount}${denom}: insufficient funds`,
      );
    if (locked > 0n) this.vesting.set(address, locked > amount ? locked - amount : 0n);
    this.#balances.get(address)?.set(denom, held - amount);
  }

  account(address: string): Account {
    const found = this.accounts.get(address);
    if (found !== undefined) return found;
    // Chains of cosmos-sdk 0.54 give account numbers above 2^63.
    const made: Account = { number: 13_899_434_443_979_399_787n + BigInt(this.accounts.size), sequence: 0n };
    this.accounts.set(address, made);
    return made;
  }

  delegation(delegator: string, validator: string): bigint {
    return this.#delegations.get(`${delegator}/${validator}`) ?? 0n;
  }

  setDelegation(delegator: string, validator: string, amount: bigint): void {
    if (amount === 0n) this.#delegations.delete(`${delegator}/${validator}`);
    else this.#delegations.set(`${delegator}/${validator}`, amount);
  }

  delegationsOf(delegator: string): { validator: string; amount: bigint }[] {
    return [...this.#delegations]
      .filter(([key]) => key.startsWith(`${delegator}/`))
      .map(([key, amount]) => ({ validator: key.slice(delegator.length + 1), amount }));
  }

  reward(delegator: string, validator: string): bigint {
    return this.#rewards.get(`${delegator}/${validator}`) ?? 0n;
  }

  setReward(delegator: string, validator: string, amount: bigint): void {
    this.#rewards.set(`${delegator}/${validator}`, amount);
  }

  gaugesOf(address: string): Map<string, Gauge> {
    const found = this.#gauges.get(address) ?? new Map<string, Gauge>();
    this.#gauges.set(address, found);
    return found;
  }

  validator(operator: string): StandInValidator {
    const found = this.validators.find((each) => each.operator === operator);
    if (found === undefined) throw new MessageError('validator does not exist', 3, 'staking');
    return found;
  }

  /** Pays back coins at the end of their unbonding time. */
  settle(): void {
    const due = this.unbondings.filter(({ endsAt }) => endsAt <= this.now());
    this.unbondings = this.unbondings.filter((each) => !due.includes(each));
    for (const { delegator, amount } of due) this.credit(delegator, this.chain.denom, amount);
  }

  /** Carries out a transaction on a copy. Signatures are not verified, and no fee is required (cosmos-sdk x/auth/ante: simulate). */
  simulate(raw: Uint8Array): bigint {
    const { body, authInfo, messages } = this.#read(raw);
    this.#checkSequence(authInfo);
    const copy = this.#copy();
    copy.#payFee(authInfo);
    for (const [i, message] of messages.entries()) copy.#applyAt(i, message);
    return messages.reduce((sum, message) => sum + gasOf(message), 40_000n + BigInt(body.memo.length * 10));
  }

  /** CheckTx, and the next block if it passes. */
  send(raw: Uint8Array): CheckResult & { readonly hash: string } {
    const hash = Buffer.from(sha256(raw)).toString('hex').toUpperCase();
    if (this.transactions.some((mined) => mined.hash === hash)) return { hash, code: 19, codespace: 'sdk', log: '' };
    try {
      this.#mine(hash, raw);
      return { hash, code: 0, codespace: '', log: '' };
    } catch (error) {
      if (error instanceof MessageError)
        return { hash, code: error.code, codespace: error.codespace, log: error.message };
      return { hash, code: 2, codespace: 'sdk', log: `${String(error)}: tx parse error` };
    }
  }

  #mine(hash: string, raw: Uint8Array): void {
    const { tx, body, authInfo, messages } = this.#read(raw);
    const fee = authInfo.fee;
    const paid = fee?.amount.find(({ denom }) => denom === this.chain.denom)?.amount ?? '0';
    const least = (BigInt(fee?.gasLimit ?? 0n) * this.chain.minGasPrice + 10n ** 18n - 1n) / 10n ** 18n;
    if (BigInt(paid) < least) {
      const { denom } = this.chain;
      throw new MessageError(
        `insufficient fees; got: ${paid}${denom} required: ${least}${denom}: insufficient fee`,
        13,
      );
    }
    const signer = this.#checkSequence(authInfo);
    this.#checkSignature({ tx, body, authInfo, messages }, signer);
    const gasUsed = this.simulate(raw);
    this.#payFee(authInfo);
    signer.account.sequence += 1n;
    signer.account.publicKey = signer.key;
    this.height += 1;
    const events: StandInEvent[] = [{ type: 'tx', attributes: [{ key: 'fee_payer', value: signer.address }] }];
    let failure: MessageError | undefined;
    const isOut = gasUsed > (fee?.gasLimit ?? 0n);
    if (isOut) failure = new MessageError('out of gas in location: ReadFlat: out of gas', 11);
    for (const [i, message] of isOut ? [] : messages.entries()) events.push(...this.#applyAt(i, message));
    this.transactions.push({
      ...{ hash, height: this.height, time: this.now(), body, authInfo, messages, events, gasUsed },
      ...{ code: failure?.code ?? 0, log: failure?.message ?? '', gasWanted: fee?.gasLimit ?? 0n },
    });
  }

  #read(raw: Uint8Array): ReadTransaction {
    const tx = TxRaw.decode(raw);
    const body = TxBody.decode(tx.bodyBytes);
    const authInfo = AuthInfo.decode(tx.authInfoBytes);
    const messages = body.messages.map((packed) => unpackMessage(packed, this.chain.wrapsStaking === true));
    return { tx, body, authInfo, messages };
  }

  #signerOf(authInfo: AuthInfo) {
    const packed = authInfo.signerInfos[0]?.publicKey;
    if (packed === undefined) throw new MessageError('no signatures supplied', 15);
    const key = keyOf(this.chain.keys, packed);
    if (key === undefined) throw new MessageError(`unable to resolve type URL ${packed.typeUrl}: tx parse error`, 2);
    const address = addressOfKey(this.chain.prefix, this.chain.keys, key);
    const account = this.accounts.get(address);
    if (account === undefined) throw new MessageError(`account ${address} does not exist: unknown address`, 9);
    return { key, address, account };
  }

  #checkSequence(authInfo: AuthInfo) {
    const signer = this.#signerOf(authInfo);
    const got = authInfo.signerInfos[0]?.sequence ?? 0n;
    const expected = signer.account.sequence;
    if (got !== expected) {
      throw new MessageError(
        `account sequence mismatch, expected ${expected}, got ${got}: incorrect account sequence`,
        32,
      );
    }
    return signer;
  }

  #checkSignature(read: ReadTransaction, signer: { key: Uint8Array; account: Account }): void {
    const { nativeId: chainId, keys } = this.chain;
    const { number: accountNumber } = signer.account;
    const document = documentOf(read, chainId, accountNumber);
    const [signature = new Uint8Array()] = read.tx.signatures;
    const isValid =
      document !== undefined &&
      signature.length === 64 &&
      Secp256k1.verifySignature(
        Secp256k1Signature.fromFixedLength(signature),
        keys === 'secp256k1' ? sha256(document) : keccak_256(document),
        signer.key,
      );
    if (isValid) return;
    throw new MessageError(
      `signature verification failed; please verify account number (${accountNumber}) and chain-id (${chainId}): (unable to verify single signer signature): unauthorized`,
      4,
    );
  }

  #payFee(authInfo: AuthInfo): void {
    const { address } = this.#signerOf(authInfo);
    for (const { denom, amount } of authInfo.fee?.amount ?? []) this.debit(address, denom, BigInt(amount));
  }

  #applyAt(index: number, message: StandInMessage): StandInEvent[] {
    try {
      return applyMessage(this, message);
    } catch (error) {
      if (!(error instanceof MessageError)) throw error;
      throw new MessageError(
        `failed to execute message; message index: ${index}: ${error.message}`,
        error.code,
        error.codespace,
      );
    }
  }

  #copy(): Ledger {
    const copy = new Ledger(this.chain, this.now);
    copy.height = this.height;
    for (const [address, account] of this.accounts) copy.accounts.set(address, { ...account });
    for (const [address, coins] of this.#balances) copy.#balances.set(address, new Map(coins));
    copy.#delegations = new Map(this.#delegations);
    copy.#rewards = new Map(this.#rewards);
    copy.#gauges = new Map([...this.#gauges].map(([address, gauges]) => [address, new Map(gauges)]));
    copy.unbondings = [...this.unbondings];
    copy.redelegations = [...this.redelegations];
    for (const address of this.blocked) copy.blocked.add(address);
    for (const [address, locked] of this.vesting) copy.vesting.set(address, locked);
    copy.minStake = this.minStake;
    copy.validators.push(...this.validators.map((each) => ({ ...each })));
    return copy;
  }
}
