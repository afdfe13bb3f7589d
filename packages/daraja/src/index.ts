/** The client of M-Pesa: the public names of the package. */
export { type Cents, fromShillings, toShillings } from './client/amounts.ts'
export { type CircuitBreaker, createDaraja, type DarajaOptions } from './client/daraja.ts'
export { type Exchange, exchange, type Outgoing } from './client/http-exchange.ts'
export type {
  DarajaSettings,
  ListedPayment,
  Mpesa,
  PayoutAnswer,
  PayoutRequest,
  PayoutSettings,
  Payouts,
  PromptAnswer,
  PromptRequest,
  QueryAnswer,
  Token,
  TokenStore,
  TransactionQuestion,
} from './client/mpesa.ts'
export {
  callbackAnswer,
  type PayoutResult,
  type Recipient,
  readPayoutResult,
  readStkCallback,
  readTransactionStatus,
  type StkCallback,
  type TransactionStatus,
} from './client/mpesa-callbacks.ts'
export { isCertificate } from './client/request-bodies.ts'
export { memoryTokens } from './client/token.ts'
