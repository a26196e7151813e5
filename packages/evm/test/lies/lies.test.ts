import { describeLies } from '@isochain/conformance';
import { handIn } from './catalogue.ts';

describeLies(handIn);
