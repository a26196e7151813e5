import { describeFakeDeposits } from '@isochain/conformance';
import { fakes, paid } from '../../test/fake-deposits/fakes.ts';
import { told, upstreams } from '../../test/fake-deposits/upstreams.ts';

describeFakeDeposits({
  name: 'bitcoin',
  upstreams,
  fakes,
  impossible: {
    'a token with the name of the coin or of a listed token':
      'The chains have their coin alone. What others write into transactions about tokens is not read.',
    'a failed transaction that asked for a transfer, or logged one':
      'A block with a transaction that is not valid is no block, and nodes do not relay one.',
    'the memo of another payment': 'Entries have no memo: a text is an output of its own, and is shown as its script.',
  },
  real: told(paid, { came: [{ amount: '9000000' }] }),
});
