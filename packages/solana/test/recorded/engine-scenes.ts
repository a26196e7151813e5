import type { EngineScenes, RecordScene } from '@isochain/conformance';
import { startSolana } from '@isochain/devnet/solana';
import { alice, carol, dave, sol } from '../lies/world.ts';
import { signInHex } from './asking.ts';

/** The engine's clock stands still, so that it says the same each time as far as it can. */
const startTime = new Date('2026-06-01T00:00:00Z');

/** From the first transfer to the end of a stake, over the runtime that validators use. */
export async function startEngineScenes(): Promise<EngineScenes> {
  const engine = await startSolana({ startTime });
  const { address } = alice;
  for (const owner of [address, carol]) await engine.setBalance(owner, 20n * sol);
  const mint = await engine.createMint({ decimals: 6 });
  await engine.createTokenAccount({ mint, owner: address, amount: 5_000_000n });
  const nonceAccount = await engine.createNonceAccount({ authority: address });
  const validator = engine.voteAccounts[0] ?? '';

  const from = { senderAddress: address };
  const tokens = { mode: 'transferToken', ...from, tokenId: mint, recipientAddress: carol };
  const held = { ...from, validatorAddress: validator };
  interface Step {
    readonly intent: Readonly<Record<string, unknown>>;
    readonly before?: () => Promise<unknown>;
    readonly isOnlyEncoded?: true;
  }
  const steps: Readonly<Record<string, Step>> = {
    transfer: { intent: { mode: 'transfer', ...from, recipientAddress: carol, amount: String(sol) } },
    'transfer to nobody yet': { intent: { mode: 'transfer', ...from, recipientAddress: dave, amount: String(sol) } },
    'transfer with memo and nonce account': {
      intent: {
        mode: 'transfer',
        ...from,
        recipientAddress: carol,
        amount: '1',
        memo: 'rent',
        params: { nonceAccount },
      },
      isOnlyEncoded: true,
    },
    'tokens to a new account': { intent: { ...tokens, amount: '1000000' } },
    'more tokens than there are': { intent: { ...tokens, amount: '99000000' }, isOnlyEncoded: true },
    'all tokens': { intent: { ...tokens, useMaxAmount: true } },
    stake: { intent: { mode: 'stake', ...from, targetValidatorAddress: validator, amount: String(5n * sol) } },
    unstake: { intent: { mode: 'unstake', ...held, useMaxAmount: true }, before: () => engine.advanceEpochs(1) },
    maximum: { intent: { mode: 'transfer', ...from, recipientAddress: carol, useMaxAmount: true } },
  };
  const endpoints = [{ url: engine.url, name: 'litesvm', maxBatch: 10 }];
  const begun = new Set<string>();
  const scenes = Object.entries(steps).map(
    ([name, { intent, before, isOnlyEncoded }]): RecordScene => ({
      ...{ name: `${name} over litesvm`, chainId: 'solana', intent, now: startTime.getTime() },
      // Epochs are made here, and no time passes meanwhile.
      options: { oldestBlockMs: 0 },
      async upstream() {
        if (!begun.has(name)) await before?.();
        begun.add(name);
        return { endpoints, fetch: globalThis.fetch };
      },
      ...(isOnlyEncoded ? {} : { sign: signInHex }),
    }),
  );
  return { scenes, stop: engine.stop };
}
