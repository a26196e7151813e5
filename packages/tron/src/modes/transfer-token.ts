import type { ModeVerbs } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { TronContext } from '../context.ts';
import type { TronOptions } from '../options.ts';
import type { Tron } from '../types.ts';
import { honours, wishesOf } from '../wishes.ts';
import { askTransferAsset } from './transfer-asset.ts';
import { askTransferContract } from './transfer-contract.ts';

/** Transfers of tokens: of the chain itself (TRC-10), or of a contract (TRC-20). */
export function transferToken(
  context: TronContext,
  options: Pick<TronOptions, 'tokens'>,
): ModeVerbs<Tron, 'transferToken'> {
  return {
    wishes: wishesOf.transferToken,
    honours,
    ask(intent, operation: Operation) {
      const { tokenId: token } = intent.parsed;
      return token.type === 'TRC10'
        ? askTransferAsset(context, options, { intent, id: token.id }, operation)
        : askTransferContract(context, options, { intent, contract: token.contract }, operation);
    },
  };
}
