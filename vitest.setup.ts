import { seed } from '@isochain/dial';
import { tieAll } from '@isochain/leash';
import fc from 'fast-check';

// Property tests try the same values each time, so that a change is to blame for what fails. Other values: TEST_SEED=7 npm test
fc.configureGlobal({ seed });

// A test file that is killed, or does not stop what it started, leaves no program behind.
tieAll();
