import { defineConfig } from 'vitest/config'

/** A page of a busy machine takes as long to answer a question as to answer a click. */
const patient = { expect: { poll: { timeout: 15_000 } } }
const database = { globalSetup: ['test/database-setup.ts'], setupFiles: ['test/no-stray-errors.ts'] }

export default defineConfig({
  test: {
    // Two cores: more workers only make each other late.
    maxWorkers: 2,
    // Each file has a process of its own, and each of them imports the same packages.
    execArgv: ['--import', './src/server/quick-imports.mjs'],
    projects: [
      { test: { name: 'floors', include: ['test/floors.test.ts'] } },
      {
        test: {
          name: 'unit',
          include: ['src/{domain,services,ui,web}/**/*.test.{ts,tsx}', 'demo/**/*.test.ts'],
          exclude: ['src/services/pictures/**'],
          // Most of these files take milliseconds: a process for each would take longer than they do.
          isolate: false,
          setupFiles: ['test/no-stray-errors.ts'],
          testTimeout: 20_000,
        },
      },
      // What starts processes of its own and keeps them busy: too slow for `npm run check`.
      {
        test: {
          name: 'process',
          include: ['simulator/**/*.test.ts', 'src/services/pictures/**/*.test.ts'],
          setupFiles: ['test/no-stray-errors.ts'],
          testTimeout: 20_000,
        },
      },
      // What the program and the migrated tables have to agree on.
      { test: { name: 'sql', include: ['test/sql.test.ts', 'src/db/schema.test.ts'], testTimeout: 60_000, hookTimeout: 60_000, ...database } },
      {
        test: {
          name: 'feature',
          include: ['src/{db,features,jobs,server}/**/*.test.ts', 'seed/*.test.ts', 'test/*.test.ts'],
          exclude: ['test/{floors,sql}.test.ts', 'src/db/schema.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          ...database,
        },
      },
      { test: { name: 'browser', include: ['test/e2e/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000, ...patient, ...database } },
    ],
  },
})
