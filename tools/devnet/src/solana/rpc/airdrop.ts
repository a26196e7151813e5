import { airdrop } from '../faucet.ts';
import type { Methods } from './methods.ts';
import { addressParam, integerParam } from './params.ts';

export const airdropMethods: Methods = {
  requestAirdrop: (node, [recipient, amount]) => airdrop(node, addressParam(recipient), integerParam(amount)),
};
