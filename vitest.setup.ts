import { seed } from '@isochain/dial';
import fc from 'fast-check';

// Property tests try the same values each time, so that a change is to blame for what fails. Other values: TEST_SEED=7 npm test
fc.configureGlobal({ seed });
