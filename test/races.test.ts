import { raceTests } from '../proof/races/race-tests.ts'

raceTests({ isLong: false })
