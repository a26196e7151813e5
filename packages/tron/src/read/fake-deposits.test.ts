import { describeFakeDeposits } from '@isochain/conformance';
import { callFakes } from '../../test/fake-deposits/calls.ts';
import { account, thief, told, upstreams } from '../../test/fake-deposits/ledger.ts';
import { pay, plainFakes } from '../../test/fake-deposits/plain.ts';
import { tokenFakes } from '../../test/fake-deposits/tokens.ts';

describeFakeDeposits({
  name: 'tron',
  upstreams,
  fakes: [...plainFakes, ...callFakes, ...tokenFakes],
  impossible: {
    'a transaction that another one replaced':
      'Transactions have no number and spend no outputs, so none takes the place of another. One that waits gets into a block, or expires.',
  },
  real: told({ transaction: pay(thief, account, 9) }, { came: [{ amount: '9' }] }),
});
