import type { Lie, LiesHandIn } from '@isochain/conformance';
import { accountLies } from './account-lies.ts';
import { blockTimeLies } from './block-time-lies.ts';
import { blockscoutLies } from './blockscout-lies.ts';
import { broadcastLies } from './broadcast-lies.ts';
import { codecs } from './calldata.ts';
import { contractLies } from './contract-lies.ts';
import { etherscanLies } from './etherscan-lies.ts';
import { feeHistoryLies } from './fee-history-lies.ts';
import { gasLimitLies } from './gas-limit-lies.ts';
import { gasPriceLies } from './gas-price-lies.ts';
import { heightLies } from './height-lies.ts';
import { heldTokenLies } from './held-token-lies.ts';
import { nameOf, nameOfRequest } from './names.ts';
import { scenes } from './scenes.ts';
import { prices } from './tenfold.ts';
import { transactionLies } from './transaction-lies.ts';

const lies: readonly Lie[] = [
  ...accountLies,
  ...feeHistoryLies,
  ...gasPriceLies,
  ...gasLimitLies,
  ...contractLies,
  ...transactionLies,
  ...blockscoutLies,
  ...etherscanLies,
  ...heightLies,
  ...blockTimeLies,
  ...heldTokenLies,
  ...broadcastLies,
];

/** All lies that an upstream of an EVM chain could tell, and the required result of each. */
export const handIn: LiesHandIn = { name: 'evm', scenes, lies, prices, nameOf, nameOfRequest, codecs, atLeast: 550 };
