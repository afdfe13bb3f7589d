import { createContext } from 'react'

/** The CSP nonce of this rendering, for inline scripts that the router does not write. In a browser there is none: it was stripped before the page was sent. */
export const CspNonce = createContext<string | undefined>(undefined)
