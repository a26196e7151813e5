import { describeFamily } from '@isochain/conformance';
import { setupFor } from '../test/conformance.ts';
import { standInSetting } from '../test/stand-in/setting.ts';

// Babylon's staking messages are wrapped, and keys of Dymension sign another hash. No node of either can be installed.
describeFamily(setupFor(standInSetting('babylon-testnet', 'osmosis')));
describeFamily(setupFor(standInSetting('dymension', 'humans-ai')));
