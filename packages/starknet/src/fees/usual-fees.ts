import { highestFee } from '../bytes/transaction.ts';
import { boundsOf, type Estimate, type Prices } from './bounds.ts';

/**
 * The most that transactions usually need. A transfer used 1,127,880 units of layer 2 on Sepolia (block 5508517, NethermindEth/juno,
 * clients/feeder/testdata/sepolia), and stakes and deployments a third more on starknet-devnet. Data goes into blobs, so no gas of layer 1 is used. The transfer
 * had 224 units of gas for data.
 */
const mostUsual = { l2Gas: 1_500_000n, l1Gas: 0n, l1DataGas: 1_000n } as const;

/**
 * The highest usual price of layer 2, in FRI: three times the lowest one. The price follows the dollar, 8.8 * 10^-10 USD for a unit (SNIP-35), so a STRK would be
 * worth 0.037 USD.
 */
const highestUsualPrice = 24_000_000_000n;

/**
 * What a transaction usually costs at most, in FRI, with the same margins as its bounds. The estimate and the latest block both tell prices: they move by 1/48 in
 * a block, so the lower ones are right if the two differ by much.
 *
 * @param tip - The client's own wish.
 */
export function usualFeesOf(estimate: Estimate, surcharge: bigint, latest: Prices, tip: bigint): bigint {
  const price = (name: keyof Prices) => smaller(estimate[name], latest[name]);
  const prices = {
    l1GasPrice: price('l1GasPrice'),
    l2GasPrice: smaller(price('l2GasPrice'), highestUsualPrice),
    l1DataGasPrice: price('l1DataGasPrice'),
  };
  const amounts = {
    l1Gas: smaller(estimate.l1Gas, mostUsual.l1Gas),
    l2Gas: smaller(estimate.l2Gas, mostUsual.l2Gas),
    l1DataGas: smaller(estimate.l1DataGas, mostUsual.l1DataGas),
  };
  return highestFee({ bounds: boundsOf({ ...amounts, ...prices }, prices, surcharge), tip });
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
