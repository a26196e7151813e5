import { describeLies } from '@isochain/conformance';
import { lies } from './catalogue.ts';
import { codecs } from './codecs.ts';
import { nameOfRequest } from './names.ts';
import { prices } from './prices.ts';
import { scenes } from './scenes.ts';

describeLies({ name: 'ton', scenes, lies, prices, codecs, nameOfRequest });
