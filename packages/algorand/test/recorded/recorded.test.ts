import { describeRecords } from '@isochain/conformance';
import { recorded } from './hand-in.ts';

describeRecords(recorded);
