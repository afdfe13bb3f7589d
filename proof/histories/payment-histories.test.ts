import { paymentHistoryTests } from './payment-history-tests.ts'

paymentHistoryTests(Number(process.env.VIATU_HISTORIES ?? 10_000))
