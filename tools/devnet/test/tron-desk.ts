import { createHash } from 'node:crypto';
import { TronWeb, type Types, utils } from 'tronweb';
import type { TronEngine } from '../src/tron/engine.ts';
import { startTron, type TronOptions } from '../src/tron/tron.ts';

/** An engine with tronweb in front of it. */
export interface Desk {
  readonly engine: TronEngine;
  /** Builds transactions for any sender. */
  readonly web: TronWeb;
  /** A new key of a test, with an activated account. Answers its address. */
  newcomer(number: number, balance: bigint): Promise<string>;
  /** The private key of an address, without 0x. */
  keyOf(address: string): string;
  /** Signs for these addresses, sends, and answers the id. Throws the node's text if it refuses. */
  send(signers: string | readonly string[], transaction: Types.Transaction): Promise<string>;
  info(id: string): Promise<unknown>;
  post(path: string, body: unknown): Promise<unknown>;
  get(path: string): Promise<unknown>;
  stop(): Promise<void>;
}

export async function openDesk(options: TronOptions = {}): Promise<Desk> {
  const engine = await startTron(options);
  const web = new TronWeb({ fullHost: engine.url });
  const keys = new Map(engine.accounts.map(({ address, privateKey }) => [address, privateKey.slice(2)]));
  const keyOf = (address: string): string => {
    const key = keys.get(address);
    if (key === undefined) throw new RangeError(`No key for ${address}.`);
    return key;
  };
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const response = await fetch(engine.url + path, { method: 'POST', body: JSON.stringify(body) });
    return response.json();
  };
  return {
    engine,
    web,
    keyOf,
    post,
    get: async (path) => (await fetch(engine.url + path)).json(),
    info: (value) => post('/wallet/gettransactioninfobyid', { value }),
    stop: () => engine.stop(),
    async newcomer(number, balance) {
      const key = createHash('sha256').update(`newcomer ${number}`).digest('hex');
      const address = TronWeb.address.fromPrivateKey(key);
      if (address === false) throw new RangeError('A hash that is no key.');
      keys.set(address, key);
      await engine.fund(address, balance);
      return address;
    },
    async send(signers, transaction) {
      let signed = transaction as Types.SignedTransaction;
      const all = typeof signers === 'string' ? [signers] : signers;
      for (const address of all) {
        signed = { ...signed, signature: [...(signed.signature ?? []), ...signatureOf(signed, keyOf(address))] };
      }
      const answer = await web.trx.sendRawTransaction(signed);
      if (answer.result) return signed.txID;
      throw new Error(`${answer.code}: ${Buffer.from(String(answer.message), 'hex').toString('utf8')}`);
    },
  };
}

function signatureOf(transaction: Types.Transaction, key: string): string[] {
  return utils.crypto.signTransaction(key, { ...transaction, signature: [] }).signature;
}
