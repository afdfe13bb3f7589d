import { Worker } from 'node:worker_threads'

/** Keeps one core busy until its standard input closes (run-often.ts). */
new Worker('for (;;);', { eval: true })
process.stdin.resume().once('end', () => process.exit())
