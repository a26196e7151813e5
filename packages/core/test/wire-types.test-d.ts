import { expectTypeOf, it } from 'vitest';
import type * as z from 'zod';
import type * as core from '../src/index.ts';

// The generated types are what the schemas read. Nothing here runs.

it('are those of the schemas', () => {
  expectTypeOf<core.AccountState>().toEqualTypeOf<z.output<typeof core.accountState>>();
  expectTypeOf<core.Balances>().toEqualTypeOf<z.output<typeof core.balances>>();
  expectTypeOf<core.NativeBalance>().toEqualTypeOf<z.output<typeof core.nativeBalance>>();
  expectTypeOf<core.StakingBalance>().toEqualTypeOf<z.output<typeof core.stakingBalance>>();
  expectTypeOf<core.StakingPosition>().toEqualTypeOf<z.output<typeof core.stakingPosition>>();
  expectTypeOf<core.Token>().toEqualTypeOf<z.output<typeof core.token>>();
  expectTypeOf<core.TokenAmount>().toEqualTypeOf<z.output<typeof core.tokenAmount>>();
  expectTypeOf<core.Party>().toEqualTypeOf<z.output<typeof core.party>>();
  expectTypeOf<core.ParsedTransaction>().toEqualTypeOf<z.output<typeof core.parsedTransaction>>();
  expectTypeOf<core.TransactionRecord>().toEqualTypeOf<z.output<typeof core.transactionRecord>>();
  expectTypeOf<core.Validator>().toEqualTypeOf<z.output<typeof core.validator>>();
  expectTypeOf<core.EncodedItem>().toEqualTypeOf<z.output<typeof core.encodedItem>>();
});

it('are those of the schema of each mode', () => {
  type Read = { [M in core.Mode]: z.output<(typeof core.dataOfMode)[M]> };
  type Sent = { [M in core.Mode]: z.input<(typeof core.dataOfMode)[M]> };
  type Generated = { [M in core.Mode]: core.Intent<M> };
  expectTypeOf<Generated>().toEqualTypeOf<Read>();
  expectTypeOf<Generated>().toEqualTypeOf<Sent>();
});
