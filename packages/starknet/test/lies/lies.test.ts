import { describeLies } from '@isochain/conformance';
import { lies } from './catalogue.ts';
import { nameOf } from './names.ts';
import { scenes } from './scenes.ts';

describeLies({ name: 'starknet', scenes, lies, nameOf });
