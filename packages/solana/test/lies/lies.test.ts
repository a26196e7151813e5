import { describeLies } from '@isochain/conformance';
import { lies } from './catalogue.ts';
import { codecs, nameOf } from './codecs.ts';
import { prices } from './prices.ts';
import { believed } from './read-lies.ts';
import { scenes } from './scenes.ts';

describeLies({ name: 'solana', scenes, lies, prices, nameOf, codecs, believed, atLeast: 250 });
