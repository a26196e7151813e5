import { describeFakeDeposits } from '@isochain/conformance';
import { coinFakes, payment } from '../../test/fake-deposits/coins.ts';
import { told, upstreams } from '../../test/fake-deposits/indexes.ts';
import { jettonFakes } from '../../test/fake-deposits/jettons.ts';

describeFakeDeposits({
  name: 'ton',
  // toncenter v2 tells neither histories nor transactions.
  upstreams,
  fakes: [...coinFakes, ...jettonFakes],
  impossible: {
    'a transaction that another one replaced':
      'A wallet takes one message for each number, and refuses others before they start a transaction.',
  },
  real: told(payment(9n), { came: [{ amount: '9' }] }),
});
