import { affiliateHistoryTests } from './affiliate-history-tests.ts'

affiliateHistoryTests(Number(process.env.VIATU_STEPS ?? 10_000))
