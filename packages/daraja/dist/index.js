/** The client of M-Pesa: the public names of the package. */
export { fromShillings, toShillings } from './client/amounts.js';
export { createDaraja } from './client/daraja.js';
export { exchange } from './client/http-exchange.js';
export { callbackAnswer, readPayoutResult, readStkCallback, readTransactionStatus, } from './client/mpesa-callbacks.js';
export { isCertificate } from './client/request-bodies.js';
export { memoryTokens } from './client/token.js';
