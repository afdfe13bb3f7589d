/** One command of a part: tests of a project of proof/vitest.config.ts or, where it says so, of the daily one; or a program. */
export interface Run {
  project?: string
  /** The project is one of vitest.config.ts, and these are its files. */
  daily?: string[]
  program?: string
  /** What the environment sets wins over it. */
  env?: Record<string, string>
}

export interface Part {
  runs: Run[]
  /** Whether the runs go beside each other, a core each; otherwise one after the other. */
  beside?: boolean
  /** The row of docs/generated/promises.md that the part writes; the tests of the others write theirs, with their figures. */
  promise?: string
}

/** The pairs are those of the first seventeen use cases, which move money; all 351 take more than twice as long. */
const raceMinutes = { VIATU_RACE_MINUTES: '10', VIATU_PAIRS: '153' }

/** The parts of `npm run proof`, by name, each a folder: what takes minutes or hours, or needs the machine for itself. */
export const parts: Record<string, Part> = {
  start: { runs: [{ project: 'start' }], promise: 'A shop that is started sells, as a demo, live or on a network, or says in words why it cannot' },
  stop: { runs: [{ project: 'stop' }], promise: 'A shop that is closed finishes what it has begun and leaves nothing running' },
  kill: { runs: [{ project: 'kill' }], promise: 'A shop that was killed opens again on what it left, and a killed run of tests leaves nothing' },
  crash: {
    runs: [{ project: 'crash' }],
    promise: 'A shop that dies between two steps of a checkout or a payment does each of them once after it is opened again',
  },
  restore: { runs: [{ project: 'restore' }] },
  races: {
    runs: ['1/2', '2/2'].map((half) => ({ project: 'races', env: { ...raceMinutes, VIATU_RACE_PART: half } })),
    beside: true,
  },
  mutants: { runs: [{ project: 'mutants' }, { program: 'proof/mutants/run.ts' }] },
  faults: { runs: [{ project: 'faults' }] },
  generated: { runs: [{ project: 'generated' }] },
  histories: { runs: [{ project: 'histories' }] },
  injections: {
    runs: [{ project: 'browser', daily: ['test/e2e/injections.test.ts'], env: { VIATU_INJECTIONS: '40', VIATU_VISITED: '40' } }],
  },
  figures: {
    runs: [{ project: 'figures' }],
    promise:
      'Six hundred people who buy at the same moment, imports of 5,000 products and searches of large shops take the time and the plans that they may',
  },
  large: {
    // The tests of the features once more, through a pooler.
    runs: [{ project: 'large' }, { project: 'feature', daily: ['src/core', 'src/features'], env: { VIATU_POOLED: '1' } }],
    promise: 'Two processes, a pooler, TLS and an upgrade change nothing in what the shop does',
  },
  enumeration: { runs: [{ project: 'enumeration' }], promise: 'Neither words nor the time of an answer tell whether an account exists' },
}
