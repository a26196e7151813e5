import { setTimeout as delay } from 'node:timers/promises';
import { makeAuthInfoBytes, makeSignBytes, makeSignDoc } from '@cosmjs/proto-signing';
import type { CosmosEngine } from '@isochain/devnet/cosmos';
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys';
import { TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import type { Any } from 'cosmjs-types/google/protobuf/any';
import { hashOf, signHash, type TestKey, testKey } from '../keys.ts';
import { keyTypes } from '../stand-in/keys.ts';
import type { StandInChain } from '../stand-in/types.ts';

// Transactions of @cosmjs, with as many signers as they need. Its own clients know one signer only.

/** A node, and the chain that it plays. */
export interface Place {
  readonly engine: CosmosEngine;
  readonly chain: StandInChain;
}

export interface Transaction {
  readonly messages: readonly Any[];
  /** Who must sign: of each message, and then who pays the fees, as in the order of cosmos-sdk. One twice counts once. */
  readonly signers: readonly TestKey[];
  /** Pays the fees, and signs too. */
  readonly payer?: TestKey;
  /** Has granted an allowance for the fees. */
  readonly granter?: TestKey;
  /** That it must fail in its block. By default it must not. */
  readonly fails?: true;
}

interface Outcome {
  readonly code: number;
  readonly raw_log: string;
  readonly txhash: string;
}

let strangers = 0;

/** Somebody who is none of the residents, with coins. */
export async function stranger({ engine, chain }: Place): Promise<TestKey> {
  strangers += 1;
  const key = testKey(chain, 5000 + strangers);
  await engine.fund(key.address, 20_000_000n);
  return key;
}

/** Signs, broadcasts, and waits for the block. */
export async function transact({ engine, chain }: Place, transaction: Transaction): Promise<string> {
  const { messages, payer, granter, fails = false } = transaction;
  const signers = [...new Map(transaction.signers.map((key) => [key.address, key])).values()];
  const accounts = await Promise.all(signers.map(({ address }) => accountOf(engine, address)));
  const bodyBytes = TxBody.encode(TxBody.fromPartial({ messages: [...messages] })).finish();
  const authInfoBytes = makeAuthInfoBytes(
    signers.map(({ publicKey }, i) => ({
      pubkey: {
        typeUrl: keyTypes[chain.keys],
        value: PubKey.encode({ key: Buffer.from(publicKey, 'hex') }).finish(),
      },
      sequence: accounts[i]?.sequence ?? 0n,
    })),
    [{ denom: engine.denom, amount: '6789' }],
    1_000_000,
    granter?.address,
    payer?.address,
  );
  const signatures = signers.map((key, i) => {
    const document = makeSignDoc(bodyBytes, authInfoBytes, engine.nativeChainId, accounts[i]?.number ?? 0n);
    return signHash(hashOf(chain.keys, makeSignBytes(document)), key);
  });
  const raw = TxRaw.encode({ bodyBytes, authInfoBytes, signatures }).finish();
  const response = await fetch(`${engine.url}/cosmos/tx/v1beta1/txs`, {
    method: 'POST',
    body: JSON.stringify({ tx_bytes: Buffer.from(raw).toString('base64'), mode: 'BROADCAST_MODE_SYNC' }),
  });
  const { tx_response: answer } = (await response.json()) as { tx_response?: Outcome };
  if (answer?.code !== 0) throw new Error(`The node refused the transaction: ${answer?.raw_log ?? response.status}`);
  const { code, raw_log } = await mined(engine, answer.txhash);
  if ((code !== 0) !== fails) throw new Error(`The transaction ended with code ${code}: ${raw_log}`);
  return answer.txhash;
}

async function accountOf(engine: CosmosEngine, address: string): Promise<{ number: bigint; sequence: bigint }> {
  const { info } = await engine.rest<{ info: { account_number: string; sequence: string } }>(
    `/cosmos/auth/v1beta1/account_info/${address}`,
  );
  return { number: BigInt(info.account_number), sequence: BigInt(info.sequence) };
}

async function mined(engine: CosmosEngine, hash: string): Promise<Outcome> {
  for (let blocks = 0; blocks < 100; blocks += 1) {
    await engine.mine();
    const response = await fetch(`${engine.url}/cosmos/tx/v1beta1/txs/${hash}`);
    if (response.ok) return ((await response.json()) as { tx_response: Outcome }).tx_response;
    await delay(20);
  }
  throw new Error(`The transaction ${hash} is in no block.`);
}
