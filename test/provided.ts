/** Addresses with the word DATABASE where the name of a test's own database goes. */
export interface Databases {
  ownerUrl: string
  appUrl: string
  /** Through a pooler; null unless VIATU_POOLED asks for one. */
  pooledUrl: string | null
  template: string
}

declare module 'vitest' {
  interface ProvidedContext {
    database: Databases
    /** The database and the folder of a demo shop that was opened once and closed. */
    demo: { template: string; home: string }
  }
}
