import type { SimulatorOptions } from './simulator.ts';
/** Reads the environment. Throws an Error that names the variable that is invalid or belongs to a real shop. */
export declare function readSettings(env: Record<string, string | undefined>): SimulatorOptions;
