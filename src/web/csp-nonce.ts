import { createContext } from 'react'

/** The CSP nonce of this response, for inline scripts that React Router does not write. Undefined in the browser: it is stripped from cached pages. */
export const CspNonce = createContext<string | undefined>(undefined)
