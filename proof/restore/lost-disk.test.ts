import { lostDiskTests } from './lost-disk-tests.ts'

lostDiskTests(Number(process.env.VIATU_CUTS ?? 20))
