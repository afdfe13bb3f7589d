import { createContext } from 'react'

/** The mark of this rendering, for inline scripts that the router does not write. In a browser there is none: it was taken off before the page was sent. */
export const ScriptMark = createContext<string | undefined>(undefined)
