import type { Price } from '@isochain/conformance';

/** Ten times what USDT needs for an account that holds some (mainnet, 2025). */
const energy = () => 642_850;

const parameter = 'wallet/getchainparameters.chainParameter';

/** What fees follow from: ten times as much is refused, or warned of. */
export const prices: readonly Price[] = [
  { field: `${parameter}.getEnergyFee`, scenes: ['tokens', 'all tokens'] },
  { field: `${parameter}.getTransactionFee`, scenes: ['transfer', 'maximum'] },
  { field: `${parameter}.getMemoFee`, scenes: ['transfer'] },
  { field: `${parameter}.getCreateNewAccountFeeInSystemContract`, scenes: ['activation'] },
  { field: 'call transfer.energy_used', scenes: ['tokens', 'all tokens'], tell: energy },
];
