import * as z from 'zod';

/** Values of `type`. A family with another standard adds a name in the same style. */
const tokenTypes = [
  'TRC10',
  'TRC20',
  'ERC20',
  'ASA',
  'IBC',
  'JETTON',
  'SPL',
  'SPL2022',
  'APTOS_COIN',
  'STELLAR_ASSET',
  'STARKNET_ERC20',
  'CW20',
  'FACTORY',
  'FUNGIBLE_ASSET',
] as const;

export const token = z.object({
  type: z.enum(tokenTypes).describe('The standard of the token.'),
  id: z.string().describe('The value for `tokenId`, for example a contract address on EVM chains.'),
  name: z.string().describe('What its issuer calls it. Anybody can take any name.'),
  ticker: z.string().describe('Its short name. Anybody can take any ticker.'),
  decimals: z.string().describe('Number of decimals, as a string.'),
  contractAddress: z.string().optional().describe('Its contract, if it has one.'),
});

/** An amount of a token, in its smallest unit. */
export const tokenAmount = z.object({
  token: token.describe('The token.'),
  amount: z.string().describe('In the smallest unit of the token.'),
});

export type { Token, TokenAmount } from './wire-types.data.ts';
