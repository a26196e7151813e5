import { startTon, type TonAccount, type TonEngine } from '@isochain/devnet/ton';
import { Address, Cell } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { ton } from '../src/index.ts';
import type { TonKind } from '../src/options.ts';
import { externalMessage, type OutMessage, signedBody, signingMessage } from '../src/wallets/signing-message.ts';
import { defaultWalletId, type Wallet, walletInit } from '../src/wallets/wallet.ts';
import { sign } from './ed25519.ts';

/** What happened to a transaction. */
interface Sent {
  readonly data: Record<string, unknown>;
  readonly errors: readonly { readonly code: string }[];
  readonly warnings: readonly string[];
  /** Nanotons that the account lost, and what encode said that it would lose at most. Undefined if nothing was sent. */
  readonly cost: bigint | undefined;
  readonly fees: bigint;
  /** Nanotons that travelled with the transfer. */
  readonly attached: bigint;
}

/** Jettons on the real virtual machine, and the family that talks to it. */
export interface JettonRig {
  readonly engine: TonEngine;
  account(index: number): TonAccount;
  /** The demo jetton. */
  readonly token: string;
  /** Encodes, signs and sends. */
  send(account: TonAccount, data: object): Promise<Sent>;
  /** Signs and sends a message as it is, from a wallet that is deployed. Answers the exit code of the contract that gets it. */
  sendMessage(account: TonAccount, seqno: number, message: Omit<OutMessage, 'mode'>): Promise<number | undefined>;
}

export async function startRig(kind: TonKind = 'toncenter-v3'): Promise<JettonRig> {
  const engine = await startTon();
  const urls = { 'toncenter-v3': engine.urls.v3, 'toncenter-v2': engine.urls.v2, tonapi: engine.urls.tonapi };
  const chain = ton.connect('ton', {
    endpoints: [{ url: urls[kind], kind }],
    oldestBlockMs: 0,
    now: () => engine.now() * 1000,
  });
  const [token] = engine.tokens;
  if (token === undefined) throw new Error('The engine has no jetton.');

  /** @returns The hash of the message, in base64. */
  async function post(account: TonAccount, seqno: number, signing: Cell): Promise<string> {
    const { secretKey } = keyPairFromSeed(Buffer.from(account.privateKey.slice(2), 'hex'));
    const body = signedBody(account.version, signing, sign(signing.hash(), secretKey));
    const init = seqno === 0 ? walletInit(walletOf(account)) : undefined;
    const boc = externalMessage(Address.parse(account.address), body, init).toBoc().toString('base64');
    const response = await fetch(`${engine.urls.v3}/message`, { method: 'POST', body: JSON.stringify({ boc }) });
    if (!response.ok) throw new Error(`The chain refused it: ${await response.text()}`);
    const { message_hash: hash } = (await response.json()) as { readonly message_hash: string };
    return hash;
  }

  return {
    engine,
    token: token.id,
    account(index) {
      const account = engine.accounts[index];
      if (account === undefined) throw new Error(`There is no account ${index}.`);
      return account;
    },
    async send(account, data) {
      const intent = {
        mode: 'transferToken',
        senderAddress: account.address,
        senderPubKey: account.publicKey,
        tokenId: token.id,
        ...data,
      };
      const answer = (await chain.encode(intent as never)) as unknown as {
        transaction: { data: Record<string, unknown>; encoded: { raw: { value: string } }[] };
        status: { errors: { code: string }[]; warnings: { code: string }[] };
      };
      const { transaction, status } = answer;
      const raw = transaction.encoded?.[0]?.raw.value;
      const before = (await engine.state(account.address)).balance;
      if (raw !== undefined) await post(account, Number(transaction.data.nonce), Cell.fromHex(raw));
      const after = (await engine.state(account.address)).balance;
      const { jetton } = (transaction.data.params ?? {}) as { readonly jetton?: { readonly attached: string } };
      return {
        data: transaction.data,
        errors: status.errors,
        warnings: status.warnings.map(({ code }) => code),
        cost: raw === undefined ? undefined : before - after,
        fees: BigInt(String(transaction.data.fees ?? 0)),
        attached: BigInt(jetton?.attached ?? 0),
      };
    },
    async sendMessage(account, seqno, message) {
      const signing = signingMessage({
        wallet: walletOf(account),
        seqno,
        validUntil: engine.now() + 60,
        message: { ...message, mode: 3 },
      });
      const hash = await post(account, seqno, signing);
      const response = await fetch(`${engine.urls.v3}/traces?msg_hash=${encodeURIComponent(hash)}`);
      const { traces } = (await response.json()) as {
        readonly traces: readonly { readonly transactions: Readonly<Record<string, Traced>> }[];
      };
      const all = Object.values(traces[0]?.transactions ?? {});
      const found = all.find((each) => Address.parse(each.account.toLowerCase()).equals(message.to));
      return found?.description.compute_ph.exit_code;
    },
  };
}

interface Traced {
  readonly account: string;
  readonly description: { readonly compute_ph: { readonly exit_code?: number } };
}

function walletOf({ version, publicKey }: TonAccount): Wallet {
  return {
    version,
    walletId: defaultWalletId(version, -239),
    publicKey: Uint8Array.from(Buffer.from(publicKey, 'hex')),
  };
}
