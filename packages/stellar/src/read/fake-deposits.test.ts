import { describeFakeDeposits } from '@isochain/conformance';
import { Asset, Operation } from '@stellar/stellar-base';
import { fakes } from '../../test/fake-deposits/fakes.ts';
import { account, tell } from '../../test/fake-deposits/ledger.ts';

const payment = Operation.payment({ destination: account, asset: Asset.native(), amount: '9' });

describeFakeDeposits({
  name: 'stellar',
  upstreams: ['Horizon'],
  fakes,
  impossible: {
    'a transaction that waits': 'Horizon tells only what is in a ledger.',
    'a transaction that another one replaced':
      'Horizon tells only what is in a ledger, and a replaced transaction never is.',
  },
  real: { Horizon: () => tell([payment], {}, { came: [{ amount: '90000000' }] }) },
});
