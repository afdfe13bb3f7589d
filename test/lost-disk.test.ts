import { lostDiskTests } from '../proof/restore/lost-disk-tests.ts'

lostDiskTests(1)
