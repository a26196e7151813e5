import { expectTypeOf, it } from 'vitest';
import type * as z from 'zod';
import type {
  AccountState,
  accountState,
  Balances,
  balances,
  dataOfMode,
  EncodedItem,
  encodedItem,
  Intent,
  Mode,
  NativeBalance,
  nativeBalance,
  ParsedTransaction,
  Party,
  parsedTransaction,
  party,
  StakingBalance,
  StakingPosition,
  stakingBalance,
  stakingPosition,
  Token,
  TokenAmount,
  TransactionRecord,
  token,
  tokenAmount,
  transactionRecord,
  Validator,
  validator,
} from '../src/index.ts';

// The generated types are what the schemas read. Nothing here runs.

it('are those of the schemas', () => {
  expectTypeOf<AccountState>().toEqualTypeOf<z.output<typeof accountState>>();
  expectTypeOf<Balances>().toEqualTypeOf<z.output<typeof balances>>();
  expectTypeOf<NativeBalance>().toEqualTypeOf<z.output<typeof nativeBalance>>();
  expectTypeOf<StakingBalance>().toEqualTypeOf<z.output<typeof stakingBalance>>();
  expectTypeOf<StakingPosition>().toEqualTypeOf<z.output<typeof stakingPosition>>();
  expectTypeOf<Token>().toEqualTypeOf<z.output<typeof token>>();
  expectTypeOf<TokenAmount>().toEqualTypeOf<z.output<typeof tokenAmount>>();
  expectTypeOf<Party>().toEqualTypeOf<z.output<typeof party>>();
  expectTypeOf<ParsedTransaction>().toEqualTypeOf<z.output<typeof parsedTransaction>>();
  expectTypeOf<TransactionRecord>().toEqualTypeOf<z.output<typeof transactionRecord>>();
  expectTypeOf<Validator>().toEqualTypeOf<z.output<typeof validator>>();
  expectTypeOf<EncodedItem>().toEqualTypeOf<z.output<typeof encodedItem>>();
});

it('are those of the schema of each mode', () => {
  type Read = { [M in Mode]: z.output<(typeof dataOfMode)[M]> };
  type Sent = { [M in Mode]: z.input<(typeof dataOfMode)[M]> };
  type Generated = { [M in Mode]: Intent<M> };
  expectTypeOf<Generated>().toEqualTypeOf<Read>();
  expectTypeOf<Generated>().toEqualTypeOf<Sent>();
});
