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

/** A bit for each type of contract: 1, TransferContract. */
const payments = '02'.padEnd(64, '0');

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
  return send(engine, [by], transaction);
}

/** Sends coins, and makes the block. */
export async function pay(engine: TronEngine, by: TestKey, to: string, amount: number): Promise<string> {
  return send(engine, [by], await webOf(engine).transactionBuilder.sendTrx(to, amount, by.address));
}

/** Sends coins that others sign for: all of them must. More than one signature costs more. The account is its owner's alone before and after. */
export async function payFor(
  engine: TronEngine,
  owner: TestKey,
  signers: readonly TestKey[],
  { to, amount }: { readonly to: string; readonly amount: number },
): Promise<string> {
  const keys = signers.map(({ address }) => ({ address, weight: 1 }));
  const before = engine.account(owner.address);
  await engine.setPermissions(owner.address, before?.ownerPermission, [
    { id: 2, name: 'coins', threshold: keys.length, keys, operations: payments },
  ]);
  const { transactionBuilder } = webOf(engine);
  const transaction = await transactionBuilder.sendTrx(to, amount, owner.address, { permissionId: 2 });
  const id = await send(engine, signers, transaction);
  await engine.setPermissions(owner.address, before?.ownerPermission, before?.activePermissions);
  return id;
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

async function send(engine: TronEngine, signers: readonly TestKey[], transaction: Types.Transaction): Promise<string> {
  // tronweb takes its signature only for what has none.
  const signature = signers.flatMap(
    ({ signing }) =>
      utils.crypto.signTransaction(signing.privateKey.slice(2), { ...transaction, signature: [] }).signature,
  );
  const answer = await webOf(engine).trx.sendRawTransaction({ ...transaction, signature });
  if (!answer.result) throw new Error(`${answer.code}: ${Buffer.from(String(answer.message), 'hex').toString('utf8')}`);
  await engine.mine();
  return transaction.txID;
}
