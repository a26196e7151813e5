import { describeLies } from '@isochain/conformance';
import { lies } from './catalogue.ts';
import { nameOfRequest } from './names.ts';
import { prices } from './prices.ts';
import { scenes } from './scenes.ts';

describeLies({ name: 'aptos', scenes, lies, prices, nameOfRequest });
