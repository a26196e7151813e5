import { describeLies } from '@isochain/conformance';
import { believed } from './believed.ts';
import { lies } from './catalogue.ts';
import { codecs, nameOf } from './codecs.ts';
import { prices } from './prices.ts';
import { scenes } from './scenes.ts';

describeLies({ name: 'bitcoin', scenes, lies, prices, codecs, nameOf, believed });
