import type { AnvilEngine } from './anvil.ts';
import { contracts } from './contracts.data.ts';
import { type L1Fees, l1BlockAddress, realisticL1Fees } from './l1-fees.ts';

export const gasPriceOracleAddress = '0x420000000000000000000000000000000000000F';

const zeroAddress = '0x0000000000000000000000000000000000000000';

/**
 * Makes an engine of the optimism network charge L1 fees and tell them. The fees stand in the L1Block predeploy, and a GasPriceOracle reads them.
 */
export async function installOpStack(engine: AnvilEngine, fees: L1Fees = realisticL1Fees): Promise<void> {
  // Unlike a real node, anvil requires that the sender of an eth_call can pay these fees, for the whole gas limit. A call without a sender comes from
  // the zero address. That address is rich on public chains and empty here.
  await engine.fund(zeroAddress, 10n ** 24n);
  await engine.setL1Fees(fees);
  await engine.setCode(l1BlockAddress, contracts.L1Block.deployedBytecode);
  await engine.setCode(gasPriceOracleAddress, contracts.GasPriceOracle.deployedBytecode);
}
