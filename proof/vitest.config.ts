import { defineConfig } from 'vitest/config'
import daily, { shared, slow } from '../vitest.config.ts'

/** A part of `npm run proof`: its folder. Each file has a process for itself. */
const part = (name: string, more: object = {}) => ({ test: { name, include: [`proof/${name}/*.test.ts`], ...slow, ...shared, ...more } })
/** With what is tried daily of it: no test stands twice. */
const whole = (name: string) => part(name, { include: [`proof/${name}/*.test.ts`, `test/${name}.test.ts`] })
/** Of shops with years of orders, and of programs that have to be fetched first. */
const long = { testTimeout: 3_600_000, hookTimeout: 300_000 }

export default defineConfig({
  test: {
    execArgv: daily.test?.execArgv,
    // One after the other: each has the machine for itself.
    fileParallelism: false,
    projects: [
      ...['stop', 'kill', 'restore', 'races', 'mutants', 'faults', 'histories', 'enumeration'].map((name) => part(name)),
      ...['start', 'crash'].map(whole),
      part('generated', { setupFiles: [...shared.setupFiles, 'test/known-passwords.ts'] }),
      part('figures', long),
      part('large', long),
    ],
  },
})
