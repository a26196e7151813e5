import { describeLies } from '@isochain/conformance';
import { lies } from './catalogue.ts';
import { nameOfRequest } from './names.ts';
import { scenes } from './scenes.ts';

describeLies({ name: 'algorand', scenes, lies, nameOfRequest });
