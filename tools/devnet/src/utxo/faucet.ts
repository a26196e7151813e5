import { Transaction } from 'bitcoinjs-lib';
import { EngineError } from '../engine.ts';
import { createTurns } from '../in-turn.ts';
import { addressOf, regtestPrefixes } from './addresses.ts';
import { toCoins } from './amounts.ts';
import type { NodeRpc } from './node-rpc.ts';

/** An output of a transaction. */
export interface Outpoint {
  readonly txid: string;
  readonly vout: number;
}

interface Output {
  readonly script: Uint8Array;
  /** Smallest unit. */
  readonly amount: bigint;
}

/** The wallet that pays. Others may be loaded beside it. */
const wallet = 'faucet';
const mwebWallet = 'mweb';

/** The most outputs of one transaction. 2,500 of the longest usual outputs would be 107,500 bytes outside a witness, and a node relays 100,000. */
const outputsPerTransaction = 2_000;

/** The amount that goes into MWEB when it is activated. */
const mwebCoins = 100n * 100_000_000n;

/** The wallet's fee for a thousand bytes of its own transactions. */
const feeRate = toCoins(2_000n);

export interface Faucet {
  /** Sends to any scripts, in as few transactions as possible. They wait in the mempool. The answer has the order of the outputs. */
  pay(outputs: readonly Output[]): Promise<Outpoint[]>;
  /** Makes blocks. The faucet gets the rewards. */
  mine(blocks: number): Promise<void>;
}

/** Makes the wallet and mines its coins: 50 coins a block for 150 blocks, 25 for the next 150, and so on. */
export async function openFaucet(rpc: NodeRpc, blocks: number): Promise<Faucet> {
  await rpc.call('createwallet', [wallet]);
  const address = await rpc.call<string>('getnewaddress', ['', 'bech32'], wallet);
  // A block reward can be spent 100 blocks later. The wallet is slower the more it owns.
  const own = Math.min(100, Math.max(0, blocks - 100));
  await rpc.call('generatetoaddress', [own, address]);
  await rpc.call('generatetodescriptor', [blocks - own, 'raw(51)']);

  async function payOnce(outputs: readonly Output[]): Promise<Outpoint[]> {
    const draft = new Transaction();
    draft.version = 2;
    for (const { script, amount } of outputs) draft.addOutput(script, amount);
    const { hex } = await rpc.call<{ hex: string }>(
      'fundrawtransaction',
      // The last argument says that there are no witnesses: without inputs the bytes look as if there were some.
      [draft.toHex(), { feeRate, changePosition: outputs.length }, false],
      wallet,
    );
    const signed = await rpc.call<{ hex: string }>('signrawtransactionwithwallet', [hex], wallet);
    const txid = await rpc.call<string>('sendrawtransaction', [signed.hex]);
    return outputs.map((_, vout) => ({ txid, vout }));
  }

  // Everything runs in turn: two payments at once would spend the same coin, and two blocks at once would be branches of the chain.
  const inTurn = createTurns();

  return {
    pay: (outputs) =>
      inTurn(async () => {
        const paid: Outpoint[] = [];
        for (let from = 0; from < outputs.length; from += outputsPerTransaction) {
          paid.push(...(await payOnce(outputs.slice(from, from + outputsPerTransaction))));
        }
        return paid;
      }),
    mine: (count) => inTurn(async () => void (await rpc.call('generatetoaddress', [count, address]))),
  };
}

/** A wallet with coins inside MWEB. */
export interface MwebFaucet {
  /** Sends from inside MWEB to an ordinary script with an address, and makes the block that pays it. Answers the paying output. */
  pegOut(output: Output): Promise<Outpoint>;
}

interface BlockOutputs {
  readonly tx: readonly {
    readonly txid: string;
    readonly vout: readonly { readonly n: number; readonly scriptPubKey?: { readonly hex: string } }[];
  }[];
}

/** Activates MWEB. The block that activates it must hold the first coins that go in. */
export async function openMwebFaucet(rpc: NodeRpc, faucet: Faucet): Promise<MwebFaucet> {
  await rpc.call('createwallet', [mwebWallet]);
  const inside = await rpc.call<string>('getnewaddress', ['', 'mweb'], mwebWallet);
  await rpc.call('sendtoaddress', [inside, toCoins(mwebCoins)], wallet);
  await faucet.mine(2);

  async function pegOut({ script, amount }: Output): Promise<Outpoint> {
    const address = addressOf(script, regtestPrefixes);
    await rpc.call('sendtoaddress', [address, toCoins(amount)], mwebWallet);
    await faucet.mine(1);
    const { tx } = await rpc.call<BlockOutputs>('getblock', [await rpc.call('getbestblockhash'), 2]);
    // The last transaction of the block pays the coins that leave MWEB.
    const last = tx.at(-1);
    const output = last?.vout.find(({ scriptPubKey }) => scriptPubKey?.hex === bytesToHex(script));
    if (last === undefined || output === undefined) throw new EngineError(`${address} was not paid out of MWEB.`);
    return { txid: last.txid, vout: output.n };
  }

  return { pegOut };
}

function bytesToHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
