import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the checks of the books leave how many rows they saw. */
export const ledgerRows = () => join(tmpdir(), 'ledger-rows')
