import { describeFakeDeposits } from '@isochain/conformance';
import { collectibles } from '../../test/fake-deposits/collectibles.ts';
import { account, thief, told, upstreams } from '../../test/fake-deposits/endpoints.ts';
import { fakes } from '../../test/fake-deposits/fakes.ts';
import { call } from '../../test/fake-deposits/transactions.ts';
import { keyTransfer } from '../../test/scripted-ledger.ts';

/** USDC of the bundled list. */
const token = '0x033068f6539f8e6e6b131e6b2b814e6c34a5224bc66947c47dab9dfee93b35fb';

describeFakeDeposits({
  name: 'starknet',
  upstreams,
  fakes: [...fakes, ...collectibles],
  impossible: { 'the memo of another payment': 'Transactions and events of tokens have no memo.' },
  real: told(call(keyTransfer(token, thief, account, 9n)), { came: [{ amount: '9', tokenId: token }] }),
});
