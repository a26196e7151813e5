import { writeMessage } from '@isochain/core/protobuf';
import { RejectedAnswer } from '@isochain/core/upstream';
import type { Address } from '../../address/address.ts';
import { readAccount, readMemoLimit } from '../abci/account.ts';
import { type AccountFacts, accountAnswer, authParams } from '../lcd/account.ts';
import type { Query } from '../query.ts';

/** What signing needs to know of an account. Undefined if it never received anything (cosmos-sdk x/auth/keeper/grpc_query.go: Account). */
export function account(address: Address): Query<AccountFacts | undefined> {
  return {
    rest: {
      path: `/cosmos/auth/v1beta1/accounts/${address}`,
      route: '/cosmos/auth/v1beta1/accounts/{address}',
      schema: accountAnswer,
    },
    abci: { path: '/cosmos.auth.v1beta1.Query/Account', data: writeMessage([[1, address]]), read: readAccount },
    refused: ({ isNotFound }) => (isNotFound ? { value: undefined } : undefined),
    check(found) {
      if (found !== undefined && found.address !== address) throw new RejectedAnswer('it answers another account');
    },
  };
}

/** How many bytes a memo may have. */
export function memoLimit(): Query<bigint> {
  return {
    rest: { path: '/cosmos/auth/v1beta1/params', schema: authParams },
    abci: { path: '/cosmos.auth.v1beta1.Query/Params', data: new Uint8Array(), read: readMemoLimit },
  };
}
