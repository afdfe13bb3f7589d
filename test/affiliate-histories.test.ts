import { affiliateHistoryTests } from '../proof/histories/affiliate-history-tests.ts'

affiliateHistoryTests(40, 11)
