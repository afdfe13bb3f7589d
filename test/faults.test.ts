import { faultTests } from '../proof/faults/fault-tests.ts'

faultTests({ all: false })
