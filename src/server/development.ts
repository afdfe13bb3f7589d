/** Imported first, before React is: its development copy explains itself. */
process.env.NODE_ENV = 'development'

export {}
