import { vi } from 'vitest'
import { enumerationTests } from '../proof/enumeration/enumeration-tests.ts'

/** The real ones, counted. */
vi.mock('#features/people/hash-password.ts', { spy: true })

enumerationTests({ samples: 0 })
