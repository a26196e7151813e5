import { createHash } from 'node:crypto';
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing';
import { EngineError } from '../engine.ts';
import { createTurns } from '../in-turn.ts';

/** An account of the engine's own that gives coins away. */
export interface CosmosFaucet {
  /** Resolves when the coins are there. */
  pay(to: string, amount: bigint, denom: string): Promise<void>;
  close(): void;
}

interface FaucetOptions {
  readonly prefix: string;
  readonly rpcUrl: string;
  /** With its denomination: '0.005uatom'. */
  readonly gasPrice: string;
}

/** More than a transfer to a new account takes: some 90,000 are used. */
const gas = 200_000;

// Nobody else's, and everybody can make it.
const key = createHash('sha256').update('isochain devnet faucet').digest();

export async function faucetAddress(prefix: string): Promise<string> {
  return (await openWallet(prefix)).address;
}

async function openWallet(prefix: string) {
  const wallet = await DirectSecp256k1Wallet.fromKey(key, prefix);
  const [account] = await wallet.getAccounts();
  if (account === undefined) throw new EngineError('The wallet of the faucet has no account.');
  return { wallet, address: account.address };
}

export function createFaucet({ prefix, rpcUrl, gasPrice }: FaucetOptions): CosmosFaucet {
  const connect = async () => {
    const { wallet, address } = await openWallet(prefix);
    // The library takes a while to load, and most engines are never asked for coins.
    const { calculateFee, GasPrice, SigningStargateClient } = await import('@cosmjs/stargate');
    const client = await SigningStargateClient.connectWithSigner(rpcUrl, wallet, { broadcastPollIntervalMs: 50 });
    return { client, address, fee: calculateFee(gas, GasPrice.fromString(gasPrice)) };
  };
  let connected: ReturnType<typeof connect> | undefined;
  // The account's sequence counts up with each transfer: the next one waits until the last one is in a block.
  const inTurn = createTurns();
  return {
    pay: (to, amount, denom) =>
      inTurn(async () => {
        connected ??= connect();
        const { client, address, fee } = await connected;
        const { code, rawLog } = await client.sendTokens(address, to, [{ denom, amount: String(amount) }], fee);
        if (code !== 0) throw new EngineError(`The faucet could not pay ${amount}${denom} to ${to}: ${rawLog}`);
      }),
    close() {
      connected?.then(({ client }) => client.disconnect()).catch(() => {});
    },
  };
}
