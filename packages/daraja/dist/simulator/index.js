export { selfSigned } from './keys.js';
export { startSimulator } from './simulator.js';
