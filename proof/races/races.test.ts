import { raceTests } from './race-tests.ts'

raceTests({ isLong: true })
