import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** A page of a busy machine takes as long to answer a question as to answer a click. */
const patient = { expect: { poll: { timeout: 15_000 } } }
export const shared = { globalSetup: ['test/setup.ts'], setupFiles: ['test/no-stray-errors.ts'] }
/** Files one after another in the same process: it imports the shop, or opens a browser, once. */
const together = { isolate: false }

export const slow = { testTimeout: 60_000, hookTimeout: 60_000 }
/** Pages are rendered as in a shop, by the build of React that does not look for mistakes, which is also the quicker one. */
const asInShop = { oxc: { jsx: { runtime: 'automatic', development: false } } } as const
const inProcess = { env: { NODE_ENV: 'production' }, ...slow, ...together, ...shared, setupFiles: [...shared.setupFiles, 'test/known-passwords.ts'] }

export default defineConfig({
  test: {
    // More than cores: tests wait for jobs and processes.
    maxWorkers: availableParallelism() + 2,
    // Each process imports the same packages.
    execArgv: ['--import', './src/server/quick-imports.mjs'],
    projects: [
      { test: { name: 'floors', include: ['test/{asvs,floors,looks}.test.ts', 'test/commits/*.test.ts'], ...slow } },
      {
        test: {
          name: 'unit',
          include: ['src/{domain,services,ui,web}/**/*.test.{ts,tsx}', 'packages/{daraja/src/client,vault/src}/*.test.ts', 'demo/catalogue.test.ts'],
          exclude: ['src/services/pictures/**', 'packages/vault/src/drill.test.ts'],
          ...slow,
          ...together,
          ...shared,
        },
      },
      // What starts processes of its own and keeps them busy, or needs one for itself: too slow for `npm run check`.
      {
        test: {
          name: 'process',
          include: ['packages/daraja/{src/simulator,test}/**/*.test.ts', 'src/services/pictures/**/*.test.ts', 'test/enumeration.test.ts'],
          ...slow,
          ...shared,
        },
      },
      // What browsers run, on the built pages.
      { test: { name: 'built', include: ['test/older-browsers.test.ts'], ...slow, ...shared } },
      // What the program and the migrated tables have to agree on.
      { test: { name: 'sql', include: ['test/sql.test.ts', 'src/db/schema.test.ts'], ...slow, ...shared } },
      {
        ...asInShop,
        test: {
          name: 'feature',
          include: [
            'src/{db,core,features,jobs,server}/**/*.test.ts',
            'packages/vault/src/{drill,postgres/*}.test.ts',
            '{demo,seed}/*.test.ts',
            'test/*.test.ts',
          ],
          exclude: ['demo/catalogue.test.ts', 'test/{asvs,enumeration,floors,looks,older-browsers,sql}.test.ts', 'src/db/schema.test.ts'],
          ...inProcess,
        },
      },
      // Apart, because they begin with a demo shop, which takes seconds to open.
      { ...asInShop, test: { name: 'pages', include: ['test/pages/*.test.ts'], ...inProcess } },
      { test: { name: 'browser', include: ['test/e2e/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000, ...patient, ...together, ...shared } },
    ],
  },
})
