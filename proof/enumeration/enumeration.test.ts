import { vi } from 'vitest'
import { enumerationTests } from './enumeration-tests.ts'

/** The real ones, counted. */
vi.mock('#features/people/hash-password.ts', { spy: true })

enumerationTests({ samples: Number(process.env.VIATU_SAMPLES ?? 1000) })
