import type { TronEngine } from '@isochain/devnet/tron';
import { TronWeb, type Types, utils } from 'tronweb';
import { type TestKey, testKey } from '../keys.ts';

// Transactions that tronweb builds and signs.

type Argument = readonly [type: string, value: unknown];

export interface Call {
  readonly contract: string;
  /** With the types of its arguments: 'approve(address,uint256)'. */
  readonly method: string;
  readonly args: readonly Argument[];
  /** Sun that go along. */
  readonly value?: number;
  /** Sun that the call may cost. */
  readonly feeLimit?: number;
}

let strangers = 0;

/** Somebody who is none of the residents, with coins. */
export async function stranger(engine: TronEngine): Promise<TestKey> {
  strangers += 1;
  const key = testKey(5000 + strangers);
  await engine.fund(key.address, 500_000_000n);
  return key;
}

/** Calls a contract, and makes the block. */
export async function call(
  engine: TronEngine,
  by: TestKey,
  { contract, method, args, value = 0, feeLimit = 100_000_000 }: Call,
): Promise<string> {
  const { transaction } = await webOf(engine).transactionBuilder.triggerSmartContract(
    contract,
    method,
    { feeLimit, callValue: value, txLocal: true },
    args.map(([type, argument]) => ({ type, value: argument })),
    by.address,
  );
  return send(engine, by, transaction);
}

/** Sends coins, and makes the block. */
export async function pay(engine: TronEngine, by: TestKey, to: string, amount: number): Promise<string> {
  return send(engine, by, await webOf(engine).transactionBuilder.sendTrx(to, amount, by.address));
}

/** Lets somebody spend tokens. Resources that are lent for a moment pay for it, so that it costs no coins. */
export async function allow(engine: TronEngine, owner: TestKey, spender: string, amount: bigint): Promise<void> {
  const [token] = engine.tokens;
  await engine.setResources(owner.address, { energy: 1_000_000n, energyUsed: 0n, net: 10_000n, netUsed: 0n });
  await call(engine, owner, {
    ...{ contract: token?.id ?? '', method: 'approve(address,uint256)' },
    args: [
      ['address', spender],
      ['uint256', String(amount)],
    ],
  });
  await engine.setResources(owner.address, { energy: 0n, energyUsed: 0n, net: 0n, netUsed: 0n });
}

function webOf({ url }: TronEngine): TronWeb {
  return new TronWeb({ fullHost: url });
}

async function send(engine: TronEngine, by: TestKey, transaction: Types.Transaction): Promise<string> {
  const signed = utils.crypto.signTransaction(by.signing.privateKey.slice(2), transaction);
  const answer = await webOf(engine).trx.sendRawTransaction(signed);
  if (!answer.result) throw new Error(`${answer.code}: ${Buffer.from(String(answer.message), 'hex').toString('utf8')}`);
  await engine.mine();
  return transaction.txID;
}
