import type { EngineStarter } from '../engine.ts';
import { type AnvilOptions, startAnvil } from './anvil.ts';
import { installOpStack } from './op-stack.ts';
import { prepareEvm } from './prepare.ts';

/** One chain with fees as on Ethereum, and one with the L1 fees of a rollup. */
export const evmEngines: readonly EngineStarter[] = [
  prepared({ chainId: 'sepolia', nativeChainId: 11155111 }),
  prepared({ chainId: 'base-sepolia', nativeChainId: 84532, network: 'optimism' }),
];

function prepared(options: AnvilOptions): EngineStarter {
  return {
    chainId: options.chainId,
    name: options.network === 'optimism' ? 'anvil --network optimism' : 'anvil',
    async start() {
      const engine = await startAnvil(options);
      try {
        await prepareEvm(engine);
        if (options.network === 'optimism') await installOpStack(engine);
        return engine;
      } catch (cause) {
        await engine.stop();
        throw cause;
      }
    },
  };
}
