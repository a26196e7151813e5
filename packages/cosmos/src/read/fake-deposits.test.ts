import { describeFakeDeposits, type FakeDeposit } from '@isochain/conformance';
import { authzFakes } from '../../test/fake-deposits/authz.ts';
import { contractFakes } from '../../test/fake-deposits/contracts.ts';
import { ibcFakes } from '../../test/fake-deposits/ibc.ts';
import { account, thief, toldByAll, upstreams } from '../../test/fake-deposits/nodes.ts';
import { plainFakes } from '../../test/fake-deposits/plain.ts';
import { transfer } from '../../test/scripted-index.ts';

const fakes: readonly FakeDeposit[] = [...plainFakes, ...authzFakes, ...contractFakes, ...ibcFakes];

describeFakeDeposits({
  name: 'cosmos',
  // CometBFT's JSON-RPC tells neither histories nor transactions.
  upstreams,
  fakes,
  impossible: {
    'a transaction that waits': 'Nodes look transactions up in the index of their blocks. What waits is in no answer.',
  },
  real: toldByAll(transfer(thief, account, 9), { came: [{ amount: '9' }] }),
});
