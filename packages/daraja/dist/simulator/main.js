#!/usr/bin/env node
import { readSettings } from './settings.js';
import { startSimulator } from './simulator.js';
import { BookInUse, bookInUse } from './sole-writer.js';
import { accountFacts, ownAccount } from './started-alone.js';
/** A shop that spawns the simulator with an IPC channel passes an account in the environment; started alone, it has its own. */
const env = process.channel ? process.env : { ...ownAccount, ...process.env };
try {
    const simulator = await startSimulator(readSettings(env));
    process.stdout.write(`simulator listening on ${simulator.url}\n`);
    if (!process.channel)
        process.stdout.write(accountFacts(simulator.url, env));
    const stop = () => simulator.stop().then(() => process.exit(0));
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
    // The channel closes when the parent process dies; nothing else would stop the simulator then.
    if (process.channel)
        process.once('disconnect', stop);
}
catch (cause) {
    const isTaken = cause instanceof BookInUse;
    process.exitCode = isTaken ? bookInUse : 1;
    // A parent shop prints its own message about a book in use.
    if (!isTaken || !process.channel)
        process.stderr.write(`simulator: ${cause instanceof Error ? cause.message : cause}\n`);
}
