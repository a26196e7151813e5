import { describeFakeDeposits } from '@isochain/conformance';
import { account, thief, told, upstreams } from '../../test/fake-deposits/endpoints.ts';
import { fakes, pay } from '../../test/fake-deposits/fakes.ts';

describeFakeDeposits({
  name: 'algorand',
  upstreams,
  fakes,
  impossible: {
    'a receiver on another chain':
      'A transaction names only accounts of its own ledger, and is signed for one network. Bridges are applications, and are paid as any account.',
  },
  real: told(pay(thief, account, 9n), { came: [{ amount: '9' }] }),
});
