import type { EngineScenes, RecordScene } from '@isochain/conformance';
import { accounts, installOpStack, prepareEvm, startAnvil } from '@isochain/devnet/evm';
import type { EvmChainId } from '../../src/index.ts';
import { signUsually } from './asking.ts';

const engines = [
  { chainId: 'sepolia', nativeChainId: 11_155_111, network: 'ethereum' },
  { chainId: 'base-sepolia', nativeChainId: 84_532, network: 'optimism' },
] as const satisfies readonly { readonly chainId: EvmChainId; nativeChainId: number; network: string }[];

/** Transfers over anvil, which the first account of the usual mnemonic signs. */
export async function startEngineScenes(): Promise<EngineScenes> {
  const started = await Promise.all(engines.map(start));
  return {
    scenes: started.flatMap(({ scenes }) => scenes),
    stop: () => Promise.all(started.map(({ stop }) => stop())),
  };
}

async function start({ chainId, nativeChainId, network }: (typeof engines)[number]): Promise<EngineScenes> {
  const anvil = await startAnvil({ chainId, nativeChainId, network });
  await prepareEvm(anvil);
  if (network === 'optimism') await installOpStack(anvil);
  const { timestamp } = await anvil.rpc<{ timestamp: string }>('eth_getBlockByNumber', ['latest', false]);
  const [sender, recipient] = accounts;
  const parties = { senderAddress: sender?.address, recipientAddress: recipient?.address };
  const token = { mode: 'transferToken', ...parties, tokenId: anvil.tokens[0]?.id };
  const transfer = { mode: 'transfer', ...parties };
  const intents: Readonly<Record<string, RecordScene['intent']>> = {
    transfer: { ...transfer, amount: '1000000000000000' },
    tokens: { ...token, amount: '1234567' },
    'more tokens than there are': { ...token, amount: '9'.repeat(40) },
    'more coins than there are': { ...transfer, amount: '9'.repeat(30) },
    'coins to a token': { ...transfer, recipientAddress: anvil.tokens[0]?.id, amount: '1' },
    'coins of nobody': { ...transfer, senderAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', amount: '1' },
    'a nonce in the future': { ...transfer, amount: '1', nonce: '1000' },
    'all tokens': { ...token, useMaxAmount: true },
    maximum: { ...transfer, useMaxAmount: true },
  };
  const endpoints = [{ url: anvil.url, name: 'anvil', maxBatch: 10 }];
  const scenes = Object.entries(intents).map(([name, intent]): RecordScene => {
    const isSent = /^(transfer|tokens|all tokens|maximum)$/.test(name);
    return {
      ...{ name: `${name} over anvil on ${chainId}`, chainId, intent, now: Number(timestamp) * 1000 },
      upstream: () => ({ endpoints, fetch: globalThis.fetch }),
      ...(isSent ? { sign: signUsually } : {}),
    };
  });
  return { scenes, stop: anvil.stop };
}
