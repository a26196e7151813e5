import { describeLies } from '@isochain/conformance';
import { believed } from './believed.ts';
import { lies } from './catalogue.ts';
import { nameOfRequest } from './names.ts';
import { prices } from './prices.ts';
import { codecs, nameOf } from './rpc.ts';
import { scenes } from './scenes.ts';

describeLies({ name: 'cosmos', scenes, lies, prices, codecs, nameOf, nameOfRequest, believed });
