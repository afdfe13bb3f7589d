declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses with the word DATABASE where the name of a test's own database goes. */
    database: { ownerUrl: string; appUrl: string; template: string }
  }
}

export {}
