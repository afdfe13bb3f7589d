import { paymentHistoryTests } from '../proof/histories/payment-history-tests.ts'

paymentHistoryTests(10, 1)
