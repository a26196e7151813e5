import { createUpstream, type Operation } from '@isochain/core/upstream';
import { startTon, type TonAccount, type TonEngine } from '@isochain/devnet/ton';
import { Address, Cell } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { contextOf, type TonContext } from '../src/context.ts';
import { ton } from '../src/index.ts';
import type { TonKind, TonOptions } from '../src/options.ts';
import { externalMessage, signedBody } from '../src/wallets/signing-message.ts';
import { defaultWalletId, walletInit } from '../src/wallets/wallet.ts';
import { sign } from './ed25519.ts';

const kinds = { 'toncenter-v3': {}, 'toncenter-v2': {}, tonapi: {} };

/** A problem of an answer. */
interface Told {
  readonly code: string;
  readonly message: string;
}

/** What an intent came to. */
export interface Outcome {
  readonly data: Record<string, unknown>;
  readonly errors: readonly Told[];
  readonly warnings: readonly Told[];
  /** Nanotons that the account lost, its stake and all fees together. Less than 0 if it gained. Undefined if nothing was sent. */
  readonly cost: bigint | undefined;
  readonly fees: bigint;
}

/** Pools on the real virtual machine, and the family that talks to them. */
export interface PoolRig {
  readonly engine: TonEngine;
  readonly chain: ReturnType<typeof ton.connect>;
  readonly account: TonAccount;
  readonly context: TonContext;
  /** For reads. */
  operation(): Operation;
  /** Encodes, signs and sends for the first account, if there are no errors. */
  send(data: object): Promise<Outcome>;
}

export async function startPools(
  kind: TonKind = 'toncenter-v3',
  options: (engine: TonEngine) => Promise<Partial<TonOptions>> = async () => ({}),
): Promise<PoolRig> {
  const engine = await startTon();
  const urls = { 'toncenter-v3': engine.urls.v3, 'toncenter-v2': engine.urls.v2, tonapi: engine.urls.tonapi };
  const settings = {
    endpoints: [{ url: urls[kind], kind }],
    oldestBlockMs: 0,
    now: () => engine.now() * 1000,
  };
  const more = await options(engine);
  const chain = ton.connect('ton', { ...settings, ...more });
  const [account] = engine.accounts;
  if (account === undefined) throw new Error('The engine has no account.');

  async function post(seqno: number, signing: Cell): Promise<void> {
    const { secretKey } = keyPairFromSeed(Buffer.from((account as TonAccount).privateKey.slice(2), 'hex'));
    const { version, address, publicKey } = account as TonAccount;
    const body = signedBody(version, signing, sign(signing.hash(), secretKey));
    const key = Uint8Array.from(Buffer.from(publicKey, 'hex'));
    const init =
      seqno === 0 ? walletInit({ version, walletId: defaultWalletId(version, -239), publicKey: key }) : undefined;
    const boc = externalMessage(Address.parse(address), body, init).toBoc().toString('base64');
    const response = await fetch(`${engine.urls.v3}/message`, { method: 'POST', body: JSON.stringify({ boc }) });
    if (!response.ok) throw new Error(`The chain refused it: ${await response.text()}`);
  }

  return {
    engine,
    chain,
    account,
    context: contextOf('ton', { ...settings, ...more }),
    operation: () => createUpstream({ chainId: 'ton', endpoints: settings.endpoints, kinds }).operation(),
    async send(data) {
      const intent = { senderAddress: account.address, senderPubKey: account.publicKey, ...data };
      const answer = (await chain.encode(intent as never)) as unknown as {
        transaction: { data: Record<string, unknown>; encoded?: { raw: { value: string } }[] };
        status: { errors: Told[]; warnings: Told[] };
      };
      const { transaction, status } = answer;
      const raw = transaction.encoded?.[0]?.raw.value;
      const before = (await engine.state(account.address)).balance;
      if (raw !== undefined) await post(Number(transaction.data.nonce), Cell.fromHex(raw));
      const after = (await engine.state(account.address)).balance;
      return {
        data: transaction.data,
        ...status,
        cost: raw === undefined ? undefined : before - after,
        fees: BigInt(String(transaction.data.fees ?? 0)),
      };
    },
  };
}
