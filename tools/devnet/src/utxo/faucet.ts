import { Transaction } from 'bitcoinjs-lib';
import { EngineError } from '../engine.ts';
import { createTurns } from '../in-turn.ts';
import { addressOf, regtestPrefixes } from './addresses.ts';
import { toCoins } from './amounts.ts';
import type { NodeRpc } from './node-rpc.ts';

/** Which output of which transaction. */
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

/** Outputs of one transaction: 2,500 of the longest usual ones are 107,500 bytes outside a witness, and a node relays 100,000. */
const outputsPerTransaction = 2_000;

/** What goes into MWEB when it is activated. */
const mwebCoins = 100n * 100_000_000n;

/** What the node's wallet pays for a thousand bytes of its own transactions. */
const feeRate = toCoins(2_000n);

export interface Faucet {
  /** Sends to any scripts, in as few transactions as it takes; they wait in the mempool. Answers in the order of the outputs. */
  pay(outputs: readonly Output[]): Promise<Outpoint[]>;
  /** Makes blocks, whose rewards are the faucet's. */
  mine(blocks: number): Promise<void>;
}

/** Makes the wallet and mines what it will pay with: 50 coins a block for 150 blocks, 25 for the next 150, and so on. */
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
      // The last argument: a transaction without inputs reads like one with witnesses.
      [draft.toHex(), { feeRate, changePosition: outputs.length }, false],
      wallet,
    );
    const signed = await rpc.call<{ hex: string }>('signrawtransactionwithwallet', [hex], wallet);
    const txid = await rpc.call<string>('sendrawtransaction', [signed.hex]);
    return outputs.map((_, vout) => ({ txid, vout }));
  }

  // One after the other: two payments at once would spend the same coin, and two blocks at once be branches of the chain.
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

/** Coins inside MWEB, to send out of it. */
export interface MwebFaucet {
  /** Sends from inside MWEB to an ordinary script that has an address, and makes the block that pays it. Answers which output does. */
  pegOut(output: Output): Promise<Outpoint>;
}

interface BlockOutputs {
  readonly tx: readonly {
    readonly txid: string;
    readonly vout: readonly { readonly n: number; readonly scriptPubKey?: { readonly hex: string } }[];
  }[];
}

/** Activates MWEB: the block at which that happens has to hold the first coins that go in. */
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
    // What leaves MWEB is paid by the last transaction of the block.
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
