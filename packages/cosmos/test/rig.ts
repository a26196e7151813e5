import type { CompletedData, EncodedItem, Problem } from '@isochain/core';
import { type CosmosEngine, type CosmosOptions, startCosmos } from '@isochain/devnet/cosmos';
import { eventually } from '@isochain/devnet/eventually';
import type { Message } from '../src/bytes/messages.ts';
import { simulation } from '../src/bytes/sign-documents.ts';
import { type CosmosChainId, namedChain } from '../src/chains.ts';
import { cosmos } from '../src/index.ts';
import { simulationProblem } from '../src/modes/simulation-problem.ts';
import { signedForms } from './conformance.ts';
import { type TestKey, testKey } from './keys.ts';
import { standInChain } from './stand-in/setting.ts';
import { toldBy } from './told.ts';

/** What happened to a transaction. */
interface Walked {
  readonly data: Record<string, unknown>;
  readonly warned: readonly string[];
  /** Gas that the transaction used in its block. */
  readonly gasUsed: number;
  readonly gasWanted: number;
}

/** A real node, the family that talks to it, and keys. */
export interface Rig {
  readonly engine: CosmosEngine;
  key(index: number): TestKey;
  /** Codes of errors and warnings, with the data. */
  encode(key: TestKey, data: object): Promise<ReturnType<typeof toldBy> & { readonly codes: readonly string[] }>;
  /** Encodes, signs and broadcasts. Fails if any of them does. */
  send(key: TestKey, data: object): Promise<Pick<Walked, 'data' | 'warned'> & { readonly hash: string }>;
  /** Encodes, signs, broadcasts, and waits for the block. Fails if any of them does. */
  walk(key: TestKey, data: object): Promise<Walked>;
  /** What the node itself says to messages that we did not check, in our terms. Undefined if it carries them out. */
  ask(
    key: TestKey,
    intent: { readonly mode: string; readonly parsed: object },
    message: Message,
  ): Promise<Problem | undefined>;
}

interface Mined {
  readonly tx_response: {
    readonly code: number;
    readonly raw_log: string;
    readonly gas_used: string;
    readonly gas_wanted: string;
  };
}

export async function startRig(chainId: CosmosChainId, options: CosmosOptions = {}): Promise<Rig> {
  const named = namedChain(chainId);
  const chain = standInChain(chainId);
  const engine = await startCosmos({ ...options, chainId, nativeChainId: named.identity.nativeId });
  const { endpoints, oldestBlockMs } = engine.settings;
  const opened = cosmos.connect(chainId, { endpoints, oldestBlockMs });

  async function encode(key: TestKey, data: object) {
    const answer = await opened.encode({ senderAddress: key.address, senderPubKey: key.publicKey, ...data } as never);
    return { answer, told: toldBy(answer) };
  }

  async function minedOf(hash: string): Promise<Mined['tx_response']> {
    const look = () => engine.rest<Mined>(`/cosmos/tx/v1beta1/txs/${hash}`);
    return (await eventually(look, undefined, { interval: 50 })).tx_response;
  }

  async function send(key: TestKey, data: object) {
    const { answer, told } = await encode(key, data);
    if (told.errors.length > 0) throw new Error(told.errors.map(({ message }) => message).join(' '));
    const { transaction } = answer as unknown as { transaction: { data: CompletedData; encoded: EncodedItem[] } };
    const { hex: signature } = signedForms(chain, transaction.encoded, key);
    const { hash } = await opened.broadcast({ ...transaction, signature } as never);
    return { hash, data: told.data, warned: told.warnings.map((warning) => warning.code) };
  }

  return {
    engine,
    key: (index) => testKey(chain, index),
    async encode(key, data) {
      const { told } = await encode(key, data);
      return { ...told, codes: told.errors.map(({ code }) => code) };
    },
    send,
    async walk(key, data) {
      const { hash, ...sent } = await send(key, data);
      const { code, raw_log, gas_used, gas_wanted } = await minedOf(hash);
      if (code !== 0) throw new Error(`The chain refused it: ${raw_log}`);
      return { ...sent, gasUsed: Number(gas_used), gasWanted: Number(gas_wanted) };
    },
    async ask(key, { mode, parsed }, message) {
      const found = await engine.rest<{ account: { base_account?: { sequence: string }; sequence?: string } }>(
        `/cosmos/auth/v1beta1/accounts/${key.address}`,
      );
      const { sequence = found.account.base_account?.sequence ?? '0' } = found.account;
      const plan = {
        ...{ messages: [message], memo: '', fee: { denom: named.chain.denom, amount: 1n }, gas: 0n },
        ...{ sequence: BigInt(sequence), accountNumber: 0n, nativeId: '', amino: false },
        publicKey: Buffer.from(key.publicKey, 'hex'),
      };
      const bytes = simulation(plan, named.chain.keys, 1n);
      const response = await fetch(`${engine.url}/cosmos/tx/v1beta1/simulate`, {
        method: 'POST',
        body: JSON.stringify({ tx_bytes: Buffer.from(bytes).toString('base64') }),
      });
      if (response.ok) return undefined;
      const { message: refusal } = (await response.json()) as { message: string };
      return simulationProblem(named, { mode, parsed } as never, refusal);
    },
  };
}
