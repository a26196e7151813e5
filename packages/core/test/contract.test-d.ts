import { expectTypeOf, it } from 'vitest';
import type { ChainAdapter, FamilyTypes, ModeVerbs, Wishes } from '../src/index.ts';
import type { Fake } from './fake-chain.ts';

// Type tests of the contract. Nothing here runs.

it('gives a mode its wishes, and those outside of params', () => {
  expectTypeOf<Wishes<Fake, 'transfer'>['timeout']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<Wishes<Fake, 'transfer'>['fees']>().toEqualTypeOf<bigint | undefined>();
});

it('gives a mode without wishes in params those outside of it', () => {
  expectTypeOf<Wishes<Fake, 'transferToken'>['fees']>().toEqualTypeOf<bigint | undefined>();
  expectTypeOf<Wishes<Fake, 'transferToken'>>().not.toHaveProperty('timeout');
});

it('gives a mode no wishes that it does not honour', () => {
  interface Thrifty extends FamilyTypes {
    modes: { transfer: Fake['modes']['transferToken'] & { honours: 'fees' } };
  }
  expectTypeOf<Wishes<Thrifty, 'transfer'>>().toEqualTypeOf<{ fees?: bigint }>();
  expectTypeOf<ModeVerbs<Thrifty, 'transfer'>['honours']>().toEqualTypeOf<readonly 'fees'[]>();
});

it('lets modes and reads need only kinds of the family', () => {
  interface Indexed extends Fake {
    kind: 'node' | 'indexer';
  }
  type Needs = readonly (Indexed['kind'] | readonly Indexed['kind'][])[];
  expectTypeOf<ModeVerbs<Indexed, 'transfer'>['needs']>().toEqualTypeOf<Needs | undefined>();
  type History = NonNullable<ChainAdapter<Indexed>['reads']['history']>;
  expectTypeOf<NonNullable<History['needs']>['native']>().toEqualTypeOf<Needs | undefined>();
});
