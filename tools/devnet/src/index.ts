export { type Devnet, developmentEngines, standInEngines, startDevnet } from './devnet.ts';
