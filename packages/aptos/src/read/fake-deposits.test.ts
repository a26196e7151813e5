import { describeFakeDeposits } from '@isochain/conformance';
import { told, upstreams } from '../../test/fake-deposits/endpoints.ts';
import { fakes, payment } from '../../test/fake-deposits/fakes.ts';

describeFakeDeposits({
  name: 'aptos',
  // An indexer alone tells only transactions that nodes keep no more. They have no id by which they could be asked for.
  upstreams,
  fakes,
  impossible: {
    'the memo of another payment': 'Transactions of this chain have no memo.',
  },
  real: told(payment(9n), { came: [{ amount: '9' }] }),
});
