import type { ChainAdapter, ChainFamily, OpenParts } from '@isochain/core';
import { bytesOf } from './bytes/index.ts';
import { publicEndpoints, stellarChainIds } from './chains.ts';
import { contextOf } from './context.ts';
import { knownTokens } from './known-tokens.ts';
import { enableToken } from './modes/enable-token.ts';
import { transfer } from './modes/transfer.ts';
import { transferToken } from './modes/transfer-token.ts';
import { stellarOptionsSchema } from './options.ts';
import { readAccountState } from './read/account.ts';
import { readHistory } from './read/history.ts';
import { readToken } from './read/token.ts';
import { readTransaction } from './read/transaction.ts';
import { submit } from './submit.ts';
import type { Stellar } from './types.ts';
import { horizonGuard } from './upstream/guard.ts';

/** The Stellar family: wired from the verbs beside this file. */
export const stellarFamily: ChainFamily<Stellar> = {
  name: 'stellar',
  chainIds: stellarChainIds,
  optionsSchema: stellarOptionsSchema,
  upstreams: { horizon: { isDefault: true, isNode: true, guard: horizonGuard } },
  publicEndpoints,
  context: contextOf,
  bytes: bytesOf,
  open,
};

const noStaking = 'validators of Stellar are chosen by those who run nodes, and nobody stakes coins';

function open({ bytes, context, upstream }: OpenParts<Stellar>): ChainAdapter<Stellar> {
  const { chain } = context;
  // Core hands over canonical ids, which it has read before.
  const accountOf = (canonical: string) => {
    const read = bytes.identifiers.account(canonical);
    if (!read.ok) throw new Error(`Core passed an account that cannot be read: ${read.reason}.`);
    return read.value;
  };
  return {
    bytes,
    upstream,
    modes: {
      transfer: transfer(context),
      transferToken: transferToken(context),
      enableToken: enableToken(context),
    },
    absent: {
      stake: noStaking,
      unstake: noStaking,
      withdraw: noStaking,
      claimRewards: noStaking,
      validators: noStaking,
    },
    memo: true,
    submit: (signed, plan, operation) => submit(context, signed, plan, operation),
    reads: {
      accountState: {
        parts: ['native', 'tokens'],
        read: (account, wanted, operation) => readAccountState(context, accountOf(account), wanted, operation),
      },
      token: { read: (id, operation) => readToken(context, id, operation) },
      tokens: async () => knownTokens(context),
      history: {
        parts: ['native', 'tokens'],
        read: (account, page, operation) => readHistory(context, accountOf(account), page, operation),
      },
      transaction: {
        parts: ['native', 'tokens'],
        read: (id, operation) => readTransaction(context, id, operation),
      },
      addresses(publicKey) {
        const key = bytes.identifiers.publicKey(publicKey);
        if (!key.ok) return { invalid: key.reason };
        return [{ type: 'stellar', address: key.value }];
      },
    },
    facts: { explorer: chain.explorer, networkPassphrase: chain.passphrase },
  };
}
