import { faultTests } from './fault-tests.ts'

faultTests({ all: true })
