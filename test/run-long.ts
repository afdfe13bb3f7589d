import { spawn } from 'node:child_process'

/** `npm run test:long`: what takes hours, or needs the machine for itself: half an hour of races, ten thousand histories of payments, as many steps of affiliates and calls of the API and forms of the pages, forty injections in every text on every page, what time tells of accounts, twenty lost disks, every row of docs/faults.md, and the shop on programs that apt-get fetches (test/long). */
// One after the other on one connection: two processes keep two cores busy. The pairs are those of the first seventeen use cases, which move money; all 351 take more than twice as long.
const races = await Promise.all(
  ['1/2', '2/2'].map((part) =>
    vitest({ VIATU_RACE_MINUTES: '10', VIATU_PAIRS: '153', VIATU_RACE_PART: part }, '--project=feature', 'test/races.test.ts'),
  ),
)
const others = await vitest(
  {
    VIATU_LONG: '1',
    VIATU_HISTORIES: '10000',
    VIATU_STEPS: '10000',
    VIATU_CALLS: '10000',
    VIATU_INJECTIONS: '40',
    VIATU_VISITED: '40',
    VIATU_CUTS: '20',
    VIATU_SAMPLES: '1000',
    VIATU_FAULTS: 'all',
  },
  ...['feature', 'process', 'long', 'browser'].map((project) => `--project=${project}`),
  '--no-file-parallelism',
  'src/features/people/enumeration.test.ts',
  'src/features/orders/payment-histories.test.ts',
  'src/features/wallet/affiliate-histories.test.ts',
  'src/server/generated-calls.test.ts',
  'src/server/generated-forms.test.ts',
  'test/e2e/injections.test.ts',
  'test/faults.test.ts',
  'test/long',
  'test/data-loss.test.ts',
  ...process.argv.slice(2),
)
// The tests of the features once more, through a pooler.
const pooled = await vitest({ VIATU_POOLED: '1' }, '--project=feature', 'src/features')
process.exitCode = [...races, others, pooled].every(Boolean) ? 0 : 1

/** Runs these tests and answers whether they passed. What the environment sets wins over `settings`. */
function vitest(settings: Record<string, string>, ...args: string[]): Promise<boolean> {
  return new Promise((settle) => {
    const env = { ...settings, ...process.env }
    spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], { stdio: 'inherit', env }).once('exit', (status) =>
      settle(status === 0),
    )
  })
}
