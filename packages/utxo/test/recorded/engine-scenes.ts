import type { EngineScenes, RecordScene } from '@isochain/conformance';
import { litecoinIsAvailable, startLitecoin } from '@isochain/devnet/utxo';
import { signPlainly } from './asking.ts';

/** Transfers of each kind of coins over a node, and over an indexer in front of it: its regtest stands in for a test network of Bitcoin. */
export async function startEngineScenes(): Promise<EngineScenes> {
  if (!litecoinIsAvailable()) throw new Error('litecoind is not installed (Debian has it as package litecoind).');
  const engine = await startLitecoin({ blocks: 120 });
  const tip = await engine.rpc<string>('getbestblockhash');
  const { time } = await engine.rpc<{ time: number }>('getblockheader', [tip]);
  const recipientAddress = engine.accounts.find(({ type }) => type === 'p2wpkh')?.address;
  const accounts = engine.accounts.map(({ type, address, publicKey, privateKey }) => ({
    type,
    from: { senderAddress: address, senderPubKey: publicKey },
    sign: signPlainly({ privateKeys: [Buffer.from(privateKey.slice(2), 'hex')] }),
  }));
  const scenes = engine.settings.endpoints.flatMap((endpoint) =>
    accounts.map(({ type, from, sign }): RecordScene => {
      return {
        name: `a part of ${type} over litecoind (${endpoint.kind})`,
        chainId: 'bitcoin-testnet',
        intent: { mode: 'transfer', ...from, recipientAddress, amount: '123456789' },
        options: { genesisHash: engine.genesisHash },
        now: time * 1000,
        upstream: () => ({ endpoints: [endpoint], fetch: globalThis.fetch }),
        sign,
      };
    }),
  );
  return { scenes, stop: engine.stop };
}
