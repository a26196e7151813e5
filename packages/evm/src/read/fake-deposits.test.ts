import { describeFakeDeposits } from '@isochain/conformance';
import { fakes } from '../../test/fake-deposits/fakes.ts';
import { account, tell, upstreams } from '../../test/fake-deposits/tellings.ts';

const realDeposit = { to: account, value: 9n };

describeFakeDeposits({
  name: 'evm',
  upstreams,
  fakes,
  impossible: { 'the memo of another payment': 'Transactions of these chains have no memo.' },
  real: Object.fromEntries(
    upstreams.map((upstream) => [upstream, () => tell(upstream, realDeposit, { came: [{ amount: '9' }] })]),
  ),
});
