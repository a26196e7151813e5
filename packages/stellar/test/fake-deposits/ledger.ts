import type { FakeDeposit } from '@isochain/conformance';
import { Account, Keypair, type Memo, Networks, TransactionBuilder, type xdr } from '@stellar/stellar-base';
import { historyOf, type Mined, resultOf, write } from '../horizon-records.ts';
import { connectTo, recipient, sender, sequence } from '../scripted-horizon.ts';

// Transactions of a thief, as Horizon tells them.

type Telling = Awaited<ReturnType<Exclude<FakeDeposit['told'][string], string>>>;

/** The account that looks richer. */
export const account: string = recipient;
export const thief: string = sender;

export const keyOf = (seed: number): string => Keypair.fromRawEd25519Seed(Buffer.alloc(32, seed)).publicKey();
/** Somebody whom the thief knows. */
export const victim: string = keyOf(3);
export const other: string = keyOf(4);

interface Made {
  readonly memo?: Memo;
  readonly results?: readonly xdr.OperationResultTr[];
  readonly fails?: boolean;
  readonly source?: string;
  readonly payer?: string;
  readonly more?: Pick<Mined, 'details' | 'concerned' | 'effects'>;
}

type Told = Partial<Omit<Telling, 'chain' | 'id'>>;

export function told(operations: readonly xdr.Operation[], made: Made = {}, rest: Told = {}): FakeDeposit['told'] {
  return { Horizon: () => tell(operations, made, rest) };
}

export function tell(operations: readonly xdr.Operation[], made: Made = {}, rest: Told = {}): Telling {
  const { memo, results, fails = false, source = thief, payer, more } = made;
  const builder = new TransactionBuilder(new Account(source, sequence.toString()), {
    fee: '1000',
    networkPassphrase: Networks.PUBLIC,
    timebounds: { minTime: 0, maxTime: 0 },
    ...(memo === undefined ? {} : { memo }),
  });
  for (const each of operations) builder.addOperation(each);
  const inner = builder.build();
  const outer =
    payer === undefined ? inner : TransactionBuilder.buildFeeBumpTransaction(payer, '5000', inner, Networks.PUBLIC);
  const innerHash = outer === inner ? undefined : inner.hash().toString('hex');
  const result = resultOf(results ?? [], { isSuccess: !fails, inner: innerHash });
  const written = write({
    envelope: outer.toEnvelope().toXDR('base64'),
    ...(results === undefined ? {} : { result }),
    ...more,
  });
  const { chain } = connectTo({ own: historyOf([written]) });
  return { chain, account, id: written.hash, ...rest };
}
