import { describeLies } from '@isochain/conformance';
import { lies } from './catalogue.ts';
import { nameOf } from './names.ts';
import { prices } from './prices.ts';
import { scenes } from './scenes.ts';

describeLies({ name: 'starknet', scenes, lies, prices, nameOf });
