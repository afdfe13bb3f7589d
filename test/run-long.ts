import { spawnSync } from 'node:child_process'

/** `npm run test:long`: what takes hours, or needs the machine for itself: ten thousand histories of payments, as many steps of affiliates and calls of the API and forms of the pages, forty injections in every text on every page, what time tells of accounts, twenty lost disks, every row of docs/faults.md, and the shop on programs that apt-get fetches (test/long). */
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=feature',
    '--project=process',
    '--project=long',
    '--project=browser',
    '--no-file-parallelism',
    'src/features/people/enumeration.test.ts',
    'src/features/orders/payment-histories.test.ts',
    'test/races.test.ts',
    'src/features/wallet/affiliate-histories.test.ts',
    'src/server/generated-calls.test.ts',
    'src/server/generated-forms.test.ts',
    'test/e2e/injections.test.ts',
    'test/faults.test.ts',
    'test/long',
    'test/data-loss.test.ts',
    ...process.argv.slice(2),
  ],
  {
    stdio: 'inherit',
    env: {
      VIATU_LONG: '1',
      VIATU_RACE_MINUTES: '10',
      // The pairs of the twelve use cases that move money; all 253 take more than twice as long.
      VIATU_PAIRS: '78',
      VIATU_HISTORIES: '10000',
      VIATU_STEPS: '10000',
      VIATU_CALLS: '10000',
      VIATU_INJECTIONS: '40',
      VIATU_VISITED: '40',
      VIATU_CUTS: '20',
      VIATU_SAMPLES: '1000',
      VIATU_FAULTS: 'all',
      ...process.env,
    },
  },
)
// The tests of the features once more, through a pooler.
const pooled = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project=feature', 'src/features'], {
  stdio: 'inherit',
  env: { ...process.env, VIATU_POOLED: '1' },
})
process.exitCode = status === 0 && pooled.status === 0 ? 0 : 1
